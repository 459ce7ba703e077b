"""What torch.UntypedStorage gets: musa(), is_musa, and answers about MUSA in CUDA's names."""

import torch

from ._utils import _optional_device


def _is_musa(self):
    """Whether the storage is on a MUSA device."""
    return self.device.type == "musa"


def _musa(self, device=None, non_blocking=False, **kwargs):
    """This storage on a MUSA device; itself when it is there already."""
    target = _optional_device(device)
    if self.device == target:
        return self
    return torch.UntypedStorage(self.nbytes(), device=target).copy_(self, non_blocking)


def _is_shared(self):
    """Device memory counts as shared: processes pass it by handle, not by file."""
    return _is_musa(self) or self.is_shared_old()


def set_storage_attributes():
    """Install all of it."""
    storage = torch.UntypedStorage
    storage.musa = _musa
    storage.is_musa = property(_is_musa)
    storage.is_cuda = property(_is_musa)
    if not hasattr(storage, "is_shared_old"):
        storage.is_shared_old = storage.is_shared
        storage.is_shared = _is_shared
