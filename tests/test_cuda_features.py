"""Larger features of torch.cuda that the platform's torch_musa brings, as user code meets them."""

import ctypes

import pytest
import torch

pytestmark = pytest.mark.musa


def test_handles_of_the_blas_library():
    handle = torch.cuda.current_blas_handle()
    assert isinstance(handle, int) and handle > 0
    assert torch.cuda.current_blas_handle() == handle


class TestMemory:
    def test_what_is_allocated_is_freed(self):
        before = torch.cuda.memory_allocated()
        x = torch.empty(1 << 20, dtype=torch.uint8, device="cuda")
        assert torch.cuda.memory_allocated() == before + (1 << 20)
        del x
        assert torch.cuda.memory_allocated() == before


def test_streams_by_their_handle():
    stream = torch.cuda.Stream()
    external = torch.cuda.ExternalStream(stream.cuda_stream)
    assert external.cuda_stream == stream.cuda_stream
    assert isinstance(stream._as_parameter_, ctypes.c_void_p)
