"""The operators that the real platform's torch has in ATen (torch_musa.core.ops), against plain
formulas, with their derivatives, on the device and on the CPU."""

import pytest
import torch
import torch.nn.functional as F

aten = torch.ops.aten
DEVICES = pytest.mark.parametrize("device", ["musa", "cpu"])


def random(*shape, device, grad=True):
    x = torch.randn(*shape, dtype=torch.double).to(device)
    return x.requires_grad_(grad)


def check_gradients(function, *inputs):
    assert torch.autograd.gradcheck(function, inputs, fast_mode=True)


def check_tracing(operator, *arguments):
    utils = ("test_schema", "test_faketensor", "test_aot_dispatch_dynamic")
    torch.library.opcheck(operator.default, arguments, test_utils=utils)


@DEVICES
@pytest.mark.parametrize("dims", [1, 2])
@pytest.mark.parametrize("weighted", [True, False])
def test_rms_norm(device, dims, weighted):
    x = random(2, 3, 4, device=device)
    shape = list(x.shape[-dims:])
    weight = random(*shape, device=device) if weighted else None
    output, inverse = aten._fused_rmsnorm_forward(x, shape, 1e-5, weight)
    torch.testing.assert_close(output, F.rms_norm(x, shape, weight, 1e-5))
    assert inverse.shape == x.shape[:-dims] and not inverse.requires_grad
    inputs = (x, weight) if weighted else (x,)
    check_gradients(lambda x, *w: aten._fused_rmsnorm_forward(x, shape, 1e-5, *w)[0], *inputs)


def test_rms_norm_in_half_precision():
    x = torch.randn(4, 8, device="musa").half()
    output, inverse = aten._fused_rmsnorm_forward(x, [8], 1e-5, torch.ones_like(x[0]))
    assert output.dtype == torch.half and inverse.dtype == torch.float
    torch.testing.assert_close(output, F.rms_norm(x.float(), [8], eps=1e-5).half())


def test_rms_norm_over_a_wrong_shape():
    with pytest.raises(RuntimeError, match=r"normalized_shape \[3\] must be the last"):
        aten._fused_rmsnorm_forward(torch.ones(3, 4, device="musa"), [3], 1e-5)


def rope_formula(x, angles, interleaved, mla):
    """Rotary embedding by complex numbers; x is [sequence, batch, heads, dim]."""
    if mla:
        x = torch.cat((x[..., 0::2], x[..., 1::2]), -1)
    half = x.shape[-1] // 2
    pairs = (x[..., 0::2], x[..., 1::2]) if interleaved else (x[..., :half], x[..., half:])
    angle = (angles[:, 0::2] if interleaved else angles[:, :half])[:, None, None, :]
    turned = torch.complex(*pairs) * torch.polar(torch.ones_like(angle), angle)
    parts = (turned.real, turned.imag)
    return torch.stack(parts, -1).flatten(-2) if interleaved else torch.cat(parts, -1)


@DEVICES
@pytest.mark.parametrize("interleaved", [True, False])
@pytest.mark.parametrize("batch_first", [True, False])
@pytest.mark.parametrize("mla", [True, False])
def test_rope(device, interleaved, batch_first, mla):
    half = torch.rand(5, 3, dtype=torch.double)
    angles = half.repeat_interleave(2, 1) if interleaved else half.repeat(1, 2)
    x = random(4, 2, 3, 6, device=device, grad=False)
    wanted = rope_formula(x.cpu(), angles[:4], interleaved, mla)
    turn = (lambda t: t.transpose(0, 1)) if batch_first else (lambda t: t)
    source, angles = turn(x).contiguous().requires_grad_(), angles.to(device)
    result = torch.rope(source, angles, interleaved, batch_first, mla)
    torch.testing.assert_close(turn(result).cpu(), wanted)
    check_gradients(lambda x: torch.rope(x, angles, interleaved, batch_first, mla), source)
    module = torch.nn.RoPE(angles, interleaved, batch_first, mla)
    torch.testing.assert_close(module(source), result)


def test_rope_with_angles_that_do_not_fit():
    with pytest.raises(RuntimeError, match="needs a freq_cis of at least"):
        torch.rope(torch.ones(4, 1, 1, 6), torch.ones(3, 6), False, False)


@DEVICES
def test_swish_glu(device):
    x = random(3, 6, device=device)
    wanted = F.silu(x[:, :3]) * x[:, 3:]
    for function in (torch.swish_glu, torch.gated_silu, F.swish_glu, torch.nn.SwishGLU()):
        torch.testing.assert_close(function(x), wanted)
    check_gradients(torch.swish_glu, x)
    with pytest.raises(RuntimeError, match="must be even"):
        torch.swish_glu(x[:, :5])


@DEVICES
@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
@pytest.mark.parametrize("weighted", [True, False])
@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_cross_entropy(device, reduction, weighted, smoothing):
    x, target = random(5, 7, device=device), torch.tensor([1, -100, 3, 6, 0], device=device)
    weight = random(7, device=device, grad=False).abs() if weighted else None
    options = (target, weight, ["none", "mean", "sum"].index(reduction), -100, smoothing)
    wanted = F.cross_entropy(x, target, weight, reduction=reduction, label_smoothing=smoothing)
    forward = aten._fused_cross_entropy_loss_2d_forward
    torch.testing.assert_close(forward(x, *options), wanted)
    check_gradients(lambda x: forward(x, *options), x)


