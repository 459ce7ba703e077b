"""tl.dot and tl.dot_scaled: integers, narrow floats, and how they are added."""

import pytest
import torch
from program import run_program

triton = pytest.importorskip("triton")
tl = pytest.importorskip("triton.language")


@triton.jit
def dot_kernel(a, b, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, OUT: tl.constexpr):
    i, j, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    x = tl.load(a + i[:, None] * K + k[None, :])
    y = tl.load(b + k[:, None] * N + j[None, :])
    tl.store(c + i[:, None] * N + j[None, :], tl.dot(x, y, out_dtype=OUT))


def product(a, b, kind, dtype):
    out = torch.empty(len(a), b.shape[1], dtype=dtype, device="musa")
    dot_kernel[(1,)](a.musa(), b.musa(), out, len(a), b.shape[1], a.shape[1], kind)
    return out.cpu()


def test_integers():
    a, b = (torch.randint(-128, 128, (32, 32), dtype=torch.int8) for _ in range(2))
    assert torch.equal(product(a, b, tl.int32, torch.int32), a.int() @ b.int())


def test_fp8():
    a, b = (torch.randn(32, 32).to(torch.float8_e5m2) for _ in range(2))
    torch.testing.assert_close(product(a, b, tl.float32, torch.float32), a.float() @ b.float())


@pytest.mark.parametrize("size", [16, 64])
def test_sums_of_half_precision_are_rounded_once(size):
    a, b = (torch.randn(size, size, dtype=torch.float16) for _ in range(2))
    expected = (a.float() @ b.float()).half()
    torch.testing.assert_close(product(a, b, tl.float16, torch.float16), expected)


SCALED = """
@triton.jit
def scaled(a, x, b, y, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, A: tl.constexpr, B: tl.constexpr):
    HALF: tl.constexpr = 2 if A == "e2m1" else 1
    i, j, k, s = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K), tl.arange(0, K // 32)
    left = tl.load(a + i[:, None] * (K // HALF) + tl.arange(0, K // HALF)[None, :])
    right = tl.load(b + k[:, None] * N + j[None, :])
    left_scale = tl.load(x + i[:, None] * (K // 32) + s[None, :])
    right_scale = tl.load(y + j[:, None] * (K // 32) + s[None, :])
    tl.store(c + i[:, None] * N + j[None, :], tl.dot_scaled(left, left_scale, A, right, right_scale, B))

def widened(scale):
    return (scale.double() - 127).exp2().repeat_interleave(32, 1)

M, N, K = 32, 32, 64
x, y = (torch.randint(120, 134, (32, K // 32), dtype=torch.uint8) for _ in range(2))
e2m1 = torch.tensor([0, 0.5, 1, 1.5, 2, 3, 4, 6])
numbers = torch.cat([e2m1, -e2m1])
packed = torch.randint(0, 256, (M, K // 2), dtype=torch.uint8)
cases = {
    "e5m2": torch.randn(M, K).to(torch.float8_e5m2),
    "e4m3": torch.randn(M, K).to(torch.float8_e4m3fn),
    "bf16": torch.randn(M, K).bfloat16(),
    "e2m1": torch.stack([numbers[(packed & 15).long()], numbers[(packed >> 4).long()]], 2).reshape(M, K),
}
right = torch.randn(K, N).to(torch.float8_e4m3fn)
for kind, left in cases.items():
    out = torch.empty(M, N, device="musa")
    given = packed if kind == "e2m1" else left
    scaled[(1,)](given.musa(), x.musa(), right.musa(), y.musa(), out, M, N, K, kind, "e4m3")
    expected = (left.double() * widened(x)) @ (right.double() * widened(y).T)
    assert torch.allclose(out.cpu().double(), expected, rtol=1e-2, atol=1e-2 * expected.abs().max()), kind
print("right")
"""


def test_scaled_blocks(run_python, tmp_path):
    done = run_program(run_python, tmp_path, SCALED, MUSASIM_MODEL="S5000")
    assert done.stdout == "right\n", done.stderr


FLOAT8 = """
@triton.jit
def widen(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i).to(out.dtype.element_ty))

bits = torch.arange(256, dtype=torch.int32).to(torch.uint8)
numbers = torch.cat([torch.randn(8000) * 10.0 ** torch.randint(-4, 3, (8000,)), torch.zeros(192)])
for dtype in (torch.float8_e5m2, torch.float8_e4m3fn):
    for wide in (torch.float16, torch.bfloat16, torch.float32):
        out = torch.empty(256, dtype=wide, device="musa")
        widen[(1,)](bits.view(dtype).musa(), out, 256)
        assert torch.allclose(out.cpu(), bits.view(dtype).to(wide), 0, 0, equal_nan=True), (dtype, wide)
        narrow = torch.empty(8192, dtype=dtype, device="musa")
        given = numbers.clamp(-400, 400).to(wide)
        widen[(1,)](given.musa(), narrow, 8192)
        assert torch.equal(narrow.cpu().view(torch.uint8), given.to(dtype).view(torch.uint8)), (dtype, wide)
print("right")
"""


def test_conversions_of_fp8(run_python, tmp_path):
    done = run_program(run_python, tmp_path, FLOAT8, MUSASIM_MODEL="S5000")
    assert done.stdout == "right\n", done.stderr
