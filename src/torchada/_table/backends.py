"""Rows of torch.backends.cuda, torch.backends.cudnn and torch.backends.cudnn.rnn."""

from typing import Dict

from .rows import EMULATED, SAME, STOCK, UNSUPPORTED, Rows, rows, stock

_FLAGS = "torch_musa reads PyTorch's own flags"
_TYPE = "a class; its settings go through torch._C"
_ROCM = "of ROCm builds"
_WORKSPACE = "torch_musa does not bind the size of muBLAS's workspace"
_WORKSPACE_ADVICE = "leave it as it is, or free it by torch._C._cuda_clearCublasWorkspaces()"
_PRIVATE = "private names of the functions here"
_SETTING = "a setting that goes through torch._C, where it has its row"
_OF_CUDNN = "cuDNN's own, which PyTorch's code asks for with its kernels alone"

_CUDA = rows(
    ("is_built", EMULATED, "_backends.is_built", "True: PyTorch can run on a GPU here"),
    ("matmul", STOCK, "", _SETTING),
    ("cuBLASModule", STOCK, "", _TYPE),
    ("cufft_plan_cache", STOCK, "", "indexes devices; the cache itself is cuFFTPlanCache"),
    ("cuFFTPlanCacheManager", STOCK, "", "indexes devices; the cache itself is cuFFTPlanCache"),
    ("cuFFTPlanCacheAttrContextProp", STOCK, "", "a descriptor"),
    (
        "cuFFTPlanCache",
        STOCK,
        "",
        "max_size is kept, clear() does nothing, size raises: torch_musa does not bind muFFT's cache",
    ),
    (
        "preferred_linalg_library",
        EMULATED,
        "_backends.preferred_linalg_library",
        "kept; torch_musa has one library, muSOLVER, and says so when another is asked for",
    ),
    (
        "preferred_blas_library",
        EMULATED,
        "_backends.preferred_blas_library",
        "kept; torch_musa chooses among muBLAS's interfaces itself, and says so",
    ),
    ("preferred_rocm_fa_library", STOCK, "", _ROCM),
    ("is_ck_sdpa_available", STOCK, "", _ROCM),
    ("blas_workspace_size", UNSUPPORTED, _WORKSPACE, _WORKSPACE_ADVICE),
    ("cublas_workspace_size", UNSUPPORTED, _WORKSPACE, _WORKSPACE_ADVICE),
    ("cublaslt_workspace_size", UNSUPPORTED, _WORKSPACE, _WORKSPACE_ADVICE),
    ("SDPAParams", STOCK, "", "holds arguments"),
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
        "of torch_musa for users, of CUDA for PyTorch's code",
    ),
    (
        "can_use_flash_attention",
        EMULATED,
        "_backends.can_use_flash_attention",
        "what torch_musa would choose for users; False for PyTorch's code, which means CUDA's kernel",
    ),
    (
        "can_use_efficient_attention",
        EMULATED,
        "_backends.can_use_efficient_attention",
        "what torch_musa would choose for users; False for PyTorch's code, which means CUDA's kernel",
    ),
    ("can_use_cudnn_attention", EMULATED, "_backends.can_use_cudnn_attention", "False"),
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
    ("CUDNN_TENSOR_DTYPES", STOCK, "", "a constant"),
    ("CudnnModule", STOCK, "", _TYPE),
    ("allow_tf32", STOCK, "", _SETTING),
    ("benchmark", STOCK, "", _SETTING),
    ("benchmark_limit", EMULATED, "_cudnn.benchmark_limit", "kept; muDNN chooses by itself"),
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
        "CUDA's answer to users; False to PyTorch, which asks before it lays out cuDNN's weights",
    ),
    ("is_available", EMULATED, "_cudnn.is_available", "True: torch_musa is built on muDNN"),
    ("rnn", STOCK, "", "the module stays, its names have rows of their own"),
    ("set_flags", STOCK, "", _SETTING),
    ("version", SAME, "core.mudnn.version", "of muDNN"),
    ("_cudnn", STOCK, "", "describes cuDNN, where torch was built with it"),
    ("_init", EMULATED, "_cudnn.initialise", "True: there is nothing to check about muDNN"),
)

_RNN = rows(
    ("CudnnRNNModule", STOCK, "", _TYPE),
    ("ContextProp", STOCK, "", "a descriptor"),
    ("Unserializable", STOCK, "", "works everywhere"),
    ("fp32_precision", STOCK, "", _SETTING),
    ("get_cudnn_mode", STOCK, "", _OF_CUDNN),
    ("init_dropout_state", STOCK, "", _OF_CUDNN),
    ("_cudnn", STOCK, "", "describes cuDNN, where torch was built with it"),
)

MODULES: Dict[str, Rows] = {
    "torch.backends.cuda": _CUDA,
    "torch.backends.cudnn": _CUDNN,
    "torch.backends.cudnn.rnn": _RNN,
}
