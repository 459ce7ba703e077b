"""torch.Tensor on MUSA: musa(), is_musa, and pin_memory, is_pinned and to with MUSA's defaults."""

import functools
from typing import Optional, Union

import torch
from torch.nn.parameter import UninitializedTensorMixin
from torch.overrides import handle_torch_function, has_torch_function_unary
from torch.types import _device
from torch_musa import _MUSAC

_DeviceArgument = Optional[Union[_device, str]]


def _musa(self, *args, **kwargs):
    """A copy on a MUSA device: musa(device=None, non_blocking=False, *, memory_format=None)."""
    if has_torch_function_unary(self):
        return handle_torch_function(torch.Tensor.musa, (self,), self, *args, **kwargs)
    return _MUSAC._musa(self, *args, **kwargs)


def _is_musa(self):
    """Whether the tensor is on a MUSA device."""
    return _MUSAC._is_musa(self)


def _pinning_arguments(device: _DeviceArgument):
    # MUSA is what torch pins for by itself; naming it would only draw a deprecation warning.
    if device is None or torch.device(device).type == "musa":
        return ()
    return (device,)


def _pin_memory(self, device: _DeviceArgument = "musa"):
    return torch.Tensor.orig_pin_memory(self, *_pinning_arguments(device))


def _is_pinned(self, device: _DeviceArgument = "musa"):
    return torch.Tensor.orig_is_pinned(self, *_pinning_arguments(device))


def _to(self, *args, **kwargs):
    # A plain number is an index of a MUSA device.
    if args and type(args[0]) is int:
        args = (torch.device("musa", args[0]), *args[1:])
    elif kwargs and type(kwargs.get("device")) is int:
        kwargs["device"] = torch.device("musa", kwargs["device"])
    return torch.Tensor.orig_to(self, *args, **kwargs)


def _dlpack_device(self):
    # PyTorch's own knows the backend only by the name that it had before it was renamed.
    if self.device.type == "musa":
        from torch.utils.dlpack import DLDeviceType

        return (DLDeviceType.kDLExtDev, self.device.index)
    return torch.Tensor.orig___dlpack_device__(self)


def _allow_without_shape(method):
    # Parameters of lazy modules take only the methods of this list before they have a shape.
    allowed = UninitializedTensorMixin._allowed_methods
    if method not in allowed:
        allowed.append(method)


def set_torch_attributes():
    """Add these attributes to torch.Tensor."""
    tensor = torch.Tensor
    tensor.is_musa = property(_is_musa)
    tensor.musa = _musa
    _allow_without_shape(_musa)
    for name, wrapper in (
        ("pin_memory", _pin_memory),
        ("is_pinned", _is_pinned),
        ("to", _to),
        ("__dlpack_device__", _dlpack_device),
    ):
        if hasattr(tensor, f"orig_{name}"):
            continue
        original = getattr(tensor, name)
        setattr(tensor, f"orig_{name}", original)
        setattr(tensor, name, functools.wraps(original)(wrapper))
    _allow_without_shape(tensor.to)
