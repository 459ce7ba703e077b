"""torch_musa.optim: fused optimizers and their operators against PyTorch's and plain formulas."""

import copy

import pytest
import torch
from torch_musa.multi_tensor_apply import multi_tensor_applier
from torch_musa.optim import FusedAdam, FusedAdamW, FusedLAMB

PAIRS = [(FusedAdam, torch.optim.Adam), (FusedAdamW, torch.optim.AdamW)]


def network():
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.Tanh(), torch.nn.Linear(3, 2))


def train(model, optimizer, device, steps=3):
    data = torch.linspace(-1, 1, 20, device=device).reshape(5, 4)
    for _ in range(steps):
        optimizer.zero_grad()
        model(data).square().sum().backward()
        optimizer.step()
    return [p.detach().cpu() for p in model.parameters()]


@pytest.mark.parametrize("fused, plain", PAIRS)
@pytest.mark.parametrize(
    "options",
    [{}, {"amsgrad": True}, {"maximize": True}, {"lr": 0.1, "weight_decay": 0.1}],
    ids=str,
)
def test_steps_are_those_of_the_plain_optimizer(fused, plain, options):
    wanted, model = network(), network().musa()
    ours = fused(model.parameters(), **options)
    reference = plain(wanted.parameters(), **options)
    torch.testing.assert_close(train(model, ours, "musa"), train(wanted, reference, "cpu"))


@pytest.mark.parametrize("fused, _", PAIRS)
def test_a_rate_may_be_a_tensor(fused, _):
    model, other = network().musa(), network().musa()
    rates = torch.tensor(0.1, device="musa"), 0.1
    results = [train(m, fused(m.parameters(), lr=r), "musa") for m, r in zip((model, other), rates)]
    torch.testing.assert_close(*results)


@pytest.mark.parametrize("fused, _", PAIRS)
def test_state_goes_from_one_to_another(fused, _):
    model = network().musa()
    optimizer = fused(model.parameters())
    train(model, optimizer, "musa")
    other = copy.deepcopy(model)
    second = fused(other.parameters())
    second.load_state_dict(copy.deepcopy(optimizer.state_dict()))
    torch.testing.assert_close(train(other, second, "musa"), train(model, optimizer, "musa"))


def test_a_grad_scaler_skips_a_step_with_infinite_gradients():
    model = network().musa()
    optimizer, scaler = FusedAdam(model.parameters()), torch.amp.GradScaler("musa")
    before = [p.detach().clone() for p in model.parameters()]
    loss = model(torch.full((1, 4), float("inf"), device="musa")).sum()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    assert all(torch.equal(p, q) for p, q in zip(model.parameters(), before))
    assert scaler.get_scale() == 2.0**15


@pytest.mark.parametrize("overload", ["default", "tensor_lr"])
@pytest.mark.parametrize("decoupled", [False, True])
def test_the_operators(overload, decoupled):
    packet = torch.ops.musa._fused_adamw_ if decoupled else torch.ops.musa._fused_adam_
    rate = 0.1 if overload == "default" else torch.tensor(0.1, device="musa")
    options = {"beta1": 0.9, "beta2": 0.99, "weight_decay": 0.2, "eps": 1e-8}
    p, g = torch.full((3,), 2.0, device="musa"), torch.full((3,), 0.5, device="musa")
    m, v, step = torch.zeros_like(p), torch.zeros_like(p), torch.zeros((), device="musa")
    call = getattr(packet, overload)
    call([p], [g], [m], [v], [], [step], rate, amsgrad=False, maximize=False, **options)
    gradient = 0.5 if decoupled else 0.5 + 0.2 * 2.0
    start = 2.0 * (1 - 0.1 * 0.2) if decoupled else 2.0
    assert step.item() == 1
    assert m[0].item() == pytest.approx(0.1 * gradient)
    assert p[0].item() == pytest.approx(start - 0.1 * gradient / (gradient + 1e-8), rel=1e-5)


def lamb_step(p, g, lr, betas, eps, decay, clip, use_nvlamb=False):
    """The first step of LAMB for one parameter in float64."""
    m, v = (1 - betas[0]) * g / clip, (1 - betas[1]) * (g / clip) ** 2
    update = (m / (1 - betas[0])) / ((v / (1 - betas[1])).sqrt() + eps) + decay * p
    trust = p.norm() / update.norm() if decay or use_nvlamb else 1.0
    return p - lr * trust * update


@pytest.mark.parametrize("decay, use_nvlamb", [(0.01, False), (0.0, False), (0.0, True)])
def test_lamb_against_its_formula(decay, use_nvlamb):
    torch.manual_seed(0)
    values = [torch.randn(4, 3), torch.randn(5)]
    gradients = [torch.randn(4, 3), torch.randn(5)]
    parameters = [torch.nn.Parameter(v.clone().musa()) for v in values]
    for parameter, gradient in zip(parameters, gradients):
        parameter.grad = gradient.musa()
    FusedLAMB(parameters, lr=0.1, weight_decay=decay, use_nvlamb=use_nvlamb).step()
    norm = torch.cat([g.flatten() for g in gradients]).double().norm()
    for parameter, v, g in zip(parameters, values, gradients):
        wanted = lamb_step(
            v.double(), g.double(), 0.1, (0.9, 0.999), 1e-6, decay, max(norm, 1.0), use_nvlamb
        )
        torch.testing.assert_close(parameter.detach().cpu(), wanted.float(), rtol=1e-4, atol=1e-5)


def test_lamb_trains_in_half_precision():
    model = network().half().musa()
    data = torch.linspace(-1, 1, 20, device="musa").reshape(5, 4).half()
    optimizer = FusedLAMB(model.parameters(), lr=0.02, bias_correction=True)
    losses = []
    for _ in range(20):
        optimizer.zero_grad()
        loss = model(data).square().mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0] / 2


def test_lamb_refuses_amsgrad():
    with pytest.raises(RuntimeError, match="AMSGrad"):
        FusedLAMB([torch.nn.Parameter(torch.ones(1, device="musa"))], amsgrad=True)


def test_multi_tensor_applier_passes_everything_on():
    seen = multi_tensor_applier(lambda *arguments: arguments, None, [[1]], 2, 3)
    assert seen == (2048 * 32, None, [[1]], 2, 3)
