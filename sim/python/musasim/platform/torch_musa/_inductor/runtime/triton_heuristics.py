"""The configurations among which a kernel in Triton is tuned."""

import copy

from torch._inductor.runtime import triton_heuristics as _module
from torch._inductor.runtime.hints import HeuristicType

__all__ = ["cached_autotune"]

_torchs = _module.cached_autotune
# A block of a musa device.
_MOST_THREADS = 1024


def cached_autotune(size_hints, configs, triton_meta, heuristic_type, *args, **options):
    """PyTorch's, which counts in warps of 32 lanes: a block has no more threads than the device gives it."""
    if heuristic_type != HeuristicType.USER_AUTOTUNE:
        most = _MOST_THREADS // triton_meta["device"].warp_size_or_default
        configs = [_limited(config, most) for config in configs]
    return _torchs(size_hints, configs, triton_meta, heuristic_type, *args, **options)


def _limited(config, most):
    if config.num_warps <= most:
        return config
    limited = copy.copy(config)
    limited.num_warps = most
    return limited


def _apply():
    _module.cached_autotune = cached_autotune


_apply()
