"""Inductor's processes that measure kernels: each is shown its device by MUSA_VISIBLE_DEVICES."""

from functools import partial
from typing import Any

from .._late_modules import when_imported
from .._ledger import Ledger, current
from .._registry import patch_function, requires_import

AREA = "compile"


@patch_function
@requires_import("torch_musa")
def _name_the_variable():
    ledger = current()
    when_imported(ledger, {"torch._inductor.autotune_process": partial(_bind, ledger)}, AREA)


def _bind(ledger: Ledger, module: Any) -> None:
    ledger.set_attr(module, "CUDA_VISIBLE_DEVICES", "MUSA_VISIBLE_DEVICES", area=AREA)
