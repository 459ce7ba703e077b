"""torch.cuda's functions in TorchScript: the operators cuda::*, which CUDA builds of PyTorch have."""

import sys
from functools import cache
from typing import Any, Callable, Dict

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
    """Define them, once a process, where PyTorch lacks them; returns what keeps them."""
    import torch

    if torch._C._jit_get_operation("cuda::synchronize")[0] is not None:
        return None
    library = torch.library.Library("cuda", "FRAGMENT")
    for schema, function in _SCHEMAS.items():
        # They have effects that no schema tells.
        library.define(schema, alias_analysis="CONSERVATIVE")
        name = schema.partition("(")[0]
        library.impl(name, function, "CompositeExplicitAutograd")
    return library


def _cuda() -> Any:
    return sys.modules["torch"].cuda
