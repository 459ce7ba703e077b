"""State dicts on the host whose tensors are pinned for the device and shared between processes."""

import copy
import weakref
from typing import Any, Dict

import torch
import torch_musa
from torch.distributed import _state_dict_utils

# Usable by all contexts, as torch pins for CUDA.
_PORTABLE = 1


def _create_cpu_state_dict(
    state_dict: Dict[str, Any], pin_memory: bool = False, share_memory: bool = False
) -> Dict[str, Any]:
    """A state dict of the same structure with new tensors on the host: pinned, shared, or both."""

    def empty_like(tensor, *_):
        if tensor.dim() == 0:
            return torch.tensor(0, dtype=tensor.dtype)
        result = torch.empty(tensor.shape, dtype=tensor.dtype)
        if share_memory:
            result = result.share_memory_()
            if pin_memory and result.numel() > 0:
                _pin(result)
        elif pin_memory and result.numel() > 0:
            result = result.pin_memory()
        return result

    def with_local_tensor(tensor, *_):
        if tensor.dim() == 0:
            return tensor
        result = _on_host(tensor)
        result._local_tensor = empty_like(result._local_tensor)
        return result

    def with_local_shards(tensor, *_):
        if not tensor.local_shards():
            return tensor
        result = _on_host(tensor)
        for shard in result.local_shards():
            shard.tensor = empty_like(shard.tensor)
        return result

    return _state_dict_utils._iterate_state_dict(
        state_dict, with_local_shards, with_local_tensor, empty_like, type_check=False
    )


def _on_host(tensor):
    on_host = tensor.device.type == "cpu"
    return copy.deepcopy(tensor) if on_host else tensor.to(device="cpu")


def _pin(tensor):
    runtime = torch_musa.musart()
    size = tensor.numel() * tensor.element_size()
    torch_musa.check_error(runtime.musaHostRegister(tensor.data_ptr(), size, _PORTABLE))
    weakref.finalize(tensor, _unpin, tensor.data_ptr())


def _unpin(address):
    torch_musa.check_error(torch_musa.musart().musaHostUnregister(address))


def _apply_state_dict_utils_patch() -> None:
    """Put the function in the place of torch's, which pins for CUDA."""
    _state_dict_utils._create_cpu_state_dict = _create_cpu_state_dict
