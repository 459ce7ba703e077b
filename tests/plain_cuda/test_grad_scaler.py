"""GradScaler under both its names: scaling, skipped steps, its errors."""

import warnings

import pytest
import torch
from torch import nn

pytestmark = pytest.mark.gpu

OLD_NAME = pytest.mark.filterwarnings("ignore:.*is deprecated:FutureWarning")


def parameter(*values, dtype=torch.float32):
    return nn.Parameter(torch.tensor(values, device="cuda", dtype=dtype))


def sgd(*parameters):
    return torch.optim.SGD(parameters, lr=1.0)


def backward(scaler, weight, factor=1.0):
    """Give weight the scaled gradient of factor * sum(weight)."""
    scaler.scale((weight * factor).sum()).backward()


def train_steps(scaler, optimizer_of=lambda p: torch.optim.SGD(p, lr=0.01), steps=8):
    torch.manual_seed(0)
    model = nn.Linear(8, 1).cuda()
    optimizer = optimizer_of(model.parameters())
    x, y = torch.randn(16, 8, device="cuda"), torch.randn(16, 1, device="cuda")
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = nn.functional.mse_loss(model(x), y)
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
        losses.append(loss.item())
    return losses


@pytest.mark.parametrize("arguments", [("cuda",), ()])
def test_training(arguments):
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        scaler = torch.amp.GradScaler(*arguments)
    assert scaler.get_scale() == 65536.0
    losses = train_steps(scaler)
    assert scaler.is_enabled() and scaler.get_scale() > 1
    assert losses[-1] < losses[0]


@OLD_NAME
def test_old_name():
    scaler = torch.cuda.amp.GradScaler(init_scale=1024.0)
    assert isinstance(scaler, torch.amp.GradScaler)
    losses = train_steps(scaler)
    assert losses[-1] < losses[0] and scaler.get_scale() == 1024.0
    assert not torch.cuda.amp.GradScaler(enabled=False).is_enabled()


def test_old_name_warns():
    text = r"`torch.cuda.amp.GradScaler\(args...\)` is deprecated. Please use `torch.amp.GradScaler\('cuda', args...\)`"
    with pytest.warns(FutureWarning, match=text):
        torch.cuda.amp.GradScaler()


def test_the_scaled_loss():
    scaler = torch.amp.GradScaler("cuda", init_scale=8.0)
    out = scaler.scale(torch.ones(2, device="cuda"))
    assert out.tolist() == [8, 8] and out.is_cuda
    first, (second,) = scaler.scale([torch.ones(1, device="cuda"), (out,)])
    assert first.item() == 8 and second.tolist() == [64, 64]
    with pytest.raises(ValueError, match="outputs must be a Tensor or an iterable of Tensors"):
        scaler.scale(3.0)


@pytest.mark.parametrize("bad", [float("inf"), float("nan")])
def test_a_step_with_infinities_is_skipped(bad):
    scaler = torch.amp.GradScaler("cuda", init_scale=4.0)
    weight = parameter(1.0, 1.0)
    optimizer = sgd(weight)
    backward(scaler, weight, bad)
    assert scaler.step(optimizer) is None
    scaler.update()
    assert weight.tolist() == [1, 1] and scaler.get_scale() == 2.0
    optimizer.zero_grad()
    backward(scaler, weight)
    scaler.step(optimizer)
    scaler.update()
    assert weight.tolist() == [0, 0] and scaler.get_scale() == 2.0


def test_the_scale_grows():
    scaler = torch.amp.GradScaler("cuda", init_scale=2.0, growth_factor=4.0, growth_interval=2)
    weight = parameter(0.0)
    optimizer = sgd(weight)
    scales = []
    for _ in range(5):
        optimizer.zero_grad()
        backward(scaler, weight)
        scaler.step(optimizer)
        scaler.update()
        scales.append((scaler.get_scale(), scaler._get_growth_tracker()))
    assert scales == [(2.0, 1), (8.0, 0), (8.0, 1), (32.0, 0), (32.0, 1)]


