"""Rotary position embedding of queries and keys in place, as sglang's kernel for CUDA has it.

torchada.apply_rope_inplace(query, key, cos_sin_cache, positions, is_neox=True)
"""

from typing import Tuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from torch import Tensor


def apply_rope_inplace(
    query: "Tensor",
    key: "Tensor",
    cos_sin_cache: "Tensor",
    positions: "Tensor",
    *,
    is_neox: bool,
    rope_dim: int = 0,
) -> None:
    """Rotate `query` and `key`, of the shape (tokens, heads, size of a head).

    A row of `cos_sin_cache` holds the cosines, then the sines, for a position; `positions` names the row of each
    token, and must not go beyond them. With `is_neox` the halves of a head are the pairs, else neighbours are.
    RuntimeError for tensors of other shapes or types, or on another device.
    """
    import torch

    size = rope_dim or cos_sin_cache.size(-1)
    _check(query, key, cos_sin_cache, positions, size)
    with torch.no_grad():
        _rotate(query, key, cos_sin_cache, positions, size, is_neox)


def _rotate(
    query: "Tensor",
    key: "Tensor",
    cos_sin_cache: "Tensor",
    positions: "Tensor",
    size: int,
    is_neox: bool,
) -> None:
    rows = cos_sin_cache.index_select(0, positions).float().unsqueeze(1)
    cosines, sines = rows[..., : size // 2], rows[..., size // 2 :]
    for tensor in (query, key):
        first, second = _pairs(tensor, is_neox)
        a, b = first.float(), second.float()
        # Both are made before either is written.
        rotated = a * cosines - b * sines, b * cosines + a * sines
        first.copy_(rotated[0])
        second.copy_(rotated[1])


def _pairs(tensor: "Tensor", is_neox: bool) -> Tuple["Tensor", "Tensor"]:
    if not is_neox:
        return tensor[..., 0::2], tensor[..., 1::2]
    half = tensor.size(-1) // 2
    return tensor[..., :half], tensor[..., half:]


def _check(query: "Tensor", key: "Tensor", cache: "Tensor", positions: "Tensor", size: int) -> None:
    import torch

    floats = (torch.float16, torch.bfloat16, torch.float32)
    _require(
        query.device.type in ("cuda", "musa"),
        f"torchada.apply_rope_inplace requires MUSA tensors, not {query.device}",
    )
    _require(
        all(tensor.device == query.device for tensor in (key, cache, positions)),
        "query, key, cos_sin_cache and positions must be on the same device",
    )
    _require(query.dim() == key.dim() == 3, "query and key must be three-dimensional")
    _require(query.size(0) == key.size(0), "query and key must have as many tokens")
    _require(query.size(2) == key.size(2), "query and key must have heads of one size")
    _require(query.stride(2) == key.stride(2) == 1, "the last dimension of query and key has gaps")
    _require(query.stride(1) == key.stride(1), "query and key must have matching head strides")
    for name, tensor in (("query", query), ("key", key), ("cos_sin_cache", cache)):
        _require(tensor.dtype in floats, f"{name} must be float16, bfloat16 or float32")
    _require(
        query.element_size() == key.element_size(), "query and key must have the same element size"
    )
    _require(cache.dim() == 2 and cache.is_contiguous(), "cos_sin_cache must be a dense matrix")
    _require(
        positions.dim() == 1
        and positions.is_contiguous()
        and positions.dtype in (torch.int32, torch.int64),
        "positions must be a dense vector of int32 or int64",
    )
    _require(positions.size(0) == query.size(0), "positions must contain one value per token")
    _require(size > 0 and size % 2 == 0, f"the rotary dimension must be even, not {size}")
    _require(
        size == query.size(2) == cache.size(1),
        f"the rotary dimension {size} is not that of the heads ({query.size(2)}) and of "
        f"cos_sin_cache ({cache.size(1)})",
    )


def _require(condition: bool, otherwise: str) -> None:
    if not condition:
        raise RuntimeError(otherwise)
