"""Tools around torch_musa."""
