"""Device memory: statistics, limits, raw allocations, errors."""

import gc

import pytest
import torch

pytestmark = pytest.mark.gpu

MIB = 1 << 20
DEVICES = [None, 0, "cuda", "cuda:0", torch.device("cuda"), torch.device("cuda:0")]


def block(size):
    return torch.empty(size, dtype=torch.uint8, device="cuda")


@pytest.fixture(autouse=True)
def nothing_to_collect():
    """What other tests left in cycles must not be freed while memory is measured."""
    gc.collect()


def test_what_tensors_occupy():
    before = torch.cuda.memory_allocated()
    x = block(3 * MIB)
    assert torch.cuda.memory_allocated() == before + 3 * MIB
    small = block(1)
    assert torch.cuda.memory_allocated() == before + 3 * MIB + 512
    view = x[:10]
    del x
    assert torch.cuda.memory_allocated() == before + 3 * MIB + 512
    del view, small
    assert torch.cuda.memory_allocated() == before


def test_peaks():
    torch.cuda.reset_peak_memory_stats()
    before = torch.cuda.memory_allocated()
    assert torch.cuda.max_memory_allocated() == before
    x = block(4 * MIB)
    del x
    assert torch.cuda.memory_allocated() == before
    assert torch.cuda.max_memory_allocated() == before + 4 * MIB
    torch.cuda.reset_peak_memory_stats()
    assert torch.cuda.max_memory_allocated() == before


def test_the_cache():
    x = block(64 * MIB)
    reserved = torch.cuda.memory_reserved()
    assert reserved >= torch.cuda.memory_allocated() >= 64 * MIB
    del x
    assert torch.cuda.memory_reserved() == reserved
    torch.cuda.empty_cache()
    assert torch.cuda.memory_reserved() <= reserved - 64 * MIB
    assert torch.cuda.max_memory_reserved() >= reserved


@pytest.mark.parametrize("device", DEVICES, ids=repr)
def test_every_way_to_name_the_device(device):
    x = block(1000)
    for function in (
        torch.cuda.memory_allocated,
        torch.cuda.max_memory_allocated,
        torch.cuda.memory_reserved,
        torch.cuda.max_memory_reserved,
    ):
        assert function(device) == function(device=device) > 0
    assert torch.cuda.memory_stats(device)["allocated_bytes.all.current"] >= 1024
    assert torch.cuda.memory_stats_as_nested_dict(device)["allocation"]["all"]["current"] > 0
    assert "device ID 0" in torch.cuda.memory_summary(device)
    free, total = torch.cuda.mem_get_info(device)
    assert 0 < free < total
    torch.cuda.reset_peak_memory_stats(device)
    torch.cuda.reset_accumulated_memory_stats(device)
    del x


def test_wrong_devices():
    for function in (torch.cuda.memory_allocated, torch.cuda.memory_stats):
        with pytest.raises(ValueError, match="Expected a cuda device, but got: cpu"):
            function("cpu")


def test_names_of_the_statistics():
    stats = torch.cuda.memory_stats()
    for name in (
        "allocation",
        "segment",
        "active",
        "inactive_split",
        "allocated_bytes",
        "reserved_bytes",
        "active_bytes",
        "inactive_split_bytes",
        "requested_bytes",
    ):
        for pool in ("all", "large_pool", "small_pool"):
            for metric in ("current", "peak", "allocated", "freed"):
                assert isinstance(stats[f"{name}.{pool}.{metric}"], int)
    for name in ("oversize_allocations", "oversize_segments"):
        for metric in ("current", "peak", "allocated", "freed"):
            assert isinstance(stats[f"{name}.{metric}"], int)
    for name in ("num_alloc_retries", "num_ooms", "num_sync_all_streams", "max_split_size"):
        assert isinstance(stats[name], int)
    for name in ("num_device_alloc", "num_device_free"):
        assert isinstance(stats[name], int)
    assert list(stats) == sorted(stats)


def test_what_the_statistics_count():
    torch.cuda.reset_accumulated_memory_stats()
    before = torch.cuda.memory_stats()
    assert before["allocation.all.allocated"] == before["allocation.all.freed"] == 0
    x, y = block(2 * MIB + 3), block(100)
    stats = torch.cuda.memory_stats()
    assert stats["allocation.all.allocated"] == 2
    assert stats["allocation.large_pool.allocated"] == 1
    assert stats["allocation.small_pool.allocated"] == 1
    assert stats["requested_bytes.all.allocated"] == 2 * MIB + 103
    assert stats["allocated_bytes.all.allocated"] == 2 * MIB + 512 + 512
    del x, y
    assert torch.cuda.memory_stats()["allocation.all.freed"] == 2


def test_nested_statistics():
    nested = torch.cuda.memory_stats_as_nested_dict()
    flat = torch.cuda.memory_stats()
    assert nested["active_bytes"]["small_pool"]["peak"] == flat["active_bytes.small_pool.peak"]
    assert nested["num_ooms"] == flat["num_ooms"]


