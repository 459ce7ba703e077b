"""One sample of one operator, run on a device: forward, backward, in place, out=, errors.

Each function gives `run(device, seed, host_seed)`, which gives a tree of results.
"""

import torch
from torch.utils._pytree import tree_map

from .comparing import Difference, require, tensors
from .moving import DEVICE, Mover

# The values of what they return are not defined.
UNDEFINED = {
    "empty",
    "empty_like",
    "empty_strided",
    "empty_permuted",
    "new_empty",
    "new_empty_strided",
}
# Of equal elements the device takes others than the CPU: backend/test_topk.py says which. Their indices,
# the second result, have the CPU's form only.
TAKES_OTHERS = {"topk"}
# Indices that have to lie on the host, wherever the tensor is; the samples make them there.
HOST_ARGUMENTS = {"tensor_split"}


def _seed(seed, host_seed):
    torch.manual_seed(seed)
    if host_seed is not None:  # the CPU's own generator: the device must not draw from it
        torch.default_generator.manual_seed(host_seed + 1000)


def _call(function, arguments, device, **more):
    inputs, args, kwargs = arguments
    if tensors(arguments):
        return function(inputs, *args, **kwargs, **more)
    with torch.device(device):  # a factory whose sample names no device
        return function(inputs, *args, **kwargs, **more)


def _arguments(op, sample, mover):
    inputs = mover.tree(sample.input)
    if op.name in HOST_ARGUMENTS:
        return inputs, sample.args, sample.kwargs
    return inputs, mover.tree(sample.args), mover.tree(sample.kwargs)


def forward(op, sample):
    def run(device, seed, host_seed=None):
        arguments = _arguments(op, sample, Mover(device))
        _seed(seed, host_seed)
        return _call(op, arguments, device)

    return run


def backward(op, sample):
    """Results and gradients; the sample's tensors require them."""

    def run(device, seed, host_seed=None):
        arguments = _arguments(op, sample, Mover(device))
        _seed(seed, host_seed)
        output = sample.output_process_fn_grad(_call(op, arguments, device))
        sources = [tensor for tensor in tensors(arguments) if tensor.requires_grad]
        targets = [tensor for tensor in tensors(output) if tensor.requires_grad]
        if not sources or not targets:
            raise NothingToDo
        generator = torch.Generator().manual_seed(7)
        directions = [_direction(target, generator) for target in targets]
        return torch.autograd.grad(targets, sources, directions, allow_unused=True)

    return run


class NothingToDo(Exception):
    """The sample has no such case."""


def _direction(target, generator):
    values = torch.randn(target.shape, generator=generator, dtype=torch.float64)
    if target.layout == torch.strided:
        return values.to(target.dtype).to(target.device)
    with torch.no_grad():
        return torch.ones_like(target)


def in_place(op, sample):
    variant = op.inplace_variant
    if variant is None or sample.broadcasts_input:
        return None

    def run(device, seed, host_seed=None):
        inputs, args, kwargs = _arguments(op, sample, Mover(device))
        _seed(seed, host_seed)
        result = variant(inputs, *args, **kwargs)
        if isinstance(inputs, torch.Tensor):
            require(result is inputs, "the result is not the argument")
        return inputs

    return run


def with_out(op, sample):
    if not op.supports_out:
        return None

    def run(device, seed, host_seed=None):
        arguments = _arguments(op, sample, Mover(device))
        expected = _call(op, arguments, device)
        if not tensors(expected):
            raise NothingToDo
        out = tree_map(_room, expected)
        places = [tensor.data_ptr() for tensor in tensors(out)]
        _seed(seed, host_seed)
        result = _call(op, arguments, device, out=out)
        require(all(a is b for a, b in zip(tensors(result), tensors(out))), "out= is not returned")
        require(places == [tensor.data_ptr() for tensor in tensors(out)], "out= has moved")
        return out

    return run


def _room(value):
    if not isinstance(value, torch.Tensor):
        return value
    room = torch.empty_strided(value.shape, value.stride(), dtype=value.dtype, device=value.device)
    return room.zero_()


VARIANTS = {"forward": forward, "in-place": in_place, "out": with_out, "backward": backward}


def check_error(op, error_input):
    """Both devices refuse the input with an exception of the same type."""
    sample = error_input.sample_input
    kinds = {}
    for device in ("cpu", DEVICE):
        try:
            inputs, args, kwargs = _arguments(op, sample, Mover(device))
            op(inputs, *args, **kwargs)
        except error_input.error_type:
            kinds[device] = error_input.error_type
        except Exception as error:  # which one is the result
            kinds[device] = type(error)
    if kinds.get("cpu") is not error_input.error_type:
        raise NothingToDo
    if kinds.get(DEVICE) is not kinds["cpu"]:
        raise Difference(f"raises {kinds.get(DEVICE)}, not {kinds['cpu']}")
