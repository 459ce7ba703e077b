"""Warnings of torch_musa that come once a call in programs for CUDA, and that nobody can act on.

The first says that autocast is off for a type that MUSA's autocast lacks, the second that attention of an
unusual head size takes another kernel. A filter of the user's own, or -W error, goes first.
"""

import warnings
from functools import partial

from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "warnings"
_MESSAGES = (
    "In musa autocast, but the target dtype is not supported",
    "Unsupported qk_head_dim: .* for FlashAttention in MUSA backend",
)


@patch_function
@requires_import("torch_musa")
def _silence():
    ledger = current()
    for message in _MESSAGES:
        apply = partial(
            warnings.filterwarnings, "ignore", message=message, category=UserWarning, append=True
        )
        ledger.call(apply, partial(_remove, message), f"warning: {message}", AREA)


def _remove(message):
    for one in list(warnings.filters):
        if one[0] == "ignore" and getattr(one[1], "pattern", one[1]) == message:
            warnings.filters.remove(one)  # type: ignore[attr-defined]
