"""sageattention: attention with queries and keys rounded to int8, by its Triton kernels, against PyTorch on the CPU."""

import pytest
import torch
import torch.nn.functional as F
from sageattention import sageattn

PACKAGES = ("sageattention",)
DEVICE = "cuda"


def compare(result, expected):
    """As near as 8 bits come: the project's paper has 0.999 and more for the cosine."""
    result = result.cpu().float()
    assert F.cosine_similarity(result.flatten(), expected.flatten(), dim=0) > 0.999
    torch.testing.assert_close(result, expected, atol=0.05, rtol=0)


@pytest.mark.parametrize("is_causal", [False, True])
@pytest.mark.parametrize("size", [64, 128])
def test_heads_first(size, is_causal):
    q, k, v = (torch.randn(1, 2, 256, size).half() for _ in range(3))
    result = sageattn(q.to(DEVICE), k.to(DEVICE), v.to(DEVICE), is_causal=is_causal)
    expected = F.scaled_dot_product_attention(q.float(), k.float(), v.float(), is_causal=is_causal)
    compare(result, expected)


def test_positions_first_with_shared_heads():
    """Four heads of queries for two of keys; its blocks have 64 keys, and those beyond the last count as zeros."""
    q = torch.randn(2, 192, 4, 64).bfloat16()
    k, v = (torch.randn(2, 192, 2, 64).bfloat16() for _ in range(2))
    result = sageattn(q.to(DEVICE), k.to(DEVICE), v.to(DEVICE), tensor_layout="NHD")
    q, k, v = (x.float().transpose(1, 2) for x in (q, k, v))
    expected = F.scaled_dot_product_attention(q, k, v, enable_gqa=True)
    compare(result.transpose(1, 2), expected)


def test_in_place_of_torchs():
    """The function takes the place of scaled_dot_product_attention in a layer of a model."""
    layer = torch.nn.TransformerEncoderLayer(128, 2, 128, batch_first=True).eval()
    x = torch.randn(1, 128, 128)
    with torch.no_grad():
        expected = layer(x)
        layer.to(DEVICE).half()
        result = attend(layer, x.half().to(DEVICE))
    torch.testing.assert_close(result.cpu().float(), expected, atol=0.05, rtol=0)


def attend(layer, x):
    """What the layer computes, with sageattention inside."""
    projected = F.linear(x, layer.self_attn.in_proj_weight, layer.self_attn.in_proj_bias)
    q, k, v = (part.unflatten(-1, (2, 64)).transpose(1, 2) for part in projected.chunk(3, -1))
    attended = layer.self_attn.out_proj(sageattn(q, k, v).transpose(1, 2).flatten(2))
    x = layer.norm1(x + attended)
    return layer.norm2(x + layer.linear2(F.relu(layer.linear1(x))))


@pytest.mark.compiles
def test_compiled():
    layer = torch.nn.TransformerEncoderLayer(128, 2, 128, batch_first=True).eval()
    layer, x = layer.to(DEVICE).half(), torch.randn(1, 128, 128, device=DEVICE).half()
    with torch.no_grad():
        given, wanted = torch.compile(attend)(layer, x), attend(layer, x)
    torch.testing.assert_close(given, wanted, atol=0.02, rtol=0)
