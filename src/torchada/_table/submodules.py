"""Rows of torch.cuda's submodules: what those have that torch.cuda itself has not."""

from .rows import EMULATED, RENAMED, SAME, STOCK, UNSUPPORTED, rows

_OVER_OURS = "PyTorch's own code works, over our torch._C functions"
_AUTOCAST = "PyTorch's own: its device string goes to C++ only"
_TRANSLATED = "its device string is translated in torch.amp"
_OWN_ROWS = "the module stays, its names have rows of their own"
_NCCL = "torch_musa binds no communicators of MCCL"
_DIST = 'torch.distributed with backend="nccl"'
_GDS = f"{_OVER_OURS}: by host memory"
_RECORDED = "torch.profiler records it; MUSA has no library of ranges"
_SPARSE = "torchada._core lets it make and recognise MUSA tensors"
_PARSED = "parses the code; calling the result raises"

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
        ("SUM", STOCK, "", "a constant"),
        ("all_gather", STOCK, "", _OVER_OURS),
        ("all_reduce", STOCK, "", _OVER_OURS),
        ("broadcast", STOCK, "", _OVER_OURS),
        ("init_rank", UNSUPPORTED, _NCCL, _DIST),
        ("is_available", EMULATED, "_collectives.is_available", "one contiguous tensor a GPU"),
        ("reduce", STOCK, "", _OVER_OURS),
        ("reduce_scatter", STOCK, "", _OVER_OURS),
        ("unique_id", UNSUPPORTED, _NCCL, _DIST),
        ("version", SAME, "mccl.version", "of MCCL"),
    ),
    "torch.cuda.gds": rows(
        ("GdsFile", STOCK, "", _GDS),
        ("gds_deregister_buffer", STOCK, "", _GDS),
        ("gds_register_buffer", STOCK, "", _GDS),
    ),
    "torch.cuda.green_contexts": rows(
        ("SUPPORTED", EMULATED, "_streams.HAS_GREEN_CONTEXTS", "False"),
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
        ("_create_jit_fn", EMULATED, "_jiterator.create_jit_fn", _PARSED),
        ("_create_multi_output_jit_fn", EMULATED, "_jiterator.create_multi_output_jit_fn", _PARSED),
    ),
    "torch.cuda.tunable": rows(
        ("enable", EMULATED, "_tunable.enable", "True raises: torch_musa has no TunableOp"),
        ("get_filename", EMULATED, "_tunable.get_filename", "kept"),
        ("get_max_tuning_duration", EMULATED, "_tunable.get_max_tuning_duration", "kept"),
        ("get_max_tuning_iterations", EMULATED, "_tunable.get_max_tuning_iterations", "kept"),
        ("get_results", EMULATED, "_tunable.get_results", "empty"),
        ("get_rotating_buffer_size", EMULATED, "_tunable.get_rotating_buffer_size", "kept"),
        ("get_validators", EMULATED, "_tunable.get_validators", "PyTorch's version"),
        ("is_enabled", EMULATED, "_tunable.is_enabled", "False"),
        (
            "mgpu_tune_gemm_in_file",
            EMULATED,
            "_tunable.mgpu_tune_gemm_in_file",
            "raises: torch_musa has no TunableOp",
        ),
        ("read_file", EMULATED, "_tunable.read_file", "raises: torch_musa has no TunableOp"),
        ("record_untuned_enable", EMULATED, "_tunable.record_untuned_enable", "True raises"),
        ("record_untuned_is_enabled", EMULATED, "_tunable.record_untuned_is_enabled", "False"),
        ("set_filename", EMULATED, "_tunable.set_filename", "kept"),
        ("set_max_tuning_duration", EMULATED, "_tunable.set_max_tuning_duration", "kept"),
        ("set_max_tuning_iterations", EMULATED, "_tunable.set_max_tuning_iterations", "kept"),
        (
            "set_numerical_check_tolerances",
            EMULATED,
            "_tunable.set_numerical_check_tolerances",
            "no effect: no results are compared",
        ),
        ("set_rotating_buffer_size", EMULATED, "_tunable.set_rotating_buffer_size", "kept"),
        (
            "tune_gemm_in_file",
            EMULATED,
            "_tunable.tune_gemm_in_file",
            "raises: torch_musa has no TunableOp",
        ),
        ("tuning_enable", EMULATED, "_tunable.tuning_enable", "kept"),
        ("tuning_is_enabled", EMULATED, "_tunable.tuning_is_enabled", "kept"),
        ("write_file", EMULATED, "_tunable.write_file", "raises: torch_musa has no TunableOp"),
        ("write_file_on_exit", EMULATED, "_tunable.write_file_on_exit", "True raises"),
    ),
}
