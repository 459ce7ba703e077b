"""Larger features of torch.cuda that the platform's torch_musa brings, as user code meets them."""

import pytest
import torch

pytestmark = pytest.mark.musa


def test_handles_of_the_blas_library():
    handle = torch.cuda.current_blas_handle()
    assert isinstance(handle, int) and handle > 0
    assert torch.cuda.current_blas_handle() == handle
