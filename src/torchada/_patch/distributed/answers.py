"""Names of backends and devices that leave PyTorch."""

import sys
from functools import reduce
from typing import Any

from .._views import as_user
from .words import AREA, C10D, answering, set_everywhere, telling

# Functions of distributed_c10d that return such a name.
_NAMES = (
    "get_backend",
    "get_backend_config",
    "get_default_backend_for_device",
    "_get_object_coll_device",
)
# Functions that tell a user, whoever calls them: (module, name in it).
_SHOWN = (
    (C10D, "_device_capability"),
    (C10D, "_get_pg_config"),
    ("torch.profiler.profiler", "_KinetoProfile._get_distributed_info"),
)
# Functions whose errors name devices and backends.
_TELLING = ("init_process_group", "new_group", "split_group")


def patch(ledger: Any) -> None:
    """Users are told "nccl" and "cuda"."""
    c10d = sys.modules[C10D]
    for name in _NAMES:
        if hasattr(c10d, name):
            set_everywhere(ledger, name, answering(getattr(c10d, name)))
    for name in _TELLING:
        set_everywhere(ledger, name, telling(getattr(c10d, name)))
    for module, path in _SHOWN:
        *outer, name = path.split(".")
        owner: Any = reduce(getattr, outer, sys.modules[module])
        if hasattr(owner, name):
            shown = as_user(vars(owner)[name], ledger, AREA)
            ledger.set_attr(owner, name, shown, area=AREA)
