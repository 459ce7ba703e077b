"""torch.backends.cudnn over muDNN, which is always on and chooses its algorithms itself."""

import torch
from torch.backends import ContextProp

from ._once import say_once

# PyTorch's own functions: this module is imported before ours take their places.
_set_enabled_flag = torch._C._set_cudnn_enabled
_set_deterministic_flag = torch._C._set_cudnn_deterministic

_benchmark_limit = 10


def is_available():
    """True: torch_musa is built on muDNN."""
    return True


def initialise():
    """True: muDNN needs no check."""
    return True


def set_enabled(enabled):
    """Keep the flag, which has no effect: muDNN stays on."""
    _set_enabled_flag(enabled)
    if not enabled:
        say_once(
            "torch.backends.cudnn.enabled = False has no effect on MUSA: torch_musa has only muDNN's "
            "kernels"
        )


def set_deterministic(deterministic):
    """Keep the flag, which has no effect on muDNN."""
    _set_deterministic_flag(deterministic)
    if deterministic:
        say_once(
            "torch.backends.cudnn.deterministic = True has no effect on MUSA: muDNN has no such "
            "setting. torch.use_deterministic_algorithms(True) affects torch_musa's own kernels"
        )


def get_benchmark_limit():
    """The number that set_benchmark_limit() set; muDNN does not use it."""
    return _benchmark_limit


def set_benchmark_limit(limit):
    """Keep the number, which has no effect on muDNN."""
    global _benchmark_limit
    _benchmark_limit = int(limit)


benchmark_limit = ContextProp(get_benchmark_limit, set_benchmark_limit)
