"""PYTORCH_MUSA_ALLOC_CONF and what changes it at run time."""

import pytest
import torch
import torch_musa

MIB = 1 << 20


@pytest.fixture(autouse=True)
def default_settings():
    torch_musa._lazy_init()
    torch_musa.empty_cache()
    yield
    torch_musa.memory._set_allocator_settings("")


def _settings():
    return torch_musa.memory._snapshot()["allocator_settings"]


def test_settings_are_in_the_snapshot():
    text = "max_split_size_mb:64, garbage_collection_threshold:0.5,expandable_segments:True"
    torch_musa._set_allocator_settings(text)
    settings = _settings()
    assert settings["PYTORCH_MUSA_ALLOC_CONF"] == text
    assert settings["max_split_size"] == 64 * MIB
    assert settings["garbage_collection_threshold"] == 0.5
    assert settings["expandable_segments"] is False  # it has no effect: UNSUPPORTED.md
    assert torch_musa.memory_stats()["max_split_size"] == 64 * MIB
    torch_musa._set_allocator_settings("backend:native")
    assert _settings()["max_split_size"] == -1


@pytest.mark.parametrize(
    "text, message",
    [
        ("what:1", "Unrecognized CachingAllocator option: what"),
        ("max_split_size_mb:10", "max_split_size_mb too small, must be > 20"),
        ("per_process_memory_fraction:1.5", "per_process_memory_fraction is invalid"),
        ("max_split_size_mb:many", "expected a number, got many"),
        ("max_split_size_mb", "Error parsing CachingAllocator settings, expected :"),
        ("garbage_collection_threshold:0", "garbage_collect_threshold too small, set it 0.0~1.0"),
        ("garbage_collection_threshold:1.5", "garbage_collect_threshold too big, set it 0.0~1.0"),
        ("expandable_segments:1", "Expected a single True/False argument for expandable_segments"),
        ("roundup_power2_divisions:3", "the divisons has to be power of 2"),
        ("roundup_power2_divisions:[3:4]", "the intervals have to be power of 2"),
        ("backend:mine", "Unknown allocator backend"),
        ("backend:musaMallocAsync", "backend parsed at runtime != "),
        ("pinned_num_register_threads:3", "has to be power of 2"),
        ("pinned_num_register_threads:256", "less than or equal to 128"),
    ],
)
def test_wrong_settings(text, message):
    wrong = ValueError if torch.__version__ >= (2, 11) else RuntimeError
    with pytest.raises(wrong, match=message):
        torch_musa._set_allocator_settings(text)
    assert _settings()["PYTORCH_MUSA_ALLOC_CONF"] == ""


def test_all_options_are_known():
    torch_musa._set_allocator_settings(
        "max_split_size_mb:21,roundup_power2_divisions:[256:1,512:2,>:8],backend:native,"
        "release_lock_on_musamalloc:True,release_lock_on_cudamalloc:False,"
        "pinned_use_musa_host_register:True,pinned_use_cuda_host_register:False,"
        "pinned_num_register_threads:8,pinned_use_background_threads:True,cpu:unified"
    )
    divisions = _settings()["roundup_power2_divisions"]
    assert [divisions[1 << n] for n in (0, 8, 9, 10, 15)] == [1, 1, 2, 8, 8]


def test_sizes_are_rounded_to_parts_of_powers_of_two():
    torch_musa._set_allocator_settings("roundup_power2_divisions:4")
    before = torch_musa.memory_allocated()
    tensor = torch.empty(1100 * 1024, dtype=torch.uint8, device="musa")
    assert torch_musa.memory_allocated() - before == 1280 * 1024
    del tensor


def test_large_blocks_are_not_split():
    torch_musa._set_allocator_settings("max_split_size_mb:32")
    torch.empty(40 * MIB, dtype=torch.uint8, device="musa")
    small = torch.empty(4 * MIB, dtype=torch.uint8, device="musa")
    stats = torch_musa.memory_stats()
    assert stats["oversize_segments.current"] == 1 and stats["oversize_allocations.allocated"] >= 1
    segments = {s["address"]: s for s in torch_musa.memory_snapshot()}
    assert all(len(s["blocks"]) == 1 for s in segments.values() if s["total_size"] >= 40 * MIB)
    del small
    torch_musa.empty_cache()


def test_settings_of_the_environment(run_python):
    code = """
    import torch, torch_musa
    torch.ones(1, device="musa")
    print(torch_musa.memory_stats()["max_split_size"])
    """
    env = {"MUSASIM": "1", "PYTORCH_MUSA_ALLOC_CONF": "max_split_size_mb:100"}
    assert run_python(code, env=env).stdout == f"{100 * MIB}\n"
    env["PYTORCH_MUSA_ALLOC_CONF"] = "max_split_size:100"
    failed = run_python(code, env=env, check=False)
    assert "Unrecognized CachingAllocator option: max_split_size" in failed.stderr


def test_old_segments_go_before_new_ones_come(run_python):
    code = """
    import torch, torch_musa
    MIB = 1 << 20
    torch_musa._set_allocator_settings("garbage_collection_threshold:0.5")
    take = lambda n: torch.empty(n * MIB, dtype=torch.uint8, device="musa")
    a, b = take(24), take(12)
    del a, b
    c = take(28)
    print(torch_musa.memory_stats()["num_device_free"], torch_musa.memory_reserved() // MIB)
    """
    env = {"MUSASIM": "1", "MUSASIM_MEMORY": "64M"}
    assert run_python(code, env=env).stdout == "1 52\n"


def test_without_caching(run_python):
    code = """
    import torch, torch_musa
    a = torch.ones(1000, device="musa")
    print(torch_musa.memory_reserved(), end=" ")
    del a
    print(torch_musa.memory_reserved())
    """
    env = {"MUSASIM": "1", "PYTORCH_NO_MUSA_MEMORY_CACHING": "1"}
    assert run_python(code, env=env).stdout == "4096 0\n"
