"""Graph trees: what torch.compile's mode "reduce-overhead" records its graphs in.

torch._inductor.cudagraph_trees, which torch.compile calls, is run again for MUSA in its own place.
The names here are its names with "musa" for "cuda".
"""

import sys

import torch._inductor.cudagraph_trees as _trees

from . import graphs  # noqa: F401
from .renamed import musa_name, run_renamed

# torch.cond in graphs; torch 2.7 has no such module.
_conditions = sys.modules.get("torch._higher_order_ops.cudagraph_conditional_nodes")
if _conditions is not None:
    run_renamed(_conditions.__name__, _conditions.__dict__, rename_definitions=False)
run_renamed("torch._inductor.cudagraph_trees", _trees.__dict__, rename_definitions=False)
globals().update(
    {musa_name(name): value for name, value in vars(_trees).items() if not name.startswith("__")}
)
