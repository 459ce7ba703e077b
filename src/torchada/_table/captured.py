"""Rows for what is bound besides modules' own names: copies of names, attributes of classes, added names.

PyTorch's own modules took objects from torch.cuda when they were imported. Those imported after
activation took ours; the others are listed here and rebound, so that both orders end alike.
"""

from __future__ import annotations

from typing import Tuple

from .rows import STOCK
from .torch_c import BINDINGS

_INTERFACE = "torch._dynamo.device_interface"
_DYNAMO = "torch._dynamo.variables"

# Further holders of an object, under names of their own: (module, path in it, where the object is now).
# Modules that are not loaded, and names that this torch lacks, are left out.
CAPTURED: Tuple[Tuple[str, str, str], ...] = (
    ("torch.nn.parallel.parallel_apply", "_get_device_index", "torch.cuda._get_device_index"),
    (
        "torch.nn.parallel.data_parallel",
        "_get_available_device_type",
        "torch._utils._get_available_device_type",
    ),
    (
        "torch.distributed.checkpoint.filesystem",
        "_get_available_device_type",
        "torch._utils._get_available_device_type",
    ),
    ("torch._inductor.exc", "_CudaDeviceProperties", "torch.cuda._CudaDeviceProperties"),
    (_INTERFACE, "CudaInterface.Event", "torch.cuda.Event"),
    (_INTERFACE, "CudaInterface.Stream", "torch.cuda.Stream"),
    (_INTERFACE, "CudaInterface._set_stream_by_id", "torch.cuda._set_stream_by_id"),
    (_INTERFACE, "CudaInterface.current_device", "torch.cuda.current_device"),
    (_INTERFACE, "CudaInterface.current_stream", "torch.cuda.current_stream"),
    (_INTERFACE, "CudaInterface.device", "torch.cuda.device"),
    (_INTERFACE, "CudaInterface.device_count", "torch.cuda.device_count"),
    (_INTERFACE, "CudaInterface.exchange_device", "torch.cuda._exchange_device"),
    (_INTERFACE, "CudaInterface.get_device_properties", "torch.cuda.get_device_properties"),
    (_INTERFACE, "CudaInterface.is_bf16_supported", "torch.cuda.is_bf16_supported"),
    (_INTERFACE, "CudaInterface.maybe_exchange_device", "torch.cuda._maybe_exchange_device"),
    (_INTERFACE, "CudaInterface.memory_allocated", "torch.cuda.memory_allocated"),
    (_INTERFACE, "CudaInterface.set_device", "torch.cuda.set_device"),
    (_INTERFACE, "CudaInterface.set_stream", "torch.cuda.set_stream"),
    (_INTERFACE, "CudaInterface.stream", "torch.cuda.stream"),
    (_INTERFACE, "CudaInterface.synchronize", "torch.cuda.synchronize"),
    (f"{_DYNAMO}.ctx_manager", "CUDADeviceVariable._exchange_fn", "torch.cuda._exchange_device"),
    (
        f"{_DYNAMO}.ctx_manager",
        "CUDADeviceVariable._maybe_exchange_fn",
        "torch.cuda._maybe_exchange_device",
    ),
    (
        f"{_DYNAMO}.ctx_manager",
        "CUDADeviceVariable._get_device_index_fn",
        "torch.cuda._get_device_index",
    ),
    (f"{_DYNAMO}.streams", "CudaStreamVariable._cpython_type", "torch.cuda.Stream"),
    (
        "torch._higher_order_ops.flex_attention",
        "_autocast_cast",
        "torch.amp.autocast_mode._cast",
    ),
    (
        "torch.package.package_importer",
        "_get_restore_location",
        "torch.serialization._get_restore_location",
    ),
    (
        "torch.jit._serialization",
        "validate_cuda_device",
        "torch.serialization.validate_cuda_device",
    ),
    ("torch.backends.cudnn", "CudnnModule.allow_tf32.getter", "torch._C._get_cudnn_allow_tf32"),
    ("torch.backends.cudnn", "CudnnModule.allow_tf32.setter", "torch._C._set_cudnn_allow_tf32"),
    (
        "torch.backends.cudnn",
        "CudnnModule.deterministic.setter",
        "torch._C._set_cudnn_deterministic",
    ),
    ("torch.backends.cudnn", "CudnnModule.enabled.setter", "torch._C._set_cudnn_enabled"),
    (
        "torch.cuda.graphs",
        "_cuda_isCurrentStreamCapturing",
        "torch._C._cuda_isCurrentStreamCapturing",
    ),
    ("torch.cuda.graphs", "_CUDAGraph", "torch._C._CUDAGraph"),
    ("torch.cuda.green_contexts", "_GreenContext", "torch._C._CUDAGreenContext"),
    ("torch.cuda.graphs", "_graph_pool_handle", "torch._C._graph_pool_handle"),
    ("torch.cuda.memory", "_MemPool", "torch._C._MemPool"),
    ("torch.cuda.memory", "_MemPoolContext", "torch._C._MemPoolContext"),
    ("torch.cuda.memory", "_cuda_CUDAAllocator", "torch._C._cuda_CUDAAllocator"),
    (
        "torch.cuda.memory",
        "_cuda_beginAllocateCurrentThreadToPool",
        "torch._C._cuda_beginAllocateCurrentThreadToPool",
    ),
    ("torch.cuda.memory", "_cuda_beginAllocateToPool", "torch._C._cuda_beginAllocateToPool"),
    (
        "torch.cuda.memory",
        "_cuda_endAllocateCurrentStreamToPool",
        "torch._C._cuda_endAllocateCurrentStreamToPool",
    ),
    ("torch.cuda.memory", "_cuda_endAllocateToPool", "torch._C._cuda_endAllocateToPool"),
    ("torch.cuda.memory", "_cuda_releasePool", "torch._C._cuda_releasePool"),
    *(
        (module, name, f"torch.backends.cuda.{name}")
        for module in (
            "torch.nested._internal.sdpa",
            "torch.nn.attention",
            "torch.nn.attention.bias",
        )
        for name in (
            "can_use_cudnn_attention",
            "can_use_efficient_attention",
            "can_use_flash_attention",
            "is_flash_attention_available",
        )
    ),
)

