"""torch.random.fork_rng with several GPUs."""

import pytest
import torch

pytestmark = pytest.mark.gpu


def test_fork_rng_that_names_no_devices_warns_of_cuda():
    torch.random._fork_rng_warned_already = False
    torch.cuda.manual_seed_all(1)
    before = torch.cuda.get_rng_state_all()
    with pytest.warns(UserWarning, match=r"^CUDA reports that you have \d+ available devices") as w:
        with torch.random.fork_rng():
            for index in range(2):
                torch.rand(2, device=f"cuda:{index}")
    assert "CUDA_VISIBLE_DEVICES=0" in str(w[0].message)
    for old, new in zip(before, torch.cuda.get_rng_state_all()):
        assert torch.equal(old, new)


@pytest.mark.parametrize("device_type", ["cuda", torch.device("cuda").type])
def test_fork_rng_of_one_device(device_type):
    torch.cuda.manual_seed_all(1)
    with torch.random.fork_rng(devices=[1], device_type=device_type):
        torch.rand(2, device="cuda:1")
        torch.rand(2, device="cuda:0")
    first, second = (torch.rand(2, device=f"cuda:{index}") for index in range(2))
    assert not torch.equal(first.cpu(), second.cpu())
