"""Memory of the devices: limits, reports, pinned memory, serialization by storage."""

import io
import os
import re

import pytest
import torch
import torch_musa

MIB = 1 << 20


def test_out_of_memory_tells_the_numbers(run_python):
    code = """
    import torch, torch_musa
    held = torch.empty(6 << 20, device="musa")
    try:
        torch.empty(3 << 20, device="musa")
    except torch.OutOfMemoryError as error:
        print(error)
    del held
    torch.empty(2 << 20, device="musa") + 1
    """
    text = run_python(code, env={"MUSASIM": "1", "MUSASIM_MEMORY": "32M"}).stdout
    assert re.match(
        r"MUSA out of memory\. Tried to allocate 12\.00 MiB\. GPU 0 has a total capacity of "
        r"32\.00 MiB of which 8\.00 MiB is free\. Process \d+ has 24\.00 MiB memory in use\. Of the "
        r"allocated memory 24\.00 MiB is allocated by PyTorch, and 0 bytes is reserved by PyTorch "
        r"but unallocated\.",
        text,
    )


def test_temporaries_of_a_kernel_count(run_python):
    code = """
    import torch, torch_musa
    x = torch.empty(1 << 20, device="musa")
    try:
        x.sort()
    except torch.OutOfMemoryError:
        print("refused", torch_musa.memory_allocated() == x.nbytes)
    """
    done = run_python(code, env={"MUSASIM": "1", "MUSASIM_MEMORY": "8M"})
    assert done.stdout == "refused True\n"


def test_out_of_memory_leaves_the_current_device(run_python):
    code = """
    import torch, torch_musa
    foreign = lambda x: torch.frombuffer(bytearray(16 << 20), dtype=torch.uint8)
    library = torch.library.Library("aten", "IMPL")
    library.impl("lgamma", foreign, "CPU")  # its result has to be copied to the device
    x = torch.ones(1, device="musa:1")
    for allocate in (
        lambda: torch.lgamma(x),
        lambda: torch.empty(16 << 20, dtype=torch.uint8, device="musa:1"),
        lambda: torch.empty_strided((4 << 20,), (1,), device="musa:1"),
        lambda: torch.empty(0, device="musa:1").resize_(4 << 20),
        lambda: torch.ones(4 << 20, device="cpu").to("musa:1"),
    ):
        try:
            allocate()
        except torch.OutOfMemoryError as error:
            print("GPU 1" in str(error), torch_musa.current_device())
    """
    env = {"MUSASIM": "1", "MUSASIM_MEMORY": "8M", "MUSASIM_DEVICES": "2"}
    assert run_python(code, env=env).stdout.splitlines() == ["True 0"] * 5


def test_factories_refuse_what_the_device_cannot_hold():
    with pytest.raises(RuntimeError, match="Only dense CPU tensors can be pinned"):
        torch.empty(1, device="musa", pin_memory=True)
    text = "invalid device ordinal: .* musa:7, but the number of devices is 2"
    with pytest.raises(RuntimeError, match=text):
        torch.empty(1, device="musa:7")


def test_empty_cache_returns_memory_to_the_system():
    tensor = torch.ones(32 * MIB, device="musa")
    resident = _resident_bytes()
    del tensor
    torch_musa.empty_cache()
    assert _resident_bytes() < resident - 100 * MIB


def _resident_bytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_statistics_have_cudas_names():
    stats = torch_musa.memory_stats()
    for name in ("allocation", "segment", "active", "inactive_split"):
        assert {f"{name}.{pool}.{kind}" for pool in ("all", "small_pool", "large_pool")
                for kind in ("current", "peak", "allocated", "freed")} <= set(stats)  # fmt: skip
    assert stats["reserved_bytes.all.current"] >= stats["allocated_bytes.all.current"]
    assert stats["allocated_bytes.all.current"] >= stats["requested_bytes.all.current"]


def test_snapshot_lists_the_blocks():
    tensor = torch.empty(1000, device="musa")
    segments = torch_musa.memory_snapshot()
    segments = segments["segments"] if isinstance(segments, dict) else segments
    blocks = {block["address"]: block for segment in segments for block in segment["blocks"]}
    assert blocks[tensor.data_ptr()]["requested_size"] == 4000
    assert blocks[tensor.data_ptr()]["state"] == "active_allocated"


def test_pinned_memory():
    host = torch.arange(4.0)
    pinned = host.pin_memory()
    assert pinned.is_pinned() and not host.is_pinned() and not pinned.is_musa
    assert torch.equal(pinned.to("musa", non_blocking=True).cpu(), host)
    assert pinned[2:].is_pinned()


def test_a_storage_is_saved_once():
    base = torch.arange(6.0, device="musa")
    file = io.BytesIO()
    torch.save({"base": base, "view": base[2:4]}, file)
    file.seek(0)
    loaded = torch.load(file)
    assert loaded["base"].device == base.device and torch.equal(loaded["base"], base)
    loaded["view"].fill_(9)
    assert loaded["base"].tolist() == [0, 1, 9, 9, 4, 5]


def test_storages():
    storage = torch.UntypedStorage(16, device="musa")
    assert storage.device == torch.device("musa", 0) and storage.nbytes() == 16
    tensor = torch.tensor([1, 2], device="musa")
    clone = tensor.untyped_storage().clone()
    assert clone.device == storage.device and clone.data_ptr() != tensor.data_ptr()
    assert tensor.untyped_storage().cpu().tolist()[:9] == [1, 0, 0, 0, 0, 0, 0, 0, 2]


def test_large_parameter_lists():
    tensors = [torch.ones(3, device="musa") for _ in range(200)]
    torch._foreach_add_(tensors, 1)
    results = torch._foreach_mul(tensors, tensors)
    assert all(t.tolist() == [2, 2, 2] for t in tensors)
    assert all(t.is_musa and t.tolist() == [4, 4, 4] for t in results)
    assert torch.cat(tensors).sum().item() == 1200
