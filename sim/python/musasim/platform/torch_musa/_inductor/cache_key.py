"""The key of compiled graphs in torch._inductor's cache on disk: all that they depend on besides PyTorch."""

import functools
import hashlib
import json
import pathlib

import torch
from torch._inductor.codecache import CacheBase

from .code_generator import triton_is_missing, uses_triton


@functools.cache
def get_system() -> dict:
    """The GPU and the code generator. PyTorch's own asks torch.cuda, which is ours here."""
    ours = hashlib.sha256()
    for path in sorted(pathlib.Path(__file__).parent.rglob("*.py")):
        ours.update(path.read_bytes())
    name = torch.musa.get_device_name() if torch.musa.is_available() else "musa"
    versions = {"musa": torch.version.musa, "triton": _triton_version()}
    system = {"device": {"name": name}, "version": versions}
    text = json.dumps([system, ours.hexdigest(), _tunes_kernels()])
    return {**system, "hash": hashlib.sha256(text.encode()).hexdigest()}


def _triton_version():
    """None where kernels are written in C++."""
    if not uses_triton():
        return None
    import triton

    return triton.__version__


def _tunes_kernels():
    """Whether the fastest configuration of a kernel in Triton is among what is kept."""
    if triton_is_missing():
        return False
    from musasim.triton._tuning import all_are_measured

    return all_are_measured()


def _apply():
    """Make it the answer of torch._inductor's cache."""
    CacheBase.get_system = staticmethod(get_system)


_apply()
