"""Memory: statistics follow the tensors, limits hold, the cache empties."""

import pickle

import pytest
import torch
import torch_musa

MIB = 2**20


@pytest.fixture(autouse=True)
def clean_cache():
    torch_musa._lazy_init()
    torch_musa.synchronize()
    torch_musa.empty_cache()
    torch_musa.reset_peak_memory_stats()


def test_allocated_memory_follows_tensors():
    before = torch_musa.memory_allocated()
    tensor = torch.empty(MIB, device="musa")
    assert torch_musa.memory_allocated() >= before + 4 * MIB
    assert torch_musa.memory_reserved() >= torch_musa.memory_allocated()
    del tensor
    assert torch_musa.memory_allocated() == before


def test_peak_is_kept_and_reset():
    torch.empty(4 * MIB, dtype=torch.uint8, device="musa")
    current = torch_musa.memory_allocated()
    assert torch_musa.max_memory_allocated() >= current + 4 * MIB
    assert torch_musa.max_memory_reserved() >= torch_musa.max_memory_allocated()
    for reset in (
        torch_musa.reset_peak_memory_stats,
        torch_musa.reset_max_memory_allocated,
        torch_musa.reset_max_memory_cached,
    ):
        reset()
        assert torch_musa.max_memory_allocated() == torch_musa.memory_allocated()


def test_devices_are_counted_apart(second_device):
    before = torch_musa.memory_allocated(0), torch_musa.memory_allocated(second_device)
    tensor = torch.empty(MIB, dtype=torch.uint8, device=f"musa:{second_device}")
    assert torch_musa.memory_allocated(0) == before[0]
    assert torch_musa.memory_allocated(tensor.device) >= before[1] + MIB
    assert torch_musa.memory_stats_all()[second_device]["allocation.all.current"] >= 1


def test_empty_cache_gives_memory_back():
    torch.empty(64 * MIB, dtype=torch.uint8, device="musa")
    cached = torch_musa.memory_reserved()
    torch_musa.empty_cache()
    assert torch_musa.memory_reserved() < cached


def test_statistics_are_flat_and_nested():
    nested = torch_musa.memory_stats_as_nested_dict()
    flat = torch_musa.memory_stats()
    assert list(flat) == sorted(flat)
    for key in ("allocated_bytes", "reserved_bytes", "active_bytes", "requested_bytes"):
        assert set(nested[key]) == {"all", "small_pool", "large_pool"}
        assert set(nested[key]["all"]) == {"current", "peak", "allocated", "freed"}
        assert flat[f"{key}.all.peak"] == nested[key]["all"]["peak"]
    assert flat["num_ooms"] >= 0


def test_accumulated_statistics_reset():
    torch.empty(MIB, device="musa")
    torch_musa.reset_accumulated_memory_stats()
    assert torch_musa.memory_stats()["allocated_bytes.all.freed"] == 0


def test_free_and_total_memory():
    free, total = torch_musa.mem_get_info()
    assert 0 < free <= total == torch_musa.get_device_properties(0).total_memory


def test_summary():
    text = torch_musa.memory_summary()
    assert "device ID 0" in text and "from large pool" in text
    assert "from large pool" not in torch_musa.memory_summary(abbreviated=True)
    assert len({len(line) for line in text.splitlines()}) == 1


def test_snapshot(tmp_path):
    tensor = torch.empty(MIB, device="musa")
    segments = torch_musa.memory_snapshot()
    assert sum(segment["total_size"] for segment in segments) >= tensor.nbytes
    torch_musa._dump_snapshot(tmp_path / "snapshot.pickle")
    assert pickle.loads((tmp_path / "snapshot.pickle").read_bytes())["segments"]


def test_more_than_the_device_has():
    _, total = torch_musa.mem_get_info()
    with pytest.raises(torch_musa.OutOfMemoryError, match="MUSA out of memory"):
        torch.empty(total + 1, dtype=torch.uint8, device="musa")
    assert torch_musa.OutOfMemoryError is torch.OutOfMemoryError
    assert torch_musa.memory_stats()["num_ooms"] >= 1


def test_fraction_of_the_memory():
    _, total = torch_musa.mem_get_info()
    torch_musa.set_per_process_memory_fraction(0.25)
    try:
        with pytest.raises(torch_musa.OutOfMemoryError):
            torch.empty(total // 2, dtype=torch.uint8, device="musa")
    finally:
        torch_musa.set_per_process_memory_fraction(1.0)


@pytest.mark.parametrize("wrong, error", [(1, TypeError), (1.5, ValueError), (-0.1, ValueError)])
def test_wrong_fractions(wrong, error):
    with pytest.raises(error):
        torch_musa.set_per_process_memory_fraction(wrong)


def test_memory_limit_by_environment(run_python):
    code = """
    import torch
    print(torch.musa.get_device_properties(0).total_memory)
    try:
        torch.empty(2**31, dtype=torch.uint8, device="musa")
    except torch.OutOfMemoryError:
        print("refused")
    """
    done = run_python(code, env={"MUSASIM": "1", "MUSASIM_MEMORY": "1G"})
    assert done.stdout.split() == [str(2**30), "refused"]


@pytest.mark.parametrize("memory, said", [("", 1), ("1G", 0), ("auto", 0)])
def test_a_share_that_the_host_lacks_is_told_once(run_python, memory, said):
    code = """
    import sys, torch
    print(torch.musa.mem_get_info()[1])
    torch.ones(3, device="musa")
    sys.stderr.write("before\\n")
    sys.stderr.flush()
    try:
        kept = [torch.empty(4 << 30, dtype=torch.int8, device="musa") for _ in range(2)]
    except torch.OutOfMemoryError:
        pass
    """
    env = {
        "MUSASIM": "1",
        "MUSASIM_DEVICES": "64",
        "MUSASIM_MODEL": "S5000",
        "MUSASIM_MEMORY": memory,
    }
    done = run_python(code, env=env)
    assert done.stderr.startswith("before\n")
    assert done.stderr.count("MUSASIM_MEMORY=auto") == said
    assert int(done.stdout.split()[0]) <= 80 << 30


def test_allocator_backend():
    assert torch_musa.get_allocator_backend() == "native"


def test_what_cannot_happen_is_reported_as_zero():
    torch_musa.reset_accumulated_memory_stats()
    stats = torch_musa.memory_stats()
    assert stats["num_sync_all_streams"] == 0
    for name in ("oversize_allocations", "oversize_segments"):
        assert [stats[f"{name}.{kind}"] for kind in ("current", "peak", "allocated", "freed")] == [
            0
        ] * 4
