"""The fixture by which tests call libmudnn."""

import pytest
import torch
from mudnn_calls import Mudnn


@pytest.fixture
def mudnn(tmp_path_factory):
    """Calls operations of libmudnn; the same random numbers in each run."""
    torch.manual_seed(0)
    folder = tmp_path_factory.getbasetemp() / "mudnn"
    folder.mkdir(exist_ok=True)
    return Mudnn(folder)
