"""Packages that know MUSA themselves, where a user gives them a word of CUDA that they would refuse."""

from functools import wraps
from typing import Any

from ._ledger import Ledger
from .distributed import words

AREA = "packages"


def take_nccl(ledger: Ledger, module: Any) -> None:
    """Accelerate compares the backend asked for (Trainer's ddp_backend, too) with "mccl"."""
    genuine = module.PartialState.__init__

    @wraps(genuine)
    def __init__(self, *args, **kwargs):
        if "backend" in kwargs:
            kwargs["backend"] = words.here(kwargs["backend"])
        genuine(self, *args, **kwargs)

    ledger.set_attr(module.PartialState, "__init__", __init__, area=AREA)


def take_rope(ledger: Ledger, module: Any) -> None:
    """sglang-omni takes the function from this module of sglang, which compiles a kernel for CUDA."""
    from .._rope import apply_rope_inplace

    ledger.set_attr(module, "apply_rope_inplace", apply_rope_inplace, area=AREA)


def take_moe_tables(ledger: Ledger, module: Any) -> None:
    """vLLM asks for a tuned table by a name without blanks; the same table of SGLang's has some."""
    from .._environment.moe_tables import name_in_folder

    genuine = getattr(module, "get_config_file_name", None)
    if genuine is None:
        return  # a version of vLLM that names its tables elsewhere

    @wraps(genuine)
    def get_config_file_name(*args, **kwargs):
        return name_in_folder(genuine(*args, **kwargs))

    ledger.set_attr(module, "get_config_file_name", get_config_file_name, area=AREA)
