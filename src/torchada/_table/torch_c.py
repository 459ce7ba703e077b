"""Rows of torch._C: PyTorch's own bindings, as projects call them below torch.cuda.

Only CUDA builds of PyTorch have the names of BINDINGS; a build without CUDA gets those that can be
served. The names of SETTINGS every build has.
"""

from typing import Dict

from .rows import EMULATED, RENAMED, SAME, STOCK, UNSUPPORTED, Rows, rows, stock

_BUILD = "says how torch was built"
_NOT_BOUND = "torch_musa does not bind it"
_HOST = "torch_musa keeps no statistics of pinned host memory"
_HOST_ADVICE = "use torch.cuda.memory_stats()"
_NCCL = "torch_musa binds no communicators of one process"
_NCCL_ADVICE = 'torch.distributed with backend="nccl"'
_COPIES = "within this process, by copies between its GPUs"
_WORKSPACE = "torch_musa does not bind the size of muBLAS's workspace"
_WORKSPACE_ADVICE = "leave it as it is, or free it by torch._C._cuda_clearCublasWorkspaces()"
_HOST_COPY = "through host memory"
_LAUNCHER = "it launches kernels compiled for NVIDIA GPUs"
_TRITON = "use Triton with its MUSA backend, which launches its own"
_STORED = "kept and given back; nothing reads it here"
_SDP = "torch_musa reads the same flags"

SETTINGS = rows(
    ("_get_cublas_allow_tf32", EMULATED, "_precision.get_matmul_tf32", "torch_musa's one switch"),
    ("_set_cublas_allow_tf32", EMULATED, "_precision.set_matmul_tf32", "torch_musa's one switch"),
    ("_get_cudnn_allow_tf32", EMULATED, "_precision.get_conv_tf32", "torch_musa's one switch"),
    ("_set_cudnn_allow_tf32", EMULATED, "_precision.set_conv_tf32", "torch_musa's one switch"),
    (
        "_set_float32_matmul_precision",
        EMULATED,
        "_precision.set_float32_matmul_precision",
        "PyTorch's, and torch_musa's TF32 switch",
    ),
    (
        "_set_fp32_precision_setter",
        EMULATED,
        "_precision.set_fp32_precision",
        "PyTorch's, and torch_musa's TF32 switch",
    ),
    ("_get_cublas_allow_fp16_reduced_precision_reduction", STOCK, "", _STORED),
    (
        "_set_cublas_allow_fp16_reduced_precision_reduction",
        EMULATED,
        "_precision.set_fp16_reduction",
        "PyTorch's; says that muBLAS cannot be told",
    ),
    ("_get_cublas_allow_bf16_reduced_precision_reduction", STOCK, "", _STORED),
    (
        "_set_cublas_allow_bf16_reduced_precision_reduction",
        EMULATED,
        "_precision.set_bf16_reduction",
        "PyTorch's; says that muBLAS cannot be told",
    ),
    *stock(
        "a permission; muBLAS makes no use of it",
        "_get_cublas_allow_fp16_accumulation",
        "_set_cublas_allow_fp16_accumulation",
    ),
    ("_get_cudnn_enabled", STOCK, "", _STORED),
    ("_set_cudnn_enabled", EMULATED, "_cudnn.set_enabled", "PyTorch's; says that muDNN stays on"),
    ("_get_cudnn_deterministic", STOCK, "", _STORED),
    (
        "_set_cudnn_deterministic",
        EMULATED,
        "_cudnn.set_deterministic",
        "PyTorch's; says that muDNN cannot be told",
    ),
    *stock(
        "a hint for speed; muDNN chooses by itself",
        "_get_cudnn_benchmark",
        "_set_cudnn_benchmark",
        "_get_cudnn_depthwise_kernel",
        "_set_cudnn_depthwise_kernel",
    ),
    *stock(_SDP, "_get_cudnn_sdp_enabled", "_set_sdp_use_cudnn"),
    ("_can_use_cudnn_attention", STOCK, "", "False: PyTorch's cuDNN kernels are not here"),
    *stock(_BUILD, "_has_cuda", "_has_cudnn", "_has_magma"),
    ("_conv_determine_backend_memory_format", STOCK, "", "torch_musa replaces it itself"),
    ("_ensureCUDADeviceGuardSet", STOCK, "", "does nothing without an NVIDIA GPU"),
    ("_get_cudnn_batch_norm_reserve_space_size", STOCK, "", "of cuDNN's operators alone"),
    ("_storage_Use_Count", STOCK, "", "works on every storage"),
    ("_gds_register_buffer", EMULATED, "_gds.register_buffer", _HOST_COPY),
    ("_gds_deregister_buffer", EMULATED, "_gds.deregister_buffer", _HOST_COPY),
    ("_gds_register_handle", EMULATED, "_gds.register_handle", _HOST_COPY),
    ("_gds_deregister_handle", EMULATED, "_gds.deregister_handle", _HOST_COPY),
    ("_gds_load_storage", EMULATED, "_gds.load_storage", _HOST_COPY),
    ("_gds_save_storage", EMULATED, "_gds.save_storage", _HOST_COPY),
)

