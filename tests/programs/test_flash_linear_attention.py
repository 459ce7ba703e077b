"""flash-linear-attention: its recurrent and chunked Triton operators with gradients, against loops on the CPU."""

import pytest
import torch
import torch.nn.functional as F
from fla.ops.delta_rule import fused_recurrent_delta_rule
from fla.ops.gla import chunk_gla, fused_recurrent_gla
from fla.ops.linear_attn import chunk_linear_attn, fused_recurrent_linear_attn
from fla.ops.simple_gla import chunk_simple_gla

PACKAGES = ("flash-linear-attention",)
DEVICE = "cuda"
BATCH, LENGTH, HEADS, SIZE = 1, 128, 2, 32


def states(q, k, v, step):
    """The recurrence that all of these are: step() makes the next state, (BATCH, HEADS, SIZE, SIZE)."""
    state = torch.zeros(BATCH, HEADS, SIZE, SIZE, dtype=q.dtype)
    rows = []
    for t in range(LENGTH):
        state = step(state, t)
        rows.append(torch.einsum("bhk,bhkv->bhv", q[:, t] * SIZE**-0.5, state))
    return torch.stack(rows, 1)


def gated(q, k, v, gate=None):
    """Linear attention; the gate is that of each head, or of each of its features."""

    def step(state, t):
        if gate is not None:
            decay = gate[:, t].exp()
            state = state * (decay[..., None] if decay.dim() == 3 else decay[..., None, None])
        return state + k[:, t, :, :, None] * v[:, t, :, None, :]

    return states(q, k, v, step)


def delta_rule(q, k, v, beta):
    def step(state, t):
        known = torch.einsum("bhk,bhkv->bhv", k[:, t], state)
        new = (v[:, t] - known) * beta[:, t, :, None]
        return state + torch.einsum("bhk,bhv->bhkv", k[:, t], new)

    return states(q, k, v, step)


def vectors():
    return torch.randn(BATCH, LENGTH, HEADS, SIZE)


# The arguments after q, k and v.
EXTRA = {
    "": lambda: [],
    "gates of features": lambda: [F.logsigmoid(vectors())],
    "gates of heads": lambda: [F.logsigmoid(torch.randn(BATCH, LENGTH, HEADS))],
    "beta": lambda: [torch.rand(BATCH, LENGTH, HEADS).sigmoid()],
}
OPERATORS = [
    (fused_recurrent_linear_attn, gated, "", {"normalize": False}),
    (chunk_linear_attn, gated, "", {"normalize": False}),
    (fused_recurrent_gla, gated, "gates of features", {}),
    (chunk_gla, gated, "gates of features", {}),
    (chunk_simple_gla, gated, "gates of heads", {}),
    (fused_recurrent_delta_rule, delta_rule, "beta", {}),
]


@pytest.mark.parametrize(
    "operator, reference, extra, options", OPERATORS, ids=[row[0].__name__ for row in OPERATORS]
)
def test_operators(operator, reference, extra, options):
    inputs = [vectors(), F.normalize(vectors(), dim=-1), vectors(), *EXTRA[extra]()]
    gpu = [x.to(DEVICE).requires_grad_() for x in inputs]
    cpu = [x.double().requires_grad_() for x in inputs]
    result = operator(*gpu, **options)
    result = result[0] if isinstance(result, tuple) else result
    expected = reference(*cpu)
    weight = torch.randn(expected.shape)
    result.backward(weight.to(DEVICE))
    expected.backward(weight.double())
    # The project's own tests allow a relative error of 5e-3.
    for x, y in ((result, expected), *((x.grad, y.grad) for x, y in zip(gpu, cpu))):
        error = (x.detach().cpu().double() - y.detach()).norm() / y.detach().norm()
        assert error < 1e-4


@pytest.mark.compiles
def test_a_compiled_layer():
    q, k, v = (vectors().to(DEVICE) for _ in range(3))

    def layer(q, k, v):
        return fused_recurrent_linear_attn(q.sin(), F.normalize(k, dim=-1), v)[0].cos()

    given, wanted = torch.compile(layer)(q, k, v), layer(q, k, v)
    torch.testing.assert_close(given, wanted, rtol=1e-4, atol=1e-4)
