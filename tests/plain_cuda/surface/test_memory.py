"""Calls: memory."""

import pytest
import torch

pytestmark = pytest.mark.gpu


def test_memory_of_the_whole_device():
    free, total = torch.cuda.mem_get_info()
    assert 0 < free <= total
    # Needs NVIDIA's management library or asks the runtime; both count bytes.
    assert 0 <= total - free <= total


def test_an_allocator_is_exchanged_only_before_the_first_allocation():
    torch.empty(1, device="cuda")
    allocator = torch.cuda.memory.CUDAPluggableAllocator("libc.so.6", "malloc", "free")
    with pytest.raises(RuntimeError, match="initialized"):
        torch.cuda.memory.change_current_allocator(allocator)
    own = torch.cuda.memory._CUDAAllocator(allocator.allocator())
    assert own.allocator() is not None
    current = torch.cuda.memory._get_current_allocator()
    assert isinstance(current, torch.cuda.memory._CUDAAllocator)
    assert torch.cuda.get_allocator_backend() == "native"
