"""GradScaler with parameters on two GPUs: infinities count wherever they are found."""

import pytest
import torch
from torch import nn

pytestmark = pytest.mark.gpu


class Split(nn.Module):
    """Its layers are on different GPUs."""

    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 4).to("cuda:0")
        self.second = nn.Linear(4, 1).to("cuda:1")

    def forward(self, x):
        return self.second(self.first(x).to("cuda:1"))


def test_parameters_on_two_devices():
    scaler = torch.amp.GradScaler("cuda", init_scale=16.0)
    model = Split()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x = torch.ones(2, 4, device="cuda:0")
    with torch.autocast("cuda"):
        out = model(x)
    assert out.dtype == torch.float16
    scaler.scale(out.float().square().mean()).backward()
    found = scaler._check_inf_per_device(optimizer)
    assert {str(device) for device in found} == {"cuda:0", "cuda:1"}
    scaler.step(optimizer)
    scaler.update()
    assert scaler.get_scale() == 16.0


@pytest.mark.parametrize("where", ["first", "second"])
def test_an_infinity_on_one_device_skips_the_step(where):
    scaler = torch.amp.GradScaler("cuda", init_scale=16.0)
    model = Split()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    before = [parameter.detach().clone() for parameter in model.parameters()]
    scaler.scale(model(torch.ones(2, 4, device="cuda:0")).sum()).backward()
    getattr(model, where).weight.grad[0, 0] = float("inf")
    scaler.step(optimizer)
    scaler.update()
    assert scaler.get_scale() == 8.0
    for old, new in zip(before, model.parameters()):
        assert old.equal(new)


def test_losses_on_two_devices():
    scaler = torch.amp.GradScaler("cuda", init_scale=4.0)
    losses = [torch.ones((), device=f"cuda:{index}") for index in range(2)]
    scaled = scaler.scale(losses)
    assert [str(loss.device) for loss in scaled] == ["cuda:0", "cuda:1"]
    assert [loss.item() for loss in scaled] == [4.0, 4.0]
