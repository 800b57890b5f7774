"""The rules: pure decisions about immutable states; no disk, no clock, no environment."""
