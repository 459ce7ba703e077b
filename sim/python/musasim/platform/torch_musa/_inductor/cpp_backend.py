"""torch._inductor's idea of which language a device's kernels are written in."""

import functools
import sys

from torch._inductor import utils as _module

# Missing in torch 2.7, which decides otherwise.
_get_current_backend = getattr(_module, "get_current_backend", None)


def get_current_backend(device_type=None) -> str:
    """PyTorch's answer for the CPU where the device is musa: "cpp" unless configured otherwise."""
    if not device_type:
        from torch._inductor.virtualized import V

        device_type = V.graph.get_current_device_or_throw().type
    return _get_current_backend("cpu" if device_type == "musa" else device_type)


def _apply():
    """Put it in the place of PyTorch's, also where that has been imported already."""
    if _get_current_backend is None:
        return
    functools.update_wrapper(get_current_backend, _get_current_backend)
    for name in ("utils", "codegen.common", "scheduler", "kernel.mm_common"):
        module = sys.modules.get(f"torch._inductor.{name}")
        if getattr(module, "get_current_backend", None) is _get_current_backend:
            module.get_current_backend = get_current_backend


_apply()
