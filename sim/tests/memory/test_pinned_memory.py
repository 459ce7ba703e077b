"""Pinned host memory: what counts as pinned, and reuse behind copies."""

import ctypes

import pytest
import torch
import torch_musa
from support.stream_gate import Gate
from torch_musa import _MUSAC


def test_pinned_tensors_and_views():
    host = torch.arange(4.0)
    pinned = host.pin_memory()
    assert pinned.is_pinned() and pinned[2:].is_pinned() and not host.is_pinned()
    assert pinned.untyped_storage().is_pinned("musa") and pinned.pin_memory() is pinned
    assert torch.empty(10, pin_memory=True).is_pinned()
    assert torch.zeros(0).pin_memory().numel() == 0


def test_registered_memory_is_pinned():
    host = torch.arange(4096.0)
    musart = torch_musa.musart()
    success = int(musart.musaError.success)
    assert int(musart.musaHostRegister(host.data_ptr(), host.nbytes, 0)) == success
    try:
        assert host.is_pinned()
        assert torch.equal(host.to("musa", non_blocking=True).cpu(), host)
    finally:
        assert int(musart.musaHostUnregister(host.data_ptr())) == success
    assert not host.is_pinned()


def test_freed_blocks_are_used_again():
    address = torch.empty(10000, dtype=torch.uint8).pin_memory().data_ptr()
    assert torch.empty(9000, dtype=torch.uint8).pin_memory().data_ptr() == address


def test_a_block_waits_for_its_copy():
    device = torch.zeros(1000, device="musa")
    pinned = torch.ones(1000).pin_memory()
    address = pinned.data_ptr()
    side = torch_musa.Stream()
    gate = Gate(side)
    with torch_musa.stream(side):
        device.copy_(pinned, non_blocking=True)
    del pinned
    other = torch.full((1000,), 7.0).pin_memory()
    assert other.data_ptr() != address
    gate.open()
    side.synchronize()
    assert device.sum().item() == 1000


needs_host_allocator = pytest.mark.skipif(
    not hasattr(torch.accelerator, "empty_host_cache"), reason="torch has no such function"
)


@needs_host_allocator
def test_the_host_cache_can_be_emptied():
    tensor = torch.empty(1 << 20).pin_memory()
    del tensor
    torch.accelerator.empty_host_cache()


def test_the_runtime_knows_the_memory():
    pinned = torch.empty(100).pin_memory()
    flags = ctypes.c_uint(99)
    musart = ctypes.CDLL("libmusart.so.4")
    pointer = ctypes.c_void_p(pinned.data_ptr())
    assert musart.musaHostGetFlags(ctypes.byref(flags), pointer) == 0 and flags.value == 0


def test_a_graph_keeps_the_memory_that_it_copies():
    graph = torch_musa.MUSAGraph()
    with torch_musa.graph(graph):
        source = torch.full((8,), 3.0).pin_memory()
        target = torch.zeros(8, device="musa")
        target.copy_(source, non_blocking=True)
        address = source.data_ptr()
        del source
        other = torch.full((8,), 4.0).pin_memory()
    assert other.data_ptr() != address
    later = torch.full((8,), 5.0).pin_memory()
    assert later.data_ptr() != address
    graph.replay()
    assert target.tolist() == [3.0] * 8
    del graph
    torch_musa.synchronize()
    assert torch.full((8,), 6.0).pin_memory().data_ptr() == address


def test_statistics_of_pinned_memory():
    _MUSAC._host_emptyCache()
    before = _MUSAC._musa_hostMemoryStats()
    pinned = torch.empty(5000, dtype=torch.int8).pin_memory()
    during = _MUSAC._musa_hostMemoryStats()
    assert during["active_bytes"]["current"] == before["active_bytes"]["current"] + 8192
    assert during["num_host_alloc"] == before["num_host_alloc"] + 1
    assert during["host_alloc_time"]["count"] == before["host_alloc_time"]["count"] + 1
    del pinned
    _MUSAC._host_emptyCache()
    after = _MUSAC._musa_hostMemoryStats()
    assert after["active_bytes"]["current"] == before["active_bytes"]["current"]
    assert after["num_host_free"] == before["num_host_free"] + 1
