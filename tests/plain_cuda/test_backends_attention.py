"""Which kernel scaled_dot_product_attention may use: flags, contexts, and what is chosen."""

import pytest
import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

pytestmark = [
    pytest.mark.gpu,
    # Why a kernel is not used.
    pytest.mark.filterwarnings("ignore:.*kernel not used because:UserWarning"),
    pytest.mark.filterwarnings("ignore:.*attention.*:UserWarning"),
    pytest.mark.filterwarnings("ignore:.*Expected query, key and value.*:UserWarning"),
]

cuda = torch.backends.cuda
FLAGS = {
    SDPBackend.FLASH_ATTENTION: (cuda.enable_flash_sdp, cuda.flash_sdp_enabled),
    SDPBackend.EFFICIENT_ATTENTION: (cuda.enable_mem_efficient_sdp, cuda.mem_efficient_sdp_enabled),
    SDPBackend.MATH: (cuda.enable_math_sdp, cuda.math_sdp_enabled),
    SDPBackend.CUDNN_ATTENTION: (cuda.enable_cudnn_sdp, cuda.cudnn_sdp_enabled),
}


def enabled():
    return {backend for backend, (_, is_enabled) in FLAGS.items() if is_enabled()}


@pytest.fixture(autouse=True)
def flags_as_found():
    before = enabled()
    yield
    for backend, (enable, _) in FLAGS.items():
        enable(backend in before)


def tensors(dtype=torch.float16, **options):
    torch.manual_seed(0)
    return [torch.randn(2, 4, 64, 32, device="cuda", dtype=dtype, **options) for _ in range(3)]


def reference(query, key, value):
    query, key, value = (x.float() for x in (query, key, value))
    weights = (query @ key.transpose(-2, -1) / 32**0.5).softmax(-1)
    return weights @ value


@pytest.mark.parametrize("backend", [SDPBackend.FLASH_ATTENTION, SDPBackend.MATH])
def test_each_kernel_computes_the_same(backend):
    inputs = tensors(requires_grad=True)
    with sdpa_kernel(backend):
        assert enabled() == {backend}
        result = F.scaled_dot_product_attention(*inputs)
        gradients = torch.autograd.grad(result.float().square().sum(), inputs)
    expected = reference(*inputs)
    torch.testing.assert_close(result.float(), expected, atol=5e-3, rtol=5e-3)
    wanted = torch.autograd.grad(expected.square().sum(), inputs)
    torch.testing.assert_close(gradients, wanted, atol=2e-2, rtol=2e-2)


def test_flags_are_restored():
    before = enabled()
    assert SDPBackend.MATH in before and SDPBackend.FLASH_ATTENTION in before
    with sdpa_kernel([SDPBackend.MATH, SDPBackend.EFFICIENT_ATTENTION]):
        assert enabled() == {SDPBackend.MATH, SDPBackend.EFFICIENT_ATTENTION}
        with sdpa_kernel(SDPBackend.FLASH_ATTENTION):
            assert enabled() == {SDPBackend.FLASH_ATTENTION}
        assert enabled() == {SDPBackend.MATH, SDPBackend.EFFICIENT_ATTENTION}
    assert enabled() == before
    with pytest.raises(KeyError):
        with sdpa_kernel(SDPBackend.MATH):
            raise KeyError("x")
    assert enabled() == before


@pytest.mark.parametrize("backend", list(FLAGS))
def test_each_flag(backend):
    enable, is_enabled = FLAGS[backend]
    for value in (False, True):
        others = enabled() - {backend}
        enable(value)
        assert is_enabled() is value and enabled() - {backend} == others


def test_nothing_is_allowed():
    inputs = tensors()
    with sdpa_kernel([]):
        assert enabled() == set()
        with pytest.raises(RuntimeError):
            F.scaled_dot_product_attention(*inputs)
    F.scaled_dot_product_attention(*inputs)


def test_the_old_context():
    before = enabled()
    with pytest.warns(FutureWarning, match="sdp_kernel.* is deprecated"):
        with cuda.sdp_kernel(enable_flash=False, enable_mem_efficient=False, enable_cudnn=False):
            assert enabled() == {SDPBackend.MATH}
            F.scaled_dot_product_attention(*tensors())
    assert enabled() == before


@pytest.mark.torch_from(2, 8)
def test_the_order_of_kernels():
    order = [SDPBackend.MATH, SDPBackend.FLASH_ATTENTION]
    before = torch._C._get_sdp_priority_order()
    with sdpa_kernel(order, set_priority=True):
        assert torch._C._get_sdp_priority_order()[:2] == [int(backend) for backend in order]
        inputs = tensors()
        result = F.scaled_dot_product_attention(*inputs)
    assert torch._C._get_sdp_priority_order() == before
    torch.testing.assert_close(result.float(), reference(*inputs), atol=5e-3, rtol=5e-3)


@pytest.mark.parametrize("wrong", ["flash", 1])
def test_what_is_no_kernel(wrong):
    with pytest.raises((AssertionError, TypeError, ValueError)):
        with sdpa_kernel(wrong):
            F.scaled_dot_product_attention(*tensors())


def test_which_can_be_used():
    query, key, value = tensors()
    params = cuda.SDPAParams(query, key, value, None, 0.0, False, False)
    assert cuda.can_use_flash_attention(params) is True
    assert params.query.data_ptr() == query.data_ptr() and params.attn_mask is None
    assert params.dropout == 0.0 and params.is_causal is False and params.enable_gqa is False
    with sdpa_kernel(SDPBackend.MATH):
        assert cuda.can_use_flash_attention(params) is False
        assert cuda.can_use_efficient_attention(params) is False
        assert cuda.can_use_cudnn_attention(params) is False


@pytest.mark.parametrize("causal", [False, True])
def test_masks(causal):
    query, key, value = tensors(torch.float32)
    mask = torch.ones(64, 64, dtype=torch.bool, device="cuda").tril()
    with sdpa_kernel(SDPBackend.MATH):
        expected = F.scaled_dot_product_attention(query, key, value, attn_mask=mask)
    if causal:
        result = F.scaled_dot_product_attention(query, key, value, is_causal=True)
    else:
        result = F.scaled_dot_product_attention(query, key, value, attn_mask=mask)
    torch.testing.assert_close(result, expected, atol=1e-3, rtol=1e-3)


def test_reductions_of_the_math_kernel():
    before = cuda.fp16_bf16_reduction_math_sdp_allowed()
    for value in (not before, before):
        cuda.allow_fp16_bf16_reduction_math_sdp(value)
        assert cuda.fp16_bf16_reduction_math_sdp_allowed() is value
