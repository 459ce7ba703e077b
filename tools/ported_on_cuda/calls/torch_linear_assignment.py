"""torch-linear-assignment: assignments of workers to tasks."""

import torch

from . import normal


def results():
    import _backend

    for dtype in (torch.float32, torch.float64):
        for shape in ((64, 20, 30), (16, 100, 100), (300, 5, 70)):
            rows, columns = _backend.batch_linear_assignment(normal(1, *shape, dtype=dtype))
            yield f"{dtype} {shape} tasks", rows, True
            yield f"{dtype} {shape} workers", columns, True
