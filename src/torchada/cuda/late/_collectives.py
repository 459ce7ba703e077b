"""Collectives of one process over tensors of several GPUs: what torch.cuda.nccl calls in torch._C.

torch.cuda.nccl is PyTorch's own code; on CUDA its C++ half is torch._C._nccl_all_reduce and its
relatives. These are made of copies between the devices and additions on one of them. inputs and
outputs are sequences of contiguous tensors, one for each device; work on device i is on streams[i],
or on the current stream where that, or streams, is None. Wrong arguments raise RuntimeError with
CUDA's words. Communicators cannot be made, so comms has to be None.
"""

from contextlib import ExitStack
from typing import Any, Callable, Dict, Optional, Sequence

import torch
import torch_musa

from ..._errors import UnsupportedError
from ..._patch._unsupported import unsupported

Tensors = Sequence[torch.Tensor]
Streams = Optional[Sequence[Any]]

_DTYPES = {
    *(torch.float32, torch.float16, torch.float64, torch.bfloat16),
    *(torch.int64, torch.int32, torch.int8, torch.uint8, torch.bool),
}
# NCCL carries these as bytes: they can be copied, not added.
_BYTES = {torch.float8_e4m3fn, torch.float8_e5m2, torch.float8_e4m3fnuz, torch.float8_e5m2fnuz}

_WHY = "torch_musa does not bind MCCL's communicators"
_INSTEAD = 'use torch.distributed with backend="nccl"'
unique_id = unsupported("torch.cuda.nccl.unique_id", _WHY, _INSTEAD)
init_rank = unsupported("torch.cuda.nccl.init_rank", _WHY, _INSTEAD)


def is_available(tensors: Tensors) -> bool:
    """True if the tensors are dense and contiguous, and each is on another GPU."""
    devices = set()
    for tensor in tensors:
        if tensor.is_sparse or not tensor.is_contiguous() or tensor.device.type != "musa":
            return False
        devices.add(tensor.get_device())
    return len(devices) == len(tensors)


def all_reduce(inputs: Tensors, outputs: Tensors, op: int, streams: Streams, comms: Any) -> None:
    """Set each output to the sum of all inputs (or what op says); all have the same size."""
    _check(inputs, outputs, 1, 1)
    with _current(inputs, streams, comms):
        result = _reduced(inputs, op, 0)
        for output in outputs:
            output.view(-1).copy_(result, non_blocking=True)


def reduce(
    inputs: Tensors, output: torch.Tensor, root: int, op: int, streams: Streams, comms: Any
) -> None:
    """Set output, on the device of inputs[root], to the sum of all inputs (or what op says)."""
    _check_root(root, inputs)
    _check([inputs[root], *inputs], [output, *inputs], 1, 1, repeated=1)
    with _current(inputs, streams, comms):
        output.view(-1).copy_(_reduced(inputs, op, root), non_blocking=True)


def broadcast(tensors: Tensors, root: int, streams: Streams, comms: Any) -> None:
    """Copy tensors[root] to all tensors; all have the same size."""
    _check_root(root, tensors)
    _check(tensors, tensors, 1, 1)
    with _current(tensors, streams, comms):
        source = tensors[root].view(-1)
        for index, tensor in enumerate(tensors):
            if index != root:
                tensor.view(-1).copy_(source, non_blocking=True)


def all_gather(inputs: Tensors, outputs: Tensors, streams: Streams, comms: Any) -> None:
    """Copy all inputs, one after the other, to each output."""
    _check(inputs, outputs, len(inputs), 1)
    with _current(inputs, streams, comms):
        for output in outputs:
            for part, source in zip(output.view(len(inputs), inputs[0].numel()), inputs):
                part.copy_(source.view(-1), non_blocking=True)


def reduce_scatter(
    inputs: Tensors, outputs: Tensors, op: int, streams: Streams, comms: Any
) -> None:
    """Set the i-th output to the i-th part of the sum of all inputs (or what op says)."""
    _check(inputs, outputs, 1, len(inputs))
    with _current(inputs, streams, comms):
        result = _reduced(inputs, op, 0)
        for part, output in zip(result.view(len(inputs), outputs[0].numel()), outputs):
            output.view(-1).copy_(part, non_blocking=True)


def require(condition: bool, text: str) -> None:
    """RuntimeError with this text unless the condition holds."""
    if not condition:
        raise RuntimeError(text)


