"""causal-conv1d: causal convolutions of sequences, with cub's loads and stores of blocks."""

import torch

from . import DEVICE, normal

SWITCHES = {"CAUSAL_CONV1D_FORCE_BUILD": "TRUE"}
NVCC = True
COMPARED = (
    "convolutions of three widths and both layouts in three types, their gradients, and updates of a state, against "
    "its reference in PyTorch on the CPU"
)
TOLERANCES = {torch.float32: 1e-5, torch.float16: 5e-3, torch.bfloat16: 3e-2}


def results():
    from causal_conv1d import causal_conv1d_fn, causal_conv1d_update
    from causal_conv1d.causal_conv1d_interface import causal_conv1d_ref, causal_conv1d_update_ref

    for dtype, tolerance in TOLERANCES.items():
        for width in (2, 3, 4):
            for channels_last in (False, True):
                inputs = _inputs(dtype, width, channels_last)
                gradient = normal(4, *inputs[0].shape, dtype=dtype)
                found = _convolution(causal_conv1d_fn, inputs, gradient, DEVICE)
                wanted = _convolution(causal_conv1d_ref, inputs, gradient, "cpu")
                name = f"{dtype} width {width}{' channels last' if channels_last else ''}"
                for what, pair in zip(("values", "inputs", "weight", "bias"), zip(found, wanted)):
                    yield f"{what} {name}", *pair, tolerance
            yield from _update(causal_conv1d_update, causal_conv1d_update_ref, dtype, width)


def _inputs(dtype, width, channels_last):
    # Two chunks in float32, no multiple of a vector. With 515 its backward pass forgets an element at the
    # border of the chunks: it takes the last four of the chunk before only where this one has four.
    shape = (2, 521, 136) if channels_last else (2, 136, 521)
    values = normal(1, *shape, dtype=dtype)
    weight, bias = normal(2, 136, width), normal(3, 136)
    return values.transpose(1, 2) if channels_last else values, weight, bias


def _convolution(function, inputs, gradient, device):
    inputs = [each.detach().to(device).requires_grad_() for each in inputs]
    out = function(*inputs, activation="silu")
    out.backward(gradient.to(device))
    return [out, *(each.grad for each in inputs)]


def _update(function, reference, dtype, width):
    states = [normal(5, 2, 136, width, dtype=dtype).to(device) for device in (DEVICE, "cpu")]
    weight, bias = normal(6, 136, width, dtype=dtype), normal(7, 136, dtype=dtype)
    for step in range(3):
        values = normal(8 + step, 2, 136, dtype=dtype)
        found = function(values.to(DEVICE), states[0], weight.to(DEVICE), bias.to(DEVICE), "silu")
        wanted = reference(values, states[1], weight, bias, "silu")
        yield f"update {dtype} width {width} step {step}", found, wanted, TOLERANCES[dtype]
    yield f"state {dtype} width {width}", *states, TOLERANCES[dtype]
