"""How each name of torch.cuda is served on a MUSA platform: one row a name.

A row is (name, how, target, note):
  SAME         the object torch_musa.<target>, under the same name (target "" means torch_musa.<name>)
  RENAMED      the object torch_musa.<target>, which has another name there
  EMULATED     our own object, torchada.cuda.<target>; note says what it does
  STOCK        PyTorch's own object stays; note says why it is right
  UNSUPPORTED  calling it raises UnsupportedError; target says why, note what to do instead
A name that the installed torch lacks is not added. torch_musa paths are those of torch_musa 2.7.1.
"""

SAME = "same"
RENAMED = "renamed"
EMULATED = "emulated"
STOCK = "stock"
UNSUPPORTED = "unsupported"

_MTML = "torch_musa does not bind the management library (MTML)"
_SMI = "read it from the mthreads-gmi command"
_HOST_STATS = "torch_musa keeps no statistics of pinned host memory"
_TORCH_PROFILER = "use torch.profiler, which torch_musa supports"
_TUNABLE = "torch_musa has no TunableOp"
_NO_TUNING = "leave tuning off; muBLAS chooses its kernels itself"
_NCCL = "torch_musa has no single-process collectives"
_COMM = "torch_musa has these only as parts of MCCL"
_DIST = 'use torch.distributed with backend="nccl"'
_SPARSE = "torch_musa has no legacy sparse tensor types"
_SPARSE_ADVICE = 'use torch.sparse_coo_tensor(..., device="cuda")'
_GDS = "GPUDirect Storage has no MUSA counterpart"
_READ = "read into host memory and copy"
_NVIDIA_DATA = "data about NVIDIA GPUs; nothing reads it here"
_OWN_ROWS = "the module stays, its names have rows of their own"
_WORKS = "PyTorch's own code works, over the bound names"

