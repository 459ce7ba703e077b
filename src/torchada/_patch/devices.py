"""Devices given to functions that are torch_musa's own, and the module that belongs to a device."""

from functools import cache
from types import ModuleType

from ._ledger import current
from ._registry import patch_function, requires_import
from ._views import as_user

AREA = "devices"
# The one helper by which torch_musa's functions read a device. Its errors name musa.
_HELPER = "_get_musa_device_index"


@patch_function
@requires_import("torch_musa")
def _read_devices_as_cuda():
    """torch.cuda.synchronize("cpu") expects a cuda device, in as many words.

    Ours takes the helper's place, so nothing is called that was not called before.
    """
    from torch_musa import core

    from ..cuda._devices import device_index_for_torch_musa as helper

    original = getattr(core._utils, _HELPER)
    for module in list(vars(core).values()):
        if isinstance(module, ModuleType) and vars(module).get(_HELPER) is original:
            current().set_attr(module, _HELPER, helper, area=AREA)


@patch_function
@requires_import("torch_musa")
def _give_users_torch_cuda():
    """torch.get_device_module(): for a user the GPU's is torch.cuda, for PyTorch's code torch.musa.

    torch.cuda has every name that CUDA's has.
    """
    import torch

    from .. import _core

    ledger, original = current(), torch.get_device_module
    # Newer torch remembers its answers; those for users have to be their own.
    shown = as_user(getattr(original, "__wrapped__", original), ledger, AREA)

    @cache
    def for_users(device=None):
        if isinstance(device, str) and device[:4] == "musa":
            return original(device)
        return shown(device)

    function = _core.ByAsker(original, for_users, {"cuda": torch.cuda})
    ledger.set_attr(torch, "get_device_module", function, area=AREA)
