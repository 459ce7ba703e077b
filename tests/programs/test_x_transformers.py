"""x-transformers and vector-quantize-pytorch: flash attention's dispatch, generation, codebooks."""

import pytest
import torch
from vector_quantize_pytorch import FSQ, ResidualVQ, VectorQuantize
from x_transformers import AutoregressiveWrapper, Decoder, TransformerWrapper

PACKAGES = ("x-transformers", "vector-quantize-pytorch")


@pytest.mark.parametrize("flash", [True, False])
def test_a_decoder_learns_and_generates(flash):
    torch.manual_seed(0)
    layers = Decoder(
        dim=32, depth=2, heads=2, attn_dim_head=16, attn_flash=flash, rotary_pos_emb=True
    )
    net = TransformerWrapper(num_tokens=32, max_seq_len=32, attn_layers=layers)
    net = AutoregressiveWrapper(net).cuda()
    tokens = (torch.arange(17) % 16 + 1).repeat(4, 1).cuda()
    optimizer = torch.optim.AdamW(net.parameters(), 5e-3)
    losses = []
    for _ in range(12):
        with torch.autocast("cuda", dtype=torch.bfloat16):
            loss = net(tokens)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.7 * losses[0]
    assert net.generate(tokens[:1, :4], 6).is_cuda


@pytest.mark.parametrize("kind", ["vq", "residual", "fsq"])
def test_codebooks(kind):
    torch.manual_seed(0)
    made = dict(
        vq=lambda: VectorQuantize(
            dim=16, codebook_size=32, kmeans_init=True, threshold_ema_dead_code=2
        ),
        residual=lambda: ResidualVQ(dim=16, num_quantizers=2, codebook_size=32),
        fsq=lambda: FSQ(levels=[4, 4, 4], dim=16),
    )[kind]().to("cuda")
    x = torch.randn(2, 40, 16, device="cuda", requires_grad=True)
    quantized, codes = made(x)[:2]
    quantized.sum().backward()
    assert quantized.is_cuda and codes.is_cuda and x.grad.is_cuda


@pytest.mark.compiles
def test_a_compiled_decoder():
    torch.manual_seed(0)
    layers = Decoder(dim=32, depth=2, heads=2, attn_dim_head=16, attn_flash=True)
    net = TransformerWrapper(num_tokens=32, max_seq_len=32, attn_layers=layers).cuda()
    tokens = (torch.arange(16) % 16 + 1).repeat(4, 1).cuda()
    given, wanted = torch.compile(net)(tokens), net(tokens)
    torch.testing.assert_close(given, wanted, rtol=1e-3, atol=1e-4)
    given.logsumexp(-1).sum().backward()
    assert all(p.grad.isfinite().all() for p in net.parameters() if p.grad is not None)
