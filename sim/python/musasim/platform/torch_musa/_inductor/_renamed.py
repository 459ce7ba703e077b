"""A module of PyTorch's a second time, with names of CUDA read as those of MUSA."""

import ast
import importlib.machinery
import importlib.util
import sys

import torch_musa

# Attributes of torch._C with names of their own; the others follow a rule.
_OF_C = {
    "_construct_CUDA_Tensor_From_Storage_And_Metadata": (
        "_construct_MUSA_Tensor_From_Storage_And_Metadata"
    ),
    "_cuda_CUDAAllocator_AllocatorState": "_musa_MUSAAllocator_AllocatorState",
    "_cuda_cudaCachingAllocator_raw_delete": "_musa_musaCachingAllocator_raw_delete",
    "_cuda_clearCublasWorkspaces": "_musa_clearMublasWorkspaces",
}
_SHARED_C = (
    "_free_And_Remove_DeleterFn",
    "_has_Standard_Deleter",
    "_set_storage_access_error_msg",
    "_storage_Use_Count",
    "_tensors_data_ptrs_at_indices_equal",
)


def musa_name(name) -> str:
    """The name in _MUSAC of a name in torch._C, or the name itself where there is none."""
    ours = _OF_C.get(name) or (name if name in _SHARED_C else name.replace("_cuda_", "_musa_", 1))
    return ours if hasattr(torch_musa._MUSAC, ours) else name
