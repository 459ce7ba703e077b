"""torch.get_device_module: users ask for CUDA and get torch.cuda, PyTorch's code gets torch.musa."""

import sys
from functools import wraps

from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "device_module"


@patch_function
@requires_import("torch_musa")
def _give_users_torch_cuda():
    """For a user the GPU's module is torch.cuda: it has every name that CUDA's has."""
    import torch
    import torch_musa

    from .. import _core

    original, cuda = torch.get_device_module, torch.cuda
    is_native = _core.is_native_module

    @wraps(original)
    def get_device_module(device=None):
        module = original(device)
        if module is not torch_musa or (isinstance(device, str) and device[:4] == "musa"):
            return module
        asker = sys._getframe(1).f_globals.get("__name__")
        return module if isinstance(asker, str) and is_native(asker) else cuda

    current().set_attr(torch, "get_device_module", get_device_module, area=AREA)
