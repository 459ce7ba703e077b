"""Plain CUDA tests that need two GPUs."""
