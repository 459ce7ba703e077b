"""bitsandbytes: quantized layers, an 8-bit optimizer, functions: each says that it has no kernels."""

import bitsandbytes as bnb
import pytest
import torch

PACKAGES = ("bitsandbytes",)
NO_BINARY = "its kernels are CUDA binaries, which MUSA cannot load"
MESSAGE = "not available in CPU-only version of bitsandbytes"


@pytest.mark.refuses(NO_BINARY)
@pytest.mark.parametrize("kind", [bnb.nn.Linear8bitLt, bnb.nn.Linear4bit])
def test_quantized_layers(kind):
    options = dict(has_fp16_weights=False) if kind is bnb.nn.Linear8bitLt else {}
    with pytest.raises(RuntimeError, match=MESSAGE):
        kind(64, 64, **options).cuda()(torch.randn(2, 64, device="cuda", dtype=torch.float16))


@pytest.mark.refuses(NO_BINARY)
def test_optimizers():
    net = torch.nn.Linear(128, 128).cuda()
    optimizer = bnb.optim.AdamW8bit(net.parameters())
    net(torch.ones(1, 128, device="cuda")).sum().backward()
    with pytest.raises(RuntimeError, match=MESSAGE):
        optimizer.step()


@pytest.mark.refuses(NO_BINARY)
def test_functions():
    with pytest.raises(RuntimeError, match=MESSAGE):
        bnb.functional.quantize_4bit(torch.randn(64, 64, device="cuda", dtype=torch.float16))
