"""Copies between the GPUs of one process: what PyTorch's comm layer calls in torch._C.

torch.cuda.comm and torch.nn.parallel.comm are PyTorch's own code; on CUDA their C++ half is
torch._C._broadcast and its relatives. These are made of tensor copies, which wait for the current
streams of both devices. Wrong arguments raise RuntimeError with CUDA's words.
"""

from contextlib import ExitStack
from typing import Any, List, Optional, Sequence

import torch
import torch_musa
from torch._utils import (
    _flatten_dense_tensors,
    _flatten_sparse_tensors,
    _reorder_tensors_as,
    _take_tensors,
    _unflatten_dense_tensors,
)

from . import _collectives
from ._collectives import check_streams, require

Tensors = List[torch.Tensor]


def broadcast(tensor: torch.Tensor, devices: Sequence[int]) -> Tensors:
    """One tensor of tensor's shape for each device; on tensor's own device, tensor itself."""
    home = tensor.get_device()
    for device in devices:
        require(device >= 0, f"Expected non-negative device index, but got {device}")
    copies = [tensor if device == home else _empty_like(tensor, device) for device in devices]
    _copy_to_all(tensor, [copy for copy in copies if copy is not tensor])
    return copies


def broadcast_out(tensor: torch.Tensor, out: Sequence[torch.Tensor]) -> Tensors:
    """Copy tensor into each tensor of out; all have its shape and are on GPUs."""
    for index, target in enumerate(out):
        _check_output(target, index)
        require(
            target.shape == tensor.shape,
            "Expected all output tensors to have same shape as the source tensor "
            f"{_sizes(tensor)}, but output tensor at index {index} has shape {_sizes(target)}",
        )
    _copy_to_all(tensor, list(out))
    return list(out)


def broadcast_coalesced(
    tensors: Sequence[torch.Tensor], devices: Sequence[int], buffer_size: int
) -> List[Tensors]:
    """For each device the copies of all tensors, which are on devices[0] and stay as they are.

    Up to buffer_size bytes of one type travel at once; each copy is independent of the others.
    """
    tensors = list(tensors)
    on_first = all(tensor.get_device() == devices[0] for tensor in tensors)
    require(on_first, f"All tensors must be on devices[0]: {devices[0]}")
    outputs = [tensors, *([] for _ in devices[1:])]
    chunks = list(_take_tensors(tensors, buffer_size))
    for chunk in chunks:
        _broadcast_chunk(chunk, devices, outputs)
    in_order = [tensor for chunk in chunks for tensor in chunk]
    if any(taken is not tensor for taken, tensor in zip(in_order, tensors)):
        outputs[1:] = [list(_reorder_tensors_as(output, tensors)) for output in outputs[1:]]
    return outputs


def scatter(
    tensor: torch.Tensor,
    devices: Sequence[int],
    chunk_sizes: Optional[Sequence[int]],
    dim: int,
    streams: Optional[Sequence[Any]],
) -> Tensors:
    """Chunks of tensor along dim, the i-th on devices[i], copied on streams[i] where there is one.

    Without chunk_sizes the chunks are those of tensor.chunk(). A chunk on its own device already is
    a view of tensor.
    """
    require(len(devices) > 0, "Expected at least one device to scatter to")
    if chunk_sizes is not None:
        require(
            len(chunk_sizes) == len(devices),
            "Expected devices and chunk_sizes to be of same length, but got len(devices) = "
            f"{len(devices)} and len(chunk_sizes) = {len(chunk_sizes)}",
        )
        chunks = list(tensor.split_with_sizes(list(chunk_sizes), dim))
    else:
        chunks = list(tensor.chunk(len(devices), dim))
    streams = check_streams(streams)
    for index, (chunk, device) in enumerate(zip(chunks, devices)):
        if device == tensor.get_device():
            continue
        with _stream_at(streams, index, device):
            require(device >= 0, f"Expected non-negative device index, but got {device}")
            chunks[index] = chunk.to(torch.device("musa", device), non_blocking=True)
    return chunks


