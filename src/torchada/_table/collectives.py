"""Rows of torch.cuda.comm and torch.cuda.nccl: collectives of one process."""

from .rows import EMULATED, SAME, STOCK, UNSUPPORTED, rows

_COMM = "PyTorch's own code works, over our torch._C functions"
_NCCL = "torch_musa binds no communicators of MCCL"
_DIST = 'torch.distributed with backend="nccl"'

MODULES = {
    "torch.cuda.comm": rows(
        ("broadcast", STOCK, "", _COMM),
        ("broadcast_coalesced", STOCK, "", _COMM),
        ("gather", STOCK, "", _COMM),
        ("reduce_add", STOCK, "", _COMM),
        ("reduce_add_coalesced", STOCK, "", _COMM),
        ("scatter", STOCK, "", _COMM),
    ),
    "torch.cuda.nccl": rows(
        ("SUM", STOCK, "", "a constant"),
        ("all_gather", STOCK, "", _COMM),
        ("all_reduce", STOCK, "", _COMM),
        ("broadcast", STOCK, "", _COMM),
        ("init_rank", UNSUPPORTED, _NCCL, _DIST),
        ("is_available", EMULATED, "_collectives.is_available", "one contiguous tensor a GPU"),
        ("reduce", STOCK, "", _COMM),
        ("reduce_scatter", STOCK, "", _COMM),
        ("unique_id", UNSUPPORTED, _NCCL, _DIST),
        ("version", SAME, "mccl.version", "of MCCL"),
    ),
}
