"""The configurations of a kernel in Triton: what a musa device allows, and as a rule only the first that compiles."""

import copy

from torch._inductor.runtime import triton_heuristics as _module
from torch._inductor.runtime.hints import HeuristicType
from torch._inductor.runtime.triton_heuristics import CachingAutotuner, NoTritonConfigsError

__all__ = ["cached_autotune"]

_torchs = _module.cached_autotune
_compile_all = CachingAutotuner._precompile_worker
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


def _compile(tuner):
    """PyTorch's, which compiles all to measure them; here the choice is that of triton.autotune: MUSASIM_AUTOTUNE."""
    from musasim.triton._tuning import all_are_measured

    configs = tuner.configs
    measured = tuner.device_props.type != "musa" or all_are_measured()
    if measured or tuner.compile_results or not configs:
        return _compile_all(tuner)
    for config in configs[:-1]:
        tuner.configs = [config]
        try:
            return _compile_all(tuner)
        except NoTritonConfigsError:
            continue  # it wants more than the device has
    tuner.configs = configs[-1:]
    return _compile_all(tuner)


def _apply():
    _module.cached_autotune = cached_autotune
    CachingAutotuner._precompile_worker = _compile


_apply()
