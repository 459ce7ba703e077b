"""MUSA graphs."""