def scatter_out(
    tensor: torch.Tensor,
    out: Sequence[torch.Tensor],
    dim: int,
    streams: Optional[Sequence[Any]],
) -> Tensors:
    """Copy consecutive parts of tensor along dim into the tensors of out, which are on GPUs."""
    require(len(out) > 0, "Expected at least one output tensor to scatter to")
    dim = _wrap(dim, tensor)
    for index, target in enumerate(out):
        _check_output(target, index)
        require(
            _without(target, dim) == _without(tensor, dim),
            f"Output tensor at index {index} has incorrect shape: {_sizes(target)}. Expected same "
            f"shape except for scatter dim {dim} as the source tensor: {_sizes(tensor)}",
        )
    sizes = [target.size(dim) for target in out]
    require(
        sum(sizes) == tensor.size(dim),
        f"Total size for output tensors along scatter dim {dim} does not match the source tensor "
        f"size at dim {dim}. Expected {tensor.size(dim)}, but got total size {sum(sizes)}",
    )
    streams = check_streams(streams)
    for index, chunk in enumerate(tensor.split_with_sizes(sizes, dim)):
        with _stream_at(streams, index, out[index].get_device()):
            out[index].copy_(chunk, non_blocking=True)
    return list(out)


def gather(
    tensors: Sequence[torch.Tensor], dim: int, destination_index: Optional[int]
) -> torch.Tensor:
    """The tensors of several GPUs in one, joined along dim.

    It is on the GPU with that index, on the CPU for -1, on the current GPU for None.
    """
    dim, sizes = _check_inputs(tensors, dim)
    if destination_index == -1:
        device = torch.device("cpu")
    else:
        if destination_index is None:
            destination_index = torch_musa.current_device()
        device = torch.device("musa", destination_index)
    form = torch.contiguous_format
    if all(_is_channels_last(tensor) for tensor in tensors):
        form = torch.channels_last
    result = torch.empty(sizes, dtype=tensors[0].dtype, device=device, memory_format=form)
    return _gather_into(result, tensors, dim)


def gather_out(tensors: Sequence[torch.Tensor], out: torch.Tensor, dim: int) -> torch.Tensor:
    """Join the tensors of several GPUs along dim in out, which is on any device."""
    dim, sizes = _check_inputs(tensors, dim)
    require(
        list(out.shape) == sizes,
        f"Expected out tensor to have shape {sizes}, but got {_sizes(out)}",
    )
    return _gather_into(out, tensors, dim)


def _sizes(tensor: torch.Tensor) -> List[int]:
    return list(tensor.shape)


def _without(tensor: torch.Tensor, dim: int) -> Sequence[int]:
    """The sizes with that of dim left out; a tensor of few dimensions equals no other."""
    sizes = _sizes(tensor)
    return [-1] if dim >= len(sizes) else [*sizes[:dim], *sizes[dim + 1 :]]


def _wrap(dim: int, tensor: torch.Tensor) -> int:
    rank = max(tensor.dim(), 1)
    if not -rank <= dim < rank:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-rank}, {rank - 1}], "
            f"but got {dim})"
        )
    return dim % rank


def _check_output(target: torch.Tensor, index: int) -> None:
    require(
        target.device.type == "musa",
        f"Expected all output tensors to be CUDA tensors, but output tensor at index {index} has "
        f"device '{target.device}'",
    )


def _empty_like(tensor: torch.Tensor, device: int) -> torch.Tensor:
    """Contiguous, as CUDA's: a copy does not keep the strides."""
    return torch.empty(
        tensor.shape, dtype=tensor.dtype, layout=tensor.layout, device=torch.device("musa", device)
    )


def _copy_to_all(tensor: torch.Tensor, targets: Tensors) -> None:
    if targets and _collectives.is_available([tensor, *targets]):
        # Autograd does not see this copy; on CUDA it does not either, because NCCL copies.
        _collectives.broadcast([tensor, *targets], 0, None, None)
        return
    for target in targets:
        target.copy_(tensor, non_blocking=True)


