"""Tests of the structure of the code: what imports what, and what no module does."""
