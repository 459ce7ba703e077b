"""Operators that PyTorch has for CUDA alone, as transformers' mixtures of experts and trl use them."""

import pytest
import torch


@pytest.mark.parametrize("dtype", [torch.uint8, torch.int32, torch.int64])
def test_histc_of_integers(dtype):
    chosen = torch.tensor([0, 3, 3, 1, 3], dtype=dtype, device="cuda")

    counts = torch.histc(chosen, bins=4, min=0, max=3)

    assert counts.is_cuda and counts.dtype == dtype
    assert counts.tolist() == [1, 1, 0, 3]
    out = torch.empty(0, dtype=dtype, device="cuda")
    assert torch.histc(chosen, 4, 0, 3, out=out) is out and out.tolist() == [1, 1, 0, 3]


@pytest.mark.torch_from(2, 10)
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_products_that_are_not_rounded(dtype):
    a, b = torch.randn(2, 16, 16, device="cuda", dtype=dtype).unbind()
    exact = a.float() @ b.float()

    given = torch.mm(a, b, out_dtype=torch.float32)

    assert given.dtype == torch.float32
    torch.testing.assert_close(given, exact, rtol=1e-3, atol=1e-3)
    sum_ = torch.ones(16, 16, device="cuda")
    torch.addmm(sum_, a, b, out_dtype=torch.float32, out=sum_)
    torch.testing.assert_close(sum_, exact + 1, rtol=1e-3, atol=1e-3)
    batch = torch.bmm(a[None], b[None], out_dtype=torch.float32)
    torch.testing.assert_close(batch[0], exact, rtol=1e-3, atol=1e-3)
    given = torch.baddbmm(batch, a[None], b[None], out_dtype=torch.float32, beta=2.0)
    torch.testing.assert_close(given[0], 3 * exact, rtol=1e-3, atol=1e-3)


@pytest.mark.torch_from(2, 10)
def test_a_product_has_its_factors_type_or_float32():
    a = torch.randn(16, 16, device="cuda", dtype=torch.float16)
    with pytest.raises(RuntimeError, match="out_dtype"):
        torch.mm(a, a, out_dtype=torch.bfloat16)
