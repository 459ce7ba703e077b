"""What torch.distributed needs of us in Python. The backend "mccl" itself is native.

Stock torch asks its devices by name, so that little is left to change: meshes, FSDP1 and FSDP2, DDP,
DTensor and checkpoints work with "musa" as they are.
"""

import torch

from .._on_import import when_imported


def _apply_distributed_patch():
    """Change torch.distributed's modules, each as soon as it is imported."""
    torch.distributed.distributed_c10d.is_mccl_available = _is_mccl_available
    torch.distributed.is_mccl_available = _is_mccl_available
    _apply_sharded_grad_scaler_patch()
    when_imported("torch.distributed._state_dict_utils", _set_state_dict_utils)


def _apply_sharded_grad_scaler_patch():
    """Put our ShardedGradScaler in the place of torch's, whose device is CUDA's."""
    when_imported("torch.distributed.fsdp.sharded_grad_scaler", _set_grad_scaler)


def _is_mccl_available() -> bool:
    return True


def _set_grad_scaler():
    # Where that module is what imports torch's, it will do it by itself.
    from .fsdp import sharded_grad_scaler

    assert sharded_grad_scaler


def _set_state_dict_utils():
    from ._state_dict_utils import _apply_state_dict_utils_patch

    _apply_state_dict_utils_patch()
