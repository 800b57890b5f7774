"""Tests of campaign folders: real files and real processes."""
