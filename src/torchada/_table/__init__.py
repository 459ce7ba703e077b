"""How each name of torch.cuda is served on a MUSA platform: one row a name.

`rows.py` says what a row means; the other modules hold the rows, one module an area. Nothing here
imports torch. A name that the installed torch lacks is not added to it. torch_musa's paths are
those of torch_musa 2.7.1.
"""

from typing import Dict, Iterator, Optional, Tuple

from . import amp, collectives, devices, memory, profiling, sparse, torch_cuda, tuning
from .captured import CAPTURED, CLASS_ALIASES
from .rows import EMULATED, KINDS, RENAMED, SAME, STOCK, UNSUPPORTED, Row, Rows

__all__ = [
    "CAPTURED",
    "CLASS_ALIASES",
    "EMULATED",
    "KINDS",
    "MODULES",
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

_AREAS = (amp, collectives, devices, memory, profiling, sparse, tuning)

# The rows of each module. torch.cuda is first: other modules share what it holds.
MODULES: Dict[str, Rows] = {
    "torch.cuda": torch_cuda.TORCH_CUDA,
    **{module: rows for area in _AREAS for module, rows in area.MODULES.items()},
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

_index = {(module, row.name): row for module, rows in MODULES.items() for row in rows}


def own_row(name: str, module: str = "torch.cuda") -> Optional[Row]:
    """The module's own row of a name, or None."""
    return _index.get((module, name))


def row(name: str, module: str = "torch.cuda") -> Optional[Row]:
    """The row of a name, or None; for a submodule, its own row first, then a shared one."""
    found = own_row(name, module)
    return own_row(name) if found is None and module in SHARE_ROWS else found


def all_rows() -> Iterator[Tuple[str, Row]]:
    """Every (module, row)."""
    return ((module, row) for module, rows in MODULES.items() for row in rows)
