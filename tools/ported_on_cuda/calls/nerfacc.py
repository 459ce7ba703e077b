"""nerfacc: scans over rays, sampling, grids and lenses, through its Python package."""

import torch

from . import normal, uniform


def results():
    yield from _scans()
    yield from _sampling()
    yield from _grids()
    yield from _lenses()


def _scans():
    import nerfacc

    counts = (uniform(1, 400) * 60).long()
    rays = torch.stack([torch.cumsum(counts, 0) - counts, counts], -1)
    total = int(counts.sum())
    for name in ("inclusive_sum", "exclusive_sum", "inclusive_prod", "exclusive_prod"):
        values = (uniform(2, total) + 0.5).requires_grad_()
        made = getattr(nerfacc, name)(values, packed_info=rays)
        made.backward(normal(3, total))
        yield name, made, True
        yield f"gradient of {name}", values.grad, True


def _sampling():
    from nerfacc.data_specs import RayIntervals
    from nerfacc.pdf import importance_sampling, searchsorted

    intervals = RayIntervals(vals=uniform(4, 50, 101).sort(-1).values)
    chances = uniform(5, 50, 101).sort(-1).values
    for stratified in (False, True):
        torch.cuda.manual_seed(6)
        edges, samples = importance_sampling(intervals, chances, 40, stratified)
        yield f"importance sampling, edges, {stratified}", edges.vals, True
        yield f"importance sampling, middles, {stratified}", samples.vals, True
    left, right = searchsorted(intervals, edges)
    yield "searchsorted left", left, True
    yield "searchsorted right", right, True


def _grids():
    import nerfacc

    origins = normal(7, 500, 3)
    directions = torch.nn.functional.normalize(normal(8, 500, 3), dim=-1)
    boxes = torch.tensor([[-1.0, -1, -1, 1, 1, 1], [-2, -2, -2, 2, 2, 2]], device=origins.device)
    for name, made in zip(
        ("entry", "exit", "hit"), nerfacc.ray_aabb_intersect(origins, directions, boxes)
    ):
        yield f"boxes, {name}", made, True
    cells = uniform(9, 2, 16, 16, 16) > 0.6
    intervals, samples, ends = nerfacc.traverse_grids(
        origins, directions, cells, boxes, step_size=0.05
    )
    yield "grids, edges", intervals.vals, True
    yield "grids, rays", intervals.packed_info, True
    yield "grids, samples", samples.vals, True
    yield "grids, ends", ends, True


def _lenses():
    from nerfacc.cameras import opencv_lens_undistortion, opencv_lens_undistortion_fisheye

    places = normal(10, 3000, 2) * 0.3
    yield "lens", opencv_lens_undistortion(places, uniform(11, 8) * 0.01), True
    yield "fisheye", opencv_lens_undistortion_fisheye(places, uniform(12, 4) * 0.01), True
