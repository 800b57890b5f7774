"""Tests of the rules: decisions and events, without files or screens."""
