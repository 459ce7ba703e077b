"""Two GPUs: statistics, limits, pools and graphs belong to one of them."""

import gc

import pytest
import torch

pytestmark = pytest.mark.gpu

MIB = 1 << 20


def block(size, device):
    return torch.empty(size, dtype=torch.uint8, device=device)


def test_statistics_of_each_device():
    gc.collect()
    before = [torch.cuda.memory_allocated(index) for index in range(2)]
    x = block(2 * MIB, "cuda:1")
    assert torch.cuda.memory_allocated(0) == before[0]
    for name in (1, "cuda:1", torch.device("cuda:1")):
        assert torch.cuda.memory_allocated(name) == before[1] + 2 * MIB
    with torch.cuda.device(1):
        assert torch.cuda.memory_allocated() == before[1] + 2 * MIB
        assert torch.cuda.memory_allocated("cuda") == before[1] + 2 * MIB
        assert "device ID 1" in torch.cuda.memory_summary()
    torch.cuda.reset_peak_memory_stats(1)
    assert torch.cuda.max_memory_allocated(1) == before[1] + 2 * MIB
    del x


def test_running_out_of_memory_names_the_device():
    with pytest.raises(torch.cuda.OutOfMemoryError, match="GPU 1 has a total capacity"):
        block(1 << 50, "cuda:1")


def test_the_fraction_of_one_device():
    try:
        torch.cuda.set_per_process_memory_fraction(0.25, 1)
        assert torch.cuda.get_per_process_memory_fraction(1) == pytest.approx(0.25, rel=1e-3)
        assert torch.cuda.get_per_process_memory_fraction(0) == pytest.approx(1.0)
    finally:
        torch.cuda.set_per_process_memory_fraction(1.0, 1)


def test_snapshots_name_the_device():
    x = block(1000, "cuda:1")
    (segment,) = (
        part
        for part in torch.cuda.memory_snapshot()
        if part["address"] <= x.data_ptr() < part["address"] + part["total_size"]
    )
    assert segment["device"] == 1
    assert len(torch.cuda.memory._snapshot()["device_traces"]) == torch.cuda.device_count()


def test_raw_memory_of_another_device():
    before = torch.cuda.memory_allocated(1)
    address = torch.cuda.caching_allocator_alloc(1000, device=1)
    assert torch.cuda.memory_allocated(1) == before + 1024
    assert torch.cuda.current_device() == 0
    torch.cuda.caching_allocator_delete(address)
    assert torch.cuda.memory_allocated(1) == before


def test_a_pool_on_the_second_device():
    with torch.cuda.device(1):
        pool = torch.cuda.MemPool()
        with torch.cuda.use_mem_pool(pool):
            x = torch.ones(10, device="cuda")
            y = torch.ones(10, device="cuda:0")
        assert x.get_device() == 1 and y.get_device() == 0
        segments = pool.snapshot()
        del x
    assert {part["device"] for part in segments} == {1}


def test_a_graph_on_the_second_device():
    with torch.cuda.device(1):
        x = torch.zeros(3, device="cuda")
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, stream=torch.cuda.Stream()):
            y = x + 1
        x.fill_(4)
        graph.replay()
        assert y.tolist() == [5, 5, 5] and y.get_device() == 1
    # The graph runs on its own device, whichever is current.
    with torch.cuda.device(1):
        x.fill_(6)
        torch.cuda.synchronize()
    graph.replay()
    torch.cuda.synchronize(1)
    assert y.tolist() == [7, 7, 7]


@pytest.mark.filterwarnings("ignore:Attempting to run cuBLAS:UserWarning")
def test_autocast_reaches_the_threads_of_data_parallel():
    class Look(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = torch.nn.Linear(4, 4)

        def forward(self, x):
            out = self.linear(x)
            seen.append((out.dtype, out.get_device(), torch.is_autocast_enabled()))
            return out

    seen = []
    model = torch.nn.DataParallel(Look().cuda(), device_ids=[0, 1])
    with torch.autocast("cuda"):
        out = model(torch.ones(4, 4, device="cuda"))
    assert out.dtype == torch.float16 and out.get_device() == 0
    assert sorted(seen, key=lambda one: one[1]) == [
        (torch.float16, 0, True),
        (torch.float16, 1, True),
    ]
