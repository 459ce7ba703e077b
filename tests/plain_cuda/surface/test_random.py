"""Calls: seeds."""

import pytest
import torch

pytestmark = pytest.mark.gpu


def test_seeds():
    torch.cuda.manual_seed_all(5)
    assert torch.cuda.initial_seed() == 5
    torch.cuda.seed()
    torch.cuda.seed_all()
    assert isinstance(torch.cuda.initial_seed(), int)
    torch.cuda.manual_seed(6)
    assert torch.cuda.initial_seed() == 6
