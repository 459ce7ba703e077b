"""Warnings of torch_musa that come once a call in programs for CUDA, and that nobody can act on.

The first says that autocast is off for a type that MUSA's autocast lacks, the second that attention of an
unusual head size takes another kernel. A filter of the user's own, or -W error, goes first.
"""

import warnings
from functools import partial

from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "warnings"
_BEGINNINGS = (
    "In musa autocast, but the target dtype is not supported",
    "Unsupported qk_head_dim: ",
)


class _Beginning(str):
    """Replaces a regular expression in a filter, because one takes longer to compile than most patches."""

    def match(self, text):
        return text.startswith(self)


@patch_function
@requires_import("torch_musa")
def _silence():
    ledger = current()
    for beginning in _BEGINNINGS:
        # The entry that warnings.filterwarnings(..., append=True) appends.
        one = ("ignore", _Beginning(beginning), UserWarning, None, 0)
        ledger.call(partial(_add, one), partial(_remove, one), f"warning: {beginning}", AREA)


def _add(one):
    if one not in warnings.filters:
        warnings.filters.append(one)  # type: ignore[attr-defined]


def _remove(one):
    if one in warnings.filters:
        warnings.filters.remove(one)  # type: ignore[attr-defined]
