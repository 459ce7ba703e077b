"""Tensors that flash_attn refuses, refused in the same way: RuntimeError."""

from torch import Tensor

# The largest head dimension of queries and keys. Values may have more where queries have a part for it (qv).
_LARGEST_HEAD = 256


def check(q: Tensor, k: Tensor, v: Tensor, dimensions: int, dimensions_of_keys: int) -> None:
    """float32, which flash_attn refuses too, is computed: it is more exact, and costs only time."""
    for name, tensor, wanted in (
        ("q", q, dimensions),
        ("k", k, dimensions_of_keys),
        ("v", v, dimensions_of_keys),
    ):
        if tensor.device.type == "cpu":
            raise RuntimeError(f"flash_attn: {name} must be on CUDA, but is on the CPU")
        if tensor.dim() != wanted:
            shape = tuple(tensor.shape)
            raise RuntimeError(f"flash_attn: {name} must have {wanted} dimensions, not {shape}")
        if not tensor.is_floating_point():
            raise RuntimeError(
                f"flash_attn: {name} must be float16 or bfloat16, but is {tensor.dtype}"
            )
    if k.dtype != v.dtype:
        raise RuntimeError(f"flash_attn: k is {k.dtype} and v {v.dtype}, which must be the same")
    if q.shape[-1] != k.shape[-1]:
        raise RuntimeError(
            f"flash_attn: heads of q have {q.shape[-1]} elements and those of k {k.shape[-1]}"
        )
    if q.shape[-1] > _LARGEST_HEAD:
        raise RuntimeError(
            f"flash_attn: heads have at most {_LARGEST_HEAD} elements, not {q.shape[-1]}"
        )
