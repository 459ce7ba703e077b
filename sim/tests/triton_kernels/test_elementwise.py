"""Loads and stores with masks, types, shapes."""

import pytest
import torch

triton = pytest.importorskip("triton")
tl = pytest.importorskip("triton.language")

from triton.language.extra import libdevice  # noqa: E402


@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.store(out + i, tl.load(x + i, mask=mask) + tl.load(y + i, mask=mask), mask=mask)


INTEGERS = ["int8", "int16", "int32", "int64", "uint8"]
FLOATS = ["float16", "bfloat16", "float32", "float64"]


def values(dtype, count):
    if dtype.is_floating_point:
        return torch.randn(count).to(dtype).musa()
    return torch.randint(-100 if dtype.is_signed else 0, 100, (count,), dtype=dtype).musa()


@pytest.mark.parametrize("name", INTEGERS + FLOATS)
@pytest.mark.parametrize("count", [1, 1000, 4096])
def test_sums_of_a_type_with_a_mask(name, count):
    x, y = (values(getattr(torch, name), count) for _ in range(2))
    out = torch.full((count + 1,), 7, dtype=x.dtype, device="musa")
    add_kernel[(triton.cdiv(count, 256),)](x, y, out, count, BLOCK=256)
    assert torch.equal(out[:-1], x + y)
    assert out[-1] == 7


@triton.jit
def cast_kernel(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i).to(out.dtype.element_ty))


