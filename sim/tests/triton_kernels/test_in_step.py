"""Kernels whose warps go in step, and those that are left to run lane by lane: the same results."""

import pytest
import torch

triton = pytest.importorskip("triton")
tl = pytest.importorskip("triton.language")

LANES = 32


def in_step(compiled):
    """Whether a block has a thread for each warp alone: fewer than one warp's lanes."""
    return compiled.metadata.working_threads < LANES


@triton.jit
def loop_kernel(x, out, n, limit, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), tl.float32)
    place = x + i
    begin, seen = 0, 0.0
    while (begin < n) & (seen < limit):
        v = tl.load(place, mask=begin + i < n, other=0.0)
        total += v
        seen += tl.sum(v)
        begin += BLOCK
        place += BLOCK
    if seen >= limit:
        total = -total
    tl.store(out + i, total)


@pytest.mark.parametrize("limit", [1.0, 1e9])
def test_a_loop_that_ends_by_what_it_has_read(limit):
    x, out = torch.rand(1000, device="musa"), torch.empty(128, device="musa")
    assert in_step(loop_kernel[(1,)](x, out, 1000, limit, 128))
    padded = torch.cat([x.cpu(), torch.zeros(24)]).view(8, 128)
    expected = -padded[0] if limit == 1.0 else padded.sum(0)
    torch.testing.assert_close(out.cpu(), expected)


@triton.jit
def pick_kernel(x, index, out, n, step, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    at = tl.load(index + i, mask=i < n, other=0)
    tl.store(out + i * step, tl.load(x + at, mask=at >= 0, other=-1), mask=i < n)


@pytest.mark.parametrize("dtype", [torch.int8, torch.float16, torch.float32, torch.int64])
def test_elements_that_lie_apart(dtype):
    x = torch.arange(100).to(dtype).musa()
    index = torch.randint(-50, 100, (90,))
    out = torch.full((300,), 7, dtype=dtype, device="musa")
    assert in_step(pick_kernel[(1,)](x, index.musa(), out, 90, 3, 128))
    expected = torch.full((300,), 7, dtype=dtype)
    expected[: 90 * 3 : 3] = torch.where(index >= 0, index, -1).to(dtype)
    assert torch.equal(out.cpu(), expected)


@triton.jit
def functions_kernel(x, power, error, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i)
    tl.store(power + i, tl.exp2(v))
    tl.store(error + i, tl.erf(v))


def test_functions_of_vectors():
    ends = torch.tensor(
        [0.0, -0.0, float("inf"), float("-inf"), float("nan"), 128.0, -149.0, -150.1, 1e30]
    )
    x = torch.cat([ends, torch.linspace(-140, 127, 2000), torch.linspace(-5, 5, 2087)])
    power, error = (torch.empty(4096, device="musa") for _ in range(2))
    assert in_step(functions_kernel[(1,)](x.musa(), power, error, 4096))
    one = torch.finfo(torch.float32).eps
    torch.testing.assert_close(
        power.cpu(), x.double().exp2().float(), rtol=one, atol=2.0**-149, equal_nan=True
    )
    torch.testing.assert_close(
        error.cpu(), x.double().erf().float(), rtol=3 * one, atol=0, equal_nan=True
    )


@triton.jit
def less_kernel(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i) < tl.load(y + i))


def test_comparisons_that_are_stored():
    x, y = torch.randn(2, 256)
    out = torch.empty(256, dtype=torch.bool, device="musa")
    less_kernel[(1,)](x.musa(), y.musa(), out, 256)
    assert torch.equal(out.cpu(), x < y)


@triton.jit
def count_kernel(x, out, BLOCK: tl.constexpr):
    tl.atomic_add(out, tl.sum(tl.load(x + tl.arange(0, BLOCK))))


def test_atomic_operations_run_lane_by_lane():
    x, out = torch.arange(256, device="musa"), torch.zeros(1, dtype=torch.int64, device="musa")
    assert not in_step(count_kernel[(4,)](x, out, 256))
    assert out.item() == 4 * sum(range(256))


@triton.jit
def order(a, b):
    if a < b:
        return -1
    elif a == b:
        return 0
    else:
        return 1


@triton.jit
def map_kernel(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.map_elementwise(order, tl.load(x + i), tl.load(y + i)))


def test_elements_go_different_ways():
    x, y = torch.randint(0, 3, (128,), device="musa"), torch.randint(0, 3, (128,), device="musa")
    out = torch.empty_like(x)
    assert not in_step(map_kernel[(1,)](x, y, out, 128))
    assert torch.equal(out, (x > y).long() - (x < y).long())


MOVED = """define void @moves(ptr %0) {
  %1 = load <2 x bfloat>, ptr %0, align 4
  %2 = insertelement <2 x bfloat> %1, bfloat 0xR7FFF, i64 0
  store <2 x bfloat> %2, ptr %0, align 4
  ret void
}
"""


def test_bfloat_that_is_moved_becomes_integers():
    from musasim.triton._bfloat import as_bits

    moved = MOVED.replace("bfloat", "i16").replace("0xR7FFF", "32767")
    computed = MOVED.replace("%1 = load", "%1 = fadd").replace("@moves", "@adds")
    flags = MOVED.replace("insertelement", "select nnan").replace("@moves", "@chooses")
    assert as_bits(MOVED + computed + flags) == moved + computed + flags
