"""Where kernels are chosen."""
