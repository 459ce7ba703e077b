"""torch.UntypedStorage on MUSA: musa(), is_musa, sharing, and CUDA's names for MUSA."""

import torch
from torch_musa import _MUSAC

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


def _edit_device(self, device):
    """Make a storage in unified memory one of the other device, without a copy."""
    return _MUSAC._edit_device_musa(self, torch.device(device))


def _new_shared_musa(cls, *args, **kwargs):
    """The storage that another process has shared: takes what its _share_musa_ gave."""
    return _MUSAC._new_shared_musa(*args, **kwargs)


def _share_musa(self, *args, **kwargs):
    """The data by which another process opens this storage. One receiver may do so."""
    return _MUSAC._share_musa_(self, *args, **kwargs)


def _release_ipc_counter_musa(cls, *args, device=None, **kwargs):
    """Tell the sender that a message about a storage is done with."""
    return _MUSAC._release_ipc_counter_musa(*args, **kwargs)


def _is_shared(self):
    """Device memory counts as shared: processes pass it by handle, not by file."""
    return _is_musa(self) or self.is_shared_old()


def set_storage_attributes():
    """Add these attributes to torch.UntypedStorage."""
    storage = torch.UntypedStorage
    storage.musa = _musa
    storage.is_musa = property(_is_musa)
    storage.is_cuda = property(_is_musa)
    if not hasattr(storage, "is_shared_old"):
        storage.is_shared_old = storage.is_shared
        storage.is_shared = _is_shared
    storage.edit_device = _edit_device
    storage._share_musa_ = storage._share_cuda_ = _share_musa
    for suffix in ("musa", "cuda"):
        setattr(storage, f"_new_shared_{suffix}", classmethod(_new_shared_musa))
        setattr(storage, f"_release_ipc_counter_{suffix}", classmethod(_release_ipc_counter_musa))
