"""torch.library.custom_op: device types by name.

Its code is shown CUDA's names (perspective/modules.def), so it compares what users say with what it
sees, and its messages say "cuda". What is here is for those who say "musa", or see it.
"""

from functools import wraps

from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "custom_ops"


@patch_function
@requires_import("torch_musa")
def _name_cudas_key():
    """The key of "cuda" is "CUDA" by name; who registers under it decides what becomes of that."""
    import torch

    original = torch._C._dispatch_key_for_device

    @wraps(original)
    def _dispatch_key_for_device(device_type):
        key = original(device_type)
        is_ours = key == "PrivateUse1" and device_type.startswith("cuda")
        return "CUDA" if is_ours else key

    name = "_dispatch_key_for_device"
    current().set_attr(torch._C, name, _dispatch_key_for_device, area=AREA)


@patch_function
@requires_import("torch_musa")
def _understand_musa():
    """CustomOpDef.register_kernel("musa") and register_autocast(op, "musa", dtype)."""
    import torch

    ledger, custom_ops = current(), torch._library.custom_ops
    register = _registering_both(custom_ops.CustomOpDef.register_kernel)
    ledger.set_attr(custom_ops.CustomOpDef, "register_kernel", register, area=AREA)
    cast = _comparing_as_seen(custom_ops._cast)
    for module in (custom_ops, torch.library):
        if "_cast" in vars(module):
            ledger.set_attr(module, "_cast", cast, area=AREA)


def _own_name(device_type):
    """The GPU's name as torch._library.custom_ops is shown it; other names unchanged."""
    if device_type not in ("cuda", "musa"):
        return device_type
    from .. import _core

    return "cuda" if _core.state()["perspective"] else "musa"


def _comparing_as_seen(cast):
    @wraps(cast)
    def translated(value, device_type, dtype):
        return cast(value, _own_name(device_type), dtype)

    return translated


def _registering_both(register_kernel):
    @wraps(register_kernel)
    def translated(self, device_types, fn=None, /):
        kernels = self._backend_fns
        names = (device_types,) if isinstance(device_types, str) else device_types or ()
        for name in names:
            own = _own_name(name)
            if own != name and own not in kernels:
                # An operator without tensors looks for the kernel by the device it is given.
                kernels[own] = _forward_to(kernels, name)
        return register_kernel(self, device_types, fn)

    return translated


def _forward_to(kernels, name):
    def kernel(*args, **kwargs):
        return kernels[name](*args, **kwargs)

    return kernel
