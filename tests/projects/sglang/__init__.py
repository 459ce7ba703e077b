"""A package that knows MUSA by its name, in sglang's manner: it tells the platforms apart itself."""

from functools import lru_cache

import torch


@lru_cache(maxsize=1)
def is_cuda():
    """The CUDA branch is for NVIDIA GPUs only."""
    return torch.cuda.is_available() and torch.version.cuda is not None


@lru_cache(maxsize=1)
def is_musa():
    return hasattr(torch.version, "musa") and torch.version.musa is not None


def get_device():
    if is_cuda():
        return "cuda"
    return "musa" if is_musa() else "cpu"


def device_module():
    return torch.get_device_module(get_device())
