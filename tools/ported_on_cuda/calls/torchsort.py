"""torchsort: isotonic regression, forward and backward."""

import torch

from . import normal


def results():
    import isotonic_cuda as module

    for dtype in (torch.float32, torch.float64):
        for shape in ((300, 40), (7, 1000)):
            ordered = normal(1, *shape, dtype=dtype).sort(descending=True).values
            weights = normal(2, *shape, dtype=dtype)
            gradient = normal(3, *shape, dtype=dtype)
            for name, inputs in (("l2", (ordered - weights,)), ("kl", (ordered, weights))):
                solution = getattr(module, f"isotonic_{name}")(*inputs)
                backward = getattr(module, f"isotonic_{name}_backward")
                yield f"{name} {dtype} {shape}", solution, True
                yield f"{name} backward {dtype} {shape}", backward(
                    ordered, solution, gradient
                ), True
