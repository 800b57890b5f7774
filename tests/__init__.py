"""The tests of aethyr."""
