"""Rows of torch.cuda.comm and torch.cuda.nccl: collectives of one process."""

from .rows import EMULATED, SAME, STOCK, UNSUPPORTED, rows

_NCCL = "torch_musa has no single-process collectives"
_COMM = "torch_musa has these only as parts of MCCL"
_DIST = 'use torch.distributed with backend="nccl"'

MODULES = {
    "torch.cuda.comm": rows(
        ("broadcast", UNSUPPORTED, _COMM, _DIST),
        ("broadcast_coalesced", UNSUPPORTED, _COMM, _DIST),
        ("gather", UNSUPPORTED, _COMM, _DIST),
        ("reduce_add", UNSUPPORTED, _COMM, _DIST),
        ("reduce_add_coalesced", UNSUPPORTED, _COMM, _DIST),
        ("scatter", UNSUPPORTED, _COMM, _DIST),
    ),
    "torch.cuda.nccl": rows(
        ("SUM", STOCK, "", "a constant"),
        ("all_gather", UNSUPPORTED, _NCCL, _DIST),
        ("all_reduce", UNSUPPORTED, _NCCL, _DIST),
        ("broadcast", UNSUPPORTED, _NCCL, _DIST),
        ("init_rank", UNSUPPORTED, _NCCL, _DIST),
        ("is_available", EMULATED, "_emulated.nccl_is_available", "False: " + _NCCL),
        ("reduce", UNSUPPORTED, _NCCL, _DIST),
        ("reduce_scatter", UNSUPPORTED, _NCCL, _DIST),
        ("unique_id", UNSUPPORTED, _NCCL, _DIST),
        ("version", SAME, "mccl.version", "of MCCL"),
    ),
}
