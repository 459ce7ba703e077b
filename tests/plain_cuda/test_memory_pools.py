"""Memory pools of the user's own."""

import gc
import threading

import pytest
import torch

pytestmark = pytest.mark.gpu


def block(size=1000):
    return torch.empty(size, dtype=torch.uint8, device="cuda")


def holds(segments, tensor):
    return any(
        part["address"] <= tensor.data_ptr() < part["address"] + part["total_size"]
        for part in segments
    )


def test_a_pool_of_its_own():
    pool = torch.cuda.MemPool()
    assert isinstance(pool.id, tuple) and [type(part) for part in pool.id] == [int, int]
    outside = block()
    with torch.cuda.use_mem_pool(pool):
        inside = block()
    after = block()
    segments = pool.snapshot()
    assert segments and all(tuple(part["segment_pool_id"]) == pool.id for part in segments)
    assert holds(segments, inside)
    assert not holds(segments, outside) and not holds(segments, after)
    assert holds(torch.cuda.memory_snapshot(), inside)


@pytest.mark.torch_from(2, 8)
def test_snapshots_of_one_pool():
    pool = torch.cuda.MemPool()
    with torch.cuda.use_mem_pool(pool):
        inside = block()
    assert holds(torch.cuda.memory_snapshot(pool.id), inside)
    assert torch.cuda.memory_snapshot(torch.cuda.MemPool().id) == []


def test_users_are_counted():
    pool = torch.cuda.MemPool()
    assert pool.use_count() == 1
    for _ in range(2):
        with torch.cuda.use_mem_pool(pool):
            assert pool.use_count() == 2
            x = block()
        assert pool.use_count() == 1
    assert x.numel() == 1000


@pytest.mark.parametrize("device", [None, 0, "cuda:0", torch.device("cuda:0")], ids=repr)
def test_ways_to_name_the_device(device):
    pool = torch.cuda.MemPool()
    with torch.cuda.use_mem_pool(pool, device):
        x = block()
    assert holds(pool.snapshot(), x)


def test_pools_within_pools():
    outer, inner = torch.cuda.MemPool(), torch.cuda.MemPool()
    assert outer.id != inner.id
    with torch.cuda.use_mem_pool(outer):
        first = block()
        with torch.cuda.use_mem_pool(inner):
            second = block()
        third = block()
    assert holds(outer.snapshot(), first) and holds(outer.snapshot(), third)
    assert holds(inner.snapshot(), second) and not holds(inner.snapshot(), first)


def test_memory_is_used_again_within_the_pool():
    pool = torch.cuda.MemPool()
    with torch.cuda.use_mem_pool(pool):
        x = block(4 << 20)
        address = x.data_ptr()
        del x
        x = block(4 << 20)
        assert x.data_ptr() == address
    del x
    other = block(4 << 20)
    assert other.data_ptr() != address


def test_tensors_survive_their_pool():
    pool = torch.cuda.MemPool()
    with torch.cuda.use_mem_pool(pool):
        x = torch.full((1000,), 7.0, device="cuda")
    del pool
    gc.collect()
    torch.cuda.empty_cache()
    y = torch.zeros(1000, device="cuda")
    assert x.sum().item() == 7000 and y.sum().item() == 0


def test_a_pool_gives_its_memory_back():
    gc.collect()
    torch.cuda.empty_cache()
    before = torch.cuda.memory_reserved()
    pool = torch.cuda.MemPool()
    with torch.cuda.use_mem_pool(pool):
        x = block(64 << 20)
    assert torch.cuda.memory_reserved() >= before + (64 << 20)
    del x
    torch.cuda.empty_cache()
    assert torch.cuda.memory_reserved() >= before + (64 << 20)
    del pool
    gc.collect()
    torch.cuda.empty_cache()
    assert torch.cuda.memory_reserved() <= before


def test_an_exception_ends_the_use():
    pool = torch.cuda.MemPool()
    with pytest.raises(KeyError), torch.cuda.use_mem_pool(pool):
        raise KeyError
    x = block()
    assert not holds(pool.snapshot(), x) and pool.use_count() == 1


def test_a_graph_in_a_pool():
    pool = torch.cuda.MemPool()
    x = torch.ones(1000, device="cuda")
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, pool=pool.id):
        y = x + 1
    assert tuple(graph.pool()) == pool.id
    assert holds(pool.snapshot(), y)
    graph.replay()
    assert y[0].item() == 2


def test_pools_of_several_threads():
    pools = [torch.cuda.MemPool() for _ in range(4)]
    assert len({pool.id for pool in pools}) == 4
    turn, results = threading.Lock(), {}

    def run(pool):
        for _ in range(5):
            # One at a time: before PyTorch 2.8 a pool takes what all threads allocate.
            with turn, torch.cuda.use_mem_pool(pool):
                results[pool.id] = block()

    threads = [threading.Thread(target=run, args=(pool,)) for pool in pools]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for pool in pools:
        assert holds(pool.snapshot(), results[pool.id])
        assert pool.use_count() == 1
