"""torchsort: differentiable sorting and ranking (isotonic regression)."""

import torch

from . import normal, on_both

NVCC = True
COMPARED = "soft ranks and soft sorts of both kinds of regularisation with their gradients, against its CPU extension"
TOLERANCES = {torch.float32: 1e-4, torch.float64: 1e-10}


def results():
    import torchsort

    for dtype, tolerance in TOLERANCES.items():
        for shape in ((300, 40), (7, 1000)):
            for function in (torchsort.soft_rank, torchsort.soft_sort):
                for kind in ("l2", "kl"):
                    values = normal(1, *shape, dtype=dtype).requires_grad_()
                    gradient = normal(2, *shape, dtype=dtype)
                    made = on_both(
                        lambda each: function(each, regularization=kind),
                        values,
                        gradient=gradient,
                    )
                    name = f"{function.__name__} {kind} {dtype} {shape}"
                    for what, pair in zip(("values", "gradient"), made):
                        yield f"{name} {what}", *pair, tolerance
