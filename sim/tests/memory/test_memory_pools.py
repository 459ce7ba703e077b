"""Private pools of device memory, and the checkpoints that graph trees make of them."""

import inspect
import threading

import pytest
import torch
import torch_musa
from torch_musa import _MUSAC
from torch_musa.core import _allocators

MIB = 1 << 20


def _segments(pool_id):
    return [s for s in torch_musa.memory_snapshot() if s["segment_pool_id"] == pool_id]


def test_memory_comes_from_the_pool():
    pool = torch_musa.MemPool()
    with torch_musa.use_mem_pool(pool):
        assert torch_musa.MemPoolContext.active_pool() is not None
        inside = torch.ones(MIB, device="musa")
    outside = torch.ones(MIB, device="musa")
    assert torch_musa.MemPoolContext.active_pool() is None
    (segment,) = _segments(pool.id)
    addresses = {block["address"] for block in segment["blocks"]}
    assert inside.data_ptr() in addresses and outside.data_ptr() not in addresses
    assert pool.snapshot() == [segment] and pool.allocator is None


def test_a_pool_keeps_what_is_freed_until_it_goes():
    pool = torch_musa.MemPool()
    with torch_musa.use_mem_pool(pool):
        torch.ones(MIB, device="musa")
    torch_musa.empty_cache()
    (segment,) = _segments(pool.id)
    assert segment["allocated_size"] == 0
    pool_id = pool.id
    del pool
    assert _segments(pool_id) == []


def test_a_tensor_may_outlive_its_pool():
    pool = torch_musa.MemPool()
    with torch_musa.use_mem_pool(pool):
        tensor = torch.ones(MIB, device="musa")
    pool_id = pool.id
    del pool
    assert tensor.sum().item() == MIB and _segments(pool_id)
    del tensor
    torch_musa.empty_cache()
    assert _segments(pool_id) == []


def test_pools_have_names_of_their_own():
    first, second = torch_musa.MemPool(), torch_musa.MemPool()
    assert first.id != second.id and first.id[0] == 0
    assert _MUSAC._MemPool(None, False).id[1] == 0
    assert first.use_count() == 1


def test_only_the_current_stream(second_device):
    pool = _MUSAC._MemPool(None, True)
    _MUSAC._musa_beginAllocateCurrentStreamToPool(0, pool.id)
    try:
        with torch_musa.stream(torch_musa.Stream()):
            torch.ones(10, device="musa")
        torch.ones(10, device=f"musa:{second_device}")
        assert _segments(pool.id) == []
        torch.ones(10, device="musa")
        assert len(_segments(pool.id)) == 1
    finally:
        _MUSAC._musa_endAllocateCurrentStreamToPool(0, pool.id)
        _MUSAC._musa_releasePool(0, pool.id)


def test_wrong_uses():
    pool = torch_musa.MemPool()
    with pytest.raises(RuntimeError, match="not currently recording"):
        _MUSAC._musa_endAllocateCurrentStreamToPool(0, pool.id)
    with torch_musa.use_mem_pool(pool):
        with pytest.raises(RuntimeError, match="already recording"):
            _MUSAC._musa_beginAllocateToPool(0, pool.id)
    with pytest.raises(RuntimeError, match="no memory pool"):
        _MUSAC._musa_releasePool(0, (0, 123456))


def test_live_allocations():
    pool = torch_musa.MemPool()
    with torch_musa.use_mem_pool(pool):
        one, two = torch.ones(10, device="musa"), torch.ones(10, device="musa")
    assert _MUSAC._musa_checkPoolLiveAllocations(0, pool.id, {one.data_ptr(), two.data_ptr()})
    assert not _MUSAC._musa_checkPoolLiveAllocations(0, pool.id, {one.data_ptr()})
    del two
    assert _MUSAC._musa_checkPoolLiveAllocations(0, pool.id, {one.data_ptr()})


def _storage(tensor):
    return tensor.untyped_storage()._cdata


def test_a_checkpoint_gives_the_memory_back_its_owners():
    pool = torch_musa.MemPool()
    with torch_musa.use_mem_pool(pool):
        kept = torch.full((1000,), 3.0, device="musa")
        freed_later = torch.full((2000,), 4.0, device="musa")
        state = _MUSAC._musa_getCheckpointState(0, pool.id)
        address = freed_later.data_ptr()
        # As a graph tree does: the second tensor's storage gives up its memory, and it is reused.
        _MUSAC._free_And_Remove_DeleterFn(_storage(freed_later))
        assert not _MUSAC._has_Standard_Deleter(_storage(freed_later))
        late = torch.full((2000,), 5.0, device="musa")
        assert late.data_ptr() == address
        _MUSAC._musa_setCheckpointPoolState(
            0,
            state,
            [_storage(late), _storage(kept)],
            # As outputs do that share a storage, one is named twice.
            [_storage(freed_later), _storage(kept), _storage(kept)],
        )
    assert all(_MUSAC._has_Standard_Deleter(_storage(owner)) for owner in (kept, freed_later))
    assert not _MUSAC._has_Standard_Deleter(_storage(late))
    expected = {kept.data_ptr(), freed_later.data_ptr()}
    assert _MUSAC._musa_checkPoolLiveAllocations(0, pool.id, expected)
    del kept, freed_later, late
    assert _MUSAC._musa_checkPoolLiveAllocations(0, pool.id, set())


