"""Fixtures of the tests of the profiler."""

import pytest
import torch


@pytest.fixture
def matrix():
    """A matrix on the GPU, where products of such have been made before."""
    x = torch.randn(256, 256, device="cuda")
    x @ x
    torch.cuda.synchronize()
    return x
