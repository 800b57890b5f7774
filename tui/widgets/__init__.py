"""The panes and lines of the screen: each draws rows it is given, and repaints only the cells that changed."""
