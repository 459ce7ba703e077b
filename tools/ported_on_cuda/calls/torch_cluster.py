"""torch-cluster: neighbours, grids, samples and walks on graphs and clouds of points."""

import torch

from . import DEVICE, integers, normal, uniform


def results():
    operators = torch.ops.torch_cluster
    ends = torch.tensor([0, 700, 1500, 2000], device=DEVICE)
    few = torch.tensor([0, 100, 200, 300], device=DEVICE)
    for dtype in (torch.float32, torch.float64):
        points, queries = normal(1, 2000, 3, dtype=dtype), normal(2, 300, 3, dtype=dtype)
        for cosine in (False, True):
            found = operators.knn(points, queries, ends, few, 8, cosine, 1)
            yield f"knn cosine={cosine} {dtype}", found, True
        yield f"radius {dtype}", operators.radius(points, queries, ends, few, 0.7, 32, 1), True
        yield f"nearest {dtype}", operators.nearest(points, queries, ends, few), True
        size = torch.full((3,), 0.4, dtype=dtype, device=DEVICE)
        yield f"grid {dtype}", operators.grid(points, size, None, None), True
        ratio = torch.full((3,), 0.25, dtype=dtype, device=DEVICE)
        yield f"fps {dtype}", operators.fps(points, ends, ratio, False), True
    yield from _graphs(operators)


def _graphs(operators):
    rows = integers(3, 0, 500, 6000).sort().values
    starts = torch.searchsorted(rows, torch.arange(501, device=DEVICE))
    columns = integers(4, 0, 500, 6000)
    for name, weight in (("plain", None), ("weighted", uniform(5, 6000))):
        # Both draw random numbers from PyTorch's generator.
        torch.cuda.manual_seed(6)
        yield f"graclus {name}", operators.graclus(starts, columns, weight), True
    torch.cuda.manual_seed(7)
    # Other p and q make it draw from cuRAND, seeded with the time.
    nodes, edges = operators.random_walk(starts, columns, integers(8, 0, 500, 400), 20, 1.0, 1.0)
    yield "random walk, nodes", nodes, True
    yield "random walk, edges", edges, True
