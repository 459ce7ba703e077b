"""The Python part of torch.distributed on MUSA. The backend "mccl" itself is in the C++ module.

Stock torch asks its devices by name, so that little is left to change: meshes, FSDP1 and FSDP2, DDP,
DTensor and checkpoints work with "musa" as they are.
"""

import importlib

import torch

from .._on_import import when_imported

_FSDP2 = "torch.distributed.fsdp._fully_shard"


def _apply_distributed_patch():
    """Change torch.distributed's modules, each as soon as it is imported."""
    torch.distributed.distributed_c10d.is_mccl_available = _is_mccl_available
    torch.distributed.is_mccl_available = _is_mccl_available
    _apply_sharded_grad_scaler_patch()
    when_imported("torch.distributed._state_dict_utils", _set_state_dict_utils)
    when_imported(f"{_FSDP2}._fsdp_collectives", _register_fsdp2_kernels)


def _apply_sharded_grad_scaler_patch():
    """Put our ShardedGradScaler in the place of torch's, whose device is CUDA's."""
    when_imported("torch.distributed.fsdp.sharded_grad_scaler", _set_grad_scaler)


def _is_mccl_available() -> bool:
    return True


def _set_grad_scaler():
    # That module does it by itself where it is the one that imports torch's.
    from .fsdp import sharded_grad_scaler

    assert sharded_grad_scaler


def _set_state_dict_utils():
    from ._state_dict_utils import _apply_state_dict_utils_patch

    _apply_state_dict_utils_patch()


def _register_fsdp2_kernels():
    """FSDP2's operators, whose kernels PyTorch registers device by device; up to 2.7 not for ours."""
    module = importlib.import_module(f"{_FSDP2}._fsdp_collectives")
    kernels = {
        "all_gather_copy_in": "all_gather_copy_in_cuda",
        "split_with_sizes_copy": "split_with_sizes_copy",
        "chunk_cat": "chunk_cat",
    }
    for name, function in kernels.items():
        if not torch._C._dispatch_has_kernel_for_dispatch_key(f"fsdp::{name}", "PrivateUse1"):
            module.lib.impl(name, getattr(module, function), "PrivateUse1")
