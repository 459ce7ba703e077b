"""Kernels compiled at run time: the libraries that PyTorch opens for them, and kernels of our own."""

import ctypes
import functools
from typing import Any, Sequence

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


class Kernel:
    """A function with C linkage of a CUDA source, on the current device."""

    def __init__(self, source: str, name: str, file: str):
        image, driver = _image(source, file), get_cuda_library()
        self._module, self._function = ctypes.c_void_p(), ctypes.c_void_p()
        _check(driver.cuModuleLoadData(ctypes.byref(self._module), image), "muModuleLoadData")
        found = driver.cuModuleGetFunction(
            ctypes.byref(self._function), self._module, name.encode()
        )
        _check(found, "muModuleGetFunction")

    def launch(self, blocks: int, threads: int, stream: int, arguments: Sequence[Any]) -> None:
        """Launch it with these objects of ctypes as its arguments."""
        places = (ctypes.c_void_p * len(arguments))(*map(ctypes.addressof, arguments))
        grid = (blocks, 1, 1, threads, 1, 1)
        launched = get_cuda_library().cuLaunchKernel(
            self._function, *grid, 0, ctypes.c_void_p(stream), places, None
        )
        _check(launched, "muLaunchKernel")


def _image(source: str, file: str) -> Any:
    library, program, size = get_nvrtc_library(), ctypes.c_void_p(), ctypes.c_size_t()
    text = source.encode()
    created = library.nvrtcCreateProgram(ctypes.byref(program), text, file.encode(), 0, None, None)
    _check(created, "mtrtcCreateProgram")
    try:
        compiled = library.nvrtcCompileProgram(program, 0, None)
        if compiled != 0:
            library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
            log = ctypes.create_string_buffer(size.value)
            library.nvrtcGetProgramLog(program, log)
            raise RuntimeError(f"cannot compile {file}:\n{log.value.decode(errors='replace')}")
        _check(library.nvrtcGetCUBINSize(program, ctypes.byref(size)), "mtrtcGetMUSASize")
        image = ctypes.create_string_buffer(size.value)
        _check(library.nvrtcGetCUBIN(program, image), "mtrtcGetMUSA")
        return image
    finally:
        library.nvrtcDestroyProgram(ctypes.byref(program))


def _check(status: int, function: str) -> None:
    if status != 0:
        raise RuntimeError(f"{function} failed with error {status}")
