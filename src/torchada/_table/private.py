"""Rows of torch.cuda's private modules: tools that work on data, and helpers of PyTorch itself."""

from typing import Dict

from .rows import EMULATED, Rows, rows, stock

_TRACE = "works on a trace in a file"
_CALLBACKS = "works if torch_musa reports its streams, events and allocations to PyTorch"
_ANNOTATIONS = (
    "annotates kernels of CUDA graphs with NVIDIA's package cuda-python; not used on MUSA"
)
_SNAPSHOT = "works on a memory snapshot"
_BINDINGS = "is for libraries of NVIDIA or AMD; nothing calls it on MUSA"
_DRIVER = "opens MUSA's driver"
_MTRTC = "opens MTRTC, and ports the sources that it gets"
_SANITIZER = "is a part of the sanitizer"

MODULES: Dict[str, Rows] = {
    "torch.cuda._annotate_cuda_graph_trace": stock(
        _TRACE, "annotate_trace", "load_trace", "main", "save_trace"
    ),
    "torch.cuda._device_limits": stock(
        "knows NVIDIA's compute capabilities only; raises RuntimeError for others", "GPULimits"
    ),
    "torch.cuda._gpu_trace": stock(
        _CALLBACKS,
        "DeviceSynchronizationCallbacks",
        "EventCreationCallbacks",
        "EventDeletionCallbacks",
        "EventRecordCallbacks",
        "EventSynchronizationCallbacks",
        "EventWaitCallbacks",
        "MemoryAllocationCallbacks",
        "MemoryDeallocationCallbacks",
        "StreamCreationCallbacks",
        "StreamSynchronizationCallbacks",
        "register_callback_for_device_synchronization",
        "register_callback_for_event_creation",
        "register_callback_for_event_deletion",
        "register_callback_for_event_record",
        "register_callback_for_event_synchronization",
        "register_callback_for_event_wait",
        "register_callback_for_memory_allocation",
        "register_callback_for_memory_deallocation",
        "register_callback_for_stream_creation",
        "register_callback_for_stream_synchronization",
    ),
    "torch.cuda._graph_annotations": stock(
        _ANNOTATIONS,
        "clear_kernel_annotations",
        "disable_annotations",
        "enable_annotations",
        "get_kernel_annotations",
        "get_stream_for_pg",
        "logger",
        "mark_kernels",
        "mark_stream",
        "remap_to_exec_graph",
        "resolve_pending_annotations",
    ),
    "torch.cuda._memory_viz": stock(
        _SNAPSHOT,
        "Bytes",
        "PAGE_SIZE",
        "cache",
        "calc_active",
        "compare",
        "filter_alloc_free_pairs",
        "format_flamegraph",
        "legend",
        "memory",
        "profile_plot",
        "segment_plot",
        "segments",
        "segsum",
        "trace",
        "trace_plot",
        "_block_extra",
        "_frames_fmt",
    ),
    "torch.cuda._pin_memory_utils": stock(
        "calls cudart(); works if torch_musa binds the functions", "pin_memory", "unpin_memory"
    ),
    "torch.cuda._sanitizer": stock(
        _SANITIZER,
        "Access",
        "AccessType",
        "ArgumentHandler",
        "CUDASanitizer",
        "CUDASanitizerDispatchMode",
        "CUDASanitizerErrors",
        "DEFAULT_STREAM_ID",
        "DataPtr",
        "EventHandler",
        "EventId",
        "FACTORY_FUNCTION_REGEX",
        "SeqNum",
        "StreamId",
        "StreamSynchronizations",
        "SynchronizationError",
        "TK",
        "TVa",
        "TVb",
        "TensorInfo",
        "UnsynchronizedAccessError",
        "aten",
        "cuda_sanitizer",
        "enable_cuda_sanitizer",
        "gpu_trace",
        "logger",
        "zip_arguments",
        "zip_by_key",
    ),
    "torch.cuda._utils": rows(
        ("_get_cuda_library", EMULATED, "late._run_time_compiler.get_cuda_library", _DRIVER),
        ("_get_nvrtc_library", EMULATED, "late._run_time_compiler.get_nvrtc_library", _MTRTC),
        *stock(
            "works on MUSA's driver and MTRTC, which answer to CUDA's names",
            "_CudaKernel",
            "_CudaModule",
            "_check_cuda",
            "_cuda_load_module",
            "_get_gpu_rtc_compatible_flags",
            "_get_gpu_rtc_library",
            "_get_gpu_runtime_library",
            "_nvrtc_compile",
        ),
        *stock(
            _BINDINGS,
            "_HAS_CUDA_BINDINGS",
            "_check_cuda_bindings",
            "_cuda_bindings_runtime",
            "_get_hip_runtime_library",
            "_get_hiprtc_library",
        ),
    ),
}
