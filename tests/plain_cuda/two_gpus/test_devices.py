"""Two GPUs: the current device, and copies between them."""

import pytest
import torch

pytestmark = pytest.mark.gpu


def test_the_current_device_and_the_context_manager():
    assert torch.cuda.device_count() >= 2
    with torch.cuda.device(1):
        assert torch.cuda.current_device() == 1
        assert torch.ones(1, device="cuda").get_device() == 1
    assert torch.cuda.current_device() == 0


def on_the_other(x: torch.Tensor) -> int:
    with torch.cuda.device(1):
        return torch.cuda.current_device()


@pytest.mark.filterwarnings("ignore:.*torch.jit.*deprecated")
def test_a_script_restores_the_current_device():
    assert torch.jit.script(on_the_other)(torch.ones(1)) == 1
    assert torch.cuda.current_device() == 0


def test_copies_between_devices():
    x = torch.arange(5, device="cuda:0")
    y = x.to("cuda:1")
    assert y.get_device() == 1
    assert y.cpu().equal(x.cpu())