TORCH_CUDA = (
    # devices
    ("can_device_access_peer", SAME, "", ""),
    ("current_device", SAME, "", ""),
    ("device", SAME, "", ""),
    ("device_count", SAME, "", "frozen when torch_musa is imported"),
    ("device_of", SAME, "", ""),
    ("get_arch_list", SAME, "", 'bare numbers such as "22"'),
    ("get_device_capability", SAME, "", "MUSA numbers: (2, 1), (2, 2), (3, 1)"),
    ("get_device_name", SAME, "", ""),
    ("get_device_properties", EMULATED, "_emulated.get_device_properties", "default device"),
    (
        "get_gencode_flags",
        UNSUPPORTED,
        "mcc knows no -gencode",
        "build with torch.utils.cpp_extension, which chooses the flags",
    ),
    ("is_available", STOCK, "", "False: downstream projects tell platforms apart by it"),
    ("is_bf16_supported", SAME, "", ""),
    ("is_tf32_supported", SAME, "", ""),
    ("set_device", SAME, "", ""),
    ("synchronize", SAME, "", ""),
    ("_DeviceGuard", SAME, "", ""),
    ("_CudaDeviceProperties", RENAMED, "core.device._MusaDeviceProperties", ""),
    ("_check_bf16_tensor_supported", SAME, "core.device._check_bf16_tensor_supported", ""),
    ("_exchange_device", SAME, "", ""),
    ("_get_device_index", RENAMED, "core._utils._get_musa_device_index", ""),
    ("_maybe_exchange_device", SAME, "", ""),
    ("_nvml_based_avail", EMULATED, "_emulated.nvml_based_avail", "False: there is no NVML"),
    ("_sleep", SAME, "", ""),
    # initialisation and errors
    ("AcceleratorError", STOCK, "", "the error of every accelerator"),
    ("CudaError", RENAMED, "MusaError", ""),
    ("DeferredCudaCallError", RENAMED, "core._lazy_init.DeferredMusaCallError", ""),
    ("OutOfMemoryError", SAME, "", "the same object anyway"),
    ("check_error", SAME, "", ""),
    ("cudaStatus", STOCK, "", "constants"),
    ("cudart", EMULATED, "_emulated.cudart", "torch_musa's runtime bindings under CUDA's names"),
    ("has_half", EMULATED, "", "True after initialisation, as on CUDA"),
    ("has_magma", STOCK, "", "says how torch was built"),
    ("init", RENAMED, "core._lazy_init.init", ""),
    ("ipc_collect", SAME, "", ""),
    ("is_initialized", SAME, "", ""),
    ("_initialized", EMULATED, "", "True after initialisation, as on CUDA"),
    ("_is_in_bad_fork", SAME, "", ""),
    ("_lazy_call", SAME, "", ""),
    ("_lazy_init", SAME, "", ""),
    # streams, events, graphs
    ("CUDAGraph", RENAMED, "MUSAGraph", ""),
    ("Event", SAME, "", ""),
    ("ExternalStream", SAME, "", ""),
    (
        "GreenContext",
        UNSUPPORTED,
        "MUSA has no green contexts",
        "use streams with priorities",
    ),
    ("Stream", SAME, "", ""),
    ("StreamContext", SAME, "", ""),
    ("current_blas_handle", SAME, "", ""),
    (
        "current_solver_handle",
        UNSUPPORTED,
        "torch_musa does not bind the muSOLVER handle",
        "use torch.linalg",
    ),
    ("current_stream", SAME, "", ""),
    ("default_stream", SAME, "", ""),
    ("get_stream_from_external", EMULATED, "_emulated.get_stream_from_external", "ExternalStream"),
    ("get_sync_debug_mode", EMULATED, "_emulated.get_sync_debug_mode", "always 0"),
    ("graph", SAME, "", ""),
    ("graph_pool_handle", SAME, "", ""),
    ("is_current_stream_capturing", SAME, "", ""),
    ("make_graphed_callables", SAME, "", ""),
    ("set_stream", SAME, "", ""),
    ("set_sync_debug_mode", EMULATED, "_emulated.set_sync_debug_mode", "only the default mode"),
    ("stream", SAME, "", ""),
    ("_set_stream_by_id", SAME, "", ""),
    # memory
    ("CUDAPluggableAllocator", RENAMED, "MUSAPluggableAllocator", ""),
    ("MemPool", SAME, "", ""),
    ("MemPoolContext", SAME, "", ""),
    ("caching_allocator_alloc", EMULATED, "_emulated.caching_allocator_alloc", "a kept storage"),
    ("caching_allocator_delete", EMULATED, "_emulated.caching_allocator_delete", ""),
    (
        "caching_allocator_disabled",
        UNSUPPORTED,
        "torch_musa cannot switch its allocator at run time",
        "set PYTORCH_NO_MUSA_MEMORY_CACHING=1 before the program starts",
    ),
    (
        "caching_allocator_enable",
        UNSUPPORTED,
        "torch_musa cannot switch its allocator at run time",
        "set PYTORCH_NO_MUSA_MEMORY_CACHING=1 before the program starts",
    ),
    ("change_current_allocator", SAME, "", ""),
    ("device_memory_used", EMULATED, "_emulated.device_memory_used", "total less free"),
    ("empty_cache", SAME, "", ""),
    ("get_allocator_backend", SAME, "", ""),
    (
        "get_per_process_memory_fraction",
        EMULATED,
        "_emulated.get_per_process_memory_fraction",
        "the value last set",
    ),
    ("host_memory_stats", UNSUPPORTED, _HOST_STATS, "use torch.cuda.memory_stats()"),
    ("host_memory_stats_as_nested_dict", UNSUPPORTED, _HOST_STATS, "use torch.cuda.memory_stats()"),
    ("list_gpu_processes", EMULATED, "_emulated.list_gpu_processes", "says that MTML is missing"),
    ("max_memory_allocated", SAME, "", ""),
    ("max_memory_cached", EMULATED, "_emulated.max_memory_cached", "the old name"),
    ("max_memory_reserved", SAME, "", ""),
    ("mem_get_info", SAME, "", ""),
    ("memory_allocated", SAME, "", ""),
    ("memory_cached", EMULATED, "_emulated.memory_cached", "the old name"),
    ("memory_reserved", SAME, "", ""),
    ("memory_snapshot", EMULATED, "_emulated.memory_snapshot", "all pools together"),
    ("memory_stats", SAME, "", ""),
    ("memory_stats_as_nested_dict", SAME, "", ""),
    ("memory_summary", SAME, "", ""),
    ("reset_accumulated_host_memory_stats", UNSUPPORTED, _HOST_STATS, "nothing needs resetting"),
    ("reset_accumulated_memory_stats", SAME, "", ""),
    ("reset_max_memory_allocated", EMULATED, "_emulated.reset_max_memory_allocated", ""),
    ("reset_max_memory_cached", EMULATED, "_emulated.reset_max_memory_cached", ""),
    ("reset_peak_host_memory_stats", UNSUPPORTED, _HOST_STATS, "nothing needs resetting"),
    ("reset_peak_memory_stats", SAME, "", ""),
    (
        "set_per_process_memory_fraction",
        EMULATED,
        "_emulated.set_per_process_memory_fraction",
        "torch_musa's, and the value is remembered",
    ),
    ("use_mem_pool", SAME, "", ""),
    (
        "_use_uvm",
        UNSUPPORTED,
        "torch_musa chooses unified memory for the whole process",
        "set PYTORCH_MUSA_ALLOC_CONF=backend:unified before the program starts",
    ),
    # random numbers
    ("default_generators", EMULATED, "", "filled at initialisation, as on CUDA"),
    ("get_rng_state", SAME, "", ""),
    ("get_rng_state_all", SAME, "", ""),
    ("initial_seed", SAME, "", ""),
    ("manual_seed", SAME, "", ""),
    ("manual_seed_all", SAME, "", ""),
    ("seed", SAME, "", ""),
    ("seed_all", SAME, "", ""),
    ("set_rng_state", SAME, "", ""),
    ("set_rng_state_all", SAME, "", ""),
    ("_get_device", STOCK, "", _WORKS),
    ("_get_generator", STOCK, "", _WORKS),
    ("_get_rng_state_offset", STOCK, "", _WORKS),
    ("_set_rng_state_offset", STOCK, "", _WORKS),
    # the management library
    ("clock_rate", UNSUPPORTED, _MTML, _SMI),
    ("memory_usage", UNSUPPORTED, _MTML, "use torch.cuda.mem_get_info()"),
    ("power_draw", UNSUPPORTED, _MTML, _SMI),
    ("temperature", UNSUPPORTED, _MTML, _SMI),
    ("utilization", UNSUPPORTED, _MTML, _SMI),
    # legacy types
    ("BFloat16Storage", SAME, "", ""),
    ("BFloat16Tensor", SAME, "", ""),
    ("BoolStorage", SAME, "", ""),
    ("BoolTensor", SAME, "", ""),
    ("ByteStorage", SAME, "", ""),
    ("ByteTensor", SAME, "", ""),
    ("CharStorage", SAME, "", ""),
    ("CharTensor", SAME, "", ""),
    ("ComplexDoubleStorage", STOCK, "", _WORKS),
    ("ComplexFloatStorage", STOCK, "", _WORKS),
    ("DoubleStorage", SAME, "", ""),
    ("DoubleTensor", SAME, "", ""),
    ("FloatStorage", SAME, "", ""),
    ("FloatTensor", SAME, "", ""),
    ("HalfStorage", SAME, "", ""),
    ("HalfTensor", SAME, "", ""),
    ("IntStorage", SAME, "", ""),
    ("IntTensor", SAME, "", ""),
    ("LongStorage", SAME, "", ""),
    ("LongTensor", SAME, "", ""),
    ("ShortStorage", SAME, "", ""),
    ("ShortTensor", SAME, "", ""),
    # compilation at run time
    (
        "_compile_kernel",
        UNSUPPORTED,
        "torch_musa binds no runtime compiler",
        "build an extension with torch.utils.cpp_extension",
    ),
    # submodules
    ("amp", STOCK, "", _OWN_ROWS),
    ("comm", STOCK, "", _OWN_ROWS),
    ("gds", STOCK, "", _OWN_ROWS),
    ("graphs", STOCK, "", _OWN_ROWS),
    ("green_contexts", STOCK, "", _OWN_ROWS),
    ("jiterator", STOCK, "", _OWN_ROWS),
    ("memory", STOCK, "", _OWN_ROWS),
    ("nccl", STOCK, "", _OWN_ROWS),
    ("nvtx", STOCK, "", _OWN_ROWS),
    ("profiler", STOCK, "", _OWN_ROWS),
    ("random", STOCK, "", _OWN_ROWS),
    ("sparse", STOCK, "", _OWN_ROWS),
    ("streams", STOCK, "", _OWN_ROWS),
    ("tunable", STOCK, "", _OWN_ROWS),
    # data
    ("DEVICE_REQUIREMENT", STOCK, "", _NVIDIA_DATA),
    ("PYTORCH_RELEASES_CODE_CC", STOCK, "", _NVIDIA_DATA),
)

