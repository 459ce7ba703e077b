"""Rows of torch._C: PyTorch's own bindings, as projects call them below torch.cuda.

Only CUDA builds of PyTorch have the names of BINDINGS; a build without CUDA gets those that can be
served. The names of SETTINGS every build has.
"""

from typing import Dict

from .rows import EMULATED, RENAMED, SAME, STOCK, UNSUPPORTED, Rows, rows, stock

_BUILD = "tells how torch was built"
_NOT_BOUND = "torch_musa has no counterpart"
_HOST = "torch_musa keeps no statistics of pinned host memory"
_HOST_ADVICE = "use torch.cuda.memory_stats()"
_NOTHING_TO_RESET = "leave out the call, because there is nothing to reset"
_NCCL = "torch_musa does not bind MCCL's communicators"
_NCCL_ADVICE = 'use torch.distributed with backend="nccl"'
_COPIES = "copies between the GPUs of this process"
_WORKSPACE = "torch_musa does not bind the size of muBLAS's workspace"
_WORKSPACE_ADVICE = (
    "keep the size, or free the workspace with torch._C._cuda_clearCublasWorkspaces()"
)
_HOST_COPY = "copies through host memory"
_LAUNCHER = "it launches kernels that were compiled for NVIDIA GPUs"
_TRITON = "use Triton's MUSA backend, which launches its own kernels"
_STORED = "keeps the value, which has no effect on MUSA"
_SDP = "works: torch_musa reads the same flag"
_TF32_GETTER = "returns the permission; torch_musa has one TF32 switch for both kinds of operators"
_TF32_SETTER = (
    "keeps the permission; torch_musa's one TF32 switch is on while matrix products and "
    "convolutions both have it"
)
_TF32 = "sets PyTorch's precision and torch_musa's TF32 switch"
_NO_REDUCTION = "keeps the flag and prints a line: muBLAS cannot be told"
_SNAPSHOT = "use torch.cuda.memory._snapshot()"
_NO_LOCK = "leave out the call: torch_musa takes its locks itself"

SETTINGS = rows(
    ("_get_cublas_allow_tf32", EMULATED, "_precision.get_matmul_tf32", _TF32_GETTER),
    ("_set_cublas_allow_tf32", EMULATED, "_precision.set_matmul_tf32", _TF32_SETTER),
    ("_get_cudnn_allow_tf32", EMULATED, "_precision.get_conv_tf32", _TF32_GETTER),
    ("_set_cudnn_allow_tf32", EMULATED, "_precision.set_conv_tf32", _TF32_SETTER),
    (
        "_set_float32_matmul_precision",
        EMULATED,
        "_precision.set_float32_matmul_precision",
        _TF32,
    ),
    ("_set_fp32_precision_setter", EMULATED, "_precision.set_fp32_precision", _TF32),
    ("_get_cublas_allow_fp16_reduced_precision_reduction", STOCK, "", _STORED),
    (
        "_set_cublas_allow_fp16_reduced_precision_reduction",
        EMULATED,
        "_precision.set_fp16_reduction",
        _NO_REDUCTION,
    ),
    ("_get_cublas_allow_bf16_reduced_precision_reduction", STOCK, "", _STORED),
    (
        "_set_cublas_allow_bf16_reduced_precision_reduction",
        EMULATED,
        "_precision.set_bf16_reduction",
        _NO_REDUCTION,
    ),
    *stock(
        "keeps the permission, which muBLAS does not use",
        "_get_cublas_allow_fp16_accumulation",
        "_set_cublas_allow_fp16_accumulation",
    ),
    ("_get_cudnn_enabled", STOCK, "", _STORED),
    (
        "_set_cudnn_enabled",
        EMULATED,
        "_cudnn.set_enabled",
        "keeps the flag and prints a line: muDNN stays on",
    ),
    ("_get_cudnn_deterministic", STOCK, "", _STORED),
    (
        "_set_cudnn_deterministic",
        EMULATED,
        "_cudnn.set_deterministic",
        "keeps the flag and prints a line: muDNN cannot be told",
    ),
    *stock(
        "keeps the hint, which has no effect: muDNN chooses its algorithms itself",
        "_get_cudnn_benchmark",
        "_set_cudnn_benchmark",
        "_get_cudnn_depthwise_kernel",
        "_set_cudnn_depthwise_kernel",
    ),
    *stock(_SDP, "_get_cudnn_sdp_enabled", "_set_sdp_use_cudnn"),
    (
        "_can_use_cudnn_attention",
        STOCK,
        "",
        "returns False: MUSA has none of PyTorch's cuDNN kernels",
    ),
    *stock(_BUILD, "_has_cuda", "_has_cudnn", "_has_magma"),
    ("_conv_determine_backend_memory_format", STOCK, "", "is torch_musa's function already"),
    ("_ensureCUDADeviceGuardSet", STOCK, "", "does nothing without an NVIDIA GPU"),
    ("_get_cudnn_batch_norm_reserve_space_size", STOCK, "", "serves cuDNN's operators only"),
    ("_storage_Use_Count", STOCK, "", "works for every storage"),
    ("_gds_register_buffer", EMULATED, "late._gds.register_buffer", _HOST_COPY),
    ("_gds_deregister_buffer", EMULATED, "late._gds.deregister_buffer", _HOST_COPY),
    ("_gds_register_handle", EMULATED, "late._gds.register_handle", _HOST_COPY),
    ("_gds_deregister_handle", EMULATED, "late._gds.deregister_handle", _HOST_COPY),
    ("_gds_load_storage", EMULATED, "late._gds.load_storage", _HOST_COPY),
    ("_gds_save_storage", EMULATED, "late._gds.save_storage", _HOST_COPY),
)