def test_unscale():
    scaler = torch.amp.GradScaler("cuda", init_scale=16.0)
    weight = parameter(1.0, 2.0)
    optimizer = sgd(weight)
    backward(scaler, weight, 3.0)
    assert weight.grad.tolist() == [48, 48]
    scaler.unscale_(optimizer)
    assert weight.grad.tolist() == [3, 3]
    with pytest.raises(RuntimeError, match=r"unscale_\(\) has already been called on this opt"):
        scaler.unscale_(optimizer)
    scaler.step(optimizer)
    assert weight.tolist() == [-2, -1]
    with pytest.raises(RuntimeError, match=r"unscale_\(\) is being called after step\(\)"):
        scaler.unscale_(optimizer)
    with pytest.raises(RuntimeError, match=r"step\(\) has already been called since the last up"):
        scaler.step(optimizer)


def test_half_gradients_are_refused():
    scaler = torch.amp.GradScaler("cuda")
    weight = parameter(1.0, dtype=torch.float16)
    optimizer = sgd(weight)
    backward(scaler, weight, 0.0)
    with pytest.raises(ValueError, match="Attempting to unscale FP16 gradients."):
        scaler.unscale_(optimizer)


def test_errors_of_order():
    scaler = torch.amp.GradScaler("cuda")
    weight = parameter(1.0)
    optimizer = sgd(weight)
    with pytest.raises(AssertionError, match="Attempted step but _scale is None"):
        scaler.step(optimizer)
    backward(scaler, weight)
    with pytest.raises(RuntimeError, match="Closure use is not currently supported if GradScaler"):
        scaler.step(optimizer, closure=lambda: None)
    with pytest.raises(AssertionError, match="No inf checks were recorded prior to update"):
        scaler.update()
    with pytest.raises(AssertionError, match="The growth factor must be > 1.0"):
        torch.amp.GradScaler("cuda", growth_factor=1.0)
    with pytest.raises(AssertionError, match="The backoff factor must be < 1.0"):
        torch.amp.GradScaler("cuda", backoff_factor=1.0)


def test_gradients_that_are_missing():
    scaler = torch.amp.GradScaler("cuda", init_scale=4.0)
    weight, unused = parameter(1.0), parameter(1.0)
    optimizer = sgd(weight, unused)
    backward(scaler, weight)
    scaler.step(optimizer)
    scaler.update()
    assert (weight.item(), unused.item()) == (0.0, 1.0)
    with pytest.raises(AssertionError, match="No inf checks were recorded for this optimizer"):
        scaler.step(sgd(unused))


def test_a_new_scale():
    scaler = torch.amp.GradScaler("cuda", init_scale=4.0)
    backward(scaler, parameter(1.0))
    scaler.update(32.0)
    assert scaler.get_scale() == 32.0
    scaler.update(torch.full((), 64.0, device="cuda"))
    assert scaler.get_scale() == 64.0
    for wrong in (torch.ones(1), torch.ones(2, device="cuda"), parameter(1.0)):
        with pytest.raises(AssertionError, match="new_scale should be a float or a 1-element"):
            scaler.update(wrong)


def test_several_optimizers():
    scaler = torch.amp.GradScaler("cuda", init_scale=4.0)
    good, bad = parameter(1.0), parameter(1.0)
    optimizers = sgd(good), sgd(bad)
    scaler.scale(good.sum() + (bad * float("inf")).sum()).backward()
    for optimizer in optimizers:
        scaler.step(optimizer)
    scaler.update()
    assert (good.item(), bad.item()) == (0.0, 1.0)
    assert scaler.get_scale() == 2.0


