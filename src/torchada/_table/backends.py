"""Rows of torch.backends.cuda, torch.backends.cudnn and torch.backends.cudnn.rnn."""

from typing import Dict

from .rows import EMULATED, SAME, STOCK, UNSUPPORTED, Rows, rows, stock

_FLAGS = "torch_musa reads PyTorch's own flags"
_TYPE = "is a class whose settings call functions of torch._C"
_ROCM = "is used by ROCm builds of PyTorch only"
_WORKSPACE = "torch_musa does not bind the size of muBLAS's workspace"
_WORKSPACE_ADVICE = (
    "keep the size, or free the workspace with torch._C._cuda_clearCublasWorkspaces()"
)
_PRIVATE = "is a private name that functions of this module use"
_SETTING = "calls functions of torch._C, which have rows of their own"
_OF_CUDNN = "is used by PyTorch's code for cuDNN's kernels only"
_DESCRIPTOR = "is a descriptor class; works as in PyTorch"
_PLAN_CACHES = "returns the cuFFTPlanCache of a device"
_ATTENTION = (
    "tells users what torch_musa would choose; returns False to PyTorch's code, which asks about "
    "CUDA's kernel"
)
_ABOUT_CUDNN = "describes cuDNN, if torch was built with it"

_CUDA = rows(
    ("is_built", EMULATED, "_backends.is_built", "returns True: PyTorch can run on the MUSA GPU"),
    ("matmul", STOCK, "", _SETTING),
    ("cuBLASModule", STOCK, "", _TYPE),
    ("cufft_plan_cache", STOCK, "", _PLAN_CACHES),
    ("cuFFTPlanCacheManager", STOCK, "", _PLAN_CACHES),
    ("cuFFTPlanCacheAttrContextProp", STOCK, "", _DESCRIPTOR),
    (
        "cuFFTPlanCache",
        STOCK,
        "",
        "keeps max_size, ignores clear(), raises for size: torch_musa does not bind muFFT's cache",
    ),
    (
        "preferred_linalg_library",
        EMULATED,
        "_backends.preferred_linalg_library",
        "keeps the setting, but torch_musa has only muSOLVER; prints a line when it is set to another",
    ),
    (
        "preferred_blas_library",
        EMULATED,
        "_backends.preferred_blas_library",
        "keeps the setting and prints a line: torch_musa chooses among muBLAS's interfaces itself",
    ),
    ("preferred_rocm_fa_library", STOCK, "", _ROCM),
    ("is_ck_sdpa_available", STOCK, "", _ROCM),
    ("blas_workspace_size", UNSUPPORTED, _WORKSPACE, _WORKSPACE_ADVICE),
    ("cublas_workspace_size", UNSUPPORTED, _WORKSPACE, _WORKSPACE_ADVICE),
    ("cublaslt_workspace_size", UNSUPPORTED, _WORKSPACE, _WORKSPACE_ADVICE),
    ("SDPAParams", STOCK, "", "is a class that holds arguments"),
    ("allow_fp16_bf16_reduction_math_sdp", STOCK, "", _FLAGS),
    ("fp16_bf16_reduction_math_sdp_allowed", STOCK, "", _FLAGS),
    ("cudnn_sdp_enabled", STOCK, "", _FLAGS),
    ("enable_cudnn_sdp", STOCK, "", _FLAGS),
    ("enable_flash_sdp", STOCK, "", _FLAGS),
    ("enable_math_sdp", STOCK, "", _FLAGS),
    ("enable_mem_efficient_sdp", STOCK, "", _FLAGS),
    ("flash_sdp_enabled", STOCK, "", _FLAGS),
    ("math_sdp_enabled", STOCK, "", _FLAGS),
    ("mem_efficient_sdp_enabled", STOCK, "", _FLAGS),
    ("sdp_kernel", STOCK, "", _FLAGS),
    (
        "is_flash_attention_available",
        EMULATED,
        "_backends.is_flash_attention_available",
        "tells users about torch_musa's kernel, PyTorch's code about CUDA's kernel",
    ),
    (
        "can_use_flash_attention",
        EMULATED,
        "_backends.can_use_flash_attention",
        _ATTENTION,
    ),
    (
        "can_use_efficient_attention",
        EMULATED,
        "_backends.can_use_efficient_attention",
        _ATTENTION,
    ),
    ("can_use_cudnn_attention", EMULATED, "_backends.can_use_cudnn_attention", "returns False"),
    *stock(
        _PRIVATE,
        "_BlasBackends",
        "_BlasBackends_str",
        "_LinalgBackends",
        "_LinalgBackends_str",
        "_ROCmFABackends",
        "_ROCmFABackends_str",
    ),
)

_CUDNN = rows(
    ("CUDNN_TENSOR_DTYPES", STOCK, "", "is a constant"),
    ("CudnnModule", STOCK, "", _TYPE),
    ("allow_tf32", STOCK, "", _SETTING),
    ("benchmark", STOCK, "", _SETTING),
    (
        "benchmark_limit",
        EMULATED,
        "_cudnn.benchmark_limit",
        "keeps the setting, which has no effect: muDNN chooses its algorithms itself",
    ),
    ("conv", STOCK, "", _SETTING),
    ("depthwise_kernel", STOCK, "", _SETTING),
    ("deterministic", STOCK, "", _SETTING),
    ("enabled", STOCK, "", _SETTING),
    ("flags", STOCK, "", _SETTING),
    ("fp32_precision", STOCK, "", _SETTING),
    (
        "is_acceptable",
        STOCK,
        "",
        "answers users as on CUDA; returns False to PyTorch's code, which asks before it arranges "
        "weights for cuDNN",
    ),
    ("is_available", EMULATED, "_cudnn.is_available", "returns True: torch_musa uses muDNN"),
    ("rnn", STOCK, "", "is PyTorch's module; its names have rows of their own"),
    ("set_flags", STOCK, "", _SETTING),
    ("version", SAME, "core.mudnn.version", "returns muDNN's version"),
    ("_cudnn", STOCK, "", _ABOUT_CUDNN),
    ("_init", EMULATED, "_cudnn.initialise", "returns True: muDNN needs no check"),
)

_RNN = rows(
    ("CudnnRNNModule", STOCK, "", _TYPE),
    ("ContextProp", STOCK, "", _DESCRIPTOR),
    ("Unserializable", STOCK, "", "works on every platform"),
    ("fp32_precision", STOCK, "", _SETTING),
    ("get_cudnn_mode", STOCK, "", _OF_CUDNN),
    ("init_dropout_state", STOCK, "", _OF_CUDNN),
    ("_cudnn", STOCK, "", _ABOUT_CUDNN),
)

MODULES: Dict[str, Rows] = {
    "torch.backends.cuda": _CUDA,
    "torch.backends.cudnn": _CUDNN,
    "torch.backends.cudnn.rnn": _RNN,
}
