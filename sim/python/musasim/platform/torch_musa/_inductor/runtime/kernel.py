"""Compiles the C++ source of a kernel and makes it callable with musa tensors."""

import ctypes

from torch._inductor.codecache import CppPythonBindingsCodeCache, LambdaFuture
from torch_musa import _MUSAC

_ENTRY = "musasim_kernel_entry"


class _KernelLibraries(CppPythonBindingsCodeCache):
    """Flags, precompiled header and cache of PyTorch's C++ kernels; loads a plain library."""

    cache = {}

    @classmethod
    def _load_library_inner(cls, path, key):
        return ctypes.CDLL(path)


def _letter(argument_type) -> str:
    """The kind of an argument: p or w (written) a tensor's address, f a float, i an integer."""
    if "*" in argument_type:
        return "p" if argument_type.startswith("const ") else "w"
    return "f" if argument_type.split()[-1] in ("float", "double") else "i"


def _entry_source(argument_types) -> str:
    """A C function over `kernel` that takes its arguments as an array of 64-bit words."""
    casts = []
    for i, argument_type in enumerate(argument_types):
        if "*" in argument_type:
            casts.append(f"({argument_type})words[{i}].address")
        elif _letter(argument_type) == "f":
            casts.append(f"({argument_type})words[{i}].real")
        else:
            casts.append(f"({argument_type})words[{i}].integer")
    word = "union MusasimWord { void* address; long long integer; double real; };"
    call = f"kernel({', '.join(casts)});"
    return f'\n{word}\nextern "C" void {_ENTRY}(const MusasimWord* words) {{ {call} }}\n'


def musa_kernel(async_compile, name, argument_types, source):
    """The kernel as a callable that runs it in the turn of the current stream of its tensors' device."""
    get_library = _KernelLibraries.load_async(
        source + _entry_source(argument_types),
        submit_fn=async_compile.submit if _in_background() else None,
    )
    letters = "".join(map(_letter, argument_types))

    def load():
        library = get_library()
        address = ctypes.cast(getattr(library, _ENTRY), ctypes.c_void_p).value
        return _MUSAC._musasim_compiled_kernel(address, letters, name, library)

    return LambdaFuture(load) if _in_background() else load()


def _in_background() -> bool:
    from torch._inductor.async_compile import get_compile_threads

    return get_compile_threads() > 1
