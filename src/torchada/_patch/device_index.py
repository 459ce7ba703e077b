"""Devices given to functions of torch.cuda that are torch_musa's own: read, and refused, as CUDA's.

Those functions read a device through one helper, whose errors name musa. Ours takes its place, so
nothing is called that was not called before.
"""

import sys

from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "device_index"
_HELPER = "_get_musa_device_index"


@patch_function
@requires_import("torch_musa")
def _read_devices_as_cuda():
    """torch.cuda.synchronize("cpu") expects a cuda device, in as many words."""
    from torch_musa.core import _utils

    from ..cuda._devices import device_index_for_torch_musa as helper

    original = getattr(_utils, _HELPER)
    for name, module in list(sys.modules.items()):
        if name.startswith("torch_musa.") and vars(module).get(_HELPER) is original:
            current().set_attr(module, _HELPER, helper, area=AREA)
