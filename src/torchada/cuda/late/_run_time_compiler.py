"""Kernels compiled at run time: the libraries that PyTorch opens for them, and kernels of our own."""

import ctypes
import functools
from typing import Any, NoReturn, Sequence

from .. import _runtime_library

# PyTorch asks for a library at each launch of such a kernel, which takes a hundred times as long as
# the call of a late function.
_ADVICE = "`torchada doctor` says what is wrong with the GPU and its libraries"


@functools.lru_cache(maxsize=None)
def _library(name: str) -> ctypes.CDLL:
    from ..._libraries import musa_file

    return ctypes.CDLL(musa_file(name) or name)


def get_cuda_library() -> ctypes.CDLL:
    """MUSA's driver, which answers to the names of CUDA's, with a context for the calling thread."""
    driver = _library("libcuda.so.1")
    context = ctypes.c_void_p()
    if driver.cuCtxGetCurrent(ctypes.byref(context)) != 0 or not context:
        # PyTorch enters a stream to have one, which torch_musa takes for done where the device stays the same.
        _make_context()
    return driver


def _make_context() -> None:
    free = _runtime_library.function("musaFree")
    if free is None:
        raise RuntimeError(f"MUSA's runtime library has no musaFree; {_ADVICE}")
    _check(free(None), "musaFree", _runtime_library.function("musaGetErrorName"))


def get_nvrtc_library() -> ctypes.CDLL:
    """MTRTC, which answers to NVRTC's names and takes CUDA sources."""
    return _library("libnvrtc.so")


class Kernel:
    """A function with C linkage of a CUDA source, on the current device."""

    def __init__(self, source: str, name: str, file: str):
        image, driver = _image(source, file), get_cuda_library()
        self._module, self._function = ctypes.c_void_p(), ctypes.c_void_p()
        loaded = driver.cuModuleLoadData(ctypes.byref(self._module), image)
        _check_driver(loaded, "muModuleLoadData")
        found = driver.cuModuleGetFunction(
            ctypes.byref(self._function), self._module, name.encode()
        )
        _check_driver(found, "muModuleGetFunction")

    def launch(self, blocks: int, threads: int, stream: int, arguments: Sequence[Any]) -> None:
        """Launch it with these objects of ctypes as its arguments."""
        places = (ctypes.c_void_p * len(arguments))(*map(ctypes.addressof, arguments))
        grid = (blocks, 1, 1, threads, 1, 1)
        launched = get_cuda_library().cuLaunchKernel(
            self._function, *grid, 0, ctypes.c_void_p(stream), places, None
        )
        _check_driver(launched, "muLaunchKernel")


def _image(source: str, file: str) -> Any:
    library, program, size = get_nvrtc_library(), ctypes.c_void_p(), ctypes.c_size_t()
    text = source.encode()
    created = library.nvrtcCreateProgram(ctypes.byref(program), text, file.encode(), 0, None, None)
    _check_compiler(created, "mtrtcCreateProgram")
    try:
        compiled = library.nvrtcCompileProgram(program, 0, None)
        if compiled != 0:
            library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
            log = ctypes.create_string_buffer(size.value)
            library.nvrtcGetProgramLog(program, log)
            raise RuntimeError(f"cannot compile {file}:\n{log.value.decode(errors='replace')}")
        sized = library.nvrtcGetCUBINSize(program, ctypes.byref(size))
        _check_compiler(sized, "mtrtcGetMUSASize")
        image = ctypes.create_string_buffer(size.value)
        _check_compiler(library.nvrtcGetCUBIN(program, image), "mtrtcGetMUSA")
        return image
    finally:
        library.nvrtcDestroyProgram(ctypes.byref(program))


def _check_driver(status: int, function: str) -> None:
    if status != 0:
        name = ctypes.c_char_p()
        _library("libcuda.so.1").cuGetErrorName(status, ctypes.byref(name))
        _fail(status, function, name.value)


def _check_compiler(status: int, function: str) -> None:
    _check(status, function, get_nvrtc_library().mtrtcGetErrorString)


def _check(status: int, function: str, name_of: Any) -> None:
    if status != 0:
        prototype = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_int)
        _fail(status, function, name_of and ctypes.cast(name_of, prototype)(status))


def _fail(status: int, function: str, name: Any) -> NoReturn:
    shown = f"{name.decode()} (error {status})" if name else f"error {status}"
    raise RuntimeError(f"{function} failed with {shown}; {_ADVICE}")
