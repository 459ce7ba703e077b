"""tl.dot_scaled with numbers of 4 bits that are packed across K, and with scales that are numbers."""

import pytest
from program import run_program

pytest.importorskip("triton")

PROGRAM = """
@triton.jit
def product(a, b, x, y, c, V: tl.constexpr, AF: tl.constexpr, BF: tl.constexpr, ACROSS: tl.constexpr, BACROSS: tl.constexpr):
    M: tl.constexpr = 32
    N: tl.constexpr = 16
    K: tl.constexpr = 64
    i, j, s = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K // V)
    A_ROWS: tl.constexpr = M // 2 if ACROSS else M
    A_COLUMNS: tl.constexpr = K // 2 if AF == "e2m1" and not ACROSS else K
    B_ROWS: tl.constexpr = K // 2 if BF == "e2m1" and not BACROSS else K
    B_COLUMNS: tl.constexpr = N // 2 if BACROSS else N
    left = tl.load(a + tl.arange(0, A_ROWS)[:, None] * A_COLUMNS + tl.arange(0, A_COLUMNS)[None, :])
    right = tl.load(b + tl.arange(0, B_ROWS)[:, None] * B_COLUMNS + tl.arange(0, B_COLUMNS)[None, :])
    left_scale = tl.load(x + i[:, None] * (K // V) + s[None, :])
    right_scale = None
    if y is not None:
        right_scale = tl.load(y + j[:, None] * (K // V) + s[None, :])
    out = tl.dot_scaled(left, left_scale, AF, right, right_scale, BF, lhs_k_pack=not ACROSS, rhs_k_pack=not BACROSS)
    tl.store(c + i[:, None] * N + j[None, :], out)

e2m1 = torch.tensor([0, 0.5, 1, 1.5, 2, 3, 4, 6])
numbers = torch.cat([e2m1, -e2m1])
TYPES = {"e4m3": torch.float8_e4m3fn, "e5m2": torch.float8_e5m2, "fp16": torch.float16, "bf16": torch.bfloat16}

def operand(rows, columns, kind, axis):
    if kind != "e2m1":
        v = torch.randint(-8, 9, (rows, columns)).to(TYPES[kind])
        return v, v.float()
    shape = [rows, columns]
    shape[axis] //= 2
    packed = torch.randint(0, 256, shape, dtype=torch.uint8)
    both = torch.stack([numbers[(packed & 15).int()], numbers[(packed >> 4).int()]], axis + 1)
    return packed, both.reshape(rows, columns)

def scale(rows, v, is_number):
    if is_number:
        s = torch.randint(0, 33, (rows, 64 // v)).to(torch.float8_e4m3fn)
        return s, s.float()
    s = torch.randint(125, 130, (rows, 64 // v), dtype=torch.uint8)
    return s, (s.float() - 127).exp2()

def check(v, a_kind, b_kind, a_across=False, b_across=False, is_number=False, both=True):
    a, left = operand(32, 64, a_kind, 0 if a_across else 1)
    b, right = operand(64, 16, b_kind, 1 if b_across else 0)
    x, left_scale = scale(32, v, is_number)
    y, right_scale = scale(16, v, is_number)
    left = left * left_scale.repeat_interleave(v, 1)
    right = right * right_scale.repeat_interleave(v, 1).T if both else right
    c = torch.empty(32, 16, device="musa")
    places = a.musa(), b.musa(), x.musa(), y.musa() if both else None
    product[(1,)](*places, c, v, a_kind, b_kind, a_across, b_across)
    torch.testing.assert_close(c.cpu(), left @ right, msg=lambda text: f"{a_kind} {b_kind} {is_number}: {text}")

check(32, "e2m1", "e2m1", True, True)
check(32, "e4m3", "e2m1", False, True)
check(32, "e2m1", "fp16", True, both=False)
check(16, "e2m1", "e2m1", is_number=True)
check(16, "e2m1", "e4m3", True, is_number=True, both=False)
print("right")
"""


def test_operands_that_become_wide(run_python, tmp_path):
    done = run_program(run_python, tmp_path, PROGRAM, MUSASIM_MODEL="S5000")
    assert done.stdout == "right\n", done.stderr
