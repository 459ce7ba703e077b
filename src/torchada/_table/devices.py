"""Rows of torch.cuda.gds and torch.cuda.green_contexts."""

from .rows import STOCK, UNSUPPORTED, rows

_GDS = "GPUDirect Storage has no MUSA counterpart"
_READ = "read into host memory and copy"

MODULES = {
    "torch.cuda.gds": rows(
        ("GdsFile", UNSUPPORTED, _GDS, _READ),
        ("gds_deregister_buffer", UNSUPPORTED, _GDS, _READ),
        ("gds_register_buffer", UNSUPPORTED, _GDS, _READ),
    ),
    "torch.cuda.green_contexts": rows(
        ("SUPPORTED", STOCK, "", "False"),
    ),
}
