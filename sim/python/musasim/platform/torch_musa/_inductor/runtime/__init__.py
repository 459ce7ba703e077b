"""Functions that generated code calls."""
