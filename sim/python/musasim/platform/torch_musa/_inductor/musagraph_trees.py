"""Graph trees: what torch.compile's mode "reduce-overhead" records its graphs in.

torch._inductor.cudagraph_trees, which torch.compile calls, is run again for MUSA in its own place.
The names here are its names with "musa" for "cuda".
"""

import ctypes
import sys

import torch._inductor.cudagraph_trees as _trees

from . import graphs  # noqa: F401
from .renamed import musa_name, run_renamed


def _keep_what_is_stashed() -> None:
    """Own what the module has given to _stash_obj_in_tls: that of torch 2.7 takes no reference to it,
    and yet gives one up when the module, run again, puts something else in its place."""
    for value in vars(_trees.local).values():
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(value))


# torch.cond in graphs; torch 2.7 has no such module.
_conditions = sys.modules.get("torch._higher_order_ops.cudagraph_conditional_nodes")
if _conditions is not None:
    run_renamed(_conditions.__name__, _conditions.__dict__, rename_definitions=False)
_keep_what_is_stashed()
run_renamed("torch._inductor.cudagraph_trees", _trees.__dict__, rename_definitions=False)
_keep_what_is_stashed()
globals().update(
    {musa_name(name): value for name, value in vars(_trees).items() if not name.startswith("__")}
)
