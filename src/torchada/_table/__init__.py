"""The table of torch.cuda and its neighbours: one row for each name says how MUSA serves it.

`rows.py` says what a row means; the other modules hold the rows, one module for each area. Nothing
here imports torch. A name that the installed torch lacks is not added to it. torch_musa's paths are
those of torch_musa 2.7.1; `newer.py` says what later versions have instead.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Dict, Iterator, Optional, Tuple

from . import torch_cuda
from .captured import ADDED, CAPTURED, CAPTURED_ITEMS, CLASS_ALIASES, KEPT, MEMBERS
from .newer import NEWER
from .rows import EMULATED, KINDS, RENAMED, SAME, STOCK, UNSUPPORTED, Row, Rows

__all__ = [
    "ADDED",
    "CAPTURED",
    "CAPTURED_ITEMS",
    "CLASS_ALIASES",
    "EMULATED",
    "KEPT",
    "KINDS",
    "MEMBERS",
    "MODULES",
    "NEWER",
    "RENAMED",
    "Row",
    "SAME",
    "SHARE_ROWS",
    "STOCK",
    "UNSUPPORTED",
    "all_rows",
    "own_row",
    "row",
]

_AREAS = ("backends", "private", "submodules", "torch_c")

# The rows of each module. torch.cuda is first: other modules share what it holds.
MODULES: Dict[str, Rows] = {
    "torch.cuda": torch_cuda.TORCH_CUDA,
    **{
        module: rows
        for area in _AREAS
        for module, rows in import_module(f"{__name__}.{area}").MODULES.items()
    },
}

# Submodules whose names are those of torch.cuda itself (defined there or captured from it): the row
# of torch.cuda holds for them too, unless they have one of their own.
SHARE_ROWS = (
    "torch.cuda._utils",
    "torch.cuda.graphs",
    "torch.cuda.green_contexts",
    "torch.cuda.memory",
    "torch.cuda.profiler",
    "torch.cuda.random",
    "torch.cuda.streams",
)


@lru_cache(maxsize=None)
def _index(module: str) -> Dict[str, Row]:
    return {row.name: row for row in MODULES.get(module, ())}


def own_row(name: str, module: str = "torch.cuda") -> Optional[Row]:
    """The module's own row of a name, or None."""
    return _index(module).get(name)


def row(name: str, module: str = "torch.cuda") -> Optional[Row]:
    """The row of a name, or None; for a submodule, its own row first, then a shared one."""
    found = own_row(name, module)
    return own_row(name) if found is None and module in SHARE_ROWS else found


def all_rows() -> Iterator[Tuple[str, Row]]:
    """Every (module, row)."""
    return ((module, row) for module, rows in MODULES.items() for row in rows)
