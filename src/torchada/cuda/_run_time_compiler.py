"""The libraries that torch.cuda._compile_kernel() opens, which PyTorch finds by CUDA's version."""

import ctypes
import functools

from . import _runtime_library


@functools.lru_cache(maxsize=None)
def _library(name: str) -> ctypes.CDLL:
    from .._libraries import musa_file

    return ctypes.CDLL(musa_file(name) or name)


def get_cuda_library() -> ctypes.CDLL:
    """MUSA's driver, which answers to the names of CUDA's, with a context for the calling thread."""
    driver = _library("libcuda.so.1")
    context = ctypes.c_void_p()
    if driver.cuCtxGetCurrent(ctypes.byref(context)) != 0 or not context:
        # PyTorch enters a stream to have one, which torch_musa takes for done where the device stays the same.
        _runtime_library.function("musaFree")(None)
    return driver


def get_nvrtc_library() -> ctypes.CDLL:
    """MTRTC, which answers to NVRTC's names and takes CUDA sources."""
    return _library("libnvrtc.so")
