"""Scaled dot product attention of the device: the chosen backend, its values and gradients."""

import pytest
import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

FUSED = [SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION]


def heads(device, dtype=torch.float32):
    generator = torch.Generator().manual_seed(3)
    parts = [torch.randn(2, 2, 5, 8, generator=generator).to(dtype) for _ in range(3)]
    return [part.to(device).requires_grad_() for part in parts]


def results(device, **options):
    inputs = heads(device, options.pop("dtype", torch.float32))
    output = F.scaled_dot_product_attention(*inputs, **options)
    output.backward(torch.ones_like(output) * output.detach())
    return [output.detach(), *(part.grad for part in inputs)]


def names(backend, **options):
    with sdpa_kernel(backend):
        return F.scaled_dot_product_attention(*heads("musa"), **options).grad_fn.name()


def test_the_switches_choose():
    assert "FlashAttention" in names(SDPBackend.FLASH_ATTENTION)
    assert "EfficientAttention" in names(SDPBackend.EFFICIENT_ATTENTION)
    math = names(SDPBackend.MATH)
    assert "Flash" not in math and "Efficient" not in math
    with sdpa_kernel(SDPBackend.EFFICIENT_ATTENTION):
        assert torch._fused_sdp_choice(*heads("musa")) == SDPBackend.EFFICIENT_ATTENTION.value
    torch.backends.cuda.enable_flash_sdp(False)
    try:
        assert torch._fused_sdp_choice(*heads("musa")) == SDPBackend.MATH.value
    finally:
        torch.backends.cuda.enable_flash_sdp(True)
    with sdpa_kernel(SDPBackend.CUDNN_ATTENTION), pytest.raises(RuntimeError, match="No viable"):
        F.scaled_dot_product_attention(*heads("musa"))


@pytest.mark.parametrize("backend", [*FUSED, SDPBackend.MATH], ids=str)
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
def test_values_and_gradients(backend, causal, dtype):
    expected = results("cpu", is_causal=causal)
    with sdpa_kernel(backend):
        actual = results("musa", is_causal=causal, dtype=dtype)
    tolerance = 1e-5 if dtype == torch.float32 else 5e-2
    for ours, theirs in zip(actual, expected):
        torch.testing.assert_close(ours.cpu().float(), theirs, rtol=tolerance, atol=tolerance)


def test_a_mask_and_its_gradient():
    bias = torch.linspace(-1, 1, 25).view(5, 5)
    on_cpu, on_device = bias.clone().requires_grad_(), bias.to("musa").requires_grad_()
    with sdpa_kernel(SDPBackend.MATH):
        F.scaled_dot_product_attention(*heads("cpu"), attn_mask=on_cpu).square().sum().backward()
    with sdpa_kernel(SDPBackend.EFFICIENT_ATTENTION):
        result = F.scaled_dot_product_attention(*heads("musa"), attn_mask=on_device)
        result.square().sum().backward()
    torch.testing.assert_close(on_device.grad.cpu(), on_cpu.grad)


def test_a_row_that_may_see_nothing_is_zero():
    mask = torch.ones(5, 5, dtype=torch.bool)
    mask[2] = False
    with sdpa_kernel(SDPBackend.EFFICIENT_ATTENTION):
        result = F.scaled_dot_product_attention(*heads("musa"), attn_mask=mask.to("musa"))
    assert result[:, :, 2].abs().sum() == 0 and torch.isfinite(result).all()


@pytest.mark.parametrize("backend", [*FUSED, SDPBackend.MATH], ids=str)
def test_dropout(backend):
    def run():
        torch.musa.manual_seed(5)
        return results("musa", dropout_p=0.5)

    with sdpa_kernel(backend):
        first, again = run(), run()
        assert all(torch.equal(a, b) for a, b in zip(first, again))
        assert not torch.equal(first[0], results("musa")[0])
        torch.musa.manual_seed(5)
        many = [F.scaled_dot_product_attention(*heads("musa"), dropout_p=0.5) for _ in range(300)]
    mean = torch.stack(many).mean(0).detach().cpu()
    torch.testing.assert_close(mean, results("cpu")[0], rtol=0.2, atol=0.2)


def test_gradients_through_dropout_are_those_of_the_mask_that_was_drawn():
    query, key, value = heads("musa", torch.float64)

    def attention(value):
        torch.musa.manual_seed(11)
        return F.scaled_dot_product_attention(query, key, value, dropout_p=0.4)

    with sdpa_kernel(SDPBackend.EFFICIENT_ATTENTION):
        assert torch.autograd.gradcheck(attention, value, fast_mode=True)


def test_autocast():
    with torch.autocast("musa", dtype=torch.bfloat16):
        assert F.scaled_dot_product_attention(*heads("musa")).dtype == torch.bfloat16


def test_seeds_have_no_dimensions_without_dropout():
    """DTensor's ring attention (context parallel) insists on that."""
    parts = heads("musa")
    efficient = torch.ops.aten._scaled_dot_product_efficient_attention(*parts, None, True)
    assert [part.dim() for part in efficient[2:]] == [0, 0]
