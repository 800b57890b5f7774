"""The terminal: the command line, the command language, the sentences and the screen."""
