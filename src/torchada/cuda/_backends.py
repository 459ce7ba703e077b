"""torch.backends.cuda: libraries that cannot be chosen, and which attention can be used."""

import sys

import torch

from .._errors import UnsupportedError
from .._patch._names import is_user
from ._once import say_once


def is_built():
    """Whether PyTorch can run on a GPU here: it can."""
    return True


# PyTorch names the function in a deprecation warning of torch.has_cuda.
is_built.__module__ = "torch.backends.cuda"


def preferred_linalg_library(backend=None):
    """The library that torch_musa uses, muSOLVER, stands for CUDA's default."""
    libraries, enum = torch.backends.cuda._LinalgBackends, torch._C._LinalgBackend
    chosen = _library("preferred_linalg_library", backend, libraries, enum)
    return enum.Default if chosen is None else chosen


def preferred_blas_library(backend=None):
    """torch_musa chooses among muBLAS and muBLASLt itself."""
    libraries, enum = torch.backends.cuda._BlasBackends, torch._C._BlasBackend
    chosen = _library("preferred_blas_library", backend, libraries, enum)
    return enum.Default if chosen is None else chosen


def _library(function, wanted, libraries, enum):
    """Checks the argument as PyTorch does; nothing but the default can be had."""
    if wanted is None:
        return None
    if isinstance(wanted, str):
        if wanted not in libraries:
            names = ", ".join(libraries)
            raise RuntimeError(f"Unknown input value. Choose from: {names}.")
        wanted = libraries[wanted]
    elif not isinstance(wanted, enum):
        raise RuntimeError("Unknown input value type.")
    if wanted != enum.Default:
        say_once(
            f"torch.backends.cuda.{function}() has no effect on MUSA: torch_musa chooses the "
            "library itself. The default stays preferred"
        )
    return None


def _user_asks():
    """Whether the caller of our caller is the user's code."""
    return is_user(sys._getframe(2))


def is_flash_attention_available():
    """Whether torch_musa has a flash attention kernel; for PyTorch's code, whether CUDA has."""
    return _user_asks() and hasattr(torch.ops.aten, "_scaled_dot_product_attention_flash_musa")


def can_use_flash_attention(params, debug=False):
    """Whether scaled_dot_product_attention would use the flash kernel for these arguments."""
    return _user_asks() and _choice(params) == torch.nn.attention.SDPBackend.FLASH_ATTENTION


def can_use_efficient_attention(params, debug=False):
    """Whether scaled_dot_product_attention would use the memory-efficient kernel."""
    return _user_asks() and _choice(params) == torch.nn.attention.SDPBackend.EFFICIENT_ATTENTION


def can_use_cudnn_attention(params, debug=False):
    """False: torch_musa has no kernel of that kind."""
    return False


def _choice(params):
    """What torch_musa chooses, as an SDPBackend; ERROR when the flags leave it nothing."""
    tensors = (params.query, params.key, params.value, params.attn_mask)
    options = (params.dropout, params.is_causal)
    try:
        chosen = torch._fused_sdp_choice(*tensors, *options, enable_gqa=params.enable_gqa)
    except RuntimeError:
        return torch.nn.attention.SDPBackend.ERROR
    return torch.nn.attention.SDPBackend(chosen)


def _refuse_plan_cache(*arguments):
    raise UnsupportedError.of(
        "torch.backends.cuda.cufft_plan_cache",
        "torch_musa does not bind muFFT's plan cache",
        "leave it alone; it keeps a limited number of plans",
    )


plan_cache_size = torch.backends.cuda.cuFFTPlanCacheAttrContextProp(
    _refuse_plan_cache, torch.backends.cuda.cuFFTPlanCache.__dict__["size"].setter
)
plan_cache_max_size = torch.backends.cuda.cuFFTPlanCacheAttrContextProp(
    _refuse_plan_cache, _refuse_plan_cache
)


def clear_plan_cache(cache):
    """Raises UnsupportedError."""
    _refuse_plan_cache()