def _broadcast_chunk(chunk: Tensors, devices: Sequence[int], outputs: List[Tensors]) -> None:
    """Append a chunk's copies to the outputs of all devices but the first."""
    if chunk[0].is_sparse:
        indices, values = (broadcast(flat, devices) for flat in _flatten_sparse_tensors(chunk))
        index_shapes = [tensor._indices() for tensor in chunk]
        value_shapes = [tensor._values() for tensor in chunk]
        for output, flat_indices, flat_values in zip(outputs[1:], indices[1:], values[1:]):
            parts = zip(
                chunk,
                _unflatten_dense_tensors(flat_indices, index_shapes),
                _unflatten_dense_tensors(flat_values, value_shapes),
            )
            output += [_sparse(i, v, t.shape) for t, i, v in parts]
        return
    flat = broadcast(_flatten_dense_tensors(chunk), devices)
    for output, copy in zip(outputs[1:], flat[1:]):
        # .data: each has a version of its own, though all are parts of one buffer.
        output += [part.data for part in _unflatten_dense_tensors(copy, chunk)]


def _sparse(indices: torch.Tensor, values: torch.Tensor, shape: Sequence[int]) -> torch.Tensor:
    # They come from a sparse tensor, so there is nothing to check, nor to warn of.
    return torch.ops.aten._sparse_coo_tensor_unsafe(indices, values, shape).data


def _stream_at(streams: Sequence[Any], index: int, device: int) -> ExitStack:
    """A context in which streams[index] is current, where there is one; it must be device's."""
    context = ExitStack()
    stream = streams[index] if index < len(streams) else None
    if stream is not None:
        require(
            stream.device_index == device,
            f"Expected the device associated with the stream at index {index} (was "
            f"{stream.device_index}) to match the device supplied at that index (expected "
            f"{device})",
        )
        context.enter_context(torch_musa.stream(stream))
    return context


def _check_inputs(tensors: Sequence[torch.Tensor], dim: int):
    """(dim counted from the front, the sizes of the tensors joined along it)."""
    require(len(tensors) > 0, "Expected at least one tensor to gather from")
    first = tensors[0]
    dim = _wrap(dim, first)
    for index, tensor in enumerate(tensors):
        require(
            tensor.device.type == "musa",
            "Expected all input tensors to be CUDA tensors, but tensor at index "
            f"{index} has device '{tensor.device}'",
        )
        require(
            tensor.dim() == first.dim(),
            "Expected all input tensors to have the same number of dimensions, but tensor at "
            f"index {index} has {tensor.dim()} dimensions, (expected {first.dim()})",
        )
        expected = _sizes(first)
        expected[dim : dim + 1] = _sizes(tensor)[dim : dim + 1]
        require(
            _sizes(tensor) == expected,
            f"Input tensor at index {index} has invalid shape {_sizes(tensor)}, but expected "
            f"{expected}",
        )
    sizes = _sizes(first)
    sizes[dim] = sum(tensor.size(dim) for tensor in tensors)
    return dim, sizes


def _is_channels_last(tensor: torch.Tensor) -> bool:
    """Whether torch would suggest that format: four dimensions, and not contiguous otherwise."""
    return (
        tensor.dim() == 4
        and not tensor.is_contiguous()
        and tensor.is_contiguous(memory_format=torch.channels_last)
    )


def _gather_into(result: torch.Tensor, tensors: Sequence[torch.Tensor], dim: int) -> torch.Tensor:
    sizes = [tensor.size(dim) for tensor in tensors]
    # A copy to the CPU has to be there when this returns.
    non_blocking = result.device.type != "cpu"
    for part, tensor in zip(result.split_with_sizes(sizes, dim), tensors):
        part.copy_(tensor, non_blocking=non_blocking)
    return result
