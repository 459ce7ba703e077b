"""torch-scatter: reductions over an index, over sorted indices and over ranges."""

import torch

from . import integers, normal, uniform

REDUCTIONS = ("sum", "mean", "min", "max")


def results():
    operators = torch.ops.torch_scatter
    index = integers(1, 0, 90, 5000).sort().values
    shuffled = integers(2, 0, 90, 5000, 7)
    ranges = torch.searchsorted(index, torch.arange(91, device=index.device))
    for dtype in (torch.float16, torch.float32, torch.float64, torch.int32, torch.int64):
        largest = 100 if dtype == torch.float16 else 60000
        values = (uniform(3, 5000, 7, dtype=torch.float64) * largest).to(dtype)
        is_integer = not dtype.is_floating_point
        yield from _scatter(operators, values, shuffled, is_integer)
        for reduction in REDUCTIONS:
            is_exact = is_integer or reduction in ("min", "max")
            by_index = getattr(operators, f"segment_{reduction}_coo")(values, index, None, 90)
            yield from _each(f"segment_coo {reduction} {dtype}", by_index, is_exact)
            by_range = getattr(operators, f"segment_{reduction}_csr")(values, ranges, None)
            yield from _each(f"segment_csr {reduction} {dtype}", by_range, True)
        yield f"gather_coo {dtype}", operators.gather_coo(values[:90], index, None), True
        yield f"gather_csr {dtype}", operators.gather_csr(values[:90], ranges, None), True
    yield from _gradients(operators, index, ranges)


def _scatter(operators, values, index, is_integer):
    for reduction in REDUCTIONS:
        made = getattr(operators, f"scatter_{reduction}")(values, index, 0, None, 90)
        is_exact = is_integer or reduction in ("min", "max")
        yield from _each(f"scatter {reduction} {values.dtype}", made, is_exact)
    product = operators.scatter_mul(values[:300] % 3 + 1, index[:300], 0, None, 90)
    yield f"scatter mul {values.dtype}", product, is_integer


def _gradients(operators, index, ranges):
    for name, arguments in (("coo", (index, None, 90)), ("csr", (ranges, None))):
        values = normal(4, 5000, 7, dtype=torch.float64).requires_grad_()
        operation = getattr(operators, f"segment_max_{name}")
        operation(values, *arguments)[0].backward(normal(5, 90, 7, dtype=torch.float64))
        yield f"gradient of segment_{name} max", values.grad, True


def _each(name, made, is_exact):
    """The values alone: which of several equal ones is the first is left to chance."""
    yield name, made[0] if isinstance(made, (tuple, list)) else made, is_exact
