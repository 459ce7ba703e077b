"""Autocast of the device: which operators run in which precision."""

import pytest
import torch
import torch.nn.functional as F


@pytest.fixture
def x():
    return torch.randn(4, 4, device="musa")


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_lower_precision(x, dtype):
    with torch.autocast("musa", dtype=dtype):
        assert (x @ x).dtype == F.linear(x, x).dtype == torch.bmm(x[None], x[None]).dtype == dtype
        assert F.conv1d(x[None], x[:, :, None]).dtype == dtype
        assert (x + x).dtype == torch.float32
    assert (x @ x).dtype == torch.float32


def test_full_precision_and_promotion(x):
    half = x.half()
    with torch.autocast("musa"):
        assert F.softmax(half, -1).dtype == F.layer_norm(half, (4,)).dtype == torch.float32
        assert half.sum().dtype == torch.norm(half).dtype == torch.float32
        assert F.mse_loss(half, half).dtype == torch.float32
        assert torch.cat([x, half]).dtype == torch.addcmul(x, half, half).dtype == torch.float32
        assert half.sum(dtype=torch.float64).dtype == torch.float64


def test_default_is_half_and_nesting_disables(x):
    assert torch.get_autocast_dtype("musa") == torch.float16
    with torch.autocast("musa"):
        assert torch.is_autocast_enabled("musa")
        with torch.autocast("musa", enabled=False):
            assert (x @ x).dtype == torch.float32
        assert (x @ x).dtype == torch.float16


def test_binary_cross_entropy_is_refused(x):
    with torch.autocast("musa"):
        with pytest.raises(RuntimeError, match="unsafe to autocast"):
            F.binary_cross_entropy(torch.sigmoid(x), torch.ones_like(x))
        assert F.binary_cross_entropy_with_logits(x, torch.ones_like(x)).dtype == torch.float32


def test_autocast_of_the_cpu_does_not_touch_the_device(x):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert (x @ x).dtype == torch.float32


def test_weights_are_cast_once(x):
    weight = x.clone().requires_grad_()
    with torch.autocast("musa"):
        first, second = F.linear(x, weight), F.linear(x, weight)
    assert first.grad_fn.next_functions[0][0] is second.grad_fn.next_functions[0][0]
    (first + second).sum().backward()
    assert weight.grad.dtype == torch.float32


def test_double_is_cast_too(x):
    """Unlike CUDA's; torch_musa's PyTorch is patched so."""
    double = x.double()
    with torch.autocast("musa", dtype=torch.bfloat16):
        assert (double @ double).dtype == F.linear(double, double).dtype == torch.bfloat16
        assert F.softmax(double, -1).dtype == double.sum().dtype == torch.float32
        assert (double + double).dtype == torch.float64
    weight = double.clone().requires_grad_()
    with torch.autocast("musa"):
        (weight @ weight).sum().backward()
    assert weight.grad.dtype == torch.float64
