"""torch.cuda, torch.backends.cuda, torch._C ...: bound to torch.musa by torchada._table."""

import sys
from functools import partial
from inspect import signature
from types import FunctionType
from typing import Any, Dict

from .. import _environment
from .. import _table as table
from ._binding import AREA, MISSING, bind_module, bind_shared, emulation, late_emulation
from ._late_modules import when_imported
from ._ledger import current
from ._registry import patch_function, requires_import


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

    with lazy._initialization_lock:
        if lazy.is_initialized():
            fill_torch_cuda()
            return
        calls = [(fill_torch_cuda, []), *_pending_calls(cuda)]
        target = "torch_musa's queue of lazy calls"
        queue = lazy._queued_calls
        ledger.call(partial(put_first, calls, queue), partial(remove, calls, queue), target, AREA)


@patch_function
@requires_import("torch_musa")
def _bind_modules():
    """Bind every name of the table, in its module and in those that share torch.cuda's rows."""
    import torch

    ledger = current()
    bound: Dict[str, Any] = bind_module(ledger, torch.cuda, "torch.cuda")
    late = []
    for name in sorted({*table.MODULES, *table.SHARE_ROWS} - {"torch.cuda"}):
        module = sys.modules.get(name)
        if module is None:
            if any(row.how != table.STOCK for row in table.MODULES.get(name, ())):
                late.append((name, _bind_late))
            continue
        bind_module(ledger, module, name)
        if name in table.SHARE_ROWS:
            bind_shared(ledger, module, name, bound)
    when_imported(ledger, late, AREA)


def _bind_late(ledger, module):
    bind_module(ledger, module, module.__name__)


@patch_function
@requires_import("torch_musa")
def _bind_members():
    """Bind attributes of PyTorch's classes."""
    ledger = current()
    for module_name, path, target in table.MEMBERS:
        owner: Any = sys.modules[module_name]
        *parents, name = path.split(".")
        for parent in parents:
            owner = getattr(owner, parent)
        ledger.set_attr(owner, name, emulation(target), area=AREA)


@patch_function
@requires_import("torch_musa")
def _add_collectives():
    """torch.nn.parallel.comm, as torch_musa patches it, calls names that torch_musa 2.7.1 lacks."""
    from torch_musa import _MUSAC

    for name in ("broadcast_out", "scatter_out", "gather_out"):
        if not hasattr(_MUSAC, f"_{name}"):
            function = late_emulation(f"_{name}", f"late._comm.{name}")
            current().set_attr(_MUSAC, f"_{name}", function, area=AREA)


@patch_function
@requires_import("torch_musa")
def _complete_classes():
    """Give torch_musa's classes what CUDA's have; aliases are the very same descriptors."""
    import torch_musa

    from ..cuda import _streams

    ledger = current()
    for class_name, cuda_name, musa_name in table.CLASS_ALIASES:
        cls = getattr(torch_musa, class_name)
        descriptor = _raw_attribute(cls, musa_name)
        if descriptor is MISSING:
            ledger.skip(AREA, f"{class_name}.{cuda_name}", f"torch_musa has no {musa_name}")
        else:
            ledger.set_attr(cls, cuda_name, descriptor, area=AREA)
    protocol = _streams.cuda_stream_protocol
    ledger.set_attr(torch_musa.Stream, "__cuda_stream__", protocol, area=AREA)
    if "external" not in signature(torch_musa.Event).parameters:
        ledger.set_attr(torch_musa.Event, "__new__", _streams.new_event, area=AREA)


def _raw_attribute(cls, name):
    for base in cls.__mro__:
        if name in vars(base):
            return vars(base)[name]
    return MISSING


def _pending_calls(cuda):
    """The calls that the program queued in torch.cuda before activation, seeds last, as CUDA would run them."""
    queued = [call for call in cuda._queued_calls if not _is_cuda_check(call[0])]
    return queued + [call for call in cuda._lazy_seed_tracker.get_calls() if call]


def _is_cuda_check(function):
    """Whether torch.cuda itself queued this (capability checks of NVIDIA GPUs, Triton kernels)."""
    return (
        isinstance(function, FunctionType)
        and function.__module__ == "torch.cuda"
        and "<locals>" not in function.__qualname__
    )


def put_first(calls, queue):
    """To torch_musa's queue, not by its _lazy_call: that formats a stack for each, which reads source files."""
    queue[:0] = calls


def remove(calls, queue):
    """Take our calls back out of a queue; those that ran already are gone from it."""
    ours = {id(call) for call in calls}
    queue[:] = [call for call in queue if id(call) not in ours]
