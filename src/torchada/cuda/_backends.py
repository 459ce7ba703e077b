"""torch.backends.cuda: libraries that cannot be chosen, and which attention can be used."""

import operator
import sys

import torch

from .._patch._device_names import is_user
from ._once import say_once


def is_built():
    """True: PyTorch can run on the MUSA GPU."""
    return True


# PyTorch names the function in a deprecation warning of torch.has_cuda.
is_built.__module__ = "torch.backends.cuda"


# The choice that a program has made, by function.
_preferred = {}  # type: ignore[var-annotated]


def preferred_linalg_library(backend=None):
    """Set and return the preferred library, which has no effect: torch_musa has only muSOLVER."""
    return _library("preferred_linalg_library", backend, "_LinalgBackend")


def preferred_blas_library(backend=None):
    """Set and return the preferred library, which has no effect: torch_musa chooses it itself."""
    return _library("preferred_blas_library", backend, "_BlasBackend")


def _library(function, wanted, kind):
    """Checks the argument as PyTorch does, and keeps it."""
    enum = getattr(torch._C, kind)
    if isinstance(wanted, str):
        libraries = getattr(torch.backends.cuda, f"{kind}s")
        if wanted not in libraries:
            names = ", ".join(libraries)
            raise RuntimeError(f"Unknown input value. Choose from: {names}.")
        wanted = libraries[wanted]
    elif wanted is not None and not isinstance(wanted, enum):
        raise RuntimeError("Unknown input value type.")
    if wanted is not None:
        _preferred[function] = wanted
        if wanted != enum.Default:
            say_once(
                f"torch.backends.cuda.{function}() has no effect on MUSA: torch_musa chooses the "
                "library itself"
            )
    return _preferred.get(function, enum.Default)


def _user_asks():
    """Whether the caller of our caller is the user's code."""
    return is_user(sys._getframe(2))


def is_flash_attention_available():
    """True to users if torch_musa has a flash attention kernel; False to PyTorch's code."""
    return _user_asks() and hasattr(torch.ops.aten, "_scaled_dot_product_attention_flash_musa")


def can_use_flash_attention(params, debug=False):
    """True if scaled_dot_product_attention would use the flash kernel for these arguments."""
    return _user_asks() and _choice(params) == torch.nn.attention.SDPBackend.FLASH_ATTENTION


def can_use_efficient_attention(params, debug=False):
    """True if scaled_dot_product_attention would use the memory-efficient kernel."""
    return _user_asks() and _choice(params) == torch.nn.attention.SDPBackend.EFFICIENT_ATTENTION


def can_use_cudnn_attention(params, debug=False):
    """False: torch_musa has no cuDNN kernel."""
    return False


def _choice(params):
    """The SDPBackend that torch_musa chooses; ERROR when the flags leave it none."""
    tensors = (params.query, params.key, params.value, params.attn_mask)
    options = (params.dropout, params.is_causal)
    try:
        chosen = torch._fused_sdp_choice(*tensors, *options, enable_gqa=params.enable_gqa)
    except RuntimeError:
        return torch.nn.attention.SDPBackend.ERROR
    return torch.nn.attention.SDPBackend(chosen)


# CUDA's limit of the plans of a device.
_DEFAULT_PLANS = 4096
_max_plans = {}  # type: ignore[var-annotated]


def _count_no_plans(device_index):
    _say_about_plans("size")
    return 0


def _get_max_plans(device_index):
    return _max_plans.get(device_index, _DEFAULT_PLANS)


def _set_max_plans(device_index, count):
    if operator.index(count) < 0:
        raise RuntimeError(f"cuFFT plan cache size must be non-negative, but got {count}")
    _max_plans[device_index] = count
    _say_about_plans("max_size")


plan_cache_size = torch.backends.cuda.cuFFTPlanCacheAttrContextProp(
    _count_no_plans, torch.backends.cuda.cuFFTPlanCache.__dict__["size"].setter
)
plan_cache_max_size = torch.backends.cuda.cuFFTPlanCacheAttrContextProp(
    _get_max_plans, _set_max_plans
)


def clear_plan_cache(cache):
    """Keep the plans, and print a line that says so."""
    _say_about_plans("clear()")


def _say_about_plans(name):
    say_once(
        f"torch.backends.cuda.cufft_plan_cache.{name} has no effect on MUSA: torch_musa does not bind "
        "muFFT's plan cache"
    )