@pytest.mark.parametrize("source", ["int8", "int64", "float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize("target", ["int32", "float16", "bfloat16", "float32", "float64"])
def test_conversions(source, target):
    x = values(getattr(torch, source), 128)
    out = torch.empty(128, dtype=getattr(torch, target), device="musa")
    cast_kernel[(1,)](x, out, BLOCK=128)
    assert torch.equal(out, x.to(out.dtype))


@triton.jit
def scalars_kernel(out, flag, number, large, real, half: tl.float16, brain: tl.bfloat16):
    tl.store(out, flag.to(tl.float64))
    tl.store(out + 1, number.to(tl.float64))
    tl.store(out + 2, large.to(tl.float64))
    tl.store(out + 3, real.to(tl.float64))
    tl.store(out + 4, half.to(tl.float64))
    tl.store(out + 5, brain.to(tl.float64))


def test_arguments_that_are_numbers():
    out = torch.empty(6, dtype=torch.float64, device="musa")
    scalars_kernel[(1,)](out, True, -3, 2**40, 0.5, 1.5, -2.25)
    assert out.tolist() == [1, -3, 2.0**40, 0.5, 1.5, -2.25]
    scalars_kernel[(1,)](out, False, 7, -(2**40), 1e300, 1e6, float("nan"))
    assert out[:5].tolist() == [0, 7, -(2.0**40), float("inf"), float("inf")] and out[5].isnan()


@triton.jit
def outer_kernel(x, y, out, M: tl.constexpr, N: tl.constexpr):
    row, column = tl.arange(0, M)[:, None], tl.arange(0, N)[None, :]
    a, b = tl.load(x + row), tl.load(y + column)
    result = tl.where(a > b, a * b, tl.trans(tl.broadcast_to(tl.trans(b - a), (N, M))))
    tl.store(out + row * N + column, result)


def test_broadcast_where_and_transpose():
    x, y = torch.randn(32, device="musa"), torch.randn(64, device="musa")
    out = torch.empty(32, 64, device="musa")
    outer_kernel[(1,)](x, y, out, 32, 64)
    a, b = x[:, None], y[None]
    assert torch.equal(out, torch.where(a > b, a * b, b - a))


@triton.jit
def functions_kernel(x, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i)
    tl.store(out + i, tl.exp(v))
    tl.store(out + n + i, tl.log(v))
    tl.store(out + 2 * n + i, tl.sin(v))
    tl.store(out + 3 * n + i, tl.sqrt(v))
    tl.store(out + 4 * n + i, tl.erf(v))
    tl.store(out + 5 * n + i, libdevice.atan2(v, v + 1))
    tl.store(out + 6 * n + i, libdevice.log1p(v))
    tl.store(out + 7 * n + i, libdevice.pow(v, v))
    tl.store(out + 8 * n + i, libdevice.rsqrt(v))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_functions(dtype):
    x = torch.rand(128, dtype=dtype, device="musa") + 0.1
    out = torch.empty(9, 128, dtype=dtype, device="musa")
    functions_kernel[(1,)](x, out, 128, BLOCK=128)
    expected = [x.exp(), x.log(), x.sin(), x.sqrt(), x.erf(), x.atan2(x + 1), x.log1p(), x**x]
    torch.testing.assert_close(out, torch.stack([*expected, x.rsqrt()]), rtol=2e-6, atol=2e-6)


@triton.jit
def bytes_kernel(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a, b = tl.load(x + i), tl.load(y + i)
    both = tl.cat(a, b, can_reorder=True)
    tl.store(out + tl.arange(0, 2 * BLOCK), tl.sort(both.to(tl.int32)))
    high = tl.umulhi(a.to(tl.uint32) << 24, b.to(tl.uint32) << 16)
    tl.store(out + 2 * BLOCK + i, high.to(tl.int32))


def test_bytes_that_are_joined_and_upper_halves_of_products():
    x, y = (torch.randint(0, 100, (128,), dtype=torch.int8, device="musa") for _ in range(2))
    out = torch.empty(3 * 128, dtype=torch.int32, device="musa")
    bytes_kernel[(1,)](x, y, out, BLOCK=128)
    assert torch.equal(out[:256], torch.cat([x, y]).sort()[0].int())
    assert torch.equal(out[256:], ((x.long() << 24) * (y.long() << 16) >> 32).int())


@triton.jit
def loops_kernel(out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    steps = tl.zeros((BLOCK,), tl.int32)
    for k in range(n):
        steps += tl.where(i % (k + 1) == 0, 1, 0)
    number, count = n * 27, 0
    while number != 1:
        if number % 2 == 0:
            number = number // 2
        else:
            number = 3 * number + 1
        count += 1
    tl.store(out + i, steps + 1000 * count)


def test_loops():
    out = torch.empty(64, dtype=torch.int32, device="musa")
    loops_kernel[(1,)](out, 10, BLOCK=64)
    number, count = 270, 0
    while number != 1:
        number, count = number // 2 if number % 2 == 0 else 3 * number + 1, count + 1
    divisors = [sum(i % k == 0 for k in range(1, 11)) for i in range(64)]
    assert out.tolist() == [each + 1000 * count for each in divisors]


@triton.jit
def truncate_kernel(x, half, narrow, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i)
    tl.store(half + i, v.to(tl.float16, fp_downcast_rounding="rtz"))
    tl.store(narrow + i, v.to(tl.float8e5, fp_downcast_rounding="rtz"))


def test_rounding_towards_zero():
    special = torch.tensor([70000.0, -1e9, float("inf"), float("nan"), 3e-8, -3e-8, 65519.0, -0.0])
    x = torch.cat([torch.randn(504) * 10.0 ** torch.randint(-7, 5, (504,)), special])
    half = torch.empty(512, dtype=torch.float16, device="musa")
    narrow = torch.empty(512, dtype=torch.float8_e5m2, device="musa")
    truncate_kernel[(1,)](x.musa(), half, narrow, 512)
    # One step nearer to zero where the nearest number is farther from it.
    nearest = x.half()
    bits = nearest.view(torch.int16) - (nearest.float().abs() > x.abs()).short()
    assert torch.equal(half.cpu().view(torch.int16), bits)
    same = narrow.cpu().view(torch.uint8) == bits.view(torch.uint8)[1::2]
    assert same[~x.isnan()].all() and narrow.cpu()[x.isnan()].float().isnan().all()


@triton.jit
def descriptor_kernel(x, out, M, N, BM: tl.constexpr, BN: tl.constexpr):
    source = tl.make_tensor_descriptor(x, shape=[M, N], strides=[N, 1], block_shape=[BM, BN])
    target = tl.make_tensor_descriptor(out, shape=[M, N], strides=[N, 1], block_shape=[BM, BN])
    row, column = tl.program_id(0) * BM, tl.program_id(1) * BN
    target.store([row, column], source.load([row, column]) * 2)


def test_descriptors():
    x, out = torch.randn(40, 48, device="musa"), torch.zeros(40, 48, device="musa")
    descriptor_kernel[(3, 2)](x, out, 40, 48, 16, 32)
    assert torch.equal(out, 2 * x)


@triton.jit
def host_descriptor_kernel(source, target, BM: tl.constexpr, BN: tl.constexpr):
    row, column = tl.program_id(0) * BM, tl.program_id(1) * BN
    target.store([row, column], source.load([row, column]) * 3)


def test_descriptors_made_by_the_host():
    from triton.tools.tensor_descriptor import TensorDescriptor

    x, out = torch.randn(40, 48, device="musa"), torch.zeros(40, 48, device="musa")
    source, target = (TensorDescriptor.from_tensor(each, [16, 32]) for each in (x, out))
    host_descriptor_kernel[(3, 2)](source, target, 16, 32)
    assert torch.equal(out, 3 * x)


@triton.jit
def block_pointer_kernel(x, out, M, N, BM: tl.constexpr, BN: tl.constexpr):
    place = (tl.program_id(0) * BM, tl.program_id(1) * BN)
    source = tl.make_block_ptr(x, (M, N), (N, 1), place, (BM, BN), (1, 0))
    target = tl.make_block_ptr(out, (M, N), (N, 1), place, (BM, BN), (1, 0))
    tl.store(target, tl.load(source, boundary_check=(0, 1)) + 1, boundary_check=(0, 1))


@pytest.mark.filterwarnings("ignore:tl.make_block_ptr")
def test_block_pointers():
    x, out = torch.randn(40, 48, device="musa"), torch.zeros(40, 48, device="musa")
    block_pointer_kernel[(3, 2)](x, out, 40, 48, 16, 32)
    assert torch.equal(out, x + 1)
