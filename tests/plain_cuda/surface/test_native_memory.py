"""Calls: torch._C's functions of memory."""

import ctypes

import pytest
import torch

pytestmark = pytest.mark.gpu


@pytest.fixture(autouse=True)
def device_is_initialised():
    torch.cuda.init()


def address(name):
    return ctypes.cast(getattr(ctypes.CDLL("libc.so.6"), name), ctypes.c_void_p).value


def test_the_cache():
    torch._C._cuda_emptyCache()
    torch._C._host_emptyCache()
    assert torch._C._cuda_getAllocatorBackend() == "native"
    assert torch._C._cuda_isHistoryEnabled() is False


def test_raw_memory():
    stream = torch.cuda.current_stream().cuda_stream
    pointer = torch._C._cuda_cudaCachingAllocator_raw_alloc(1024, stream)
    assert isinstance(pointer, int) and pointer
    torch._C._cuda_cudaCachingAllocator_raw_delete(pointer)


def test_limits():
    torch._C._cuda_setMemoryFraction(0.5, 0)
    assert torch._C._cuda_getMemoryFraction(0) == 0.5
    torch._C._cuda_setMemoryFraction(1.0, 0)


def test_statistics():
    assert "allocated_bytes" in torch._C._cuda_memoryStats(0)
    torch._C._cuda_resetPeakMemoryStats(0)
    torch._C._cuda_resetAccumulatedMemoryStats(0)


@pytest.mark.torch_from(2, 13)
def test_the_cache_is_switched():
    assert torch._C._cuda_cudaCachingAllocator_is_enabled() is True
    torch._C._cuda_cudaCachingAllocator_enable(True)


def test_allocators():
    current = torch._C._cuda_getAllocator()  # None, unless it was changed
    assert current is None or isinstance(current, torch._C._cuda_CUDAAllocator)
    mine = torch._C._cuda_customAllocator(address("malloc"), address("free"))
    assert isinstance(mine, torch._C._cuda_CUDAAllocator)
    torch.ones(1, device="cuda")
    with pytest.raises(RuntimeError, match="initialized"):
        torch._C._cuda_changeCurrentAllocator(mine)


def test_who_hears_of_memory_that_ran_out():
    heard = []
    torch._C._cuda_attach_out_of_memory_observer(lambda *what: heard.append(what[0]))
    with pytest.raises(torch.OutOfMemoryError):
        torch.empty(1 << 50, dtype=torch.uint8, device="cuda")
    assert heard and heard[0] == 0


def test_storages():
    x, y = torch.ones(2, device="cuda"), torch.ones(2, device="cuda")
    assert torch._C._tensors_data_ptrs_at_indices_equal([x, y], [x.data_ptr(), 1], [0]) is True
    assert torch._C._tensors_data_ptrs_at_indices_equal([x, y], [x.data_ptr(), 1], [0, 1]) is False
    handle = x.untyped_storage()._cdata
    assert torch._C._has_Standard_Deleter(handle) is True
    facts = {
        "data_ptr": x.data_ptr(),
        "device": x.device,
        "dtype": x.dtype,
        "nbytes": x.untyped_storage().nbytes(),
        "size": (2,),
        "storage_offset": 0,
        "stride": (1,),
    }
    same = torch._C._construct_CUDA_Tensor_From_Storage_And_Metadata(facts, x.untyped_storage())
    assert same.data_ptr() == x.data_ptr() and same.equal(x)


def test_a_pool_of_ones_own():
    pool = torch.cuda.MemPool()
    assert isinstance(pool, torch._C._MemPool)
    with torch.cuda.use_mem_pool(pool):
        kept = torch.ones(64, device="cuda")
    state = torch._C._cuda_getCheckpointState(0, pool.id)
    assert isinstance(state, torch._C._cuda_CUDAAllocator_AllocatorState)
    pointers = {kept.data_ptr()}
    assert torch._C._cuda_checkPoolLiveAllocations(0, pool.id, pointers) is True
    torch._C._cuda_setCheckpointPoolState(0, state, [], [])
    assert kept.sum().item() == 64


def begin_and_end(begin, end):
    pool = torch.cuda.graph_pool_handle()
    begin(0, pool)
    kept = torch.ones(64, device="cuda")
    end(0, pool)
    assert kept.sum().item() == 64
    del kept
    torch._C._cuda_releasePool(0, pool)


@pytest.mark.torch_before(2, 8)
def test_allocations_of_a_stream_go_to_a_pool():
    begin_and_end(
        lambda device, pool: torch._C._cuda_beginAllocateCurrentStreamToPool(device, pool),
        lambda device, pool: torch._C._cuda_endAllocateCurrentStreamToPool(device, pool),
    )


@pytest.mark.torch_from(2, 8)
def test_allocations_of_a_thread_go_to_a_pool():
    begin_and_end(
        lambda device, pool: torch._C._cuda_beginAllocateCurrentThreadToPool(device, pool),
        lambda device, pool: torch._C._cuda_endAllocateToPool(device, pool),
    )
    begin_and_end(
        lambda device, pool: torch._C._cuda_beginAllocateToPool(device, pool),
        lambda device, pool: torch._C._cuda_endAllocateToPool(device, pool),
    )


@pytest.mark.torch_before(2, 8)
def test_the_context_of_a_pool():
    pool = torch.cuda.MemPool()
    context = torch.cuda.MemPoolContext(pool)
    assert isinstance(context, torch._C._MemPoolContext)
    assert torch.cuda.MemPoolContext.active_pool() is not None
