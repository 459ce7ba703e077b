"""torch.utils.cpp_extension under torchada's name: on MUSA it builds CUDA sources, elsewhere it is PyTorch's.

from torchada.utils.cpp_extension import BuildExtension, CUDAExtension, CUDA_HOME, load
"""

from importlib import import_module

__all__ = [
    "BuildExtension",
    "CUDAExtension",
    "CUDA_HOME",
    "CppExtension",
    "include_paths",
    "library_paths",
    "load",
    "load_inline",
]


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("torch.utils.cpp_extension"), name)


def __dir__():
    return sorted({*globals(), *__all__})
