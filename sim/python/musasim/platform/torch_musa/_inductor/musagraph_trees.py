"""Graph trees: what torch.compile's mode "reduce-overhead" records its graphs in.

torch._inductor.cudagraph_trees, which torch.compile calls, is run again for MUSA in its own place.
The names here are its names with "musa" for "cuda".
"""

import torch._inductor.cudagraph_trees as _trees
from torch_musa._inductor import has_graph_trees

if not has_graph_trees():
    raise ModuleNotFoundError("this torch_musa has no pools for graph trees", name=__name__)

from . import graphs  # noqa: F401
from .renamed import musa_name, run_renamed

run_renamed("torch._inductor.cudagraph_trees", _trees.__dict__, rename_definitions=False)
globals().update(
    {musa_name(name): value for name, value in vars(_trees).items() if not name.startswith("__")}
)
