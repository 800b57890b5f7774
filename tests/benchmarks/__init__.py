"""Measurements of time and memory, and the limits that they must stay under."""
