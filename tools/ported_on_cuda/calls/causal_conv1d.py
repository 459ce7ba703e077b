"""causal-conv1d: forward, backward and the update of a state, through its Python package."""

import torch

from . import normal


def results():
    for dtype in (torch.float32, torch.float16, torch.bfloat16):
        for width in (2, 3, 4):
            for channels_last in (False, True):
                yield from _convolution(dtype, width, channels_last)
            yield from _update(dtype, width)


def _convolution(dtype, width, channels_last):
    from causal_conv1d import causal_conv1d_fn

    values = (
        normal(1, 3, 1031, 136, dtype=dtype)
        if channels_last
        else normal(1, 3, 136, 1031, dtype=dtype)
    )
    values = values.transpose(1, 2) if channels_last else values
    values = values.detach().requires_grad_()
    weight = normal(2, 136, width).requires_grad_()
    bias = normal(3, 136).requires_grad_()
    out = causal_conv1d_fn(values, weight, bias, activation="silu")
    out.backward(normal(4, 3, 136, 1031, dtype=dtype))
    name = f"{dtype} width {width}{' channels last' if channels_last else ''}"
    yield f"convolution {name}", out, True
    yield f"gradient of values {name}", values.grad, True
    yield f"gradient of weight {name}", weight.grad, False
    yield f"gradient of bias {name}", bias.grad, False


def _update(dtype, width):
    from causal_conv1d import causal_conv1d_update

    state = normal(5, 3, 136, width - 1, dtype=dtype)
    weight, bias = normal(6, 136, width), normal(7, 136)
    for step in range(4):
        out = causal_conv1d_update(
            normal(8 + step, 3, 136, dtype=dtype), state, weight, bias, "silu"
        )
        yield f"update {dtype} width {width} step {step}", out, True
    yield f"state {dtype} width {width}", state, True
