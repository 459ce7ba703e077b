"""Kernels with their arguments, the same computation by PyTorch on the CPU, and the limit of the ratio."""

from typing import Callable, NamedTuple

import kernels
import torch
import torch.nn.functional as F

MEMORY, DOT = 5, 30  # times the CPU's operator


class Case(NamedTuple):
    name: str
    launch: Callable
    out: torch.Tensor
    expected: Callable
    limit: int


def _case(name, kernel, grid, inputs, out, expected, limit, *numbers):
    """`out` is what the result looks like; `numbers` are the kernel's arguments behind the tensors."""
    result = torch.empty_like(out, device="musa")
    tensors = [each.musa() for each in inputs]
    return Case(
        name,
        lambda: kernel[grid](*tensors, result, *numbers),
        result,
        lambda: expected(*inputs),
        limit,
    )


def first_of_process():
    x = torch.zeros(16)
    return _case("first", kernels.row_sum, (1,), [x], x[:1], torch.sum, MEMORY, 16, 16)


def _elementwise():
    n = 1 << 20
    x, y = torch.randn(n), torch.randn(n)
    grid = (n // 1024,)
    yield _case("add", kernels.add, grid, [x, y], x, torch.add, MEMORY, n, 1024)
    yield _case("gelu", kernels.gelu, grid, [x], x, F.gelu, MEMORY, n, 1024)


def _rows():
    rows, n = 512, 4096
    x, weight, bias = torch.randn(rows, n), torch.randn(n), torch.randn(n)
    grid, sizes = (rows,), (n, n)

    def normal(x, weight, bias):
        return F.layer_norm(x, (n,), weight, bias)

    yield _case(
        "softmax 4096", kernels.softmax, grid, [x], x, lambda x: x.softmax(1), MEMORY, *sizes
    )
    yield _case(
        "layer norm 4096", kernels.layer_norm, grid, [x, weight, bias], x, normal, MEMORY, *sizes
    )
    yield _case("sum 4096", kernels.row_sum, grid, [x], x[:, 0], lambda x: x.sum(1), MEMORY, *sizes)
    yield _case(
        "cumsum 4096", kernels.running_sum, grid, [x], x, lambda x: x.cumsum(1), MEMORY, *sizes
    )


def _matrices():
    x = torch.randn(1024, 1024)
    grid = (16, 16)
    turned = lambda x: x.T.contiguous()
    yield _case("transpose 64x64", kernels.transpose, grid, [x], x, turned, MEMORY, 1024, 1024, 64)
    for kind in (torch.float32, torch.float16):
        a, b = (torch.randn(512, 512).to(kind) for _ in range(2))
        name = f"matmul 128x128x64 {str(kind)[6:]}"
        sizes = (512, 512, 512, 128, 128, 64)
        yield _case(name, kernels.matmul, (4, 4), [a, b], a.float(), torch.matmul, DOT, *sizes)


def _attention():
    heads, length, depth = 4, 512, 64
    q, k, v = (torch.randn(heads, length, depth) for _ in range(3))
    grid = (length // 64, heads)
    numbers = (depth**-0.5, length, 64, 64, depth)
    attend = F.scaled_dot_product_attention
    yield _case("attention 64x64x64", kernels.attention, grid, [q, k, v], q, attend, DOT, *numbers)


def all_cases(texts):
    """Those whose names hold one of the texts; without texts all."""
    for group in (_elementwise, _rows, _matrices, _attention):
        for case in group():
            if not texts or any(text in case.name for text in texts):
                yield case
