"""A program written for CUDA, which uses the package beside it."""
