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
    "stable_compat_box_header",
    "stable_compat_include_dir",
]


def stable_compat_include_dir():
    """The folder, a str, of headers for extensions that use PyTorch's stable interface (torch/csrc/stable).

    Extensions for MUSA search it anyway; a build of one's own names it before PyTorch's headers. Where torch is
    2.9 its headers have what later releases of PyTorch added.
    """
    return import_module("torchada._extensions.stable_abi").compat_folder()


def stable_compat_box_header():
    """The path, a str, of a header to compile with (-include): the stable interface in whole, with TORCH_BOX."""
    return import_module("torchada._extensions.stable_abi").box_header()


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
