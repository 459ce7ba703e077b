"""einops: functions and layers in a model on the GPU, eager, scripted and compiled."""

import pytest
import torch
from einops import einsum, pack, rearrange, reduce, repeat, unpack
from einops.layers.torch import EinMix, Rearrange, Reduce
from torch import nn

PACKAGES = ("einops",)


def make_net():
    torch.manual_seed(0)
    return nn.Sequential(
        Rearrange("b c (h p) (w q) -> b (h w) (p q c)", p=4, q=4),
        EinMix("b t i -> b t o", weight_shape="i o", bias_shape="o", i=48, o=32),
        nn.GELU(),
        EinMix("b t c -> b s c", weight_shape="t s", t=16, s=4),
        Reduce("b t c -> b c", "mean"),
        nn.Linear(32, 5),
    )


def test_functions():
    x = torch.randn(2, 3, 4, 6, device="cuda")
    assert torch.equal(rearrange(x, "b c h w -> b (h w) c"), x.flatten(2).transpose(1, 2))
    assert torch.equal(reduce(x, "b c h w -> b c", "max"), x.amax((2, 3)))
    assert repeat(x, "b c h w -> b (r c) h w", r=2).is_cuda
    torch.testing.assert_close(
        einsum(x, x, "b c h w, b d h w -> b c d"), torch.einsum("bchw,bdhw->bcd", x, x)
    )
    packed, shapes = pack([x, x[:, :, 0]], "b c *")
    assert torch.equal(unpack(packed, shapes, "b c *")[0], x)


def test_layers_learn():
    net, images = make_net().to("cuda"), torch.randn(8, 3, 16, 16, device="cuda")
    labels = torch.arange(8, device="cuda") % 5
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
    losses = []
    for _ in range(15):
        with torch.autocast("cuda", dtype=torch.bfloat16):
            loss = nn.functional.cross_entropy(net(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.7 * losses[0]


def test_scripted():
    net, images = make_net().cuda(), torch.randn(2, 3, 16, 16, device="cuda")
    torch.testing.assert_close(torch.jit.script(net)(images), net(images))


def test_compiled():
    net, images = make_net().cuda(), torch.randn(2, 3, 16, 16, device="cuda")
    torch.testing.assert_close(
        torch.compile(net, backend="aot_eager", fullgraph=True)(images), net(images)
    )


@pytest.mark.compiles
def test_compiled_by_inductor():
    net, images = make_net().cuda(), torch.randn(2, 3, 16, 16, device="cuda")
    given, wanted = torch.compile(net, fullgraph=True)(images), net(images)
    torch.testing.assert_close(given, wanted, rtol=1e-4, atol=1e-5)
    weights = list(net.parameters())
    torch.testing.assert_close(
        torch.autograd.grad(given.square().sum(), weights),
        torch.autograd.grad(wanted.square().sum(), weights),
        rtol=1e-3,
        atol=1e-4,
    )
