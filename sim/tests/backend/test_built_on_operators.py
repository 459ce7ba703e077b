"""What PyTorch builds on operators: half precision transforms, float8, functorch, custom operators, lazy copies."""

import pytest
import torch
import torch_musa
from torch.func import grad, hessian, jacfwd, jvp, vmap


@pytest.mark.filterwarnings("ignore:ComplexHalf support is experimental:UserWarning")
@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "hfft", "fft2", "fftn", "rfftn"])
def test_transforms_of_half_precision(name):
    transform = getattr(torch.fft, name)
    x = torch.linspace(-1, 1, 32).view(4, 8)
    leaf = x.half().to("musa").requires_grad_()
    result = transform(leaf)
    assert result.dtype in (torch.complex32, torch.float16)
    expected = transform(x.half().float())
    wide = torch.complex64 if result.is_complex() else torch.float32
    torch.testing.assert_close(result.detach().cpu().to(wide), expected, rtol=1e-2, atol=1e-2)
    result.to(wide).abs().sum().backward()
    assert leaf.grad.dtype == torch.float16
    with pytest.raises(RuntimeError, match="Unsupported dtype BFloat16"):
        transform(leaf.detach().bfloat16())


def test_what_pytorch_has_for_gpus_alone():
    """histc of integers, and products in a type of their own (which old versions of torch lack)."""
    chosen = torch.tensor([0, 3, 3, 1], dtype=torch.int32, device="musa")
    counts = torch.histc(chosen, bins=4, min=0, max=3)
    assert counts.dtype == torch.int32 and counts.tolist() == [1, 1, 0, 2]
    if not torch._C._dispatch_has_kernel("aten::addmm.dtype"):
        return
    a = torch.linspace(-1, 1, 64).view(8, 8).bfloat16().to("musa")
    out = torch.ones(8, 8, device="musa")
    torch.addmm(out, a, a, out_dtype=torch.float32, out=out)
    torch.testing.assert_close(out.cpu(), 1 + a.cpu().float() @ a.cpu().float())
    with pytest.raises(RuntimeError, match="out_dtype"):
        torch.mm(a, a, out_dtype=torch.float16)


FLOAT8 = [torch.float8_e4m3fn, torch.float8_e5m2, torch.float8_e4m3fnuz, torch.float8_e5m2fnuz]


@pytest.mark.parametrize("dtype", FLOAT8, ids=str)
def test_float8(dtype):
    x = torch.linspace(0.1, 2, 24).view(4, 6)
    tensor = x.to("musa").to(dtype)
    assert torch.equal(tensor.float().cpu(), x.to(dtype).float())
    assert torch.equal(
        torch.cat([tensor, tensor]).cpu().view(torch.uint8)[:4], x.to(dtype).view(torch.uint8)
    )
    assert tensor[0, 0].item() == x.to(dtype)[0, 0].item()
    assert torch.zeros(3, dtype=dtype, device="musa").float().sum() == 0


def test_scaled_product_of_float8():
    a = torch.linspace(-1, 1, 512).view(16, 32).to(torch.float8_e4m3fn)
    one = torch.tensor(1.0)
    arguments = (a, a.t(), one, one)
    try:
        expected = torch._scaled_mm(*arguments, out_dtype=torch.bfloat16)
    except NotImplementedError:
        pytest.skip("the CPU of this torch has no scaled product")
    actual = torch._scaled_mm(
        *(t.to("musa") for t in arguments[:1]),
        a.to("musa").t(),
        one.to("musa"),
        one.to("musa"),
        out_dtype=torch.bfloat16,
    )
    torch.testing.assert_close(actual.cpu(), expected)


@pytest.mark.filterwarnings("ignore:.*is deprecated. Please switch to:DeprecationWarning")
def test_functorch():
    x = torch.linspace(-1, 1, 24).view(4, 6)
    y = x.to("musa")
    for function in (
        lambda t: vmap(torch.dot)(t, t),
        grad(lambda t: t.sin().square().sum()),
        lambda t: jvp(torch.sin, (t,), (t,))[1],
        lambda t: jacfwd(torch.sin)(t[0]),
        lambda t: hessian(lambda row: row.pow(3).sum())(t[0]),
    ):
        result = function(y)
        assert result.device.type == "musa"
        torch.testing.assert_close(result.cpu(), function(x))
    drawn = vmap(torch.nn.functional.dropout, randomness="different")(torch.ones_like(y))
    assert set(drawn.unique().tolist()) <= {0.0, 2.0}


def test_checkpointing_draws_the_same_numbers_again():
    from torch.utils.checkpoint import checkpoint

    drop = torch.nn.Dropout(0.5)
    for reentrant in (True, False):
        x = torch.ones(64, device="musa", requires_grad=True)
        result = checkpoint(lambda t: drop(t) * t, x, use_reentrant=reentrant)
        result.sum().backward()
        assert torch.equal(x.grad, 2 * result.detach())


def test_custom_operators():
    @torch.library.custom_op("musasim_tests::double", mutates_args=(), device_types="musa")
    def double(t: torch.Tensor) -> torch.Tensor:
        assert t.device.type == "musa"
        return t * 2

    double.register_fake(torch.empty_like)
    double.register_autograd(lambda context, gradient: gradient * 2)
    x = torch.ones(3, device="musa", requires_grad=True)
    double(x).sum().backward()
    assert x.grad.tolist() == [2, 2, 2]
    torch.library.opcheck(double, (x.detach(),))

    @torch.library.custom_op("musasim_tests::host_only", mutates_args=(), device_types="cpu")
    def host_only(t: torch.Tensor) -> torch.Tensor:
        return t * 2

    with pytest.raises(NotImplementedError, match="PrivateUse1"):
        host_only(x)


def test_lazy_copies():
    x = torch.arange(6.0, device="musa")
    copy = torch._lazy_clone(x)
    assert copy.sum() == 15 and torch._C._is_cow_tensor(copy)
    copy.add_(1)
    assert not torch._C._is_cow_tensor(copy)
    assert x.tolist() == [0, 1, 2, 3, 4, 5] and copy.sum() == 21


@pytest.mark.parametrize("optimizer", [torch.optim.Adam, torch.optim.AdamW, torch.optim.SGD])
@pytest.mark.parametrize("tensor_rate", [False, True])
def test_fused_optimizers_skip_a_step_with_infinities(optimizer, tensor_rate):
    parameter = torch.nn.Parameter(torch.ones(3, device="musa"))
    rate = torch.tensor(0.1, device="musa") if tensor_rate else 0.1
    stepper = optimizer([parameter], lr=rate, fused=True)
    scaler = torch.amp.GradScaler("musa")
    scaler.scale((parameter * 2).sum()).backward()
    scaler.step(stepper)
    scaler.update()
    moved = parameter.detach().clone()
    assert (moved != 1).all()
    scaler.scale((parameter * float("inf")).sum()).backward()
    scaler.step(stepper)
    scaler.update()
    assert torch.equal(parameter, moved)


def test_zeroing():
    whole = torch.ones(4, 6, device="musa")
    whole[1:3, ::2].zero_()
    assert whole.sum() == 24 - 6
    part = whole[3]
    part.zero_()
    assert whole.sum() == 24 - 6 - 6 and part.data_ptr() == whole[3].data_ptr()
    torch.empty(0, device="musa").zero_()
    assert torch.ones(2, 3, device="musa").t().zero_().sum() == 0
    assert torch_musa._MUSAC._musasim_pointer_device(whole.data_ptr()) == 0
