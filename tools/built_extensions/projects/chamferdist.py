"""chamferdist: Chamfer distances of clouds of points, by nearest neighbours (four kernels)."""

import torch

from . import normal, on_both

SWITCHES = {"FORCE_CUDA": "1"}
COMPARED = (
    "neighbours and distances by each of the four kernels, Chamfer distances and gradients, against its CPU "
    "implementation"
)
TOLERANCE = 1e-5


def results():
    from chamferdist.chamfer import ChamferDistance, knn_points

    clouds = normal(1, 3, 400, 3), normal(2, 3, 300, 3)
    lengths = torch.tensor([400, 250, 7]), torch.tensor([300, 4, 120])
    for version in range(4):
        for count in (1, 4, 8):
            pairs = on_both(
                lambda *each: knn_points(*each, K=count, version=version), *clouds, *lengths
            )
            yield f"kernel {version}, {count} distances", *pairs[0], TOLERANCE
            yield f"kernel {version}, {count} neighbours", *pairs[1]
    distance = ChamferDistance()
    a, b = (each.clone().requires_grad_() for each in clouds)
    for words in ({}, {"reverse": True}, {"bidirectional": True}):
        pairs = on_both(lambda *each: distance(*each, **words), a, b, gradient=torch.tensor(1.0))
        for what, pair in zip(("distance", "gradient of source", "gradient of target"), pairs):
            yield f"{what} {words}", *pair, TOLERANCE
