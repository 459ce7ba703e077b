"""What has to be the same of a result on the device and on the CPU."""

import torch
import torch_musa
from torch.utils._pytree import tree_flatten

from .moving import DEVICE


class Difference(AssertionError):
    """A result of the device is not the CPU's."""


def require(condition, *text):
    if not condition:
        raise Difference(" ".join(map(str, text)))


def tensors(tree):
    return [leaf for leaf in tree_flatten(tree)[0] if isinstance(leaf, torch.Tensor)]


def member_tensors(tensor):
    """The strided tensors that a sparse one is made of, or the tensor itself."""
    if tensor.layout == torch.sparse_coo:
        return [tensor._indices(), tensor._values()]
    if tensor.layout in (torch.sparse_csr, torch.sparse_bsr):
        return [tensor.crow_indices(), tensor.col_indices(), tensor.values()]
    if tensor.layout in (torch.sparse_csc, torch.sparse_bsc):
        return [tensor.ccol_indices(), tensor.row_indices(), tensor.values()]
    return [tensor]


def check_memory(tensor):
    """The tensor is on the device, and so is its memory."""
    require(tensor.device.type == DEVICE, "result on", tensor.device)
    if tensor.layout == torch.strided and tensor.numel() and not tensor._is_zerotensor():
        owner = torch_musa._MUSAC._musasim_pointer_device(tensor.data_ptr())
        require(owner == tensor.device.index, "memory of device", owner)


def check_form(expected, actual):
    """Same dtype, layout, shape, strides, offset and lazy bits; memory of the device."""
    require(actual.dtype == expected.dtype, "dtype", actual.dtype, "not", expected.dtype)
    require(actual.layout == expected.layout, "layout", actual.layout, "not", expected.layout)
    require(actual.shape == expected.shape, "shape", actual.shape, "not", expected.shape)
    require(actual.requires_grad == expected.requires_grad, "requires_grad")
    require(actual.is_conj() == expected.is_conj(), "conjugate bit")
    require(actual.is_neg() == expected.is_neg(), "negative bit")
    require(actual._is_zerotensor() == expected._is_zerotensor(), "zero tensor")
    if expected.layout == torch.strided:
        stride, wanted = actual.stride(), expected.stride()
        require(stride == wanted, "strides", stride, "not", wanted)
        offset, wanted = actual.storage_offset(), expected.storage_offset()
        require(offset == wanted, "offset", offset, "not", wanted)
        check_memory(actual)
        return
    for ours, theirs in zip(member_tensors(actual), member_tensors(expected)):
        check_form(theirs.detach(), ours.detach())


def check_values(expected, actual):
    for theirs, ours in zip(member_tensors(expected), member_tensors(actual)):
        torch.testing.assert_close(
            ours.detach().cpu(), theirs.detach(), equal_nan=True, check_stride=False
        )


def check_tree(expected, actual, values=True):
    """Trees of results: the same structure, tensors as above, other leaves equal."""
    theirs, structure = tree_flatten(expected)
    ours, own = tree_flatten(actual)
    require(structure == own, "structure", own, "not", structure)
    for reference, result in zip(theirs, ours):
        require(type(result) is type(reference), type(result), "not", type(reference))
        if isinstance(reference, torch.Tensor):
            check_form(reference, result)
            if values:
                check_values(reference, result)
        elif values and isinstance(reference, (int, float, complex)):
            torch.testing.assert_close(result, reference, equal_nan=True)
        elif isinstance(reference, torch.device):
            require(result.type == DEVICE, "device", result)
