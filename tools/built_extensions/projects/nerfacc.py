"""nerfacc: acceleration of neural radiance fields: scans along rays, sampling, occupancy grids, lenses."""

import torch

from . import DEVICE, normal, uniform

# Its function lerp is in C++20's way, which PyTorch 2.13 asks for: <math.h> has one.
SWITCHES = {"NVCC_FLAGS": "-std=c++17"}
COMPARED = (
    "its own tests but four, some of which hold for the random numbers that CUDA makes of their seed and not for others (points "
    "on borders of cells, bins outside of others); scans along rays with their gradients against PyTorch's on the CPU, and "
    "rays through boxes against the slab method in PyTorch"
)
# With ten seeds of the simulator's random numbers the first passes nine times (two more tests begin with its name),
# the second never: it takes two formulas for one that differ where a bin is before the first one.
_BY_CHANCE = ("test_grid.py::test_traverse_grids", "test_pdf.py::test_pdf_loss")
TESTS = ("tests", *(f"--deselect=tests/{test}" for test in _BY_CHANCE))
TOLERANCE = 1e-5


def results():
    import nerfacc

    yield from _scans(nerfacc)
    yield from _boxes(nerfacc)


def _scans(nerfacc):
    counts = (uniform(1, 200) * 60).long()
    rays = torch.stack([torch.cumsum(counts, 0) - counts, counts], -1)
    outward = normal(3, int(counts.sum()))
    for name, whole in (("sum", torch.cumsum), ("prod", torch.cumprod)):
        for before in (False, True):
            values = uniform(2, len(outward)) + 0.5
            on_gpu, on_cpu = (values.to(each).requires_grad_() for each in (DEVICE, "cpu"))
            called = f"{'exclusive' if before else 'inclusive'}_{name}"
            found = getattr(nerfacc, called)(on_gpu, packed_info=rays.to(DEVICE))
            parts = [_scan(whole, each, before) for each in on_cpu.split(counts.tolist())]
            wanted = torch.cat(parts)
            found.backward(outward.to(DEVICE))
            wanted.backward(outward)
            yield called, found, wanted, TOLERANCE
            yield f"gradient of {called}", on_gpu.grad, on_cpu.grad, TOLERANCE


def _scan(whole, values, before):
    if not before:
        return whole(values, 0)
    first = torch.full_like(values[:1], 0 if whole is torch.cumsum else 1)
    return whole(torch.cat([first, values[:-1]]), 0)


def _boxes(nerfacc):
    origins = normal(7, 500, 3)
    directions = torch.nn.functional.normalize(normal(8, 500, 3), dim=-1)
    boxes = torch.tensor([[-1.0, -1, -1, 1, 1, 1], [-2, -2, -2, 2, 2, 2]])
    found = nerfacc.ray_aabb_intersect(*(each.to(DEVICE) for each in (origins, directions, boxes)))
    ends = (boxes.view(1, 2, 2, 3) - origins.view(-1, 1, 1, 3)) / directions.view(-1, 1, 1, 3)
    entry, leave = ends.amin(2).amax(-1), ends.amax(2).amin(-1)
    hit = (leave >= entry) & (leave > 0)
    yield "boxes, which are hit", found[2], hit
    yield "boxes, entries", found[0].where(found[2], 0), entry.where(hit, 0), TOLERANCE
    yield "boxes, exits", found[1].where(found[2], 0), leave.where(hit, 0), TOLERANCE
