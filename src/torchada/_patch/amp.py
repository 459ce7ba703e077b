"""Automatic mixed precision: what torch.amp's Python code cannot know of the GPU by itself.

torch.autocast needs nothing: its device string goes to C++ functions alone, so "cuda" stays "cuda"
in it, and what it says and allows is what it says and allows on CUDA. torch.cuda.amp is built on
torch.amp.
"""

import sys
import warnings
from functools import wraps

from ._device_names import _translate_device
from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "amp"


@patch_function
@requires_import("torch_musa")
def _translate_grad_scaler():
    """GradScaler compares its device with those of tensors; a pickled one has to load on CUDA."""
    import torch

    ledger = current()
    scaler = torch.amp.grad_scaler.GradScaler
    for name, translated in (
        ("__init__", _with_default_device(scaler.__init__)),
        ("__getstate__", _as_on_cuda(scaler.__getstate__)),
        ("__setstate__", _as_here(scaler.__setstate__)),
    ):
        ledger.set_attr(scaler, name, translated, area=AREA)


@patch_function
@requires_import("torch_musa")
def _translate_custom_functions():
    """custom_fwd, custom_bwd and _cast compare the string with the types of the tensors they get."""
    import torch

    ledger = current()
    mode = torch.amp.autocast_mode
    ledger.set_attr(mode, "_cast", _translated_cast(mode._cast), area=AREA)
    for name in ("custom_fwd", "custom_bwd"):
        translated = _with_keyword(getattr(mode, name))
        ledger.set_attr(mode, name, translated, area=AREA)
        ledger.set_attr(torch.amp, name, translated, area=AREA)


@patch_function
@requires_import("torch_musa")
def _answer_for_the_gpu():
    """The functions that name no device mean the GPU; they are deprecated, and say so."""
    import torch

    def get_autocast_gpu_dtype():
        """The dtype of the GPU's autocast."""
        warnings.warn(
            "torch.get_autocast_gpu_dtype() is deprecated. Please use "
            "torch.get_autocast_dtype('cuda') instead.",
            DeprecationWarning,
            stacklevel=2,
        )
        return torch.get_autocast_dtype("musa")

    def set_autocast_gpu_dtype(dtype):
        """Set the dtype of the GPU's autocast."""
        warnings.warn(
            "torch.set_autocast_gpu_dtype(dtype) is deprecated. Please use "
            "torch.set_autocast_dtype('cuda', dtype) instead.",
            DeprecationWarning,
            stacklevel=2,
        )
        torch.set_autocast_dtype("musa", dtype)

    ledger = current()
    for function in (get_autocast_gpu_dtype, set_autocast_gpu_dtype):
        ledger.set_attr(torch, function.__name__, function, area=AREA)


@patch_function
@requires_import("torch_musa")
def _show_dynamo_the_functions():
    """Dynamo folds the autocast state into its graphs: by torch._C's name, and by identity.

    torch_musa has put functions of its own in torch alone, and so have we.
    """
    import torch

    ledger = current()
    for state in ("autocast_enabled", "autocast_gpu_dtype"):
        for verb in ("is", "get", "set"):
            name = f"{verb}_{state}"
            if hasattr(torch, name):
                ledger.set_attr(torch._C, name, getattr(torch, name), area=AREA)
    dynamo = sys.modules.get("torch._dynamo.variables.torch")
    if dynamo is None:
        return
    for name in ("is_autocast_enabled", "get_autocast_gpu_dtype"):
        folded, function = dynamo.constant_fold_functions, getattr(torch, name)
        ledger.set_item(folded, function, None, target=f"dynamo folds {name}", area=AREA)
    # It has looked up the functions of torch._C already.
    forget = torch._dynamo.trace_rules.get_torch_obj_rule_map.cache_clear
    ledger.call(forget, forget, "torch._dynamo.trace_rules.get_torch_obj_rule_map", AREA)


def _with_default_device(init):
    @wraps(init)
    def translated(self, device="cuda", *args, **kwargs):
        init(self, _translate_device(device), *args, **kwargs)

    return translated


def _as_on_cuda(getstate):
    @wraps(getstate)
    def translated(self):
        state = getstate(self)
        if state["_device"] == "musa":
            state["_device"] = "cuda"
        return state

    return translated


def _as_here(setstate):
    @wraps(setstate)
    def translated(self, state):
        setstate(self, state)
        # Pickles of old versions of PyTorch have no device.
        self._device = _translate_device(getattr(self, "_device", "cuda"))

    return translated


def _translated_cast(cast):
    @wraps(cast)
    def translated(value, device_type, dtype):
        return cast(value, _translate_device(device_type), dtype)

    return translated


def _with_keyword(decorator):
    @wraps(decorator)
    def translated(*args, device_type, **kwargs):
        return decorator(*args, device_type=_translate_device(device_type), **kwargs)

    return translated