def test_what_nobody_takes_over_stays_allocated():
    pool = torch_musa.MemPool()
    with torch_musa.use_mem_pool(pool):
        tensor = torch.ones(1000, device="musa")
        state = _MUSAC._musa_getCheckpointState(0, pool.id)
        _MUSAC._musa_setCheckpointPoolState(0, state, [_storage(tensor)])
    assert _MUSAC._musa_checkPoolLiveAllocations(0, pool.id, {tensor.data_ptr()})
    _MUSAC._musa_musaCachingAllocator_raw_delete(tensor.data_ptr())
    assert _MUSAC._musa_checkPoolLiveAllocations(0, pool.id, set())
    with pytest.raises(RuntimeError, match="the memory pool does not exist"):
        _MUSAC._musa_getCheckpointState(0, (0, 123456))


def test_raw_delete():
    tensor = torch.ones(1000, device="musa")
    before = torch_musa.memory_allocated()
    _MUSAC._free_And_Remove_DeleterFn(_storage(tensor))
    assert torch_musa.memory_allocated() < before
    with pytest.raises(RuntimeError, match="invalid device pointer"):
        _MUSAC._musa_musaCachingAllocator_raw_delete(tensor.data_ptr())


def test_tensors_from_storages():
    storage = torch.arange(6.0, device="musa").untyped_storage()
    metadata = {"dtype": torch.float32, "size": (2,), "stride": (2,), "storage_offset": 1}
    tensor = _MUSAC._construct_MUSA_Tensor_From_Storage_And_Metadata(metadata, storage)
    assert tensor.device.type == "musa" and tensor.tolist() == [1, 3]
    assert _MUSAC._storage_Use_Count(storage._cdata) >= 2
    pointers = [None, tensor.data_ptr()]
    assert _MUSAC._tensors_data_ptrs_at_indices_equal([None, tensor], pointers, [1])
    assert not _MUSAC._tensors_data_ptrs_at_indices_equal([tensor], [1], [0])


def test_a_storage_can_refuse_access():
    tensor = torch.ones(3, device="musa")
    _MUSAC._set_storage_access_error_msg(tensor, "the graph has taken it")
    for use in (tensor.data_ptr, tensor.sin, lambda: tensor + tensor):
        with pytest.raises(RuntimeError, match="the graph has taken it"):
            use()


@pytest.mark.skipif(torch.__version__ < (2, 9), reason="torch_musa's pools have no such option")
def test_a_pool_may_help_out():
    pool = torch_musa.MemPool(use_on_oom=True)
    with torch_musa.use_mem_pool(pool):
        inside = torch.empty(64 * MIB, dtype=torch.int8, device="musa")
    address = inside.data_ptr()
    reserved, total = torch_musa.memory_reserved(), torch_musa.mem_get_info()[1]
    torch_musa.set_per_process_memory_fraction((reserved + MIB) / total)
    try:
        with pytest.raises(torch.OutOfMemoryError):
            torch.empty(64 * MIB, dtype=torch.int8, device="musa")
        del inside
        assert torch.empty(64 * MIB, dtype=torch.int8, device="musa").data_ptr() == address
    finally:
        torch_musa.set_per_process_memory_fraction(1.0)


@pytest.mark.skipif(torch.__version__ < (2, 11), reason="torch_musa's pools have no such option")
def test_a_pool_may_keep_its_segments_whole():
    pool = torch_musa.MemPool(no_split=True)
    with torch_musa.use_mem_pool(pool):
        kept = [torch.ones(10, device="musa") for _ in range(3)]
    assert [len(segment["blocks"]) for segment in pool.snapshot()] == [1] * len(kept)


def test_a_pool_may_be_one_threads():
    pool = torch_musa.MemPool()
    elsewhere = []
    _MUSAC._musa_beginAllocateCurrentThreadToPool(0, pool.id)
    thread = threading.Thread(target=lambda: elsewhere.append(torch.ones(10, device="musa")))
    thread.start()
    thread.join()
    assert pool.snapshot() == []
    here = torch.ones(10, device="musa")
    _MUSAC._musa_endAllocateCurrentStreamToPool(0, pool.id)
    _MUSAC._musa_releasePool(0, pool.id)
    assert len(pool.snapshot()) == 1 and torch.equal(here, elsewhere[0])


def test_versions_of_torch_musa_have_options_of_their_own():
    def options(version):
        return list(inspect.signature(_allocators._maker_of_pools(version)).parameters)[1:]

    assert options((2, 7)) == ["allocator"]
    assert options((2, 9)) == ["allocator", "use_on_oom"]
    assert options((2, 11)) == ["allocator", "use_on_oom", "no_split"]
