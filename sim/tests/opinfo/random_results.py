"""Operators that draw numbers: which they are, and what is compared of them."""

import torch

from .comparing import check_tree, require, tensors

SEEDS = range(8)
# Means of eight runs each; a right result is never this far away, in units of its own spread.
FARTHEST = 8.0


def is_random(run):
    """Whether equal seeds give equal results and others do not (always on the CPU).

    `run(device, seed, host_seed)` gives a tree of results.
    """
    first, again = (_values(run("cpu", 0)) for _ in range(2))
    others = (_values(run("cpu", seed)) for seed in SEEDS[1:])
    return _same(first, again) and not all(_same(first, other) for other in others)


def check_random(run):
    """Same form as the CPU's; equal seeds of the device give equal results; means as the CPU's."""
    check_tree(run("cpu", 0), run("musa", 0), values=False)
    first, again = (_values(run("musa", 0, host_seed)) for host_seed in (0, 1))
    require(_same(first, again), "equal seeds, unequal results")
    expected = _means(run, "cpu")
    if not torch.isfinite(expected).all():
        return
    actual = _means(run, "musa")
    spread = expected.var(0).add(actual.var(0)).div(len(SEEDS)).sqrt()
    distance = (expected.mean(0) - actual.mean(0)).abs()
    require((distance <= FARTHEST * spread + 1e-3).all(), "mean", actual.mean(0), expected.mean(0))


def _values(results):
    return [tensor.detach().to_dense().cpu() for tensor in tensors(results)]


def _same(left, right):
    return len(left) == len(right) and all(
        a.shape == b.shape and torch.equal(a.nan_to_num(), b.nan_to_num())
        for a, b in zip(left, right)
    )


def _means(run, device):
    rows = []
    for seed in SEEDS:
        values = [value for value in _values(run(device, seed)) if value.numel()]
        rows.append([torch.view_as_real(v.to(torch.complex128)).mean().item() for v in values])
    return torch.tensor(rows, dtype=torch.float64).reshape(len(SEEDS), -1)
