"""What the projects are asked: a module each, with results().

results() yields (name, value, exact). The inputs are the same in every process. exact is False where the
project's kernels add or multiply floating-point numbers with atomics: their order differs from run to run.
"""

import torch

DEVICE = "cuda"


def seeded(seed):
    """A source of random numbers on the CPU: the same on every machine."""
    return torch.Generator().manual_seed(seed)


def normal(seed, *shape, dtype=torch.float32):
    """Normally distributed numbers on the GPU."""
    return torch.randn(shape, generator=seeded(seed), dtype=torch.float64).to(dtype).to(DEVICE)


def uniform(seed, *shape, dtype=torch.float32):
    """Numbers between 0 and 1 on the GPU."""
    return torch.rand(shape, generator=seeded(seed), dtype=torch.float64).to(dtype).to(DEVICE)


def integers(seed, low, high, *shape):
    """Integers from low up to high, which is left out, on the GPU."""
    return torch.randint(low, high, shape, generator=seeded(seed)).to(DEVICE)
