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


def _port_cuda_source(source_code, mapping_rules=None):
    """The CUDA source as MUSA code, a str, for scripts that compile it themselves.

    `mapping_rules` maps more names, or the same names to others.
    torchada.port.translate() also reports what is left to do.
    """
    port = import_module("torchada.port")
    rules = None if mapping_rules is None else {"map": dict(mapping_rules)}
    return port.translate(source_code, rules=rules)[0]


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("torch.utils.cpp_extension"), name)


def __dir__():
    return sorted({*globals(), *__all__})
