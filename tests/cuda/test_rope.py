"""torchada.apply_rope_inplace: rotary position embedding as sglang's kernel for CUDA has it."""

import pytest
import torch

import torchada

pytestmark = pytest.mark.musa


def rotated(tensor, cache, positions, is_neox):
    """By complex numbers, on the CPU."""
    half = tensor.size(-1) // 2
    rows = cache.float()[positions.long()].unsqueeze(1)
    turn = torch.complex(rows[..., :half], rows[..., half:])
    x = tensor.float()
    pairs = (x[..., :half], x[..., half:]) if is_neox else (x[..., 0::2], x[..., 1::2])
    product = torch.complex(*pairs) * turn
    parts = (product.real, product.imag)
    joined = torch.cat(parts, -1) if is_neox else torch.stack(parts, -1).flatten(-2)
    return joined.to(tensor.dtype)


def tensors(dtypes=(torch.float32, torch.float32), size=16, head=16):
    angles = torch.randn(7, size // 2)
    cache = torch.cat((angles.cos(), angles.sin()), -1)
    query, key = (torch.randn(5, n, head).to(dtype) for n, dtype in zip((3, 2), dtypes))
    return query, key, cache, torch.tensor([0, 3, 1, 6, 2], dtype=torch.int32)


@pytest.mark.parametrize("is_neox", [True, False])
@pytest.mark.parametrize(
    "dtypes", [(torch.float32, torch.float32), (torch.float16, torch.bfloat16)], ids=str
)
def test_queries_and_keys_are_rotated_in_place(dtypes, is_neox):
    query, key, cache, positions = tensors(dtypes, head=24)
    on_gpu = [tensor.cuda() for tensor in (query, key)]
    views = [tensor[..., :16] for tensor in on_gpu]
    torchada.apply_rope_inplace(*views, cache.cuda(), positions.cuda(), is_neox=is_neox)
    for before, after in zip((query, key), on_gpu):
        want = rotated(before[..., :16], cache, positions, is_neox)
        torch.testing.assert_close(after[..., :16].cpu(), want, rtol=1e-3, atol=1e-3)
        assert torch.equal(after[..., 16:].cpu(), before[..., 16:])


def test_in_a_graph():
    query, key, cache, positions = (tensor.cuda() for tensor in tensors())
    first = query.clone()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        torchada.apply_rope_inplace(query, key, cache, positions, is_neox=True)
    query.copy_(first)
    positions.fill_(4)
    graph.replay()
    want = rotated(first.cpu(), cache.cpu(), positions.cpu(), True)
    torch.testing.assert_close(query.cpu(), want)


@pytest.mark.parametrize(
    "change, message",
    [
        (dict(query=lambda x: x.cpu()), "requires MUSA tensors"),
        (dict(key=lambda x: x.half()), "same element size"),
        (dict(query=lambda x: torch.zeros(5, 3, 24, device="cuda")[..., :16]), "head strides"),
        (dict(positions=lambda x: x[:4]), "one value per token"),
        (dict(cos_sin_cache=lambda x: x[:, :8].contiguous()), "is not that of the heads"),
        (dict(cos_sin_cache=lambda x: x.cpu()), "on the same device"),
    ],
)
def test_what_does_not_fit_is_refused(change, message):
    names = ("query", "key", "cos_sin_cache", "positions")
    given = dict(zip(names, (tensor.cuda() for tensor in tensors())))
    for name, make in change.items():
        given[name] = make(given[name])
    with pytest.raises(RuntimeError, match=message):
        torchada.apply_rope_inplace(**given, is_neox=True)


def test_sglang_gets_it(run_python, tmp_path):
    folder = tmp_path / "sglang/kernels/ops/attention"
    folder.mkdir(parents=True)
    (folder / "rope.py").write_text("def apply_rope_inplace(): raise AssertionError('for CUDA')\n")
    code = """
        import sys, torch, torchada
        sys.path.insert(0, sys.argv[1])
        assert "torchada._rope" not in sys.modules
        from sglang.kernels.ops.attention import rope
        assert rope.apply_rope_inplace is torchada.apply_rope_inplace
    """
    run_python(code, tmp_path)
