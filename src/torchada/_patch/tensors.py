"""Methods of tensors: Tensor.to, DLPack's device, what uninitialized parameters allow.

Tensor.to is PyTorch's own again. torch_musa's Python function turns an integer into a device of MUSA,
which PyTorch does by itself where the accelerator is MUSA; it costs more than the conversion of a tensor
that is there already.
"""

from functools import wraps
from types import MethodDescriptorType

from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "tensors"


@patch_function
@requires_import("torch_musa")
def _bypass_the_wrapper_of_to():
    """Put the method in C back, where what stands in its place is torch_musa's."""
    import torch

    genuine = torch._C.TensorBase.to
    wrapper = vars(torch.Tensor).get("to")
    if wrapper is None or not isinstance(genuine, MethodDescriptorType):
        return
    if getattr(wrapper, "__module__", "").split(".")[0] != "torch_musa":
        reason = f"the module {wrapper.__module__} has replaced it"
        current().skip(AREA, "torch.Tensor.to", reason)
        return
    current().set_attr(torch.Tensor, "to", genuine, area=AREA)


@patch_function
@requires_import("torch_musa")
def _tell_dlpack_the_device():
    """PyTorch's __dlpack_device__ knows the backend by the name "privateuse1" alone."""
    import torch
    from torch.utils.dlpack import DLDeviceType

    original = torch.Tensor.__dlpack_device__
    if original.__module__.split(".")[0] == "torch_musa":
        current().skip(AREA, "torch.Tensor.__dlpack_device__", "torch_musa has replaced it")
        return

    @wraps(original)
    def __dlpack_device__(self):
        if torch.overrides.has_torch_function_unary(self) or self.device.type != "musa":
            return original(self)
        return DLDeviceType.kDLExtDev, self.device.index

    current().set_attr(torch.Tensor, "__dlpack_device__", __dlpack_device__, area=AREA)


@patch_function
@requires_import("torch_musa")
def _allow_moving_uninitialized_parameters():
    """LazyLinear(3).cuda() moves parameters that have no shape yet.

    PyTorch took the methods that it allows when it was imported; two have been replaced since.
    """
    import torch

    mixin = torch.nn.parameter.UninitializedTensorMixin
    allowed = [*mixin._allowed_methods, torch.Tensor.cuda, torch.Tensor.to]
    current().set_attr(mixin, "_allowed_methods", allowed, area=AREA)
