"""Rows of torch.cuda.nvtx and torch.cuda.profiler."""

from .rows import EMULATED, STOCK, rows

_RECORDED = "torch.profiler records it; MUSA has no library of ranges"

MODULES = {
    "torch.cuda.nvtx": rows(
        ("mark", EMULATED, "_ranges.mark", _RECORDED),
        ("range", EMULATED, "_ranges.range", f"nests and counts; {_RECORDED}"),
        ("range_end", EMULATED, "_ranges.range_end"),
        ("range_pop", EMULATED, "_ranges.range_pop", "nests and counts"),
        ("range_push", EMULATED, "_ranges.range_push", f"nests and counts; {_RECORDED}"),
        ("range_start", EMULATED, "_ranges.range_start", "a handle; nothing records the range"),
        ("_device_range_end", EMULATED, "_ranges._device_range_end"),
        ("_device_range_start", EMULATED, "_ranges._device_range_start"),
    ),
    "torch.cuda.profiler": rows(
        ("DEFAULT_FLAGS", STOCK, "", "a constant"),
        ("profile", STOCK, "", "PyTorch's own code works, over start and stop"),
        ("start", EMULATED, "_profiler.start", "musaProfilerStart of the MUSA runtime"),
        ("stop", EMULATED, "_profiler.stop", "musaProfilerStop of the MUSA runtime"),
    ),
}