BINDINGS = rows(
    # devices
    (
        "_cuda_getDeviceCount",
        STOCK,
        "",
        "torch.cuda._is_compiled() asks whether it is there, and is_available() calls it",
    ),
    ("_cuda_canDeviceAccessPeer", RENAMED, "_MUSAC._musa_canDeviceAccessPeer"),
    ("_cuda_exchangeDevice", RENAMED, "_MUSAC._musa_exchangeDevice"),
    ("_cuda_getArchFlags", RENAMED, "_MUSAC._musa_getArchFlags"),
    ("_cuda_getCompiledVersion", EMULATED, "_devices.compiled_version", "of MUSA"),
    ("_cuda_getDevice", RENAMED, "_MUSAC._musa_getDevice"),
    (
        "_cuda_hasPrimaryContext",
        EMULATED,
        "_devices.has_primary_context",
        "whether the allocator has memory there",
    ),
    ("_cuda_init", RENAMED, "_MUSAC._musa_init"),
    ("_cuda_ipc_collect", RENAMED, "_MUSAC._musa_ipc_collect"),
    ("_cuda_isInBadFork", RENAMED, "_MUSAC._musa_isInBadFork"),
    ("_cuda_maybeExchangeDevice", RENAMED, "_MUSAC._musa_maybeExchangeDevice"),
    ("_cuda_setDevice", RENAMED, "_MUSAC._musa_setDevice"),
    ("_cuda_sleep", RENAMED, "_MUSAC._musa_sleep"),
    ("_cuda_synchronize", RENAMED, "_MUSAC._musa_synchronize"),
    ("_CudaDeviceProperties", EMULATED, "_properties._CudaDeviceProperties"),
    ("_cuda_get_sync_debug_mode", EMULATED, "_streams.get_sync_debug_mode"),
    ("_cuda_set_sync_debug_mode", EMULATED, "_streams.set_sync_debug_mode"),
    ("_cuda_getHipblasltVersion", STOCK, "", "of ROCm builds"),
    ("_cudart", EMULATED, "_cudart.runtime", "torch_musa's runtime under CUDA's names"),
    # streams, events, graphs
    ("_CUDAGraph", RENAMED, "_MUSAC._MUSAGraph"),
    ("_CudaEventBase", RENAMED, "_MUSAC._MusaEventBase"),
    ("_CudaStreamBase", RENAMED, "_MUSAC._MusaStreamBase"),
    ("_CUDAGreenContext", UNSUPPORTED, "MUSA has no green contexts", "use streams with priorities"),
    ("_cuda_clearCublasWorkspaces", RENAMED, "_MUSAC._musa_clearMublasWorkspaces"),
    ("_cuda_getCurrentBlasHandle", RENAMED, "_MUSAC._musa_getCurrentBlasHandle"),
    ("_cuda_getCurrentRawStream", RENAMED, "_MUSAC._musa_getCurrentRawStream"),
    (
        "_cuda_getCurrentSolverHandle",
        UNSUPPORTED,
        "torch_musa does not bind the muSOLVER handle",
        "use torch.linalg",
    ),
    ("_cuda_getCurrentStream", RENAMED, "_MUSAC._musa_getCurrentStream"),
    ("_cuda_getDefaultStream", RENAMED, "_MUSAC._musa_getDefaultStream"),
    (
        "_cuda_getStreamFromExternal",
        EMULATED,
        "_streams.stream_from_external",
        "(id, device index, device type) of an ExternalStream",
    ),
    ("_cuda_isCurrentStreamCapturing", RENAMED, "_MUSAC._musa_isCurrentStreamCapturing"),
    ("_cuda_setStream", RENAMED, "_MUSAC._musa_setStream"),
    ("_graph_pool_handle", SAME, "_MUSAC._graph_pool_handle"),
    ("_cuda_getCublasWorkspaceSize", UNSUPPORTED, _WORKSPACE, _WORKSPACE_ADVICE),
    ("_cuda_setCublasWorkspaceSize", UNSUPPORTED, _WORKSPACE, _WORKSPACE_ADVICE),
    ("_cuda_resetCublasWorkspaceSize", UNSUPPORTED, _WORKSPACE, _WORKSPACE_ADVICE),
    ("_cuda_getCublasLtWorkspaceSize", UNSUPPORTED, _WORKSPACE, _WORKSPACE_ADVICE),
    ("_cuda_setCublasLtWorkspaceSize", UNSUPPORTED, _WORKSPACE, _WORKSPACE_ADVICE),
    ("_cuda_resetCublasLtWorkspaceSize", UNSUPPORTED, _WORKSPACE, _WORKSPACE_ADVICE),
    # memory
    ("_MemPool", SAME, "_MUSAC._MemPool"),
    ("_MemPoolContext", SAME, "_MUSAC._MemPoolContext"),
    ("_CUDAPluggableAllocator", RENAMED, "_MUSAC._MUSAPluggableAllocator"),
    ("_cuda_CUDAAllocator", RENAMED, "_MUSAC._musa_MUSAAllocator"),
    ("_cuda_CUDAAllocator_AllocatorState", RENAMED, "_MUSAC._musa_MUSAAllocator_AllocatorState"),
    ("_accelerator_getAllocatorSettings", EMULATED, "_memory.get_settings"),
    ("_accelerator_setAllocatorSettings", EMULATED, "_memory.set_settings"),
    ("_host_emptyCache", EMULATED, "_memory.empty_host_cache"),
    ("_cuda_allocationTraceback", EMULATED, "_memory_history.allocation_traceback"),
    (
        "_cuda_attach_out_of_memory_observer",
        RENAMED,
        "_MUSAC._musa_attach_out_of_memory_observer",
    ),
    (
        "_cuda_beginAllocateCurrentStreamToPool",
        RENAMED,
        "_MUSAC._musa_beginAllocateCurrentStreamToPool",
    ),
    (
        "_cuda_beginAllocateCurrentThreadToPool",
        RENAMED,
        "_MUSAC._musa_beginAllocateToPool",
        "of every thread",
    ),
    ("_cuda_beginAllocateToPool", RENAMED, "_MUSAC._musa_beginAllocateToPool", "of every stream"),
    ("_cuda_changeCurrentAllocator", RENAMED, "_MUSAC._musa_changeCurrentAllocator"),
    ("_cuda_checkPoolLiveAllocations", RENAMED, "_MUSAC._musa_checkPoolLiveAllocations"),
    ("_cuda_cudaCachingAllocator_enable", EMULATED, "_memory.enable_caching"),
    ("_cuda_cudaCachingAllocator_is_enabled", EMULATED, "_memory.is_caching_enabled"),
    ("_cuda_cudaCachingAllocator_raw_alloc", EMULATED, "_memory.raw_alloc"),
    ("_cuda_cudaCachingAllocator_raw_delete", EMULATED, "_memory.raw_delete"),
    ("_cuda_cudaCachingAllocator_set_allocator_settings", EMULATED, "_memory.set_settings"),
    ("_cuda_cudaHostAllocator", UNSUPPORTED, _NOT_BOUND, "use Tensor.pin_memory()"),
    ("_cuda_customAllocator", RENAMED, "_MUSAC._musa_customAllocator"),
    ("_cuda_emptyCache", RENAMED, "_MUSAC._musa_emptyCache"),
    (
        "_cuda_endAllocateCurrentStreamToPool",
        RENAMED,
        "_MUSAC._musa_endAllocateCurrentStreamToPool",
    ),
    ("_cuda_endAllocateToPool", RENAMED, "_MUSAC._musa_endAllocateCurrentStreamToPool"),
    ("_cuda_getAllocator", RENAMED, "_MUSAC._musa_getAllocator"),
    ("_cuda_getAllocatorBackend", EMULATED, "_memory.get_allocator_backend", "by CUDA's name"),
    ("_cuda_getCheckpointState", RENAMED, "_MUSAC._musa_getCheckpointState"),
    ("_cuda_getMemoryFraction", EMULATED, "_memory.get_fraction"),
    ("_cuda_getMemoryMetadata", UNSUPPORTED, _NOT_BOUND, "use torch.cuda.memory._snapshot()"),
    ("_cuda_hostMemoryStats", UNSUPPORTED, _HOST, _HOST_ADVICE),
    ("_cuda_isHistoryEnabled", RENAMED, "_MUSAC._musa_isHistoryEnabled"),
    ("_cuda_lock_mutex", UNSUPPORTED, _NOT_BOUND, "leave it out: torch_musa locks by itself"),
    ("_cuda_memorySnapshot", EMULATED, "_memory_history.memory_snapshot"),
    ("_cuda_memoryStats", RENAMED, "_MUSAC._musa_memoryStats"),
    ("_cuda_record_memory_history", EMULATED, "_memory_history.record_memory_history"),
    (
        "_cuda_record_memory_history_legacy",
        EMULATED,
        "_memory_history.record_memory_history_legacy",
    ),
    ("_cuda_releasePool", RENAMED, "_MUSAC._musa_releasePool"),
    ("_cuda_resetAccumulatedHostMemoryStats", UNSUPPORTED, _HOST, "nothing needs resetting"),
    ("_cuda_resetAccumulatedMemoryStats", RENAMED, "_MUSAC._musa_resetAccumulatedMemoryStats"),
    ("_cuda_resetPeakHostMemoryStats", UNSUPPORTED, _HOST, "nothing needs resetting"),
    ("_cuda_resetPeakMemoryStats", RENAMED, "_MUSAC._musa_resetPeakMemoryStats"),
    ("_cuda_setCheckpointPoolState", RENAMED, "_MUSAC._musa_setCheckpointPoolState"),
    ("_cuda_setMemoryFraction", EMULATED, "_memory.set_fraction"),
    ("_cuda_setMemoryMetadata", UNSUPPORTED, _NOT_BOUND, "use torch.cuda.memory._snapshot()"),
    ("_cuda_unlock_mutex", UNSUPPORTED, _NOT_BOUND, "leave it out: torch_musa locks by itself"),
    # storages and tensors
    (
        "_construct_CUDA_Tensor_From_Storage_And_Metadata",
        RENAMED,
        "_MUSAC._construct_MUSA_Tensor_From_Storage_And_Metadata",
    ),
    ("_free_And_Remove_DeleterFn", SAME, "_MUSAC._free_And_Remove_DeleterFn"),
    ("_has_Standard_Deleter", SAME, "_MUSAC._has_Standard_Deleter"),
    ("_set_storage_access_error_msg", SAME, "_MUSAC._set_storage_access_error_msg"),
    ("_tensors_data_ptrs_at_indices_equal", SAME, "_MUSAC._tensors_data_ptrs_at_indices_equal"),
    # copies between devices
    ("_broadcast", EMULATED, "_comm.broadcast", _COPIES),
    ("_broadcast_coalesced", EMULATED, "_comm.broadcast_coalesced", _COPIES),
    ("_broadcast_out", EMULATED, "_comm.broadcast_out", _COPIES),
    ("_gather", EMULATED, "_comm.gather", _COPIES),
    ("_gather_out", EMULATED, "_comm.gather_out", _COPIES),
    ("_scatter", EMULATED, "_comm.scatter", _COPIES),
    ("_scatter_out", EMULATED, "_comm.scatter_out", _COPIES),
    ("_nccl_version", RENAMED, "_MUSAC._mccl_version", "of MCCL"),
    ("_nccl_version_suffix", RENAMED, "_MUSAC._mccl_version_suffix", "of MCCL"),
    ("_nccl_all_gather", EMULATED, "_collectives.all_gather", _COPIES),
    ("_nccl_all_reduce", EMULATED, "_collectives.all_reduce", _COPIES),
    ("_nccl_broadcast", EMULATED, "_collectives.broadcast", _COPIES),
    ("_nccl_init_rank", UNSUPPORTED, _NCCL, _NCCL_ADVICE),
    ("_nccl_reduce", EMULATED, "_collectives.reduce", _COPIES),
    ("_nccl_reduce_scatter", EMULATED, "_collectives.reduce_scatter", _COPIES),
    ("_nccl_unique_id", UNSUPPORTED, _NCCL, _NCCL_ADVICE),
    # libraries and tools
    ("_cudnn", STOCK, "", "describes cuDNN; torch.backends.cudnn asks muDNN"),
    ("_nvtx", STOCK, "", "PyTorch's own ranges; nothing records them"),
    ("_cuda_get_cudnn_benchmark_limit", EMULATED, "_cudnn.get_benchmark_limit", _STORED),
    ("_cuda_set_cudnn_benchmark_limit", EMULATED, "_cudnn.set_benchmark_limit", _STORED),
    *stock(
        "a hint for cuDNN, of CUDA builds",
        "_cuda_get_conv_benchmark_empty_cache",
        "_cudnn_set_conv_benchmark_empty_cache",
    ),
    (
        "_cuda_jiterator_compile_and_launch_kernel",
        UNSUPPORTED,
        "torch_musa binds no runtime compiler",
        "write the function with torch operators, or build an extension",
    ),
    ("_FastCudaLauncher", UNSUPPORTED, _LAUNCHER, _TRITON),
    ("_StaticCudaLauncher", UNSUPPORTED, _LAUNCHER, _TRITON),
    ("_cuda_record_untuned_enable", EMULATED, "_tunable.record_untuned_enable"),
    ("_cuda_record_untuned_is_enabled", EMULATED, "_tunable.record_untuned_is_enabled"),
    ("_cuda_tunableop_enable", EMULATED, "_tunable.enable"),
    ("_cuda_tunableop_get_filename", EMULATED, "_tunable.get_filename"),
    ("_cuda_tunableop_get_max_tuning_duration", EMULATED, "_tunable.get_max_tuning_duration"),
    ("_cuda_tunableop_get_max_tuning_iterations", EMULATED, "_tunable.get_max_tuning_iterations"),
    ("_cuda_tunableop_get_results", EMULATED, "_tunable.get_results"),
    ("_cuda_tunableop_get_rotating_buffer_size", EMULATED, "_tunable.get_rotating_buffer_size"),
    ("_cuda_tunableop_get_rotation_buffer_size", EMULATED, "_tunable.get_rotating_buffer_size"),
    ("_cuda_tunableop_get_validators", EMULATED, "_tunable.get_validators"),
    ("_cuda_tunableop_is_enabled", EMULATED, "_tunable.is_enabled"),
    ("_cuda_tunableop_read_file", EMULATED, "_tunable.read_file"),
    ("_cuda_tunableop_set_filename", EMULATED, "_tunable.set_filename"),
    ("_cuda_tunableop_set_max_tuning_duration", EMULATED, "_tunable.set_max_tuning_duration"),
    ("_cuda_tunableop_set_max_tuning_iterations", EMULATED, "_tunable.set_max_tuning_iterations"),
    (
        "_cuda_tunableop_set_numerical_check_tolerances",
        EMULATED,
        "_tunable.set_numerical_check_tolerances",
    ),
    ("_cuda_tunableop_set_rotating_buffer_size", EMULATED, "_tunable.set_rotating_buffer_size"),
    ("_cuda_tunableop_tuning_enable", EMULATED, "_tunable.tuning_enable"),
    ("_cuda_tunableop_tuning_is_enabled", EMULATED, "_tunable.tuning_is_enabled"),
    ("_cuda_tunableop_write_file", EMULATED, "_tunable.write_file"),
    ("_cuda_tunableop_write_file_on_exit", EMULATED, "_tunable.write_file_on_exit"),
)

MODULES: Dict[str, Rows] = {"torch._C": SETTINGS + BINDINGS}

# PyTorch's code asks whether torch._C has these.
_PROBED = {"_CUDAGreenContext", "_FastCudaLauncher", "_StaticCudaLauncher"}

# What a torch without CUDA gets, though it has no such name: bindings of ours and torch_musa's, and
# those that say why they are not supported.
ADDED = {
    "torch._C": frozenset(
        row.name for row in BINDINGS if row.how != STOCK and row.name not in _PROBED
    ),
    # torch._C puts it there as it initialises CUDA.
    "torch.cuda": frozenset({"_get_device_properties"}),
}
