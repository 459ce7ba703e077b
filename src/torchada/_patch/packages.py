"""Packages that know MUSA themselves, where a user gives them a word of CUDA that they would refuse."""

from functools import partial, wraps
from typing import Any

from ._late_modules import when_imported
from ._ledger import Ledger, current
from ._registry import patch_function, requires_import
from .distributed import _names

AREA = "packages"


@patch_function
@requires_import("torch_musa", "accelerate")
def _accelerate_takes_nccl():
    """Accelerate compares the backend asked for (Trainer's ddp_backend, too) with "mccl"."""
    ledger = current()
    when_imported(ledger, {"accelerate.state": partial(_take_nccl, ledger)}, AREA)


def _take_nccl(ledger: Ledger, module: Any) -> None:
    genuine = module.PartialState.__init__

    @wraps(genuine)
    def __init__(self, *args, **kwargs):
        if "backend" in kwargs:
            kwargs["backend"] = _names.here(kwargs["backend"])
        genuine(self, *args, **kwargs)

    ledger.set_attr(module.PartialState, "__init__", __init__, area=AREA)
