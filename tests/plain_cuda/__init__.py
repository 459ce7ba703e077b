"""Tests in plain CUDA code: they know nothing of torchada, and pass on an NVIDIA GPU without it."""
