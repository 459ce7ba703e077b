"""torchdiffeq: adaptive and fixed solvers, the adjoint method and events on the GPU, against the CPU."""

import pytest
import torch
from torchdiffeq import odeint, odeint_adjoint, odeint_event

PACKAGES = ("torchdiffeq",)


class Spiral(torch.nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.net = torch.nn.Sequential(
            torch.nn.Linear(2, 16), torch.nn.Tanh(), torch.nn.Linear(16, 2)
        )

    def forward(self, t, y):
        return self.net(y**3)


@pytest.mark.parametrize("method", ["dopri5", "rk4", "euler", "implicit_adams"])
def test_solvers(method):
    start, times = torch.tensor([[2.0, 0.0]]), torch.linspace(0, 1, 6)
    wanted = odeint(Spiral(), start, times, method=method)
    given = odeint(Spiral().cuda(), start.to("cuda"), times.to("cuda"), method=method)
    assert given.is_cuda
    torch.testing.assert_close(given.cpu(), wanted, rtol=1e-3, atol=1e-4)


def test_the_adjoint_method_learns():
    device = torch.device("cuda:" + str(0) if torch.cuda.is_available() else "cpu")
    net, start = Spiral().to(device), torch.tensor([[2.0, 0.0]]).to(device)
    times = torch.linspace(0.0, 1.0, 5).to(device)
    wanted = torch.stack([start * (1 - t) for t in times])
    optimizer = torch.optim.RMSprop(net.parameters(), lr=1e-2)
    losses = []
    for _ in range(8):
        loss = (odeint_adjoint(net, start, times) - wanted).abs().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0] and start.is_cuda


def test_an_event():
    start = torch.tensor([1.0], device="cuda")
    when, _ = odeint_event(
        lambda t, y: -torch.ones_like(y),
        start,
        torch.tensor(0.0).cuda(),
        event_fn=lambda t, y: y[0] - 0.25,
    )
    assert when.is_cuda and abs(when.item() - 0.75) < 1e-3


@pytest.mark.compiles
@pytest.mark.parametrize("method", ["dopri5", "rk4"])
def test_a_compiled_right_side(method):
    net, start = Spiral().cuda(), torch.tensor([[2.0, 0.0]], device="cuda")
    times = torch.linspace(0, 1, 6, device="cuda")
    found = [odeint(each, start, times, method=method) for each in (torch.compile(net), net)]
    torch.testing.assert_close(*found, rtol=1e-4, atol=1e-5)
    weights = list(net.parameters())
    gradients = [torch.autograd.grad(each.square().sum(), weights) for each in found]
    torch.testing.assert_close(*gradients, rtol=1e-3, atol=1e-4)
