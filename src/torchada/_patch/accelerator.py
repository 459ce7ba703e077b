"""torch.accelerator: names that other versions of PyTorch have there, and those that fail with torch_musa.

torch.accelerator.set_device_index(1)
torch.accelerator.manual_seed(0)
free, total = torch.accelerator.get_memory_info()
"""

import sys
from typing import Any, Dict

from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "torch.accelerator"

# torch_musa's name for each, where it is another.
_MEMORY = {
    "empty_cache": "",
    "empty_host_cache": "",
    "get_memory_info": "mem_get_info",
    "max_memory_allocated": "",
    "max_memory_reserved": "",
    "memory_allocated": "",
    "memory_reserved": "",
    "memory_stats": "",
    "reset_accumulated_memory_stats": "",
    "reset_peak_memory_stats": "",
}
_OTHERS = {
    "Event": "",
    "Stream": "",
    "StreamContext": "",
    "current_device_idx": "current_device",
    "current_device_index": "current_device",
    "device_index": "device",
    "get_device_name": "",
    "get_device_properties": "",
    "get_rng_state": "",
    "initial_seed": "",
    "manual_seed": "",
    "manual_seed_all": "",
    "seed": "",
    "seed_all": "",
    "set_device_idx": "set_device",
    "set_device_index": "set_device",
    "set_rng_state": "",
    "stream": "",
}
# From the first one on, PyTorch's functions of memory are there and need an allocator that torch_musa
# registers in the second one only (torch_musa's release notes and upstream's torchada tell both).
_BROKEN_FROM, _MENDED_IN = "2.9", "2.11.0.post2"


@patch_function
@requires_import("torch_musa", "torch.accelerator")
def _complete():
    import torch

    accelerator, musa = torch.accelerator, sys.modules["torch_musa"]
    version = torch.torch_version.TorchVersion(musa.__version__)
    is_broken = _BROKEN_FROM <= version < _MENDED_IN
    for name, value in additions(accelerator, musa, is_broken).items():
        current().set_attr(accelerator, name, value, area=AREA)


def additions(accelerator: Any, musa: Any, replace_memory: bool) -> Dict[str, Any]:
    """{name: what torch.accelerator gets}; `replace_memory`: functions of memory that it has, too."""
    found = {"synchronize": _synchronize(musa)}
    for names, replace in ((_MEMORY, replace_memory), (_OTHERS, False)):
        for name, other in names.items():
            value = getattr(musa, other or name, None)
            if value is not None and (replace or not hasattr(accelerator, name)):
                found[name] = value
    return found


def _synchronize(musa: Any) -> Any:
    """PyTorch's asks for a hook that torch_musa lacks, and raises."""
    import torch
    from torch_musa import _MUSAC
    from torch_musa.core._lazy_init import _lazy_init as initialise

    wait = _MUSAC._musa_synchronize

    def synchronize(device=None, /) -> None:
        """Wait for all work on the device: an index, a torch.device or its text, or the current one.

        Raises TypeError for anything else.
        """
        if device is None:
            initialise()
            wait()
            return
        if not isinstance(device, (torch.device, str, int)):
            raise TypeError(
                "synchronize() expected device to be torch.device, str, int or None, "
                f"not {type(device).__name__}"
            )
        musa.synchronize(device)

    return synchronize
