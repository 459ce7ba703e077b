"""Rows of torch.cuda's submodules, for names that torch.cuda itself does not have."""

from .rows import EMULATED, RENAMED, SAME, STOCK, UNSUPPORTED, rows

_OVER_OURS = "works: PyTorch's code calls torchada's torch._C functions"
_AUTOCAST = "works: its device string is translated in C++"
_TRANSLATED = "works: torch.amp translates its device string"
_OWN_ROWS = "is PyTorch's module; its names have rows of their own"
_NCCL = "torch_musa does not bind MCCL's communicators"
_DIST = 'use torch.distributed with backend="nccl"'
_GDS = f"{_OVER_OURS}, which copy through host memory"
_COUNTS = "counts nested ranges"
_RECORDED = "torch.profiler records them, because MUSA has no library of ranges"
_SPARSE = "makes and recognises MUSA tensors, by torchada's C++ core"
_JITTED = "makes PyTorch's function, which then works on MUSA"
_KEPT = "keeps the value, which has no effect"
_GIVES_BACK = "returns the value that was set, which has no effect"
_NO_TUNING = "raises an error: torch_musa has no TunableOp"

MODULES = {
    "torch.cuda.amp": rows(
        ("GradScaler", STOCK, "", _TRANSLATED),
        ("amp_definitely_not_available", SAME),
        ("autocast", STOCK, "", _AUTOCAST),
        ("autocast_mode", STOCK, "", _OWN_ROWS),
        ("common", STOCK, "", _OWN_ROWS),
        ("custom_bwd", STOCK, "", _TRANSLATED),
        ("custom_fwd", STOCK, "", _TRANSLATED),
        ("grad_scaler", STOCK, "", _OWN_ROWS),
    ),
    "torch.cuda.amp.autocast_mode": rows(
        ("autocast", STOCK, "", _AUTOCAST),
        ("custom_bwd", STOCK, "", _TRANSLATED),
        ("custom_fwd", STOCK, "", _TRANSLATED),
    ),
    "torch.cuda.amp.common": rows(
        ("amp_definitely_not_available", SAME),
    ),
    "torch.cuda.amp.grad_scaler": rows(
        ("GradScaler", STOCK, "", _TRANSLATED),
    ),
    "torch.cuda.comm": rows(
        ("broadcast", STOCK, "", _OVER_OURS),
        ("broadcast_coalesced", STOCK, "", _OVER_OURS),
        ("gather", STOCK, "", _OVER_OURS),
        ("reduce_add", STOCK, "", _OVER_OURS),
        ("reduce_add_coalesced", STOCK, "", _OVER_OURS),
        ("scatter", STOCK, "", _OVER_OURS),
    ),
    "torch.cuda.nccl": rows(
        ("SUM", STOCK, "", "is a constant"),
        ("all_gather", STOCK, "", _OVER_OURS),
        ("all_reduce", STOCK, "", _OVER_OURS),
        ("broadcast", STOCK, "", _OVER_OURS),
        ("init_rank", UNSUPPORTED, _NCCL, _DIST),
        (
            "is_available",
            EMULATED,
            "late._collectives.is_available",
            "returns True for contiguous tensors, each on a GPU of its own",
        ),
        ("reduce", STOCK, "", _OVER_OURS),
        ("reduce_scatter", STOCK, "", _OVER_OURS),
        ("unique_id", UNSUPPORTED, _NCCL, _DIST),
        ("version", SAME, "mccl.version", "returns MCCL's version"),
    ),
    "torch.cuda.gds": rows(
        ("GdsFile", STOCK, "", _GDS),
        ("gds_deregister_buffer", STOCK, "", _GDS),
        ("gds_register_buffer", STOCK, "", _GDS),
    ),
    "torch.cuda.green_contexts": rows(
        ("SUPPORTED", EMULATED, "_streams.HAS_GREEN_CONTEXTS", "is False"),
    ),
    "torch.cuda.memory": rows(
        ("_CUDAAllocator", RENAMED, "memory._MUSAAllocator"),
        ("_dump_snapshot", STOCK, "", _OVER_OURS),
        ("_get_current_allocator", SAME, "memory._get_current_allocator"),
        ("_record_memory_history", STOCK, "", _OVER_OURS),
        ("_save_memory_usage", STOCK, "", _OVER_OURS),
        ("_save_segment_usage", STOCK, "", _OVER_OURS),
        ("_set_allocator_settings", STOCK, "", _OVER_OURS),
        ("_snapshot", STOCK, "", _OVER_OURS),
    ),
    "torch.cuda.nvtx": rows(
        ("mark", EMULATED, "_ranges.mark", f"makes marks: {_RECORDED}"),
        ("range", EMULATED, "_ranges.range", f"{_COUNTS}; {_RECORDED}"),
        ("range_end", EMULATED, "_ranges.range_end"),
        ("range_pop", EMULATED, "_ranges.range_pop", _COUNTS),
        ("range_push", EMULATED, "_ranges.range_push", f"{_COUNTS}; {_RECORDED}"),
        (
            "range_start",
            EMULATED,
            "_ranges.range_start",
            "returns a handle; nothing records the range",
        ),
        ("_device_range_end", EMULATED, "_ranges._device_range_end"),
        ("_device_range_start", EMULATED, "_ranges._device_range_start"),
    ),
    "torch.cuda.profiler": rows(
        ("DEFAULT_FLAGS", STOCK, "", "is a constant"),
        ("profile", STOCK, "", "works: PyTorch's code calls start and stop"),
        ("start", EMULATED, "late._profiler.start", "calls musaProfilerStart of the MUSA runtime"),
        ("stop", EMULATED, "late._profiler.stop", "calls musaProfilerStop of the MUSA runtime"),
    ),
    "torch.cuda.sparse": rows(
        ("BFloat16Tensor", STOCK, "", _SPARSE),
        ("ByteTensor", STOCK, "", _SPARSE),
        ("CharTensor", STOCK, "", _SPARSE),
        ("DoubleTensor", STOCK, "", _SPARSE),
        ("FloatTensor", STOCK, "", _SPARSE),
        ("HalfTensor", STOCK, "", _SPARSE),
        ("IntTensor", STOCK, "", _SPARSE),
        ("LongTensor", STOCK, "", _SPARSE),
        ("ShortTensor", STOCK, "", _SPARSE),
    ),
    "torch.cuda.jiterator": rows(
        ("_create_jit_fn", EMULATED, "late._jiterator.create_jit_fn", _JITTED),
        (
            "_create_multi_output_jit_fn",
            EMULATED,
            "late._jiterator.create_multi_output_jit_fn",
            _JITTED,
        ),
    ),
    "torch.cuda.tunable": rows(
        ("enable", EMULATED, "late._tunable.enable", _KEPT),
        ("get_filename", EMULATED, "late._tunable.get_filename", _GIVES_BACK),
        ("get_max_tuning_duration", EMULATED, "late._tunable.get_max_tuning_duration", _GIVES_BACK),
        (
            "get_max_tuning_iterations",
            EMULATED,
            "late._tunable.get_max_tuning_iterations",
            _GIVES_BACK,
        ),
        ("get_results", EMULATED, "late._tunable.get_results", "returns no results"),
        (
            "get_rotating_buffer_size",
            EMULATED,
            "late._tunable.get_rotating_buffer_size",
            _GIVES_BACK,
        ),
        ("get_validators", EMULATED, "late._tunable.get_validators", "returns PyTorch's version"),
        ("is_enabled", EMULATED, "late._tunable.is_enabled", _GIVES_BACK),
        ("mgpu_tune_gemm_in_file", EMULATED, "late._tunable.mgpu_tune_gemm_in_file", _NO_TUNING),
        ("read_file", EMULATED, "late._tunable.read_file", _NO_TUNING),
        ("record_untuned_enable", EMULATED, "late._tunable.record_untuned_enable", _KEPT),
        (
            "record_untuned_is_enabled",
            EMULATED,
            "late._tunable.record_untuned_is_enabled",
            "returns False",
        ),
        ("set_filename", EMULATED, "late._tunable.set_filename", _KEPT),
        ("set_max_tuning_duration", EMULATED, "late._tunable.set_max_tuning_duration", _KEPT),
        ("set_max_tuning_iterations", EMULATED, "late._tunable.set_max_tuning_iterations", _KEPT),
        (
            "set_numerical_check_tolerances",
            EMULATED,
            "late._tunable.set_numerical_check_tolerances",
            "has no effect: no results are compared",
        ),
        ("set_rotating_buffer_size", EMULATED, "late._tunable.set_rotating_buffer_size", _KEPT),
        ("tune_gemm_in_file", EMULATED, "late._tunable.tune_gemm_in_file", _NO_TUNING),
        ("tuning_enable", EMULATED, "late._tunable.tuning_enable", _KEPT),
        ("tuning_is_enabled", EMULATED, "late._tunable.tuning_is_enabled", _GIVES_BACK),
        ("write_file", EMULATED, "late._tunable.write_file", _NO_TUNING),
        ("write_file_on_exit", EMULATED, "late._tunable.write_file_on_exit", _KEPT),
    ),
}
