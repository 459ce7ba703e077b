"""torch._C._broadcast, _scatter, _nccl_all_reduce, ...: the C++ half of PyTorch's comm layer.

With them torch.cuda.comm, torch.cuda.nccl, torch.nn.parallel.scatter, gather, replicate and
nn.DataParallel are PyTorch's own code.
"""

from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "comm"

_COPIES = (
    "broadcast",
    "broadcast_out",
    "broadcast_coalesced",
    "scatter",
    "scatter_out",
    "gather",
    "gather_out",
)
_COLLECTIVES = (
    "all_reduce",
    "reduce",
    "broadcast",
    "all_gather",
    "reduce_scatter",
    "unique_id",
    "init_rank",
)


@patch_function
@requires_import("torch_musa")
def _bind_comm():
    import torch

    from ..cuda import _collectives, _comm

    for name in _COPIES:
        current().set_attr(torch._C, f"_{name}", getattr(_comm, name), area=AREA)
    for name in _COLLECTIVES:
        current().set_attr(torch._C, f"_nccl_{name}", getattr(_collectives, name), area=AREA)
