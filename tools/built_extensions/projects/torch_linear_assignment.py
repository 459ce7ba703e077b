"""torch-linear-assignment: batches of assignments of workers to tasks (a solver in one kernel)."""

import torch
from scipy.optimize import linear_sum_assignment

from . import DEVICE, normal

SWITCHES = {"TLA_BUILD_LEGACY_CUDA": "1"}
COMPARED = "both assignments of random costs, against SciPy's `linear_sum_assignment`"


def results():
    from torch_linear_assignment import _backend

    for dtype in (torch.float32, torch.float64):
        for shape in ((64, 20, 30), (16, 60, 60), (100, 5, 70)):
            costs = normal(1, *shape, dtype=dtype)
            by_worker, by_task = _backend.batch_linear_assignment(costs.to(DEVICE))
            wanted = [torch.full_like(each, -1, device="cpu") for each in (by_worker, by_task)]
            for number, each in enumerate(costs):
                workers, tasks = map(torch.from_numpy, linear_sum_assignment(each.numpy()))
                wanted[0][number, workers] = tasks.to(wanted[0].dtype)
                wanted[1][number, tasks] = workers.to(wanted[1].dtype)
            yield f"tasks {dtype} {shape}", by_worker, wanted[0]
            yield f"workers {dtype} {shape}", by_task, wanted[1]
