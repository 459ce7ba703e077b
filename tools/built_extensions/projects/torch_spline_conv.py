"""torch-spline-conv: convolutions with B-splines on graphs, with atomics."""

import torch

from . import integers, normal, on_both, uniform

SWITCHES = {"FORCE_ONLY_CUDA": "1"}
COMPARED = (
    "bases of degree 1 to 3, weightings and their gradients, and the whole convolution, in two types, against its "
    "CPU kernels"
)
TOLERANCES = {torch.float32: 1e-5, torch.float64: 1e-12}


def results():
    import torch_spline_conv

    sizes, is_open = torch.tensor([5, 4, 3]), torch.tensor([1, 0, 1], dtype=torch.uint8)
    for dtype, tolerance in TOLERANCES.items():
        for degree in (1, 2, 3):
            positions = uniform(1, 500, 3, dtype=dtype)
            bases = on_both(torch_spline_conv.spline_basis, positions, sizes, is_open, degree)
            yield f"basis {degree} {dtype}", *bases[0], tolerance
            yield f"index {degree} {dtype}", *bases[1]
            inputs = normal(2, 500, 16, dtype=dtype).requires_grad_()
            weight = normal(3, 60, 16, 24, dtype=dtype).requires_grad_()
            pairs = on_both(
                torch_spline_conv.spline_weighting,
                *(inputs, weight, bases[0][1].requires_grad_(), bases[1][1]),
                gradient=normal(4, 500, 24, dtype=dtype),
            )
            for what, pair in zip(("values", "inputs", "weight", "basis"), pairs):
                yield f"weighting {degree} {dtype} {what}", *pair, tolerance
            yield from _convolution(torch_spline_conv, dtype, degree, (sizes, is_open), tolerance)


def _convolution(torch_spline_conv, dtype, degree, grid, tolerance):
    nodes = normal(5, 100, 8, dtype=dtype).requires_grad_()
    edges, where = (integers(6, 0, 100, 2, 600), uniform(7, 600, 3, dtype=dtype).requires_grad_())
    weight = normal(8, 60, 8, 12, dtype=dtype).requires_grad_()
    root = normal(9, 8, 12, dtype=dtype).requires_grad_()

    def convolution(nodes, where, weight, root, edges, sizes, is_open):
        return torch_spline_conv.spline_conv(
            nodes, edges, where, weight, sizes, is_open, degree, True, root, None
        )

    pairs = on_both(
        convolution,
        *(nodes, where, weight, root, edges, *grid),
        gradient=normal(10, 100, 12, dtype=dtype),
    )
    for what, pair in zip(("values", "nodes", "positions", "weight", "root"), pairs):
        yield f"convolution {degree} {dtype} {what}", *pair, 10 * tolerance