def test_what_was_found():
    scaler = torch.amp.GradScaler("cuda")
    weight = parameter(1.0)
    optimizer = sgd(weight)
    backward(scaler, weight, float("inf"))
    found = scaler._check_inf_per_device(optimizer)
    assert found is scaler._found_inf_per_device(optimizer)
    ((device, value),) = found.items()
    assert device == torch.device("cuda:0") and value.item() == 1.0


def test_sparse_gradients():
    scaler = torch.amp.GradScaler("cuda", init_scale=4.0)
    embedding = nn.Embedding(3, 2, sparse=True).cuda()
    optimizer = sgd(embedding.weight)
    before = embedding.weight.detach().clone()
    indices = torch.tensor([0, 0, 2], device="cuda")
    scaler.scale(embedding(indices).sum()).backward()
    scaler.unscale_(optimizer)
    assert embedding.weight.grad.is_sparse
    assert embedding.weight.grad.to_dense().tolist() == [[2, 2], [0, 0], [1, 1]]
    scaler.step(optimizer)
    scaler.update()
    change = torch.tensor([[2.0, 2.0], [0.0, 0.0], [1.0, 1.0]], device="cuda")
    torch.testing.assert_close(embedding.weight.detach(), before - change)


@pytest.mark.parametrize("kind", [torch.optim.Adam, torch.optim.AdamW, torch.optim.SGD])
def test_fused_optimizers(kind):
    scaler = torch.amp.GradScaler("cuda", init_scale=1024.0)
    losses = train_steps(scaler, lambda p: kind(p, lr=0.05, fused=True))
    assert losses[-1] < losses[0]
    weight = parameter(1.0)
    optimizer = kind([weight], lr=0.1, fused=True)
    backward(scaler, weight, float("inf"))
    scaler.step(optimizer)
    scaler.update()
    assert weight.item() == 1.0 and scaler.get_scale() == 512.0
    assert not hasattr(optimizer, "grad_scale") and not hasattr(optimizer, "found_inf")


def test_fused_and_plain_steps_agree():
    results = []
    for fused in (False, True):
        scaler = torch.amp.GradScaler("cuda", init_scale=128.0)
        weight = parameter(1.0, -2.0, 3.0)
        optimizer = torch.optim.Adam([weight], lr=0.1, fused=fused)
        for factor in (1.0, -0.5, 2.0):
            optimizer.zero_grad()
            backward(scaler, weight, factor)
            scaler.step(optimizer)
            scaler.update()
        results.append(weight.detach())
    torch.testing.assert_close(*results)


def test_an_optimizer_that_takes_the_scaler():
    class Own(torch.optim.SGD):
        _step_supports_amp_scaling = True

        def step(self, closure=None, *, grad_scaler=None):
            grad_scaler.unscale_(self)
            return super().step(closure)

    scaler = torch.amp.GradScaler("cuda", init_scale=4.0)
    weight = parameter(1.0)
    backward(scaler, weight)
    with pytest.warns(FutureWarning, match="GradScaler is going to stop passing itself"):
        scaler.step(Own([weight], lr=1.0))
    assert weight.item() == 0.0


def test_the_operators_beneath():
    grads = [torch.tensor([2.0, 4.0], device="cuda"), torch.tensor([8.0], device="cuda")]
    found, inverse = torch.zeros(1, device="cuda"), torch.full((1,), 0.5, device="cuda")
    torch._amp_foreach_non_finite_check_and_unscale_(grads, found, inverse)
    assert [grad.tolist() for grad in grads] == [[1.0, 2.0], [4.0]]
    assert found.item() == 0.0
    grads[0][1] = float("nan")
    torch._amp_foreach_non_finite_check_and_unscale_(grads, found, inverse)
    assert found.item() == 1.0
    scale = torch.full((1,), 8.0, device="cuda")
    tracker = torch.ones(1, dtype=torch.int32, device="cuda")
    torch._amp_update_scale_(scale, tracker, found, 2.0, 0.5, 4)
    assert (scale.item(), tracker.item()) == (4.0, 0)
