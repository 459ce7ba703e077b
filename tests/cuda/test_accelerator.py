"""torch.accelerator has the names of other versions of PyTorch, and those that fail with torch_musa."""

from types import SimpleNamespace

import pytest
import torch

from torchada._patch import accelerator

pytestmark = pytest.mark.musa


def test_random_numbers():
    torch.accelerator.manual_seed(12345)
    assert torch.accelerator.initial_seed() == 12345
    state = torch.accelerator.get_rng_state()
    first = torch.rand(4, device="cuda")
    torch.accelerator.set_rng_state(state)
    assert torch.equal(torch.rand(4, device="cuda"), first)


def test_streams_and_events():
    stream, event = torch.accelerator.Stream(), torch.accelerator.Event()
    with torch.accelerator.stream(stream):
        assert torch.cuda.current_stream() == stream
        x = torch.ones(4, device="cuda") + 1
        event.record()
    event.synchronize()
    assert x.tolist() == [2.0] * 4


def test_the_current_device():
    torch.accelerator.set_device_index(torch.device("cuda:0"))
    assert torch.accelerator.current_device_index() == 0
    with torch.accelerator.device_index(0):
        assert torch.accelerator.get_device_name() == torch.cuda.get_device_name()


@pytest.mark.parametrize(
    "device", [None, 0, "cuda", "musa:0", torch.device("cuda"), torch.device("cuda:0")]
)
def test_synchronize_takes_every_kind_of_device(device):
    torch.accelerator.synchronize(device)


@pytest.mark.parametrize("device", [[1], {"device": 0}, 1.5])
def test_synchronize_refuses_what_is_no_device(device):
    with pytest.raises(TypeError, match="expected device to be"):
        torch.accelerator.synchronize(device)


def test_memory():
    before = torch.accelerator.memory_allocated()
    x = torch.ones(1 << 20, device="cuda")
    assert torch.accelerator.memory_allocated() - before >= x.numel() * 4
    free, total = torch.accelerator.get_memory_info()
    assert 0 < free <= total
    assert torch.accelerator.memory_stats()["allocated_bytes.all.current"] > 0
    torch.accelerator.reset_peak_memory_stats()
    torch.accelerator.empty_cache()


MUSA = SimpleNamespace(
    synchronize=print, memory_stats=dict, mem_get_info=tuple, set_device=int, manual_seed=float
)


def test_what_an_older_pytorch_lacks_is_added():
    found = accelerator.additions(SimpleNamespace(), MUSA, replace_memory=False)
    assert found["get_memory_info"] is tuple and found["set_device_index"] is int
    assert found["memory_stats"] is dict and found["manual_seed"] is float
    # torch_musa lacks it, too.
    assert "empty_cache" not in found


@pytest.mark.parametrize("broken", [True, False])
def test_functions_of_memory_are_replaced_only_where_they_fail(broken):
    stock = SimpleNamespace(memory_stats=list, set_device_index=list)
    found = accelerator.additions(stock, MUSA, replace_memory=broken)
    assert found.get("memory_stats") is (dict if broken else None)
    assert "set_device_index" not in found
