"""Mixed precision: autocast, its flags, GradScaler, the decorators for autograd functions."""

import pytest
import torch
import torch_musa


def matmul():
    return torch.ones(4, 4, device="musa") @ torch.ones(4, 4, device="musa")


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_autocast_computes_in_lower_precision(dtype):
    for context in (torch_musa.amp.autocast(dtype=dtype), torch.autocast("musa", dtype=dtype)):
        with context:
            assert matmul().dtype == dtype
    assert matmul().dtype == torch.float32


def test_autocast_defaults_to_float16():
    with torch_musa.amp.autocast():
        assert matmul().dtype == torch.float16
    with torch.autocast("musa"):
        assert matmul().dtype == torch.float16


def test_disabled_autocast():
    with torch_musa.amp.autocast(enabled=False):
        assert matmul().dtype == torch.float32


def test_flags_without_a_device_mean_musa():
    assert not torch.is_autocast_enabled()
    with torch_musa.amp.autocast():
        assert torch.is_autocast_enabled() and torch.is_autocast_enabled("musa")
        assert not torch.is_autocast_enabled("cpu")
    torch.set_autocast_enabled(True)
    assert torch.is_autocast_enabled("musa")
    torch.set_autocast_enabled("musa", False)


def test_supported_types():
    assert torch.amp.is_autocast_available("musa")
    assert torch_musa.get_amp_supported_dtype() == [torch.float16, torch.bfloat16]
    assert not torch_musa.amp_definitely_not_available()


@pytest.mark.parametrize(
    "scaler", [torch_musa.amp.GradScaler, lambda: torch.amp.GradScaler("musa")]
)
def test_grad_scaler_scales_steps_and_skips(scaler):
    scaler = scaler()
    assert scaler.is_enabled() and scaler.get_scale() == 2.0**16
    weight = torch.ones(2, device="musa", requires_grad=True)
    optimizer = torch.optim.SGD([weight], lr=1.0)
    scaler.scale((weight * 2).sum()).backward()
    scaler.step(optimizer)
    scaler.update()
    assert torch.equal(weight.detach().cpu(), torch.tensor([-1.0, -1.0]))
    weight.grad.fill_(float("inf"))
    scaler.scale(torch.ones((), device="musa"))
    scaler.step(optimizer)
    scaler.update()
    assert torch.equal(weight.detach().cpu(), torch.tensor([-1.0, -1.0]))
    assert scaler.get_scale() == 2.0**15


def test_custom_function_decorators():
    class Square(torch.autograd.Function):
        @staticmethod
        @torch_musa.amp.custom_fwd(cast_inputs=torch.float32)
        def forward(ctx, x):
            ctx.save_for_backward(x)
            assert not torch.is_autocast_enabled()
            return x * x

        @staticmethod
        @torch_musa.amp.custom_bwd
        def backward(ctx, gradient):
            (x,) = ctx.saved_tensors
            return 2 * x * gradient

    x = torch.full((2,), 3.0, device="musa", dtype=torch.float16, requires_grad=True)
    with torch_musa.amp.autocast():
        y = Square.apply(x)
    assert y.dtype == torch.float32
    y.sum().backward()
    assert x.grad.cpu().tolist() == [6.0, 6.0]
