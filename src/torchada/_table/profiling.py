"""Rows of torch.cuda.nvtx and torch.cuda.profiler."""

from .rows import EMULATED, STOCK, UNSUPPORTED, rows

_TORCH_PROFILER = "use torch.profiler, which torch_musa supports"

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
        ("profile", UNSUPPORTED, "torch_musa does not bind the profiler switch", _TORCH_PROFILER),
        ("start", UNSUPPORTED, "torch_musa does not bind the profiler switch", _TORCH_PROFILER),
        ("stop", UNSUPPORTED, "torch_musa does not bind the profiler switch", _TORCH_PROFILER),
    ),
}
