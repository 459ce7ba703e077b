"""torch.accelerator and the other names by which code finds a device without naming it."""

import pytest
import torch
import torch_musa

accelerator = torch.accelerator


def needs(name):
    """Skips where this PyTorch has no such function yet."""
    return pytest.mark.skipif(not hasattr(accelerator, name), reason=f"no torch.accelerator.{name}")


def test_the_accelerator():
    assert accelerator.is_available() and accelerator.device_count() == 2
    assert accelerator.current_accelerator() == torch.device("musa")
    assert torch.get_device_module("musa") is torch_musa
    assert torch.get_device_module() is torch_musa
    assert torch._C._get_accelerator().type == "musa"


def test_the_current_device(second_device):
    accelerator.set_device_index(second_device)
    try:
        assert torch_musa.current_device() == second_device
        assert accelerator.current_device_index() == second_device
    finally:
        accelerator.set_device_index(0)


@needs("device_index")
def test_a_device_in_a_block(second_device):
    with accelerator.device_index(second_device):
        assert torch.ones(1, device="musa").device.index == second_device
    assert accelerator.current_device_index() == 0


def test_streams(second_device):
    stream = torch.Stream("musa")
    before = accelerator.current_stream()
    accelerator.set_stream(stream)
    try:
        assert accelerator.current_stream() == stream
        assert torch_musa.current_stream().stream_id == stream.stream_id
    finally:
        accelerator.set_stream(before)
    with stream:
        assert torch_musa.current_stream().stream_id == stream.stream_id
    accelerator.synchronize()
    accelerator.synchronize(second_device)


@needs("memory_allocated")
def test_memory():
    before = accelerator.memory_allocated()
    x = torch.empty(1 << 20, dtype=torch.uint8, device="musa")
    assert accelerator.memory_allocated() == before + (1 << 20)
    assert accelerator.memory_reserved() >= accelerator.memory_allocated()
    del x
    accelerator.reset_peak_memory_stats()
    assert accelerator.max_memory_allocated() == accelerator.memory_allocated() == before
    assert accelerator.max_memory_reserved() >= before
    accelerator.reset_accumulated_memory_stats()
    assert accelerator.memory_stats()["allocated_bytes.all.allocated"] == 0
    accelerator.empty_cache()


@needs("get_memory_info")
def test_free_memory():
    free, total = accelerator.get_memory_info()
    assert 0 < free <= total == torch_musa.get_device_properties(0).total_memory


@needs("get_device_capability")
def test_capability():
    dtypes = accelerator.get_device_capability()["supported_dtypes"]
    assert {torch.float32, torch.float16, torch.bfloat16} <= set(dtypes)


def test_functions_that_ask_for_a_generator_or_pinned_memory():
    assert torch.empty(1).pin_memory().is_pinned()
    assert torch.utils.data.DataLoader([1.0], pin_memory=True).pin_memory
    assert torch_musa.has_half is True and len(torch_musa.default_generators) == 2
    generator = torch.Generator("musa")
    assert generator.device.type == "musa" and generator.manual_seed(3).initial_seed() == 3