def check_streams(streams: Optional[Sequence[Any]]) -> Sequence[Any]:
    """The streams, after a look at their types; empty for None."""
    if streams is None:
        return ()
    for stream in streams:
        require(
            stream is None or isinstance(stream, torch.Stream),
            "Unknown data type found in stream list. Need torch.cuda.Stream or None",
        )
    return streams


def _check_root(root: int, inputs: Tensors) -> None:
    if not 0 <= root < len(inputs):
        raise RuntimeError("invalid root")


def _check(
    inputs: Tensors, outputs: Tensors, times_input: int, times_output: int, repeated: int = 0
) -> None:
    """CUDA's checks; `repeated` inputs at the front are there a second time."""
    require(len(inputs) > 0, "input sequence can't be empty")
    require(
        len(inputs) == len(outputs),
        "inputs and outputs sequences have to be of the same length, but got input of length "
        f"{len(inputs)} and output of length {len(outputs)}",
    )
    count, dtype = inputs[0].numel(), inputs[0].dtype
    for one_input, output in zip(inputs, outputs):
        _check_one(one_input, dtype)
        require(one_input.numel() == count, "all inputs must have the same number of elements")
        _check_one(output, dtype)
        require(
            one_input.get_device() == output.get_device(),
            "input and output must be on the same device",
        )
        require(
            output.numel() * times_output == count * times_input,
            "output must be of size input_size * size_multiplier",
        )
    devices = {one_input.get_device() for one_input in inputs[repeated:]}
    require(len(devices) == len(inputs) - repeated, "inputs must be on unique devices")
    if dtype not in _DTYPES and dtype not in _BYTES:
        name = inputs[0].type().rpartition(".")[2]
        raise RuntimeError(f"Unconvertible NCCL type {name[: -len('Tensor')]}")


def _check_one(tensor: torch.Tensor, dtype: torch.dtype) -> None:
    require(
        tensor.device.type == "musa" and not tensor.is_sparse,
        "input and output elements have to be cuda dense Tensors",
    )
    require(tensor.dtype == dtype, "all inputs and outputs must be of the same Tensor dtype")
    require(tensor.is_contiguous(), "all inputs and outputs have to be contiguous")


def _current(tensors: Tensors, streams: Streams, comms: Any) -> ExitStack:
    """A context in which the given streams are current, and autograd looks away."""
    if comms is not None:
        raise UnsupportedError.of(
            "torch.cuda.nccl with comms=...",
            _WHY,
            "leave out comms, or use torch.distributed",
        )
    given = check_streams(streams)
    if streams is not None and len(given) != len(tensors):
        raise RuntimeError("number of streams is not equal to number of inputs")
    context = ExitStack()
    context.enter_context(torch.no_grad())
    for stream in given:
        context.enter_context(torch_musa.stream(stream))
    return context


def _divide(total: torch.Tensor, count: int) -> torch.Tensor:
    if total.is_floating_point():
        return total.div_(count)
    return total.div_(count, rounding_mode="trunc")


# By the numbers of ncclRedOp_t. avg is a sum that is divided afterwards.
_OPERATIONS: Dict[int, Callable[[torch.Tensor, torch.Tensor], torch.Tensor]] = {
    0: torch.Tensor.add_,
    1: torch.Tensor.mul_,
    2: lambda a, b: torch.maximum(a, b, out=a),
    3: lambda a, b: torch.minimum(a, b, out=a),
    4: torch.Tensor.add_,
}
_AVERAGE = 4


def _reduced(inputs: Tensors, op: int, root: int) -> torch.Tensor:
    """A new flat tensor on the device of inputs[root]."""
    operation = _OPERATIONS.get(op)
    if operation is None:
        raise RuntimeError("NCCL Error 4: invalid argument (run with NCCL_DEBUG=WARN for details)")
    dtype = inputs[0].dtype
    if dtype in _BYTES:
        raise UnsupportedError.of(
            f"a reduction of {dtype} tensors by torch.cuda.nccl",
            "MCCL transfers this type as bytes and cannot add it",
            "convert the tensors to torch.bfloat16 first",
        )
    flat = [tensor.view(-1) for tensor in inputs]
    is_average_of_bools = dtype is torch.bool and op == _AVERAGE
    if is_average_of_bools:
        flat = [tensor.view(torch.uint8) for tensor in flat]
    with torch_musa.device(inputs[root].get_device()):
        result = flat[root].clone()
        for index, tensor in enumerate(flat):
            if index != root:
                operation(result, tensor.to(result.device, non_blocking=True))
        if op == _AVERAGE:
            _divide(result, len(flat))
    return result.view(torch.bool) if is_average_of_bools else result
