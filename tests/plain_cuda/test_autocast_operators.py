"""What autocast does to operators, and to autograd functions of one's own."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

pytestmark = pytest.mark.gpu

OLD_NAMES = pytest.mark.filterwarnings("ignore:.*is deprecated:FutureWarning")


def floats(*shape, dtype=torch.float32):
    return torch.rand(*shape, device="cuda", dtype=dtype) + 0.5


def halves(*shape):
    return floats(*shape, dtype=torch.float16)


LOWER = {
    "matmul": lambda: floats(3, 3) @ floats(3, 3),
    "mm": lambda: torch.mm(floats(3, 3), floats(3, 3)),
    "mv": lambda: torch.mv(floats(3, 3), floats(3)),
    "bmm": lambda: torch.bmm(floats(2, 3, 3), floats(2, 3, 3)),
    "addmm": lambda: torch.addmm(floats(3), floats(3, 3), floats(3, 3)),
    "addmv": lambda: torch.addmv(floats(3), floats(3, 3), floats(3)),
    "baddbmm": lambda: torch.baddbmm(floats(2, 3, 3), floats(2, 3, 3), floats(2, 3, 3)),
    "addbmm": lambda: torch.addbmm(floats(3, 3), floats(2, 3, 3), floats(2, 3, 3)),
    "chain_matmul": lambda: torch.linalg.multi_dot([floats(3, 3)] * 3),
    "einsum": lambda: torch.einsum("ij,jk->ik", floats(3, 3), floats(3, 3)),
    "linear": lambda: F.linear(floats(2, 3), floats(4, 3), floats(4)),
    "conv1d": lambda: F.conv1d(floats(1, 2, 8), floats(3, 2, 3)),
    "conv2d": lambda: F.conv2d(floats(1, 2, 8, 8), floats(3, 2, 3, 3)),
    "conv_transpose2d": lambda: F.conv_transpose2d(floats(1, 2, 8, 8), floats(2, 3, 3, 3)),
    "prelu": lambda: F.prelu(floats(2, 3), floats(3)),
    "attention": lambda: F.scaled_dot_product_attention(*[floats(1, 2, 4, 8)] * 3),
    "lstm_cell": lambda: nn.LSTMCell(3, 4).cuda()(floats(2, 3))[0],
    "gru_cell": lambda: nn.GRUCell(3, 4).cuda()(floats(2, 3)),
}
FLOAT32 = {
    "exp": lambda: halves(3).exp(),
    "log": lambda: halves(3).log(),
    "pow": lambda: halves(3).pow(2.5),
    "rsqrt": lambda: halves(3).rsqrt(),
    "reciprocal": lambda: halves(3).reciprocal(),
    "norm": lambda: halves(3).norm(),
    "softmax": lambda: halves(3).softmax(0),
    "log_softmax": lambda: F.log_softmax(halves(3), 0),
    "sum": lambda: halves(3).sum(),
    "prod": lambda: halves(3).prod(),
    "cumsum": lambda: halves(3).cumsum(0),
    "layer_norm": lambda: F.layer_norm(halves(2, 3), (3,)),
    "group_norm": lambda: F.group_norm(halves(2, 4, 3), 2),
    "mse_loss": lambda: F.mse_loss(halves(3), halves(3)),
    "l1_loss": lambda: F.l1_loss(halves(3), halves(3)),
    "cross_entropy": lambda: F.cross_entropy(halves(1, 3), torch.zeros(1, device="cuda").long()),
    "bce_with_logits": lambda: F.binary_cross_entropy_with_logits(halves(3), halves(3)),
    "cosine_similarity": lambda: F.cosine_similarity(halves(2, 3), halves(2, 3)),
    "cdist": lambda: torch.cdist(halves(2, 3), halves(2, 3)),
}
WIDEST = {
    "addcmul": lambda: torch.addcmul(floats(3), halves(3), halves(3)),
    "atan2": lambda: torch.atan2(halves(3), floats(3)),
    "dot": lambda: torch.dot(halves(3), floats(3)),
    "cat": lambda: torch.cat([halves(3), floats(3)]),
    "stack": lambda: torch.stack([halves(3), floats(3)]),
    "cross": lambda: torch.cross(halves(3), floats(3), dim=0),
    "scatter_add": lambda: torch.scatter_add(
        floats(3), 0, torch.zeros(3, device="cuda").long(), halves(3)
    ),
    "index_put": lambda: torch.index_put(
        floats(3), (torch.zeros(1, device="cuda").long(),), halves(1)
    ),
}
UNCHANGED = {
    "add": lambda: halves(3) + halves(3),
    "relu": lambda: F.relu(halves(3)),
    "mul": lambda: halves(3) * 2,
    "max_pool2d": lambda: F.max_pool2d(halves(1, 2, 4, 4), 2),
    "dropout": lambda: F.dropout(halves(8)),
    "embedding": lambda: F.embedding(torch.zeros(2, device="cuda").long(), halves(3, 4)),
}


@pytest.mark.parametrize("name", LOWER)
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_operators_in_lower_precision(name, dtype):
    with torch.autocast("cuda", dtype=dtype):
        assert LOWER[name]().dtype == dtype
    assert LOWER[name]().dtype == torch.float32


@pytest.mark.parametrize("name", FLOAT32)
def test_operators_in_float32(name):
    with torch.autocast("cuda"):
        assert FLOAT32[name]().dtype == torch.float32


@pytest.mark.parametrize("name", WIDEST)
def test_operators_in_the_widest_of_their_types(name):
    with torch.autocast("cuda"):
        assert WIDEST[name]().dtype == torch.float32


@pytest.mark.parametrize("name", UNCHANGED)
def test_operators_that_keep_the_type(name):
    with torch.autocast("cuda"):
        assert UNCHANGED[name]().dtype == torch.float16


def test_integers_are_left_alone():
    with torch.autocast("cuda"):
        assert torch.ones(3, device="cuda", dtype=torch.long).sum().dtype == torch.long


def test_a_given_type_wins():
    with torch.autocast("cuda"):
        assert halves(3).sum(dtype=torch.float16).dtype == torch.float16
        assert halves(3).softmax(0, dtype=torch.float16).dtype == torch.float16


def test_in_place_operators_are_not_cast():
    with torch.autocast("cuda"):
        out = torch.zeros(3, 3, device="cuda")
        torch.mm(floats(3, 3), floats(3, 3), out=out)
        assert out.dtype == torch.float32
        assert out.addmm_(floats(3, 3), floats(3, 3)).dtype == torch.float32


def test_what_is_unsafe_is_refused():
    with torch.autocast("cuda"):
        with pytest.raises(
            RuntimeError, match="binary_cross_entropy and torch.nn.BCELoss are unsafe"
        ):
            F.binary_cross_entropy(halves(3).sigmoid(), halves(3).sigmoid())


def test_gradients_have_the_types_of_their_tensors():
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.LayerNorm(8), nn.Linear(8, 2)).cuda()
    x = floats(3, 4).requires_grad_()
    with torch.autocast("cuda"):
        out = model(x)
        loss = out.float().square().mean()
    loss.backward()
    assert out.dtype == torch.float16
    assert x.grad.dtype == torch.float32
    assert {p.grad.dtype for p in model.parameters()} == {torch.float32}


def make_function(forward_decorator, backward_decorator):
    class Product(torch.autograd.Function):
        @staticmethod
        @forward_decorator
        def forward(ctx, a, b):
            ctx.save_for_backward(a, b)
            ctx.enabled = torch.is_autocast_enabled()
            return a @ b

        @staticmethod
        @backward_decorator
        def backward(ctx, grad):
            a, b = ctx.saved_tensors
            states.append((a.dtype, ctx.enabled, torch.is_autocast_enabled()))
            return grad @ b.t(), a.t() @ grad

    states = []
    return Product, states


def run_function(forward_decorator, backward_decorator):
    """(result's dtype, [(a's dtype in forward, autocast in forward, in backward)])"""
    function, states = make_function(forward_decorator, backward_decorator)
    a, b = halves(2, 2).requires_grad_(), halves(2, 2).requires_grad_()
    with torch.autocast("cuda"):
        out = function.apply(a, b)
    out.sum().backward()
    assert a.grad.dtype == torch.float16
    return out.dtype, states


def test_custom_functions_cast_inputs():
    result, states = run_function(
        torch.amp.custom_fwd(device_type="cuda", cast_inputs=torch.float32),
        torch.amp.custom_bwd(device_type="cuda"),
    )
    assert result == torch.float32
    assert states == [(torch.float32, False, False)]


def test_custom_functions_keep_the_autocast_state():
    result, states = run_function(
        torch.amp.custom_fwd(device_type="cuda"), torch.amp.custom_bwd(device_type="cuda")
    )
    assert result == torch.float16
    assert states == [(torch.float16, True, True)]


@OLD_NAMES
def test_old_names_of_custom_functions():
    result, states = run_function(
        torch.cuda.amp.custom_fwd(cast_inputs=torch.float32), torch.cuda.amp.custom_bwd
    )
    assert result == torch.float32
    assert states == [(torch.float32, False, False)]
    result, states = run_function(torch.cuda.amp.custom_fwd, torch.cuda.amp.custom_bwd)
    assert result == torch.float16
    assert states == [(torch.float16, True, True)]


def test_inputs_are_cast_only_where_they_are_on_the_gpu():
    seen = []

    class Look(torch.autograd.Function):
        @staticmethod
        @torch.amp.custom_fwd(device_type="cuda", cast_inputs=torch.float16)
        def forward(ctx, on_gpu, on_cpu, integers, many, named):
            tensors = [on_gpu, on_cpu, integers, *many, named["x"]]
            seen.extend(tensor.dtype for tensor in tensors)
            return on_gpu * 1

        @staticmethod
        @torch.amp.custom_bwd(device_type="cuda")
        def backward(ctx, grad):
            return grad, None, None, None, None

    arguments = (
        floats(2),
        torch.ones(2),
        torch.ones(2, device="cuda", dtype=torch.int32),
        [floats(2), torch.ones(2)],
        {"x": floats(2)},
    )
    with torch.autocast("cuda"):
        Look.apply(*arguments)
    half, full = torch.float16, torch.float32
    assert seen == [half, full, torch.int32, half, full, half]
    seen.clear()
    # Without autocast nothing is cast.
    Look.apply(*arguments)
    assert seen == [full, full, torch.int32, full, full, full]
