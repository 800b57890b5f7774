"""Tests of the command language, the sentences and the screen."""
