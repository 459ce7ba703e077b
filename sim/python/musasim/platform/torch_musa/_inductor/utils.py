"""The musa device as one of the GPUs that kernels of Triton are written for and run on."""

import functools
import sys

import torch

GPU_TYPES = ["musa"]


def is_gpu(device) -> bool:
    """Whether kernels are written for the type of device as for a GPU; programs may ask by another name."""
    return device in ("musa", "cuda", "xpu")


@functools.cache
def has_triton() -> bool:
    """Whether kernels of Triton run. PyTorch and programs ask it by torch.utils._triton."""
    from .code_generator import triton_is_missing

    if torch.musa.is_available() and triton_is_missing() is None:
        from torch._inductor.config import triton_disable_device_detection

        return not triton_disable_device_detection
    return _torchs_has_triton()


def extend_triton_utils():
    """has_triton() takes the place of PyTorch's, also where that has been imported already."""
    global _torchs_has_triton
    _torchs_has_triton = sys.modules["torch.utils._triton"].has_triton
    for name, module in list(sys.modules.items()):
        if name.startswith("torch.") and vars(module).get("has_triton") is _torchs_has_triton:
            module.has_triton = has_triton
