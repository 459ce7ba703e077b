"""Rows of torch.cuda.memory that torch.cuda does not have."""

from .rows import RENAMED, SAME, rows

MODULES = {
    "torch.cuda.memory": rows(
        ("_CUDAAllocator", RENAMED, "memory._MUSAAllocator"),
        ("_dump_snapshot", SAME, "memory._dump_snapshot"),
        ("_get_current_allocator", SAME, "memory._get_current_allocator"),
        ("_record_memory_history", SAME, "memory._record_memory_history"),
        ("_save_memory_usage", SAME, "memory._save_memory_usage"),
        ("_save_segment_usage", SAME, "memory._save_segment_usage"),
        ("_set_allocator_settings", SAME, "memory._set_allocator_settings"),
        ("_snapshot", SAME, "memory._snapshot"),
    ),
}
