"""libmudnn's gates of halves and turns of pairs against PyTorch."""

import pytest
import torch
import torch.nn.functional as F
from mudnn_calls import REAL, near, wide

HALF = (torch.float32, torch.float16, torch.bfloat16)


def swiglu(x):
    one, two = x.chunk(2, -1)
    return F.silu(one) * two


@pytest.mark.parametrize("dtype", REAL, ids=str)
def test_halves_gate_each_other(mudnn, dtype):
    x = torch.randn(6, 8, 10).to(dtype)
    for dim in (1, -1):
        wanted = F.glu(wide(x), dim)
        out = torch.empty(wanted.shape, dtype=dtype)
        mudnn("Glu", [out, x], [dim])
        near(out, wanted)
    given = wide(x).clone().requires_grad_()
    wanted = swiglu(given)
    up, out = torch.randn(wanted.shape).to(dtype), torch.empty(wanted.shape, dtype=dtype)
    wanted.backward(wide(up))
    mudnn("SwiGlu", [out, x])
    near(out, wanted.detach())
    grad = torch.empty_like(x)
    mudnn("SwiGluBwd", [grad, x, up])
    near(grad, given.grad)
    odd = torch.randn(4, 5)
    assert mudnn.status("Glu", [odd, odd], [1]) == "INVALID_PARAMETER"
    assert mudnn.status("SwiGlu", [odd, odd]) == "INVALID_PARAMETER"


def turned(x, angles, interleaved, latent):
    """Rotary positions as Megatron gives them, for x of (sequence, batch, head, dimension)."""
    width = angles.shape[-1]
    t, rest = x[..., :width], x[..., width:]
    if latent:
        t = torch.cat([t[..., 0::2], t[..., 1::2]], -1)
    if interleaved:
        other = torch.stack([-t[..., 1::2], t[..., 0::2]], -1).flatten(-2)
    else:
        one, two = t.chunk(2, -1)
        other = torch.cat([-two, one], -1)
    angles = angles.view(angles.shape[0], 1, 1, width)
    return torch.cat([t * angles.cos() + other * angles.sin(), rest], -1)


@pytest.mark.parametrize("interleaved, latent", ((0, 0), (1, 0), (0, 1)))
@pytest.mark.parametrize("dtype", HALF, ids=str)
def test_pairs_are_turned(mudnn, dtype, interleaved, latent):
    for width, batch_first in ((16, 0), (10, 0), (16, 1)):
        x, up = (torch.randn(7, 2, 3, 16).to(dtype) for _ in range(2))
        angles = torch.randn(7, width).to(dtype)
        given = wide(x).clone().requires_grad_()
        wanted = turned(given, wide(angles), interleaved, latent)
        wanted.backward(wide(up))
        place = (lambda t: t.transpose(0, 1).contiguous()) if batch_first else (lambda t: t)
        out, grad = torch.empty_like(place(x)), torch.empty_like(place(x))
        settings = [interleaved, batch_first, latent]
        mudnn("Rope", [out, place(x), angles.view(7, 1, 1, width)], settings)
        mudnn("RopeBwd", [grad, place(up), angles], settings)
        near(out, place(wanted.detach()), terms=2)
        near(grad, place(given.grad), terms=2)


def test_turns_of_other_shapes_are_refused(mudnn):
    x, angles = torch.randn(7, 2, 3, 16), torch.randn(7, 16)
    for tensors in (
        [torch.empty(7, 2, 3, 8), x, angles],
        [torch.empty_like(x), x, angles[:5]],
        [torch.empty_like(x), x, torch.randn(7, 15)],
        [torch.empty_like(x), x, torch.randn(7, 18)],
    ):
        assert mudnn.status("Rope", tensors, [0, 0, 0]) == "INVALID_PARAMETER"
    assert mudnn.status("Rope", [x[0], x[0], angles[:2]], [0, 0, 0]) == "NOT_SUPPORTED"
