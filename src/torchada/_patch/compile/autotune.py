"""Inductor's processes that measure kernels: each is shown its device by MUSA_VISIBLE_DEVICES."""

from typing import Any

from .._ledger import Ledger

AREA = "compile"


def name_the_variable(ledger: Ledger, module: Any) -> None:
    """In torch._inductor.autotune_process."""
    ledger.set_attr(module, "CUDA_VISIBLE_DEVICES", "MUSA_VISIBLE_DEVICES", area=AREA)
