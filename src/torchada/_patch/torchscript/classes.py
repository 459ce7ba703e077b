"""torch.cuda.device in scripts: TorchScript cannot compile torch_musa's class, so it is given this one."""

from typing import Any

import torch


def _index_of(device: Any) -> int:
    if isinstance(device, int):
        return device
    if isinstance(device, str):
        device = torch.device(device)
    if isinstance(device, torch.device):
        # Archives are loaded on CUDA machines, too.
        if device.type != "musa" and device.type != "cuda":
            raise ValueError("Expected a cuda device, but got: " + str(device))
        index = device.index
        if index is not None:
            return index
    return torch.cuda.current_device()


class device:
    """Makes a device current in a block, by what a script can call."""

    # The name of the class that it stands for.
    __module__ = "torch.cuda"

    def __init__(self, device: Any):
        self.idx = _index_of(device)
        self.prev_idx = -1

    def __enter__(self):
        self.prev_idx = torch.cuda._exchange_device(self.idx)

    def __exit__(self, type: Any, value: Any, traceback: Any):
        self.idx = torch.cuda._maybe_exchange_device(self.prev_idx)
        return False
