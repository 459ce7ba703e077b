"""TORCHADA_DEVICE_CAPABILITY: the compute capability that torch.cuda reports to user code."""

import os
import re
from typing import Optional, Tuple

from . import CAPABILITY as VARIABLE

_FORM = r"\s*(\d+)\.(\d+)\s*"


def claimed() -> Optional[Tuple[int, int]]:
    """(major, minor), None when the variable is unset, empty or not understood."""
    match = re.fullmatch(_FORM, os.environ.get(VARIABLE, ""))
    return (int(match[1]), int(match[2])) if match else None


def problem() -> str:
    """Why the variable has no effect, and what to do; empty when there is nothing wrong."""
    value = os.environ.get(VARIABLE, "")
    if not value.strip() or claimed():
        return ""
    return f"{VARIABLE}={value!r} has no effect: it is not of the form 8.0. Write it in that form"
