"""torch.cuda's functions in TorchScript: the operators cuda::*, which CUDA builds of PyTorch have.

A CUDA build's ask the CUDA driver and cannot be replaced, so there the calls are of operators of ours;
but device_count(), which it evaluates while it compiles.
"""

import sys
from functools import cache
from typing import Any, Callable, Dict, List

CUDA, OURS = "cuda", "torchada_cuda"
# Functions that take or give streams, objects of a C++ class that is in CUDA builds alone.
OF_STREAMS = ("current_stream", "default_stream", "set_stream")

_SCHEMAS: Dict[str, Callable] = {}


def _operator(schema: str) -> Callable[[Callable], Callable]:
    def add(function):
        _SCHEMAS[schema] = function
        return function

    return add


@_operator("synchronize() -> ()")
@_operator("synchronize.device(Device device) -> ()")
@_operator("synchronize.int(int? val) -> ()")
def _synchronize(device=None):
    _cuda().synchronize(device)


@_operator("_current_device() -> int")
def _current_device():
    return _cuda().current_device()


@_operator("_set_device.device(Device device) -> ()")
@_operator("_set_device.int(int val) -> ()")
def _set_device(device):
    _cuda().set_device(device)


@_operator("_exchange_device(int index) -> int")
def _exchange_device(index):
    return _cuda()._exchange_device(index)


@_operator("_maybe_exchange_device(int index) -> int")
def _maybe_exchange_device(index):
    return _cuda()._maybe_exchange_device(index)


@_operator("device_index(Device device) -> int")
def _device_index(device):
    return device.index


@_operator("device_count() -> int")
def _device_count():
    return _cuda().device_count()


@cache
def define() -> Any:
    """Define them, once a process; returns what keeps them."""
    import torch

    # They stay after unpatch(): scripts that call them may still run, and would call into what is
    # gone. By then they call PyTorch's own torch.cuda, as everybody does.
    library = torch.library.Library(_namespace(), "FRAGMENT")
    for schema, function in _SCHEMAS.items():
        # They have effects that no schema tells.
        library.define(schema, alias_analysis="CONSERVATIVE")
        library.impl(schema.partition("(")[0], function, "CompositeExplicitAutograd")
    return library


def call_ours(graph: Any) -> None:
    """Have a graph call our operators where PyTorch has its own."""
    if _namespace() == CUDA:
        return
    for name in _names():
        for node in graph.findAllNodes(f"{CUDA}::{name}"):
            outputs = list(node.outputs())
            ours = graph.create(f"{OURS}::{name}", list(node.inputs()), len(outputs))
            ours.insertBefore(node)
            for old, new in zip(outputs, ours.outputs()):
                new.setType(old.type())
                old.replaceAllUsesWith(new)
            node.destroy()


def _names() -> List[str]:
    return sorted({schema.partition("(")[0].partition(".")[0] for schema in _SCHEMAS})


@cache
def _namespace() -> str:
    import torch

    return CUDA if torch._C._jit_get_operation("cuda::synchronize")[0] is None else OURS


def _cuda() -> Any:
    return sys.modules["torch"].cuda
