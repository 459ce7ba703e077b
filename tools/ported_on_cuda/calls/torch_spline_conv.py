"""torch-spline-conv: B-spline bases and weighting, forward and backward."""

import torch

from . import DEVICE, normal, uniform


def results():
    operators = torch.ops.torch_spline_conv
    sizes = torch.tensor([5, 4, 3], device=DEVICE)
    is_open = torch.tensor([1, 0, 1], dtype=torch.uint8, device=DEVICE)
    for dtype in (torch.float32, torch.float64):
        for degree in (1, 2, 3):
            name = f"degree {degree} {dtype}"
            positions = uniform(1, 2000, 3, dtype=dtype).requires_grad_()
            basis, index = operators.spline_basis(positions, sizes, is_open, degree)
            yield f"basis {name}", basis, True
            yield f"index {name}", index, True
            inputs = normal(2, 2000, 16, dtype=dtype).requires_grad_()
            weight = normal(3, int(sizes.prod()), 16, 24, dtype=dtype).requires_grad_()
            out = operators.spline_weighting(inputs, weight, basis, index)
            yield f"weighting {name}", out, True
            out.backward(normal(4, 2000, 24, dtype=dtype))
            yield f"gradient of inputs {name}", inputs.grad, True
            yield f"gradient of positions {name}", positions.grad, False
            yield f"gradient of weight {name}", weight.grad, False
