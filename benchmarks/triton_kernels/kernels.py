"""The kernels that are measured, as programs write them."""

import triton
import triton.language as tl


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n) + tl.load(y + i, mask=i < n), mask=i < n)


@triton.jit
def gelu(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    tl.store(out + i, 0.5 * v * (1 + tl.erf(v * 0.7071067811865476)), mask=i < n)


@triton.jit
def softmax(x, out, n, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    v = tl.load(x + row * n + i, mask=i < n, other=-float("inf"))
    e = tl.exp(v - tl.max(v, 0))
    tl.store(out + row * n + i, e / tl.sum(e, 0), mask=i < n)


@triton.jit
def layer_norm(x, weight, bias, out, n, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    v = tl.load(x + row * n + i, mask=i < n, other=0.0)
    mean = tl.sum(v, 0) / n
    d = tl.where(i < n, v - mean, 0.0)
    scaled = d * tl.rsqrt(tl.sum(d * d, 0) / n + 1e-5)
    w, b = tl.load(weight + i, mask=i < n), tl.load(bias + i, mask=i < n)
    tl.store(out + row * n + i, scaled * w + b, mask=i < n)


@triton.jit
def row_sum(x, out, n, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    tl.store(out + row, tl.sum(tl.load(x + row * n + i, mask=i < n, other=0.0), 0))


@triton.jit
def running_sum(x, out, n, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    v = tl.load(x + row * n + i, mask=i < n, other=0.0)
    tl.store(out + row * n + i, tl.cumsum(v, 0), mask=i < n)


@triton.jit
def transpose(x, out, M, N, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    j = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i[:, None] * N + j[None, :])
    tl.store(out + j[:, None] * M + i[None, :], tl.trans(v))


@triton.jit
def matmul(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    i = tl.program_id(0) * BM + tl.arange(0, BM)
    j = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for step in range(0, K, BK):
        left = tl.load(a + i[:, None] * K + (step + k)[None, :])
        right = tl.load(b + (step + k)[:, None] * N + j[None, :])
        total = tl.dot(left, right, total)
    tl.store(c + i[:, None] * N + j[None, :], total.to(c.dtype.element_ty))


@triton.jit
def attention(q, k, v, out, scale, LENGTH, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    base = tl.program_id(1) * LENGTH * D
    i, d = tl.program_id(0) * BM + tl.arange(0, BM), tl.arange(0, D)
    query = tl.load(q + base + i[:, None] * D + d[None, :])
    most = tl.full((BM,), -float("inf"), tl.float32)
    total = tl.zeros((BM,), tl.float32)
    result = tl.zeros((BM, D), tl.float32)
    for begin in range(0, LENGTH, BN):
        j = begin + tl.arange(0, BN)
        key = tl.load(k + base + j[None, :] * D + d[:, None])
        score = tl.dot(query, key) * scale
        higher = tl.maximum(most, tl.max(score, 1))
        weight = tl.exp(score - higher[:, None])
        before = tl.exp(most - higher)
        total = total * before + tl.sum(weight, 1)
        value = tl.load(v + base + j[:, None] * D + d[None, :])
        result = result * before[:, None] + tl.dot(weight.to(value.dtype), value)
        most = higher
    result = result / total[:, None]
    tl.store(out + base + i[:, None] * D + d[None, :], result.to(out.dtype.element_ty))
