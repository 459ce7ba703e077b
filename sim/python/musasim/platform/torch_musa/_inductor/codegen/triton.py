"""Kernels for the musa device in Triton."""

from torch._inductor.codegen.triton import TritonScheduling


class MUSATritonScheduling(TritonScheduling):
    """Fuses and writes kernels as PyTorch does for GPUs."""
