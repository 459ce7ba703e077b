"""Atomic operations, over lanes, blocks and kernels."""

import pytest
import torch

triton = pytest.importorskip("triton")
tl = pytest.importorskip("triton.language")


@triton.jit
def rmw_kernel(x, out, old, OPERATION: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i)
    if OPERATION == "add":
        before = tl.atomic_add(out + i % 2, v)
    elif OPERATION == "max":
        before = tl.atomic_max(out + i % 2, v)
    elif OPERATION == "min":
        before = tl.atomic_min(out + i % 2, v)
    elif OPERATION == "and":
        before = tl.atomic_and(out + i % 2, v)
    elif OPERATION == "or":
        before = tl.atomic_or(out + i % 2, v)
    else:
        before = tl.atomic_xor(out + i % 2, v)
    tl.store(old + i, before)


REDUCE = {
    "add": lambda a, b: a + b,
    "max": max,
    "min": min,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
}


@pytest.mark.parametrize("operation", REDUCE)
@pytest.mark.parametrize("dtype", [torch.int32, torch.int64])
def test_integers(operation, dtype):
    x = torch.randint(-1000, 1000, (1024,), dtype=dtype)
    out = torch.full((2,), 5, dtype=dtype, device="musa")
    old = torch.empty(1024, dtype=dtype, device="musa")
    rmw_kernel[(4,)](x.musa(), out, old, operation, BLOCK=256)
    for parity in (0, 1):
        expected = 5
        for each in x[parity::2].tolist():
            expected = REDUCE[operation](expected, each)
        assert out[parity] == expected
        assert 5 in old[parity::2].tolist()


# tl.atomic_max and tl.atomic_min are for 32 and 64 bits.
@pytest.mark.parametrize(
    "operation, dtype",
    [("add", torch.float16), ("add", torch.bfloat16)]
    + [(name, dtype) for name in ("add", "max", "min") for dtype in (torch.float32, torch.float64)],
)
def test_floats(operation, dtype):
    x = torch.randint(-2, 3, (256,)).to(dtype)
    out = torch.zeros(2, dtype=dtype, device="musa")
    rmw_kernel[(2,)](
        x.musa(), out, torch.empty(256, dtype=dtype, device="musa"), operation, BLOCK=128
    )
    for parity in (0, 1):
        expected = 0
        for each in x[parity::2].tolist():
            expected = REDUCE[operation](expected, each)
        assert out[parity] == expected


@triton.jit
def exchange_kernel(out, old, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(old + i, tl.atomic_xchg(out + i, i * 2))
    tl.store(old + BLOCK + i, tl.atomic_cas(out + i, i * 2, i * 3))
    tl.store(old + 2 * BLOCK + i, tl.atomic_cas(out + i, i * 0 - 1, i * 5))


def test_exchange_and_compare():
    out = torch.arange(512, dtype=torch.int32, device="musa")
    old = torch.empty(3, 512, dtype=torch.int32, device="musa")
    exchange_kernel[(1,)](out, old, BLOCK=512)
    i = torch.arange(512, dtype=torch.int32, device="musa")
    assert torch.equal(old, torch.stack([i, i * 2, i * 3]))
    assert torch.equal(out, i * 3)


@triton.jit
def lock_kernel(lock, total, BLOCK: tl.constexpr):
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    i = tl.arange(0, BLOCK)
    tl.store(total + i, tl.load(total + i) + 1)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


def test_a_lock_between_blocks():
    lock = torch.zeros(1, dtype=torch.int32, device="musa")
    total = torch.zeros(256, dtype=torch.int32, device="musa")
    lock_kernel[(50,)](lock, total, BLOCK=256)
    assert total.eq(50).all()


@triton.jit
def few_kernel(x, expected, value, old, count, BLOCK: tl.constexpr, WIDE: tl.constexpr):
    i = tl.arange(0, BLOCK)
    before = tl.atomic_cas(x + i, tl.load(expected + i), tl.load(value + i))
    tl.store(old + i, before)
    # A block of more elements, so that there are threads enough for several copies of each element.
    j = tl.arange(0, WIDE)
    tl.store(count + j, tl.load(count + j) + 1)


@pytest.mark.parametrize("size", [1, 4, 16, 64, 1024])
@pytest.mark.parametrize(
    "dtype", [torch.int16, torch.int32, torch.int64, torch.float16, torch.float32]
)
def test_blocks_compare_and_exchange(size, dtype):
    x = torch.arange(size, dtype=dtype, device="musa") % 100
    expected = x.clone()
    expected[::2] += 1
    old, count = torch.full_like(x, -1), torch.zeros(512, device="musa")
    few_kernel[(1,)](x, expected, x + 7, old, count, size, 512)
    before = torch.arange(size, dtype=dtype) % 100
    after = before.clone()
    after[1::2] += 7
    assert torch.equal(old.cpu(), before) and torch.equal(x.cpu(), after)


@triton.jit
def scalar_kernel(x, old, expected, value):
    tl.store(old, tl.atomic_cas(x, tl.load(expected), tl.load(value)))


@pytest.mark.parametrize("dtype", [torch.float16, torch.float32, torch.float64])
def test_a_float_is_compared_and_exchanged(dtype):
    x, old = torch.full((1,), 1.5, dtype=dtype, device="musa"), torch.zeros(1, dtype=dtype).musa()
    scalar_kernel[(1,)](x, old, x + 1, x + 2)
    assert x.item() == old.item() == 1.5
    scalar_kernel[(1,)](x, old, x.clone(), x + 2)
    assert x.item() == 3.5 and old.item() == 1.5
