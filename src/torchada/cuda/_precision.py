"""TF32 and reduced precision: CUDA's switches on top of the one that torch_musa has.

CUDA permits TF32 to matrix products and to convolutions by themselves. torch_musa has one switch for
both, so it is on while both are permitted: what is forbidden is never done. On CUDA it is forbidden to
matrix products by default, so torch_musa's switch, which is on by default, is off while we are active.
"""

from typing import Any

import torch
from torch_musa import _MUSAC

from ._once import say_once

# PyTorch's own functions: this module is imported before ours take their places.
_get_matmul_flag = torch._C._get_cublas_allow_tf32
_set_matmul_flag = torch._C._set_cublas_allow_tf32
_get_conv_flag = torch._C._get_cudnn_allow_tf32
_set_conv_flag = torch._C._set_cudnn_allow_tf32
_set_matmul_precision = torch._C._set_float32_matmul_precision
_set_fp16_flags = torch._C._set_cublas_allow_fp16_reduced_precision_reduction
_set_bf16_flags = torch._C._set_cublas_allow_bf16_reduced_precision_reduction
# torch 2.9 and newer.
_get_precision: Any = getattr(torch._C, "_get_fp32_precision_getter", None)
_set_precision: Any = getattr(torch._C, "_set_fp32_precision_setter", None)


class _Permissions:
    """The permissions to use TF32, one an operation, and torch_musa's switch."""

    def __init__(self):
        self._written = None
        self._allowed = {}

    def get(self, what):
        self._follow()
        return self._allowed[what]

    def put(self, what, allowed):
        self._follow()
        self.put_all({**self._allowed, what: allowed})

    def put_all(self, allowed):
        self._allowed = allowed
        self._written = all(allowed.values())
        _MUSAC._set_allow_tf32(self._written)

    def _follow(self):
        """Take over the switch where torch_musa's own API has moved it: it then holds for both."""
        switch = _MUSAC._get_allow_tf32()
        if switch is not self._written:
            self._written = switch
            self._allowed = {"matmul": switch, "conv": switch}
            if _get_precision is None:
                # Dynamo compares PyTorch's flag before and after it has called get() and put().
                _set_matmul_flag(switch)


_permissions = _Permissions()


def adopt_pytorchs_settings():
    """Set torch_musa's switch by PyTorch's settings; returns a function that restores it."""
    before = _MUSAC._get_allow_tf32()
    if _get_precision is None:
        allowed = {"matmul": _get_matmul_flag(), "conv": _get_conv_flag()}
    else:
        allowed = {what: _get_precision("cuda", what) == "tf32" for what in ("matmul", "conv")}
    _permissions.put_all(allowed)
    return lambda: _MUSAC._set_allow_tf32(before)


def get_matmul_tf32():
    """True if matrix products may use TF32; False by default, as on CUDA.

    PyTorch raises RuntimeError where fp32_precision was set to what this flag cannot tell.
    """
    _get_matmul_flag()
    return _permissions.get("matmul")


def set_matmul_tf32(allowed):
    """Allow or forbid TF32 in matrix products; raises TypeError unless `allowed` is a bool."""
    _set_matmul_flag(allowed)
    _permissions.put("matmul", allowed)


def get_conv_tf32():
    """True if convolutions may use TF32; raises as get_matmul_tf32() does."""
    _get_conv_flag()
    return _permissions.get("conv")


def set_conv_tf32(allowed):
    """Allow or forbid TF32 in convolutions; raises TypeError unless `allowed` is a bool."""
    _set_conv_flag(allowed)
    _permissions.put("conv", allowed)


def set_float32_matmul_precision(precision):
    """Forbid TF32 in matrix products ("highest"), or allow it ("high", "medium")."""
    _set_matmul_precision(precision)
    # PyTorch has warned of another word, which changes nothing.
    if precision in ("highest", "high", "medium"):
        _permissions.put("matmul", precision != "highest")


def set_fp32_precision(backend, op, precision):
    """Forbid TF32 ("ieee"), allow it ("tf32"), or change nothing ("none")."""
    result = _set_precision(backend, op, precision)
    if backend in ("cuda", "generic"):
        for what in ("matmul", "conv"):
            effective = _get_precision("cuda", what)
            if op in (what, "all") and precision != "none" and effective != "none":
                _permissions.put(what, effective == "tf32")
    return result


def set_fp16_reduction(allowed, *split_k):
    """Keep the flag, which has no effect on muBLAS."""
    _set_fp16_flags(allowed, *split_k)
    _say_about_reduction("fp16", allowed)


def set_bf16_reduction(allowed, *split_k):
    """Keep the flag, which has no effect on muBLAS."""
    _set_bf16_flags(allowed, *split_k)
    _say_about_reduction("bf16", allowed)


def _say_about_reduction(kind, allowed):
    if not allowed:
        say_once(
            f"torch.backends.cuda.matmul.allow_{kind}_reduced_precision_reduction = False has no "
            "effect on MUSA: muBLAS chooses the precision of its sums itself. Use float32 tensors "
            "for sums in float32"
        )