BINDINGS = rows(
    # devices
    (
        "_cuda_getDeviceCount",
        STOCK,
        "",
        "stays as it is: torch.cuda.is_available() calls it, and _is_compiled() looks for it",
    ),
    ("_cuda_canDeviceAccessPeer", RENAMED, "_MUSAC._musa_canDeviceAccessPeer"),
    ("_cuda_exchangeDevice", RENAMED, "_MUSAC._musa_exchangeDevice"),
    ("_cuda_getArchFlags", RENAMED, "_MUSAC._musa_getArchFlags"),
    (
        "_cuda_getCompiledVersion",
        EMULATED,
        "_devices.compiled_version",
        "returns the version of MUSA that torch_musa was built with",
    ),
    ("_cuda_getDevice", RENAMED, "_MUSAC._musa_getDevice"),
    (
        "_cuda_hasPrimaryContext",
        EMULATED,
        "_devices.has_primary_context",
        "returns True if torch_musa's allocator holds memory of the device",
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
    ("_cuda_getHipblasltVersion", STOCK, "", "is used by ROCm builds of PyTorch only"),
    ("_cudart", EMULATED, "_cudart.runtime", "is torch_musa's runtime under CUDA's names"),
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
        "returns (id, device index, device type) of an ExternalStream",
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
    ("_cuda_allocationTraceback", EMULATED, "late._memory_history.allocation_traceback"),
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
        "affects every thread, not only the current one",
    ),
    (
        "_cuda_beginAllocateToPool",
        RENAMED,
        "_MUSAC._musa_beginAllocateToPool",
        "affects every stream",
    ),
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
    (
        "_cuda_getAllocatorBackend",
        EMULATED,
        "_memory.get_allocator_backend",
        "returns CUDA's name of the allocator",
    ),
    ("_cuda_getCheckpointState", RENAMED, "_MUSAC._musa_getCheckpointState"),
    ("_cuda_getMemoryFraction", EMULATED, "_memory.get_fraction"),
    ("_cuda_getMemoryMetadata", UNSUPPORTED, _NOT_BOUND, _SNAPSHOT),
    ("_cuda_hostMemoryStats", UNSUPPORTED, _HOST, _HOST_ADVICE),
    ("_cuda_isHistoryEnabled", RENAMED, "_MUSAC._musa_isHistoryEnabled"),
    ("_cuda_lock_mutex", UNSUPPORTED, _NOT_BOUND, _NO_LOCK),
    ("_cuda_memorySnapshot", EMULATED, "late._memory_history.memory_snapshot"),
    ("_cuda_memoryStats", RENAMED, "_MUSAC._musa_memoryStats"),
    ("_cuda_record_memory_history", EMULATED, "late._memory_history.record_memory_history"),
    (
        "_cuda_record_memory_history_legacy",
        EMULATED,
        "late._memory_history.record_memory_history_legacy",
    ),
    ("_cuda_releasePool", RENAMED, "_MUSAC._musa_releasePool"),
    ("_cuda_resetAccumulatedHostMemoryStats", UNSUPPORTED, _HOST, _NOTHING_TO_RESET),
    ("_cuda_resetAccumulatedMemoryStats", RENAMED, "_MUSAC._musa_resetAccumulatedMemoryStats"),
    ("_cuda_resetPeakHostMemoryStats", UNSUPPORTED, _HOST, _NOTHING_TO_RESET),
    ("_cuda_resetPeakMemoryStats", RENAMED, "_MUSAC._musa_resetPeakMemoryStats"),
    ("_cuda_setCheckpointPoolState", RENAMED, "_MUSAC._musa_setCheckpointPoolState"),
    ("_cuda_setMemoryFraction", EMULATED, "_memory.set_fraction"),
    ("_cuda_setMemoryMetadata", UNSUPPORTED, _NOT_BOUND, _SNAPSHOT),
    ("_cuda_unlock_mutex", UNSUPPORTED, _NOT_BOUND, _NO_LOCK),
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
    ("_broadcast", EMULATED, "late._comm.broadcast", _COPIES),
    ("_broadcast_coalesced", EMULATED, "late._comm.broadcast_coalesced", _COPIES),
    ("_broadcast_out", EMULATED, "late._comm.broadcast_out", _COPIES),
    ("_gather", EMULATED, "late._comm.gather", _COPIES),
    ("_gather_out", EMULATED, "late._comm.gather_out", _COPIES),
    ("_scatter", EMULATED, "late._comm.scatter", _COPIES),
    ("_scatter_out", EMULATED, "late._comm.scatter_out", _COPIES),
    ("_nccl_version", RENAMED, "_MUSAC._mccl_version", "returns MCCL's version"),
    (
        "_nccl_version_suffix",
        RENAMED,
        "_MUSAC._mccl_version_suffix",
        "returns the suffix of MCCL's version",
    ),
    ("_nccl_all_gather", EMULATED, "late._collectives.all_gather", _COPIES),
    ("_nccl_all_reduce", EMULATED, "late._collectives.all_reduce", _COPIES),
    ("_nccl_broadcast", EMULATED, "late._collectives.broadcast", _COPIES),
    ("_nccl_init_rank", UNSUPPORTED, _NCCL, _NCCL_ADVICE),
    ("_nccl_reduce", EMULATED, "late._collectives.reduce", _COPIES),
    ("_nccl_reduce_scatter", EMULATED, "late._collectives.reduce_scatter", _COPIES),
    ("_nccl_unique_id", UNSUPPORTED, _NCCL, _NCCL_ADVICE),
    # libraries and tools
    ("_cudnn", STOCK, "", "describes cuDNN; use torch.backends.cudnn, which describes muDNN"),
    ("_nvtx", STOCK, "", "marks ranges that nothing records"),
    ("_cuda_get_cudnn_benchmark_limit", EMULATED, "_cudnn.get_benchmark_limit", _STORED),
    ("_cuda_set_cudnn_benchmark_limit", EMULATED, "_cudnn.set_benchmark_limit", _STORED),
    *stock(
        "is a hint for cuDNN in CUDA builds of PyTorch",
        "_cuda_get_conv_benchmark_empty_cache",
        "_cudnn_set_conv_benchmark_empty_cache",
    ),
    (
        "_cuda_jiterator_compile_and_launch_kernel",
        EMULATED,
        "late._jiterator.compile_and_launch",
        "compiles a kernel with MTRTC, for bool, int and float beside the tensors",
    ),
    ("_FastCudaLauncher", UNSUPPORTED, _LAUNCHER, _TRITON),
    ("_StaticCudaLauncher", UNSUPPORTED, _LAUNCHER, _TRITON),
    ("_cuda_record_untuned_enable", EMULATED, "late._tunable.record_untuned_enable"),
    ("_cuda_record_untuned_is_enabled", EMULATED, "late._tunable.record_untuned_is_enabled"),
    ("_cuda_tunableop_enable", EMULATED, "late._tunable.enable"),
    ("_cuda_tunableop_get_filename", EMULATED, "late._tunable.get_filename"),
    ("_cuda_tunableop_get_max_tuning_duration", EMULATED, "late._tunable.get_max_tuning_duration"),
    (
        "_cuda_tunableop_get_max_tuning_iterations",
        EMULATED,
        "late._tunable.get_max_tuning_iterations",
    ),
    ("_cuda_tunableop_get_results", EMULATED, "late._tunable.get_results"),
    (
        "_cuda_tunableop_get_rotating_buffer_size",
        EMULATED,
        "late._tunable.get_rotating_buffer_size",
    ),
    (
        "_cuda_tunableop_get_rotation_buffer_size",
        EMULATED,
        "late._tunable.get_rotating_buffer_size",
    ),
    ("_cuda_tunableop_get_validators", EMULATED, "late._tunable.get_validators"),
    ("_cuda_tunableop_is_enabled", EMULATED, "late._tunable.is_enabled"),
    ("_cuda_tunableop_read_file", EMULATED, "late._tunable.read_file"),
    ("_cuda_tunableop_set_filename", EMULATED, "late._tunable.set_filename"),
    ("_cuda_tunableop_set_max_tuning_duration", EMULATED, "late._tunable.set_max_tuning_duration"),
    (
        "_cuda_tunableop_set_max_tuning_iterations",
        EMULATED,
        "late._tunable.set_max_tuning_iterations",
    ),
    (
        "_cuda_tunableop_set_numerical_check_tolerances",
        EMULATED,
        "late._tunable.set_numerical_check_tolerances",
    ),
    (
        "_cuda_tunableop_set_rotating_buffer_size",
        EMULATED,
        "late._tunable.set_rotating_buffer_size",
    ),
    ("_cuda_tunableop_tuning_enable", EMULATED, "late._tunable.tuning_enable"),
    ("_cuda_tunableop_tuning_is_enabled", EMULATED, "late._tunable.tuning_is_enabled"),
    ("_cuda_tunableop_write_file", EMULATED, "late._tunable.write_file"),
    ("_cuda_tunableop_write_file_on_exit", EMULATED, "late._tunable.write_file_on_exit"),
)

MODULES: Dict[str, Rows] = {"torch._C": SETTINGS + BINDINGS}
