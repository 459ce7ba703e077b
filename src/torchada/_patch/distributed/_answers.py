"""Names of backends and devices that leave PyTorch."""

import sys
from typing import Any

from ._names import C10D, answering, set_everywhere

# Functions of distributed_c10d that return one.
ANSWERS = (
    "get_backend",
    "get_backend_config",
    "get_default_backend_for_device",
    "_get_object_coll_device",
)


def patch(ledger: Any) -> None:
    """Users are told "nccl" and "cuda"."""
    for name in ANSWERS:
        function = vars(sys.modules[C10D]).get(name)
        if function is not None:
            set_everywhere(ledger, name, answering(function))
