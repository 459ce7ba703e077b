"""torch.cuda and its submodules: bound to torch.musa by the table in torchada._table."""

import sys
from functools import partial
from importlib import import_module
from types import FunctionType
from typing import Any, Dict

from .. import _environment
from .. import _table as table
from ._ledger import current
from ._registry import patch_function, requires_import
from ._unsupported import unsupported

AREA = "torch.cuda"
_MISSING = object()


@patch_function
@requires_import("torch_musa")
def _bind_torch_cuda():
    """Bind every name of the table, in torch.cuda and in the modules that share its rows."""
    import torch

    ledger = current()
    served: Dict[str, Any] = {}
    for row in table.MODULES["torch.cuda"]:
        _bind_row(ledger, torch.cuda, row, served)
    for name in sorted({*table.MODULES, *table.SHARE_ROWS} - {"torch.cuda"}):
        module = sys.modules.get(name)
        if module is None:
            ledger.skip(AREA, name, "not loaded by this torch")
            continue
        for row in table.MODULES.get(name, ()):
            _bind_row(ledger, module, row, {})
        if name in table.SHARE_ROWS:
            _bind_shared(ledger, module, served)


@patch_function
@requires_import("torch_musa")
def _bind_captured():
    """Rebind what PyTorch's own modules took from torch.cuda before activation."""
    import torch

    ledger = current()
    for module_name, name, row_name in table.CAPTURED:
        module = sys.modules.get(module_name)
        if module is not None and name in vars(module):
            ledger.set_attr(module, name, vars(torch.cuda)[row_name], area=AREA)


@patch_function
@requires_import("torch_musa")
def _alias_class_attributes():
    """Give torch_musa's classes CUDA's attribute names, as the very same descriptors."""
    import torch_musa

    from ..cuda import _emulated

    ledger = current()
    for class_name, cuda_name, musa_name in table.CLASS_ALIASES:
        cls = getattr(torch_musa, class_name)
        descriptor = _raw_attribute(cls, musa_name)
        if descriptor is _MISSING:
            ledger.skip(AREA, f"{class_name}.{cuda_name}", f"torch_musa has no {musa_name}")
        else:
            ledger.set_attr(cls, cuda_name, descriptor, area=AREA)
    protocol = _emulated.cuda_stream_protocol
    ledger.set_attr(torch_musa.Stream, "__cuda_stream__", protocol, area=AREA)


@patch_function
@requires_import("torch_musa")
def _join_initialisation():
    """Make MUSA's initialisation do what CUDA's does to torch.cuda, and take over its queue."""
    import torch
    from torch_musa.core import _lazy_init as lazy

    ledger, cuda = current(), torch.cuda
    # fill_torch_cuda() changes them whenever the device is initialised.
    for name in ("default_generators", "has_half", "_initialized"):
        ledger.remember(cuda, name, area=AREA)

    def fill_torch_cuda():
        _environment.apply(initialising=True)
        cuda.default_generators = sys.modules["torch_musa"].default_generators
        cuda.has_half = True
        cuda._initialized = True

    pending = _pending_calls(cuda)
    for name in ("_queued_calls", "_lazy_seed_tracker"):
        ledger.set_attr(cuda, name, getattr(lazy, name), area=AREA)
    with lazy._initialization_lock:
        if lazy.is_initialized():
            fill_torch_cuda()
            return
        calls = [(fill_torch_cuda, []), *pending]
        target = "torch_musa's queue of lazy calls"
        queue = lazy._queued_calls
        ledger.call(partial(_put_first, calls, queue), partial(_remove, calls, queue), target, AREA)


def _bind_row(ledger, module, row, served):
    """Bind one name, if this torch has it, and note in served what was bound."""
    name, how, target, note = row
    if how == table.STOCK or name not in vars(module):
        return
    value, reason = _resolve(module, row)
    if value is _MISSING:
        if reason:
            ledger.skip(AREA, f"{module.__name__}.{name}", reason)
        return
    ledger.set_attr(module, name, value, area=AREA, reason=reason)
    served[name] = value


def _bind_shared(ledger, module, served):
    for name in [name for name in vars(module) if name in served]:
        if table.own_row(name, module.__name__) is None:
            ledger.set_attr(module, name, served[name], area=AREA)


def _resolve(module, row):
    """(object to bind, reason for the ledger); _MISSING when the name is left alone."""
    name, how, target, note = row
    if how == table.EMULATED:
        return (_emulation(target), note) if target else (_MISSING, "")
    stock = vars(module)[name]
    api = f"{module.__name__}.{name}"
    if how == table.UNSUPPORTED:
        return unsupported(api, target, note, stock), f"unsupported: {target}"
    value = _from_torch_musa(target or name)
    if value is not _MISSING:
        return value, note
    reason = f"the installed torch_musa has no {target or name}"
    advice = "install a torch_musa that has it"
    return unsupported(api, reason, advice, stock), f"unsupported: {reason}"


def _emulation(target):
    module, _, name = target.rpartition(".")
    return getattr(import_module(f"torchada.cuda.{module}"), name)


def _from_torch_musa(path):
    value: Any = sys.modules["torch_musa"]
    for part in path.split("."):
        value = getattr(value, part, _MISSING)
        if value is _MISSING:
            break
    return value


def _raw_attribute(cls, name):
    for base in cls.__mro__:
        if name in vars(base):
            return vars(base)[name]
    return _MISSING


def _pending_calls(cuda):
    """What the program asked of torch.cuda before activation, seeds last, as CUDA would run it."""
    queued = [call for call in cuda._queued_calls if not _is_cuda_check(call[0])]
    return queued + [call for call in cuda._lazy_seed_tracker.get_calls() if call]


def _is_cuda_check(function):
    """Whether torch.cuda itself queued this (capability checks of NVIDIA GPUs, Triton kernels)."""
    return (
        isinstance(function, FunctionType)
        and function.__module__ == "torch.cuda"
        and "<locals>" not in function.__qualname__
    )


def _put_first(calls, queue):
    """Not by torch_musa's _lazy_call: it formats a stack for each, which reads source files."""
    queue[:0] = calls


def _remove(calls, queue):
    """Take our calls back out of a queue; those that ran already are gone from it."""
    ours = {id(call) for call in calls}
    queue[:] = [call for call in queue if id(call) not in ours]
