"""Tests of the installed program from outside: its command line, its terminal, its signals."""
