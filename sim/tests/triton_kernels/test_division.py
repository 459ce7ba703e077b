"""Integer division by zero ends no kernel, as on a GPU."""

import pytest
import torch

triton = pytest.importorskip("triton")
tl = pytest.importorskip("triton.language")


@triton.jit
def divide(a, b, quotients, remainders, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x = tl.load(a + i, mask=i < n, other=0)
    y = tl.load(b + i, mask=i < n, other=0)  # 0 / 0 in lanes that are masked out
    tl.store(quotients + i, x // y, mask=i < n)
    tl.store(remainders + i, x % y, mask=i < n)


@pytest.mark.parametrize("dtype", [torch.int32, torch.int64, torch.uint8], ids=str)
def test_lanes_that_are_masked_out_may_divide_by_zero(dtype):
    a = torch.tensor([100, 101, 7, 250, 0], dtype=dtype, device="musa")
    b = torch.tensor([1, 2, 3, 250, 9], dtype=dtype, device="musa")
    quotients, remainders = torch.empty_like(a), torch.empty_like(a)
    divide[(1,)](a, b, quotients, remainders, 5, 8)
    assert quotients.tolist() == [100, 50, 2, 1, 0]
    assert remainders.tolist() == [0, 1, 1, 0, 0]


@triton.jit
def divide_a_constant(b, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, 100 // tl.load(b + i))


def test_a_constant_is_divided_by_zero():
    b = torch.tensor([0, 7, -1, 100], dtype=torch.int32, device="musa")
    out = torch.empty_like(b)
    divide_a_constant[(1,)](b, out, 4)
    assert out.tolist()[1:] == [14, -100, 1]


def test_what_a_processor_refuses_ends_no_kernel():
    least = torch.iinfo(torch.int32).min
    a = torch.tensor([5, least, -7, least], dtype=torch.int32, device="musa")
    b = torch.tensor([0, -1, -1, 2], dtype=torch.int32, device="musa")
    quotients, remainders = torch.empty_like(a), torch.empty_like(a)
    divide[(1,)](a, b, quotients, remainders, 4, 4)
    assert quotients.tolist()[2:] == [7, least // 2]
    assert remainders.tolist()[1:] == [0, 0, 0]
