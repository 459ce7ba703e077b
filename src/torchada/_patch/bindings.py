"""The C++ halves of PyTorch's own Python modules that no build without CUDA has in torch._C.

With them torch.cuda.comm, torch.cuda.nccl, torch.cuda.gds, torch.nn.parallel and nn.DataParallel
are PyTorch's own code.
"""

from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "torch._C"

_COMM = (
    *("broadcast", "broadcast_out", "broadcast_coalesced"),
    *("scatter", "scatter_out", "gather", "gather_out"),
)
_NCCL = (
    *("all_reduce", "reduce", "broadcast", "all_gather", "reduce_scatter"),
    *("unique_id", "init_rank"),
)
_GDS = (
    *("register_buffer", "deregister_buffer", "register_handle", "deregister_handle"),
    *("load_storage", "save_storage"),
)


@patch_function
@requires_import("torch_musa")
def _bind_native_functions():
    import torch

    from ..cuda import _collectives, _comm, _gds

    for prefix, module, names in (
        ("_", _comm, _COMM),
        ("_nccl_", _collectives, _NCCL),
        ("_gds_", _gds, _GDS),
    ):
        for name in names:
            current().set_attr(torch._C, prefix + name, getattr(module, name), area=AREA)