# Submodules whose names are those of torch.cuda itself (defined there or captured from it): the row
# of torch.cuda holds for them too.
SHARE_ROWS = (
    "torch.cuda._utils",
    "torch.cuda.graphs",
    "torch.cuda.green_contexts",
    "torch.cuda.memory",
    "torch.cuda.profiler",
    "torch.cuda.random",
    "torch.cuda.streams",
)

SUBMODULES = {
    "torch.cuda.amp": (
        ("GradScaler", STOCK, "", "its device string is translated in torch.amp"),
        ("amp_definitely_not_available", SAME, "", ""),
        ("autocast", STOCK, "", "its device string is translated in torch.amp"),
        ("autocast_mode", STOCK, "", _OWN_ROWS),
        ("common", STOCK, "", _OWN_ROWS),
        ("custom_bwd", STOCK, "", "its device string is translated in torch.amp"),
        ("custom_fwd", STOCK, "", "its device string is translated in torch.amp"),
        ("grad_scaler", STOCK, "", _OWN_ROWS),
    ),
    "torch.cuda.amp.autocast_mode": (
        ("autocast", STOCK, "", "its device string is translated in torch.amp"),
        ("custom_bwd", STOCK, "", "its device string is translated in torch.amp"),
        ("custom_fwd", STOCK, "", "its device string is translated in torch.amp"),
    ),
    "torch.cuda.amp.common": (("amp_definitely_not_available", SAME, "", ""),),
    "torch.cuda.amp.grad_scaler": (
        ("GradScaler", STOCK, "", "its device string is translated in torch.amp"),
    ),
    "torch.cuda.comm": (
        ("broadcast", UNSUPPORTED, _COMM, _DIST),
        ("broadcast_coalesced", UNSUPPORTED, _COMM, _DIST),
        ("gather", UNSUPPORTED, _COMM, _DIST),
        ("reduce_add", UNSUPPORTED, _COMM, _DIST),
        ("reduce_add_coalesced", UNSUPPORTED, _COMM, _DIST),
        ("scatter", UNSUPPORTED, _COMM, _DIST),
    ),
    "torch.cuda.gds": (
        ("GdsFile", UNSUPPORTED, _GDS, _READ),
        ("gds_deregister_buffer", UNSUPPORTED, _GDS, _READ),
        ("gds_register_buffer", UNSUPPORTED, _GDS, _READ),
    ),
    "torch.cuda.green_contexts": (("SUPPORTED", STOCK, "", "False"),),
    "torch.cuda.jiterator": (
        (
            "_create_jit_fn",
            UNSUPPORTED,
            "torch_musa binds no runtime compiler",
            "write the function with torch operators, or build an extension",
        ),
        (
            "_create_multi_output_jit_fn",
            UNSUPPORTED,
            "torch_musa binds no runtime compiler",
            "write the function with torch operators, or build an extension",
        ),
    ),
    "torch.cuda.memory": (
        ("_CUDAAllocator", RENAMED, "memory._MUSAAllocator", ""),
        ("_dump_snapshot", SAME, "memory._dump_snapshot", ""),
        ("_get_current_allocator", SAME, "memory._get_current_allocator", ""),
        ("_record_memory_history", SAME, "memory._record_memory_history", ""),
        ("_save_memory_usage", SAME, "memory._save_memory_usage", ""),
        ("_save_segment_usage", SAME, "memory._save_segment_usage", ""),
        ("_set_allocator_settings", SAME, "memory._set_allocator_settings", ""),
        ("_snapshot", SAME, "memory._snapshot", ""),
    ),
    "torch.cuda.nccl": (
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
    "torch.cuda.nvtx": (
        ("mark", EMULATED, "_ranges.mark", "no range library on MUSA"),
        ("range", EMULATED, "_ranges.range", "nests and counts"),
        ("range_end", EMULATED, "_ranges.range_end", ""),
        ("range_pop", EMULATED, "_ranges.range_pop", "nests and counts"),
        ("range_push", EMULATED, "_ranges.range_push", "nests and counts"),
        ("range_start", EMULATED, "_ranges.range_start", "a handle, as on CUDA"),
        ("_device_range_end", EMULATED, "_ranges._device_range_end", ""),
        ("_device_range_start", EMULATED, "_ranges._device_range_start", ""),
    ),
    "torch.cuda.profiler": (
        ("DEFAULT_FLAGS", STOCK, "", "a constant"),
        ("profile", UNSUPPORTED, "torch_musa does not bind the profiler switch", _TORCH_PROFILER),
        ("start", UNSUPPORTED, "torch_musa does not bind the profiler switch", _TORCH_PROFILER),
        ("stop", UNSUPPORTED, "torch_musa does not bind the profiler switch", _TORCH_PROFILER),
    ),
    "torch.cuda.sparse": (
        ("BFloat16Tensor", UNSUPPORTED, _SPARSE, _SPARSE_ADVICE),
        ("ByteTensor", UNSUPPORTED, _SPARSE, _SPARSE_ADVICE),
        ("CharTensor", UNSUPPORTED, _SPARSE, _SPARSE_ADVICE),
        ("DoubleTensor", UNSUPPORTED, _SPARSE, _SPARSE_ADVICE),
        ("FloatTensor", UNSUPPORTED, _SPARSE, _SPARSE_ADVICE),
        ("HalfTensor", UNSUPPORTED, _SPARSE, _SPARSE_ADVICE),
        ("IntTensor", UNSUPPORTED, _SPARSE, _SPARSE_ADVICE),
        ("LongTensor", UNSUPPORTED, _SPARSE, _SPARSE_ADVICE),
        ("ShortTensor", UNSUPPORTED, _SPARSE, _SPARSE_ADVICE),
    ),
    "torch.cuda.tunable": (
        ("enable", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("get_filename", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("get_max_tuning_duration", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("get_max_tuning_iterations", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("get_results", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("get_rotating_buffer_size", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("get_validators", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("is_enabled", EMULATED, "_emulated.tunable_is_on", "False: " + _TUNABLE),
        ("mgpu_tune_gemm_in_file", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("read_file", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("record_untuned_enable", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("record_untuned_is_enabled", EMULATED, "_emulated.tunable_is_on", "False: " + _TUNABLE),
        ("set_filename", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("set_max_tuning_duration", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("set_max_tuning_iterations", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("set_numerical_check_tolerances", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("set_rotating_buffer_size", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("tune_gemm_in_file", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("tuning_enable", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("tuning_is_enabled", EMULATED, "_emulated.tunable_is_on", "False: " + _TUNABLE),
        ("write_file", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("write_file_on_exit", UNSUPPORTED, _TUNABLE, _NO_TUNING),
    ),
}

# What other modules of PyTorch took from torch.cuda before activation: (module, name, row of
# torch.cuda). Bound only where the module is loaded already.
CAPTURED = (
    ("torch.nn.parallel.parallel_apply", "_get_device_index", "_get_device_index"),
    ("torch._inductor.exc", "_CudaDeviceProperties", "_CudaDeviceProperties"),
)

# Attributes that CUDA's classes have and torch_musa's have under another name:
# (class in torch_musa, CUDA's name, torch_musa's name).
CLASS_ALIASES = (
    ("Stream", "cuda_stream", "musa_stream"),
    ("Event", "cuda_event", "musa_event"),
)


def row(name, module="torch.cuda"):
    """The row of a name, or None; for a submodule, its own row first, then a shared one."""
    for candidate in SUBMODULES.get(module, TORCH_CUDA if module == "torch.cuda" else ()):
        if candidate[0] == name:
            return candidate
    return row(name) if module in SHARE_ROWS else None
