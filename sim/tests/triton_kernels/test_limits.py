"""Masks that compare with a limit: kernels that have a body without them, and what happens at the limit."""

import pytest
import torch

triton = pytest.importorskip("triton")
tl = pytest.importorskip("triton.language")


def has_two_bodies(compiled):
    return "general." in compiled.asm["llir"]


@triton.jit
def double_kernel(x, out, low, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK) - 3
    mask = (i >= low) & (n > i)
    tl.store(out + i, 2 * tl.load(x + i, mask=mask, other=5), mask=mask)


@pytest.mark.parametrize("dtype", [torch.int8, torch.float16, torch.float32, torch.int64])
def test_programs_inside_at_the_edges_and_outside(dtype):
    n = 1000
    x = torch.randint(-50, 50, (n,)).to(dtype)
    out = torch.full((n + 24,), 7, dtype=dtype, device="musa")
    compiled = double_kernel[(12,)](x.musa(), out, 0, n, 128)
    assert has_two_bodies(compiled)
    assert torch.equal(out[:n].cpu(), 2 * x)
    assert (out[n:] == 7).all()


@triton.jit
def tile_kernel(x, out, rows, columns, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)[:, None]
    j = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)[None, :]
    mask = (i < rows) & (j < columns)
    tl.store(out + i * columns + j, tl.load(x + i * columns + j, mask=mask) + 1, mask=mask)


@pytest.mark.parametrize("rows, columns", [(64, 64), (64, 63), (33, 64), (70, 45)])
def test_limits_of_two_dimensions(rows, columns):
    x, out = torch.randn(rows, columns), torch.zeros(rows * columns + 64, device="musa")
    grid = (triton.cdiv(rows, 32), triton.cdiv(columns, 32))
    assert has_two_bodies(tile_kernel[grid](x.musa(), out, rows, columns, 32))
    assert torch.equal(out.cpu()[: rows * columns], x.flatten() + 1)
    assert not out[rows * columns :].any()


@triton.jit
def wrapped_kernel(x, out, begin, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    i = begin + at
    tl.store(out + at, tl.load(x + at, mask=i < n, other=-1.0))


def test_numbers_that_wrap():
    x, out = torch.rand(128), torch.empty(128, device="musa")
    assert has_two_bodies(wrapped_kernel[(1,)](x.musa(), out, 2**31 - 50, 1000, 128))
    assert (out.cpu()[:50] == -1).all()
    assert torch.equal(out.cpu()[50:], x[50:])


@triton.jit
def twice_kernel(x, out, n, m, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(x + i, tl.load(x + i, mask=i < n, other=0.0) + 1, mask=i < n)
    tl.store(out + i, tl.load(x + i, mask=i < m, other=0.0))


@pytest.mark.parametrize("n, m", [(128, 128), (128, 100), (100, 128), (90, 100)])
def test_what_was_changed_is_not_changed_again(n, m):
    x, out = torch.zeros(128, device="musa"), torch.empty(128, device="musa")
    assert has_two_bodies(twice_kernel[(1,)](x, out, n, m, 128))
    assert torch.equal(x.cpu(), (torch.arange(128) < n).float())
    assert torch.equal(out.cpu(), (torch.arange(128) < min(n, m)).float())


@triton.jit
def late_kernel(x, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, i)
    tl.store(out + i, tl.load(x + i, mask=i < n), mask=i < n)


def test_a_mask_behind_a_store_is_one():
    x, out = torch.full((128,), 500, device="musa"), torch.empty(
        128, device="musa", dtype=torch.int64
    )
    assert not has_two_bodies(late_kernel[(1,)](x, out, 100, 128))
    assert out.tolist() == [500] * 100 + list(range(100, 128))
