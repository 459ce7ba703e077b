"""What the tests of torch.compile share: marks, small networks, training compiled beside training eager."""

import copy

import pytest
import torch
from torch import nn
from torch.nn import functional as F

# What PyTorch's own modules warn of while they are imported and compile.
QUIET = [
    pytest.mark.filterwarnings("ignore:.*torch.jit.* is deprecated:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:.*LeafSpec.* is deprecated:FutureWarning"),
    pytest.mark.filterwarnings("ignore:The MUSA Graph is empty:UserWarning"),
    pytest.mark.filterwarnings("ignore:.*code generation for complex operators:UserWarning"),
]


class Block(nn.Module):
    """A transformer block: attention over heads and a feed-forward part. (batch, length, width)."""

    def __init__(self, width=32, heads=4):
        super().__init__()
        self.heads = heads
        self.norms = nn.ModuleList([nn.LayerNorm(width), nn.LayerNorm(width)])
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.feed = nn.Sequential(
            nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width)
        )

    def forward(self, x):
        batch, length, width = x.shape
        shape = (batch, length, self.heads, width // self.heads)
        parts = self.qkv(self.norms[0](x)).chunk(3, -1)
        q, k, v = (part.view(shape).transpose(1, 2) for part in parts)
        seen = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(seen.transpose(1, 2).reshape(batch, length, width))
        return x + self.feed(self.norms[1](x))


def mlp():
    return nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 4))


def conv_net():
    return nn.Sequential(
        nn.Conv2d(3, 8, 3, padding=1),
        nn.BatchNorm2d(8),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(8, 4, 3),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
    )


def train(network, data, target, steps=10, autocast=None, **compile_options):
    """Losses of steps of training a copy of the network; compiled when compile_options are given."""
    network = copy.deepcopy(network)
    run = torch.compile(network, **compile_options) if compile_options else network
    optimizer = torch.optim.AdamW(network.parameters(), 1e-3)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        with torch.autocast("musa", dtype=autocast, enabled=autocast is not None):
            loss = F.mse_loss(run(data).float(), target)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def assert_trains_alike(network, data_shape, target_shape, rtol=1e-4, **options):
    """Training compiled gives the losses of training eager, and they fall."""
    torch.manual_seed(0)
    network = network.to("musa")
    data = torch.randn(data_shape, device="musa")
    target = torch.randn(target_shape, device="musa")
    autocast = options.pop("autocast", None)
    compiled = train(network, data, target, autocast=autocast, **(options or {"dynamic": False}))
    eager = train(network, data, target, autocast=autocast)
    torch.testing.assert_close(torch.tensor(compiled), torch.tensor(eager), rtol=rtol, atol=1e-5)
    assert compiled[-1] < compiled[0]
