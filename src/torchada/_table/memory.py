"""Rows of torch.cuda.memory that torch.cuda does not have."""

from .rows import RENAMED, SAME, STOCK, rows

_WORKS = "PyTorch's own code works, over our torch._C functions"

MODULES = {
    "torch.cuda.memory": rows(
        ("_CUDAAllocator", RENAMED, "memory._MUSAAllocator"),
        ("_dump_snapshot", STOCK, "", _WORKS),
        ("_get_current_allocator", SAME, "memory._get_current_allocator"),
        ("_record_memory_history", STOCK, "", _WORKS),
        ("_save_memory_usage", STOCK, "", _WORKS),
        ("_save_segment_usage", STOCK, "", _WORKS),
        ("_set_allocator_settings", STOCK, "", _WORKS),
        ("_snapshot", STOCK, "", _WORKS),
    ),
}
