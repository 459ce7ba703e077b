"""Completes Triton when it is imported: the module triton.language.extra.musa, and its interpreter on the device.

musasim.triton compiles kernels. The interpreter (TRITON_INTERPRET=1) does not.

The interpreter runs a kernel on copies of its tensors in the host's memory. A stream that is being captured refuses
such copies, and a simulated device's memory is the host's already. So here a kernel runs on the tensors
themselves, in the turn of the current stream, and a graph records and replays it.
"""

import ctypes
import os
import sys
import threading
from functools import wraps

import torch

from . import _MUSAC
from ._on_import import when_imported

# The interpreter puts its own functions into the modules of a kernel while it runs, so a replay, which
# is in a thread of its own, waits for another kernel's end.
_running = threading.Lock()
# Entries of captured kernels. Nothing tells when the last graph with one of them has gone.
_recorded = []
_Entry = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_void_p))


def register():
    when_imported("triton.runtime.interpreter", _extend)
    when_imported("triton.language.extra", _add_language)


def _add_language():
    """Vendors' builds of Triton have the folder of their backend here."""
    import musasim

    folder = os.path.join(os.path.dirname(musasim.__file__), "triton", "language")
    path = sys.modules["triton.language.extra"].__path__
    if folder not in path:
        path.append(folder)


def _extend():
    from triton.runtime.interpreter import GridExecutor

    on_copies = GridExecutor.__call__

    @wraps(on_copies)
    def on_the_device(self, *arguments, **keywords):
        tensors = []
        makers = [_maker(argument, tensors) for argument in arguments]
        named = {name: _maker(value, tensors) for name, value in keywords.items()}

        def run(hosts):
            made = {name: make(hosts) for name, make in named.items()}
            on_copies(self, *(make(hosts) for make in makers), **made)

        if tensors:
            _launch(getattr(self.fn, "__name__", "kernel"), run, tensors)
        else:
            run([])

    GridExecutor.__call__ = on_the_device


def _maker(argument, tensors):
    """Makes the argument again, from the host's views of the device tensors that it puts into the list.

    It holds no tensor: a graph does not keep those alive that its kernels got.
    """
    if isinstance(argument, torch.Tensor) and argument.device.type == "musa":
        number = len(tensors)
        tensors.append(argument)
        return lambda hosts: hosts[number]
    kind = type(argument)
    if isinstance(argument, tuple):
        parts = [_maker(value, tensors) for value in argument]
        create = kind._make if hasattr(kind, "_make") else tuple
        return lambda hosts: create([part(hosts) for part in parts])
    if kind.__name__ in _OF_A_BASE:
        base = _maker(argument.base, tensors)
        names = _OF_A_BASE[kind.__name__]
        rest = {name: value for name, value in vars(argument).items() if name in names}
        return lambda hosts: kind(base=base(hosts), **rest)
    return lambda hosts: argument


# Arguments of Triton's two classes around a tensor, besides the tensor.
_OF_A_BASE = {
    "TensorWrapper": ("dtype",),
    "TensorDescriptor": ("shape", "strides", "block_shape", "padding", "round_f32_to_tf32"),
}


def _launch(name, run, tensors):
    """Run it in the turn of the current stream, and raise what it raises; or record it."""
    views = [_view_of(tensor) for tensor in tensors]
    caller, failures = threading.get_ident(), []

    def enter(words):
        try:
            with _running:
                run([view(words[i]) for i, view in enumerate(views)])
        except BaseException as error:
            if threading.get_ident() != caller:
                raise  # a replay: ctypes prints it
            failures.append(error)

    entry = _Entry(enter)
    if torch.musa.is_current_stream_capturing():
        _recorded.append(entry)
    address = ctypes.cast(entry, ctypes.c_void_p).value
    kernel = _MUSAC._musasim_compiled_kernel(address, "w" * len(tensors), name, entry)
    kernel(*tensors)
    if failures:
        raise failures[0]


def _view_of(tensor):
    """Makes the host's view of the tensor from the address of its first element."""
    dtype, size, stride = tensor.dtype, tuple(tensor.shape), tensor.stride()
    offset = tensor.storage_offset() * dtype.itemsize
    count = (tensor.untyped_storage().nbytes() - offset) // dtype.itemsize

    def view(address):
        if 0 in size:  # it has no address
            return torch.empty_strided(size, stride, dtype=dtype)
        data = (ctypes.c_char * (count * dtype.itemsize)).from_address(address)
        return torch.frombuffer(data, dtype=torch.uint8).view(dtype).as_strided(size, stride)

    return view
