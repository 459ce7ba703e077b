"""Rows of torch.cuda.nvtx and torch.cuda.profiler."""

from .rows import EMULATED, STOCK, rows

MODULES = {
    "torch.cuda.nvtx": rows(
        ("mark", EMULATED, "_ranges.mark", "no range library on MUSA"),
        ("range", EMULATED, "_ranges.range", "nests and counts"),
        ("range_end", EMULATED, "_ranges.range_end"),
        ("range_pop", EMULATED, "_ranges.range_pop", "nests and counts"),
        ("range_push", EMULATED, "_ranges.range_push", "nests and counts"),
        ("range_start", EMULATED, "_ranges.range_start", "a handle, as on CUDA"),
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
