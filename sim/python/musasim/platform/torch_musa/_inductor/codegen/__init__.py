"""Writes code of torch._inductor for the musa device."""
