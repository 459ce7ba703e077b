"""Operations that need values of other threads: reductions, scans, sorting, tl.dot."""

import pytest
import torch

triton = pytest.importorskip("triton")
tl = pytest.importorskip("triton.language")


@triton.jit
def reduce_kernel(x, out, M: tl.constexpr, N: tl.constexpr, AXIS: tl.constexpr):
    v = tl.load(x + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :])
    SIZE: tl.constexpr = N if AXIS == 0 else M
    i = tl.arange(0, SIZE)
    tl.store(out + i, tl.sum(v, AXIS))
    tl.store(out + SIZE + i, tl.max(v, AXIS))
    tl.store(out + 2 * SIZE + i, tl.min(v, AXIS))
    tl.store(out + 3 * SIZE + i, tl.argmax(v, AXIS).to(tl.float32))


@pytest.mark.parametrize("warps", [1, 4])
@pytest.mark.parametrize("shape", [(4, 512), (128, 16)])
@pytest.mark.parametrize("axis", [0, 1])
def test_reductions(shape, axis, warps):
    x = torch.randn(shape, device="musa")
    out = torch.empty(4, shape[1 - axis], device="musa")
    reduce_kernel[(1,)](x, out, *shape, axis, num_warps=warps)
    torch.testing.assert_close(out[0], x.sum(axis))
    assert torch.equal(out[1:], torch.stack([x.amax(axis), x.amin(axis), x.argmax(axis).float()]))


@triton.jit
def xor(a, b):
    return a ^ b


@triton.jit
def integers_kernel(x, out, BLOCK: tl.constexpr):
    v = tl.load(x + tl.arange(0, BLOCK))
    tl.store(out, tl.sum(v))
    tl.store(out + 1, tl.reduce(v, 0, xor))
    tl.store(out + 2, tl.max(v))


@pytest.mark.parametrize("dtype", [torch.int8, torch.int16, torch.int32, torch.int64])
def test_reductions_of_integers(dtype):
    x = torch.randint(-100, 100, (512,), dtype=dtype, device="musa")
    out = torch.empty(3, dtype=torch.int64, device="musa")
    integers_kernel[(1,)](x, out, BLOCK=512)
    parity = 0
    for each in x.tolist():
        parity ^= each
    assert out.tolist() == [x.sum().item(), parity, x.max().item()]


@triton.jit
def scan_kernel(x, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i)
    tl.store(out + i, tl.cumsum(v, 0))
    tl.store(out + n + i, tl.cumsum(v, 0, reverse=True))
    tl.store(out + 2 * n + i, tl.sort(v))
    tl.store(out + 3 * n + i, tl.flip(v, 0))
    tl.store(out + 4 * n + i, tl.gather(v, (i * 7) % BLOCK, 0))
    counts = tl.histogram((v * 16).to(tl.int32), 16)
    tl.store(out + 5 * n + tl.arange(0, 16), counts.to(tl.float32))


def test_scans_sort_gather_and_histogram():
    x = torch.rand(512, device="musa")
    out = torch.zeros(6, 512, device="musa")
    scan_kernel[(1,)](x, out, 512, BLOCK=512)
    torch.testing.assert_close(out[0], x.cumsum(0))
    torch.testing.assert_close(out[1], x.flip(0).cumsum(0).flip(0))
    assert torch.equal(out[2], x.sort()[0])
    assert torch.equal(out[3], x.flip(0))
    assert torch.equal(out[4], x[torch.arange(512, device="musa") * 7 % 512])
    assert torch.equal(out[5][:16], torch.bincount((x * 16).int(), minlength=16).float())


@triton.jit
def softmax_kernel(x, out, n, BLOCK: tl.constexpr):
    row, i = tl.program_id(0) * n, tl.arange(0, BLOCK)
    v = tl.load(x + row + i, mask=i < n, other=-float("inf"))
    e = tl.exp(v - tl.max(v, 0))
    tl.store(out + row + i, e / tl.sum(e, 0), mask=i < n)


@pytest.mark.parametrize("columns", [781, 4096])
def test_softmax(columns):
    x = torch.randn(5, columns, device="musa")
    out = torch.empty_like(x)
    softmax_kernel[(5,)](x, out, columns, BLOCK=triton.next_power_of_2(columns))
    torch.testing.assert_close(out, x.softmax(1))


@triton.jit
def layernorm_kernel(x, weight, bias, out, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0) * n
    total = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        total += tl.load(x + row + i, mask=i < n, other=0).to(tl.float32)
    mean = tl.sum(total, 0) / n
    squares = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        v = tl.load(x + row + i, mask=i < n, other=0).to(tl.float32)
        v = tl.where(i < n, v - mean, 0)
        squares += v * v
    scale = 1 / tl.sqrt(tl.sum(squares, 0) / n + eps)
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        mask = i < n
        v = (tl.load(x + row + i, mask=mask, other=0).to(tl.float32) - mean) * scale
        v = v * tl.load(weight + i, mask=mask) + tl.load(bias + i, mask=mask)
        tl.store(out + row + i, v, mask=mask)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_layernorm(dtype):
    x = torch.randn(6, 1000, device="musa").to(dtype)
    weight, bias = torch.rand(1000, device="musa").to(dtype), torch.rand(1000, device="musa").to(
        dtype
    )
    out = torch.empty_like(x)
    layernorm_kernel[(6,)](x, weight, bias, out, 1000, 1e-5, BLOCK=256)
    expected = torch.nn.functional.layer_norm(x, (1000,), weight, bias)
    torch.testing.assert_close(out, expected)


@triton.jit
def matmul_kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    column = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    k = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for start in range(0, K, BK):
        x = tl.load(
            a + row * K + start + k[None, :], mask=(row < M) & (start + k[None, :] < K), other=0
        )
        y = tl.load(
            b + (start + k[:, None]) * N + column,
            mask=(start + k[:, None] < K) & (column < N),
            other=0,
        )
        total = tl.dot(x, y, total)
    tl.store(c + row * N + column, total.to(c.dtype.element_ty), mask=(row < M) & (column < N))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16])
def test_dot(dtype):
    a, b = torch.randn(100, 80).to(dtype).musa(), torch.randn(80, 72).to(dtype).musa()
    c = torch.empty(100, 72, dtype=dtype, device="musa")
    matmul_kernel[(2, 2)](a, b, c, 100, 72, 80, 64, 64, 32)
    torch.testing.assert_close(c, (a.float() @ b.float()).to(dtype), rtol=1e-2, atol=1e-2)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16])
def test_dot_of_many_products(dtype):
    a, b = torch.randn(64, 128).to(dtype).musa(), torch.randn(128, 64).to(dtype).musa()
    c = torch.empty(64, 64, device="musa")
    matmul_kernel[(1, 1)](a, b, c, 64, 64, 128, 64, 64, 64, num_warps=1)
    torch.testing.assert_close(c, a.float() @ b.float(), rtol=1e-4, atol=1e-4)


@triton.jit
def integer_dot_kernel(a, b, c, SIZE: tl.constexpr):
    i, j = tl.arange(0, SIZE)[:, None], tl.arange(0, SIZE)[None, :]
    tl.store(c + i * SIZE + j, tl.dot(tl.load(a + i * SIZE + j), tl.load(b + i * SIZE + j)))


def test_dot_of_integers():
    a, b = (torch.randint(-128, 128, (32, 32), dtype=torch.int8) for _ in range(2))
    c = torch.empty(32, 32, dtype=torch.int32, device="musa")
    integer_dot_kernel[(1,)](a.musa(), b.musa(), c, SIZE=32)
    assert torch.equal(c.cpu(), a.int() @ b.int())
