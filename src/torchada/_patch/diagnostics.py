"""Tools that look at CUDA from outside PyTorch: emit_nvtx and the sanitizer of streams.

Where there is nothing for them to look at they say so, instead of finding nothing.
"""

import sys
from functools import wraps
from typing import List

from .. import _log
from .._errors import UnsupportedError
from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "diagnostics"
_MODULE = "torch.cuda._sanitizer"

_NVTX = (
    "torch.autograd.profiler.emit_nvtx() has no effect on MUSA: torch_musa has no library of "
    "ranges. Instead: use torch.profiler"
)
_SANITIZER = (
    "torch.cuda._sanitizer",
    "this torch_musa does not report its streams, events and allocations to PyTorch",
    "set CUDA_LAUNCH_BLOCKING=1, with which streams cannot race",
)


@patch_function
@requires_import("torch_musa")
def _let_emit_nvtx_pass():
    """The block runs, after a warning; its operators are not marked."""
    import torch

    def __enter__(self):
        if not self.enabled:
            return None
        if self.entered:
            raise RuntimeError("NVTX annotation context manager is not reentrant")
        self.entered = True
        _log.warn(_NVTX)
        torch.cuda.synchronize()
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        if not self.enabled:
            return None
        torch.cuda.synchronize()
        return False

    for method in (__enter__, __exit__):
        current().set_attr(torch.autograd.profiler.emit_nvtx, method.__name__, method, area=AREA)


@patch_function
@requires_import("torch_musa")
def _check_sanitizer():
    """TORCH_CUDA_SANITIZER has switched it on before, enable_cuda_sanitizer() may later."""
    import torch

    ledger, genuine = current(), torch._C._activate_gpu_trace

    @wraps(genuine)
    def _activate_gpu_trace():
        # The last line of the sanitizer's module calls this, which is how its import is noticed.
        genuine()
        _receive_reports(ledger)
        module = sys.modules.get(_MODULE)
        if module is not None and not hasattr(module.enable_cuda_sanitizer, "__wrapped__"):
            _guard(ledger, module)

    ledger.set_attr(torch._C, "_activate_gpu_trace", _activate_gpu_trace, area=AREA)
    module = sys.modules.get(_MODULE)
    if module is not None:
        _receive_reports(ledger)
        _guard(ledger, module)
        if module.cuda_sanitizer.enabled and not _is_traced():
            module.cuda_sanitizer.disable()
            _log.warn(UnsupportedError.text(*_SANITIZER))


def _receive_reports(ledger):
    """PyTorch passes what a device reports to torch.<its type>._gpu_trace: let that be CUDA's."""
    import torch_musa
    from torch.cuda import _gpu_trace

    if "torch.musa" not in sys.modules:
        ledger.set_item(sys.modules, "torch.musa", torch_musa, target="torch.musa", area=AREA)
    if getattr(torch_musa, "_gpu_trace", None) is not _gpu_trace:
        ledger.set_attr(torch_musa, "_gpu_trace", _gpu_trace, area=AREA)


def _guard(ledger, module):
    genuine = module.enable_cuda_sanitizer

    @wraps(genuine)
    def enable_cuda_sanitizer():
        if not _is_traced():
            raise UnsupportedError.of(*_SANITIZER)
        genuine()

    ledger.set_attr(module, "enable_cuda_sanitizer", enable_cuda_sanitizer, area=AREA)


def _is_traced() -> bool:
    """Whether torch_musa reports what the sanitizer needs: here, that an event was made.

    It initialises the device. True where no device is found, for then nothing is left to report.
    """
    import torch_musa
    from torch.cuda._gpu_trace import EventCreationCallbacks

    if torch_musa.device_count() == 0:
        return True
    told: List[int] = []
    callback = told.append
    EventCreationCallbacks.add_callback(callback)
    try:
        torch_musa.Event().record()
    finally:
        EventCreationCallbacks.callback_list.remove(callback)
    return bool(told)