# Sets, and dicts by object, that contain one: the new object is put in beside the old one, in a dict
# with the old one's value.
CAPTURED_ITEMS: Tuple[Tuple[str, str, str], ...] = (
    ("torch._dynamo.utils", "common_constant_types", "torch.cuda._CudaDeviceProperties"),
    (
        f"{_DYNAMO}.builder",
        "SourcelessBuilder._type_handlers",
        "torch.cuda._CudaDeviceProperties",
    ),
    (f"{_DYNAMO}.ctx_manager", "_device_context_manager_map", "torch.cuda.device"),
    (f"{_DYNAMO}.streams", "_stream_fn_to_variable_cls", "torch.cuda.current_stream"),
    (f"{_DYNAMO}.torch", "constant_fold_functions_need_guards", "torch.cuda.current_device"),
    (f"{_DYNAMO}.torch", "constant_fold_functions_need_guards", "torch.cuda.is_initialized"),
    (f"{_DYNAMO}.torch", "constant_fold_functions", "torch._C._get_cublas_allow_tf32"),
    (f"{_DYNAMO}.torch", "constant_fold_functions", "torch.cuda.current_device"),
    (f"{_DYNAMO}.torch", "constant_fold_functions", "torch.cuda.get_device_properties"),
    (f"{_DYNAMO}.torch", "constant_fold_functions", "torch.cuda.is_initialized"),
    (f"{_DYNAMO}.torch", "constant_fold_functions", "torch.get_autocast_gpu_dtype"),
    ("multiprocessing.reduction", "ForkingPickler._extra_reducers", "torch.cuda.Event"),
)

# Holders that keep PyTorch's own objects, and why that is right: (module, path in it, reason).
KEPT: Tuple[Tuple[str, str, str], ...] = (
    ("torch", "_storage_classes", "files name CUDA's legacy types"),
    ("torch", "_tensor_classes", "files name CUDA's legacy types"),
    (
        "multiprocessing.reduction",
        "ForkingPickler._extra_reducers",
        "CUDA's legacy types stay beside MUSA's",
    ),
    (
        "torch._dynamo.variables.torch",
        "dispatch_key_set_functions",
        "PyTorch's code means its own dispatch keys",
    ),
    (
        "torch._higher_order_ops.triton_kernel_wrap",
        "_dispatch_keys",
        "PyTorch's code means its own dispatch keys",
    ),
)

# Attributes of PyTorch's classes that are bound: (module, path in it, our object in torchada.cuda).
MEMBERS: Tuple[Tuple[str, str, str], ...] = (
    ("torch.backends.cuda", "cuFFTPlanCache.size", "_backends.plan_cache_size"),
    ("torch.backends.cuda", "cuFFTPlanCache.max_size", "_backends.plan_cache_max_size"),
    ("torch.backends.cuda", "cuFFTPlanCache.clear", "_backends.clear_plan_cache"),
)

# Attributes that CUDA's classes have and torch_musa's have under another name:
# (class in torch_musa, CUDA's name, torch_musa's name).
CLASS_ALIASES: Tuple[Tuple[str, str, str], ...] = (
    ("Stream", "cuda_stream", "musa_stream"),
    ("Event", "cuda_event", "musa_event"),
)

# PyTorch's code asks whether torch._C has these.
_PROBED = {"_CUDAGreenContext", "_FastCudaLauncher", "_StaticCudaLauncher"}

# Names that a torch without CUDA lacks and gets: bindings of ours and torch_musa's, and those that say
# why they are not supported.
ADDED = {
    "torch._C": frozenset(
        row.name for row in BINDINGS if row.how != STOCK and row.name not in _PROBED
    ),
    # torch._C puts it there as it initialises CUDA.
    "torch.cuda": frozenset({"_get_device_properties"}),
}