def test_the_summary():
    text = torch.cuda.memory_summary()
    assert "PyTorch CUDA memory summary, device ID 0" in text
    assert "CUDA OOMs: " in text and "cudaMalloc retries: " in text
    for name in ("Allocated memory", "GPU reserved memory", "Oversize GPU segments"):
        assert name in text
    assert "from large pool" in text
    short = torch.cuda.memory_summary(abbreviated=True)
    assert len(short) < len(text) and "from large pool" not in short


def test_old_names_warn():
    with pytest.warns(FutureWarning, match="`torch.cuda.memory_cached` has been renamed to"):
        assert torch.cuda.memory_cached() == torch.cuda.memory_reserved()
    with pytest.warns(FutureWarning, match="`torch.cuda.max_memory_cached` has been renamed to"):
        assert torch.cuda.max_memory_cached() == torch.cuda.max_memory_reserved()
    text = "torch.cuda.reset_max_memory_{} now calls torch.cuda.reset_peak_memory_stats, which res"
    with pytest.warns(FutureWarning, match=text.format("allocated")):
        torch.cuda.reset_max_memory_allocated()
    with pytest.warns(FutureWarning, match=text.format("cached")):
        torch.cuda.reset_max_memory_cached()


def test_running_out_of_memory():
    assert torch.cuda.OutOfMemoryError is torch.OutOfMemoryError
    assert issubclass(torch.cuda.OutOfMemoryError, RuntimeError)
    before = torch.cuda.memory_stats()["num_ooms"]
    with pytest.raises(torch.cuda.OutOfMemoryError) as caught:
        block(1 << 50)
    (text,) = caught.value.args
    assert text == str(caught.value)
    assert text.startswith(
        "CUDA out of memory. Tried to allocate 1048576.00 GiB. GPU 0 has a total"
    )
    assert torch.cuda.memory_stats()["num_ooms"] == before + 1
    assert block(10).fill_(3).sum().item() == 30


def test_sizes_that_no_device_will_ever_have():
    with pytest.raises(torch.cuda.OutOfMemoryError, match="Tried to allocate more than 1EB memory"):
        torch.empty(1 << 60, dtype=torch.uint8, device="cuda")


def test_the_fraction_of_the_device():
    _, total = torch.cuda.mem_get_info()
    torch.cuda.empty_cache()
    try:
        torch.cuda.set_per_process_memory_fraction(0.001)
        assert torch.cuda.get_per_process_memory_fraction() == pytest.approx(0.001, rel=1e-3)
        with pytest.raises(torch.cuda.OutOfMemoryError, match="CUDA out of memory"):
            block(total // 500)
    finally:
        torch.cuda.set_per_process_memory_fraction(1.0, device="cuda:0")
    assert torch.cuda.get_per_process_memory_fraction(0) == pytest.approx(1.0)
    assert block(total // 500).numel() == total // 500
    with pytest.raises(TypeError, match="Invalid type for fraction argument, must be `float`"):
        torch.cuda.set_per_process_memory_fraction(1)
    with pytest.raises(ValueError, match=r"Invalid fraction value: 1.5. Allowed range: 0~1"):
        torch.cuda.set_per_process_memory_fraction(1.5)


def test_raw_allocations():
    stream = torch.cuda.Stream()
    for options in (
        {},
        {"device": 0},
        {"device": "cuda:0", "stream": stream},
        {"stream": stream.cuda_stream},
        {"stream": torch.cuda.default_stream().cuda_stream},
    ):
        before = torch.cuda.memory_allocated()
        address = torch.cuda.caching_allocator_alloc(1000, **options)
        assert isinstance(address, int) and address > 0
        assert torch.cuda.memory_allocated() == before + 1024
        torch.cuda.caching_allocator_delete(address)
        assert torch.cuda.memory_allocated() == before
    with pytest.raises(TypeError, match="Invalid type for stream argument, must be"):
        torch.cuda.caching_allocator_alloc(10, stream="mine")


def test_free_memory_shrinks():
    torch.cuda.empty_cache()
    free, total = torch.cuda.mem_get_info()
    x = block(256 * MIB)
    assert torch.cuda.mem_get_info()[0] <= free - 256 * MIB
    assert torch.cuda.mem_get_info()[1] == total
    del x
    torch.cuda.empty_cache()
    assert torch.cuda.mem_get_info()[0] >= free - 32 * MIB


def test_the_rest():
    assert torch.cuda.get_allocator_backend() == "native"
    assert torch.cuda.memory.get_allocator_backend() == "native"
    torch.cuda.ipc_collect()
    assert isinstance(torch.cuda.list_gpu_processes(), str)
    torch.cuda.memory.empty_cache()
    assert torch.cuda.memory.memory_allocated() == torch.cuda.memory_allocated()
