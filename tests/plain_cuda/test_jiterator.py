"""torch.cuda.jiterator: functions for one element, as kernels over tensors."""

import pytest
import torch
from torch.cuda import jiterator

FUSED = "template <typename T> T fused(T x, T y, T alpha) { return -x + alpha * y; }"
fused = jiterator._create_jit_fn(FUSED, alpha=2.0)


def same(shape, dtype=torch.float32):
    return torch.arange(torch.Size(shape).numel(), device="cuda").reshape(shape).to(dtype)


@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16, torch.int32, torch.uint8])
def test_element_types(dtype):
    x = same((5,), dtype)
    result = fused(x, x, alpha=3)
    assert result.dtype == dtype and torch.equal(result, -x + 3 * x)


def test_complex_numbers():
    x = torch.complex(same((4,)), -same((4,)))
    assert torch.equal(fused(x, x), x)


def test_common_type_shape_and_order():
    x, y = same((3, 1), torch.float16), same((1, 4), torch.int64)
    result = fused(x, y)
    assert result.dtype == torch.float16 and torch.equal(result, 2 * y - x)
    images = same((2, 3, 4, 5)).contiguous(memory_format=torch.channels_last)
    result = fused(images, images)
    assert result.stride() == images.stride() and torch.equal(result, images)
    columns = same((3, 4)).t()
    assert torch.equal(fused(columns, same((4, 3))[:, :1]), 2 * same((4, 3))[:, :1] - columns)
    assert fused(same((0, 3)), same((1, 3))).shape == (0, 3)


def test_arguments():
    x = same((3,))
    assert torch.equal(fused(x, x), x) and torch.equal(fused(x, x, alpha=True), torch.zeros_like(x))
    with pytest.raises(KeyError, match="beta"):
        fused(x, x, beta=1)
    choose = jiterator._create_jit_fn(
        "template <typename T> T choose(T x, bool negative) { return negative ? -x : x; }",
        negative=False,
    )
    assert torch.equal(choose(x), x) and torch.equal(choose(x, negative=True), -x)


def test_several_functions_and_outputs():
    code = """
    template <typename T> T twice(T x) { return x + x; }
    template <typename T> void both(T x, T y, T& sum, T& larger) {
      sum = twice(x) + y;
      larger = ::max(x, y);
    }
    """
    both = jiterator._create_multi_output_jit_fn(code, num_outputs=2)
    x, y = same((300,)), same((300,)).flip(0)
    total, larger = both(x, y)
    assert torch.equal(total, 2 * x + y) and torch.equal(larger, torch.maximum(x, y))


def test_results_have_no_gradient_and_follow_the_stream():
    x = same((1000,)).requires_grad_()
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        y = x.detach() * 2
        result = fused(x, y)
    stream.synchronize()
    assert not result.requires_grad and torch.equal(result, 3 * x.detach())


def test_what_cannot_be_computed():
    x = same((3,))
    with pytest.raises(RuntimeError, match="cpu"):
        fused(x, x.cpu())
    broken = jiterator._create_jit_fn("template <typename T> T broken(T x) { return missing; }")
    with pytest.raises(RuntimeError, match="missing"):
        broken(x)
