"""xformers: its kernels are CUDA binaries; attention refuses with its list of reasons."""

import pytest
import torch
import xformers.ops

PACKAGES = ("xformers",)


@pytest.mark.refuses("its kernels are CUDA binaries; scaled_dot_product_attention is there instead")
def test_attention():
    query = torch.randn(1, 8, 2, 16, device="cuda", dtype=torch.float16)
    with pytest.raises(
        NotImplementedError, match="No operator found for `memory_efficient_attention_forward`"
    ):
        xformers.ops.memory_efficient_attention(query, query, query)


def test_what_needs_no_kernel():
    layer = xformers.ops.SwiGLU(16, 32, 16, _pack_weights=True).cuda()
    given = layer(torch.randn(2, 16, device="cuda"))
    assert given.is_cuda
    mask = xformers.ops.fmha.attn_bias.LowerTriangularMask().materialize((4, 4), device="cuda")
    assert mask.is_cuda and mask[0, 1] == -torch.inf


@pytest.mark.compiles
def test_a_compiled_layer():
    layer = xformers.ops.SwiGLU(16, 32, 16, _pack_weights=True).cuda()
    x = torch.randn(2, 16, device="cuda")
    torch.testing.assert_close(torch.compile(layer)(x), layer(x), rtol=1e-4, atol=1e-5)
