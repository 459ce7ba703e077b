"""Automatic mixed precision: the device strings that torch.amp's Python code compares itself.

torch.cuda.amp is built on torch.amp, so it needs nothing of its own. The functions of torch._C that
take a device string (is_autocast_enabled, get_autocast_dtype ...) parse it in C++.
"""

from functools import wraps

from ._ledger import current
from ._names import _translate_device
from ._registry import patch_function, requires_import

AREA = "amp"


@patch_function
@requires_import("torch_musa")
def _translate_autocast():
    """torch.autocast("cuda") and GradScaler("cuda") would find no CUDA and switch themselves off."""
    import torch

    ledger = current()
    autocast = torch.amp.autocast_mode.autocast
    init = _with_device_type(autocast.__init__)
    ledger.set_attr(autocast, "__init__", init, area=AREA)
    scaler = torch.amp.grad_scaler.GradScaler
    init = _with_default_device(scaler.__init__)
    ledger.set_attr(scaler, "__init__", init, area=AREA)


@patch_function
@requires_import("torch_musa")
def _translate_custom_functions():
    """custom_fwd and custom_bwd compare the string with the types of the tensors they get."""
    import torch

    ledger = current()
    mode = torch.amp.autocast_mode
    for name in ("custom_fwd", "custom_bwd"):
        translated = _with_keyword(getattr(mode, name))
        ledger.set_attr(mode, name, translated, area=AREA)
        ledger.set_attr(torch.amp, name, translated, area=AREA)


@patch_function
@requires_import("torch_musa")
def _answer_for_the_gpu():
    """The functions that name no device mean the GPU."""
    import torch

    def get_autocast_gpu_dtype():
        """The dtype of the GPU's autocast."""
        return torch.get_autocast_dtype("musa")

    def set_autocast_gpu_dtype(dtype):
        """Set the dtype of the GPU's autocast."""
        torch.set_autocast_dtype("musa", dtype)

    ledger = current()
    ledger.set_attr(torch, "get_autocast_gpu_dtype", get_autocast_gpu_dtype, area=AREA)
    ledger.set_attr(torch, "set_autocast_gpu_dtype", set_autocast_gpu_dtype, area=AREA)


def _with_device_type(init):
    @wraps(init)
    def translated(self, device_type, *args, **kwargs):
        init(self, _translate_device(device_type), *args, **kwargs)

    return translated


def _with_default_device(init):
    @wraps(init)
    def translated(self, device="cuda", *args, **kwargs):
        init(self, _translate_device(device), *args, **kwargs)

    return translated


def _with_keyword(decorator):
    @wraps(decorator)
    def translated(*args, device_type, **kwargs):
        return decorator(*args, device_type=_translate_device(device_type), **kwargs)

    return translated
