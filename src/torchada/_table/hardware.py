"""Rows of torch.cuda.gds and torch.cuda.green_contexts, for which CUDA has hardware."""

from .rows import EMULATED, STOCK, rows

_GDS = "PyTorch's own code works, over our torch._C functions: by host memory"

MODULES = {
    "torch.cuda.gds": rows(
        ("GdsFile", STOCK, "", _GDS),
        ("gds_deregister_buffer", STOCK, "", _GDS),
        ("gds_register_buffer", STOCK, "", _GDS),
    ),
    "torch.cuda.green_contexts": rows(
        ("SUPPORTED", EMULATED, "_streams.HAS_GREEN_CONTEXTS", "False"),
    ),
}