def test_whether_to_fuse_cross_entropy_depends_on_the_device(run_python):
    code = """
    import torch
    x, target = torch.ones(2, 3, device="musa"), torch.ones(2, dtype=torch.long, device="musa")
    choose = torch.ops.aten.cross_entropy_loss_2d_choice
    print(choose(x, target), choose(x, x), choose(x.cpu(), target.cpu()))
    """
    for model, chosen in (("S4000", 0), ("S5000", 1)):
        done = run_python(code, env={"MUSASIM": "1", "MUSASIM_MODEL": model})
        assert done.stdout == f"{chosen} 0 0\n"


@DEVICES
@pytest.mark.parametrize("kind", ["math", "flash"])
@pytest.mark.parametrize("masked", ["no", "float", "bool", "causal"])
def test_attention(device, kind, masked):
    operator = getattr(aten, f"_scaled_dot_product_attention_{kind}_musa")
    query, key = random(2, 4, 3, 5, device=device), random(2, 2, 6, 5, device=device)
    value = random(2, 2, 6, 4, device=device)
    mask = random(3, 6, device=device) if masked == "float" else None
    if masked == "bool":
        mask = torch.arange(18, device=device).reshape(3, 6) % 3 > 0
    causal = masked == "causal"
    wanted = F.scaled_dot_product_attention(
        query, key, value, mask, is_causal=causal, enable_gqa=True
    )
    torch.testing.assert_close(operator(query, key, value, mask, 0.0, causal)[0], wanted)
    inputs = (query, key, value) + ((mask,) if masked == "float" else ())
    rest = () if masked == "float" else (mask,)
    check_gradients(lambda *a: operator(*a, *rest, 0.0, causal)[0], *inputs)


@pytest.mark.parametrize("kind", ["math", "flash"])
def test_attention_with_dropout_returns_its_factors(kind):
    operator = getattr(aten, f"_scaled_dot_product_attention_{kind}_musa")
    x = torch.randn(2, 8, 16, device="musa")
    output, second, factors = operator(x, x, x, None, 0.5)
    assert set(factors.unique().tolist()) == {0.0, 2.0}
    weights = torch.softmax(x @ x.transpose(1, 2) / 4, -1)
    torch.testing.assert_close(output, (weights * factors) @ x)
    wanted = weights if kind == "math" else torch.logsumexp(x @ x.transpose(1, 2) / 4, -1)
    torch.testing.assert_close(second, wanted)


def test_autocast_computes_attention_in_its_type():
    x = torch.randn(2, 8, 16, device="musa", dtype=torch.double)
    with torch.autocast("musa", dtype=torch.bfloat16):
        output = aten._scaled_dot_product_attention_math_musa(x, x, x)[0]
    assert output.dtype == torch.bfloat16


@pytest.mark.slow
@DEVICES
def test_schemas_and_tracing(device):
    x = random(2, 2, 3, 4, device=device)
    check_tracing(aten._fused_rmsnorm_forward, x, [4], 1e-5, random(4, device=device))
    check_tracing(aten._fused_rope_forward, x, random(2, 4, device=device), False, False, True)
    check_tracing(aten._fused_swiglu_forward, x)
    target = torch.tensor([1, 2], device=device)
    logits = random(2, 3, device=device)
    check_tracing(aten._fused_cross_entropy_loss_2d_forward, logits, target, None, 1, -100, 0.1)
    check_tracing(aten._scaled_dot_product_attention_math_musa, x, x, x)
    check_tracing(aten._scaled_dot_product_attention_flash_musa, x, x, x)


@DEVICES
@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_cross_entropy_with_classes_that_cannot_be(device, smoothing):
    x = random(4, 3, device=device, grad=False)
    x[:, 2] = -torch.inf
    x.requires_grad_()
    target = torch.tensor([0, 1, 0, -100], device=device)
    options = {"label_smoothing": smoothing}
    loss = aten._fused_cross_entropy_loss_2d_forward(x, target, **options)
    expected = F.cross_entropy(x, target, **options)
    torch.testing.assert_close(loss, expected)
    ours, theirs = (torch.autograd.grad(each, x)[0] for each in (loss, expected))
    torch.testing.assert_close(ours, theirs, equal_nan=True)


@DEVICES
@pytest.mark.parametrize("kind", ["math", "flash"])
def test_attention_keeps_nans(device, kind):
    operator = getattr(aten, f"_scaled_dot_product_attention_{kind}_musa")
    query = random(1, 2, 3, 4, device=device, grad=False)
    query[0, 0, 0, 0] = torch.nan
    output = operator(query, *(random(1, 2, 3, 4, device=device, grad=False) for _ in range(2)))[0]
    assert output[0, 0, 0].isnan().all() and not output[0, 1].isnan().any()
