"""Autocast."""

import torch

from .case import case


def matrix():
    """A matrix on the GPU."""
    return (torch.eye(4, device="cuda"),)


@case(matrix, matrix)
def autocast(x):
    with torch.autocast("cuda"):
        return x @ x


@case(matrix, matrix)
def autocast_bfloat16(x):
    with torch.autocast(device_type="cuda", dtype=torch.bfloat16):
        return x @ x + x


@case(matrix, matrix)
def autocast_of_its_device(x):
    with torch.autocast(x.device.type, dtype=torch.bfloat16):
        return x @ x


@case(matrix, matrix)
def autocast_disabled(x):
    with torch.autocast("cuda"):
        y = x @ x
        with torch.autocast("cuda", enabled=False):
            z = y.float() @ x
    return y, z


@case(matrix, matrix)
def autocast_of_torch_cuda(x):
    with torch.cuda.amp.autocast():
        return x @ x


@case(matrix, matrix)
def autocast_of_torch_amp(x):
    with torch.amp.autocast("cuda", cache_enabled=False):
        return x @ x


@case(matrix, matrix)
def autocast_decorator(x):
    @torch.autocast("cuda")
    def inner(y):
        return y @ y

    return inner(x)


@case(matrix, matrix)
def autocast_enabled(x):
    with torch.autocast("cuda"):
        return x + 1 if torch.is_autocast_enabled() else x - 1


@case(matrix, matrix)
def autocast_enabled_for_cuda(x):
    with torch.autocast("cuda", dtype=torch.bfloat16):
        if torch.is_autocast_enabled("cuda"):
            return x.to(torch.get_autocast_dtype("cuda"))
    return x


@case(matrix, matrix)
def autocast_gpu_dtype(x):
    with torch.autocast("cuda", dtype=torch.bfloat16):
        return x.to(torch.get_autocast_gpu_dtype())


class Scaled(torch.autograd.Function):
    """A function of the program with rules for autocast."""

    @staticmethod
    @torch.amp.custom_fwd(device_type="cuda", cast_inputs=torch.float32)
    def forward(ctx, x):
        return x * 2

    @staticmethod
    @torch.amp.custom_bwd(device_type="cuda")
    def backward(ctx, gradient):
        return gradient * 2


@case(matrix, matrix)
def autograd_function(x):
    with torch.autocast("cuda"):
        return Scaled.apply(x @ x)
