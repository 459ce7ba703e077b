"""torchao: weights quantized on the GPU in int8 and float8, 8-bit and 4-bit optimizers."""

import pytest
import torch
from torch import nn
from torchao.optim import AdamW4bit, AdamW8bit, CPUOffloadOptimizer
from torchao.quantization import (
    Float8WeightOnlyConfig,
    Int4WeightOnlyConfig,
    Int8DynamicActivationInt8WeightConfig,
    Int8WeightOnlyConfig,
    quantize_,
)

PACKAGES = ("torchao",)


def make_net(dtype=torch.bfloat16):
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 128)).to("cuda", dtype)


@pytest.mark.parametrize(
    "config", [Int8WeightOnlyConfig, Int8DynamicActivationInt8WeightConfig, Float8WeightOnlyConfig]
)
def test_quantized_weights(tmp_path, config):
    net, x = make_net(), torch.randn(4, 128, device="cuda", dtype=torch.bfloat16)
    wanted = net(x)
    quantize_(net, config())
    given = net(x)
    assert given.is_cuda and net[0].weight.device.type == "cuda"
    torch.testing.assert_close(given, wanted, rtol=0.1, atol=0.1)
    torch.save(net.state_dict(), tmp_path / "net.pt")
    loaded = make_net()
    loaded.load_state_dict(torch.load(tmp_path / "net.pt", map_location="cuda:0"), assign=True)
    assert torch.equal(loaded(x), given)


@pytest.mark.compiles
@pytest.mark.parametrize("kind", [AdamW8bit, AdamW4bit])
def test_optimizers_with_small_states(kind):
    torch.manual_seed(0)
    net = nn.Linear(512, 512).cuda()
    optimizer = kind(net.parameters(), lr=1e-3)
    losses = []
    for _ in range(4):
        loss = net(torch.ones(2, 512, device="cuda")).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0]


def test_an_optimizer_on_the_host():
    """Gradients go to pinned memory on a stream of their own."""
    net = make_net(torch.float32)
    optimizer = CPUOffloadOptimizer(
        net.parameters(), torch.optim.AdamW, offload_gradients=True, lr=1e-2
    )
    before = net[0].weight.detach().clone()
    net(torch.ones(2, 128, device="cuda")).square().mean().backward()
    optimizer.step()
    optimizer.zero_grad()
    assert net[0].weight.is_cuda and not torch.equal(net[0].weight, before)


@pytest.mark.refuses("int4 weights need the package mslk, whose kernels are CUDA binaries")
def test_int4_is_refused():
    with pytest.raises(ImportError, match="mslk"):
        quantize_(make_net(), Int4WeightOnlyConfig())


@pytest.mark.compiles
@pytest.mark.parametrize("config", [Int8WeightOnlyConfig, Int8DynamicActivationInt8WeightConfig])
def test_quantized_weights_compile(config):
    net, x = make_net(), torch.randn(4, 128, device="cuda", dtype=torch.bfloat16)
    quantize_(net, config())
    with torch.no_grad():
        torch.testing.assert_close(torch.compile(net)(x), net(x), rtol=0.05, atol=0.05)
