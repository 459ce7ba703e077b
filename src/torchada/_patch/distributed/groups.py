"""ProcessGroupNCCL: torch_musa's class under CUDA's name, and what that class lacks."""

import sys
from functools import wraps
from typing import Any

from ... import _core, _environment
from .._unsupported import UnsupportedNameError, unsupported
from .words import AREA, C10D, serves_nccl, shown

_CLASS = "torch.distributed.ProcessGroupNCCL"
_NO_CONFIG = "torch_musa passes no configuration to MCCL"
_CONFIG = "leave out the configuration; is_high_priority_stream and the timeout have an effect"
_NO_POOLS = "torch_musa registers no memory pools with MCCL"
_POOLS = "leave out the call: collectives work on any memory"

# Methods that torch_musa's class lacks in some versions: (name, why, what to do instead).
_MISSING = (
    ("register_mem_pool", _NO_POOLS, _POOLS),
    ("deregister_mem_pool", _NO_POOLS, _POOLS),
    (
        "_comm_ptr",
        "torch_musa gives no access to its communicators",
        "use torch.distributed's collectives",
    ),
    ("_start_time_estimate", "MCCL does not estimate times", "measure with torch.cuda.Event"),
    ("_end_time_estimate", "MCCL does not estimate times", "measure with torch.cuda.Event"),
    (
        "_set_enable_nan_check",
        "torch_musa reads the setting only when it makes a group",
        "set TORCH_NCCL_NAN_CHECK=1 before",
    ),
)


def patch(ledger: Any) -> None:
    """The class, its name in three modules, and its members."""
    c10d, distributed = sys.modules[C10D], sys.modules["torch.distributed"]
    group = distributed.ProcessGroupMCCL
    for owner in (distributed, c10d, sys.modules["torch._C._distributed_c10d"]):
        ledger.set_attr(owner, "ProcessGroupNCCL", group, area=AREA)
    ledger.set_attr(c10d, "_NCCL_AVAILABLE", True, area=AREA)
    ledger.set_attr(c10d, "__all__", [*c10d.__all__, "ProcessGroupNCCL"], area=AREA)
    ledger.set_attr(group, "__init__", _init(group.__init__), area=AREA)
    for name, why, instead in _MISSING:
        if not hasattr(group, name):
            refusing = unsupported(f"{_CLASS}.{name}", why, instead)
            ledger.set_attr(group, name, refusing, area=AREA)
    _complete_options(ledger, group.Options)
    for name in ("name", "_get_backend_name"):
        if hasattr(group, name):
            ledger.set_attr(group, name, _named(getattr(group, name)), area=AREA)
        if hasattr(c10d.ProcessGroup, name):
            named = _named_by_part(getattr(c10d.ProcessGroup, name))
            ledger.set_attr(c10d.ProcessGroup, name, named, area=AREA)


def _init(init):
    @wraps(init)
    def __init__(self, *args, **kwargs):
        # Programs that make groups by themselves set TORCH_NCCL_... until here.
        _environment.apply()
        init(self, *args, **kwargs)

    return __init__


def _complete_options(ledger, options):
    if not hasattr(options, "config"):

        def config(self, *value):
            raise UnsupportedNameError.of(f"{_CLASS}.Options.config", _NO_CONFIG, _CONFIG)

        ledger.set_attr(options, "config", property(config, config), area=AREA)
    genuine = getattr(options, "backend", None)
    if isinstance(genuine, property):
        for_users = property(_named(genuine.fget))
        ledger.set_attr(options, "backend", for_users, area=AREA)


def _named(name):
    """A method or getter that returns the backend's name."""
    return _core.ByAsker(name, lambda self: shown(name(self)))


def _named_by_part(name):
    """For PyTorch a group whose backend is none of its own is "custom"."""

    def for_users(self):
        answer = name(self)
        return "nccl" if answer == "custom" and serves_nccl(self) else answer

    return _core.ByAsker(name, for_users)
