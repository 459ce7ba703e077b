"""torch.get_device_module: users ask for CUDA and get torch.cuda, PyTorch's code gets torch.musa."""

from functools import cache

from ._ledger import current
from ._registry import patch_function, requires_import
from ._views import as_user

AREA = "device_module"


@patch_function
@requires_import("torch_musa")
def _give_users_torch_cuda():
    """For a user the GPU's module is torch.cuda: it has every name that CUDA's has."""
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
