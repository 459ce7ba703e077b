"""Compile backends of the musa device."""
