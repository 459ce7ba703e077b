"""Calls: torch.backends.cuda and torch.backends.cudnn."""

import pytest
import torch

pytestmark = pytest.mark.gpu


@pytest.fixture
def tf32_as_found():
    matmul, conv = torch.backends.cuda.matmul.allow_tf32, torch.backends.cudnn.allow_tf32
    yield
    torch.backends.cuda.matmul.allow_tf32 = matmul
    torch.backends.cudnn.allow_tf32 = conv


def test_the_libraries_are_there():
    assert torch.backends.cuda.is_built() is True
    assert torch.backends.cudnn.is_available() is True
    assert torch.backends.cudnn.version() > 0
    assert torch.backends.cudnn._init() is True


@pytest.mark.parametrize("first", [True, False])
def test_tf32_of_products_and_of_convolutions_are_two_settings(tf32_as_found, first):
    torch.backends.cuda.matmul.allow_tf32 = first
    torch.backends.cudnn.allow_tf32 = not first
    assert torch.backends.cuda.matmul.allow_tf32 is first
    assert torch.backends.cudnn.allow_tf32 is (not first)
    x = torch.eye(16, device="cuda")
    assert (x @ x).equal(x)


def test_tf32_takes_a_bool_only(tf32_as_found):
    with pytest.raises(Exception, match="expects a bool"):
        torch.backends.cuda.matmul.allow_tf32 = "yes"
    with pytest.raises(Exception, match="expects a bool"):
        torch.backends.cudnn.allow_tf32 = "yes"


def test_the_precision_of_products_sets_tf32(tf32_as_found):
    before = torch.get_float32_matmul_precision()
    try:
        torch.set_float32_matmul_precision("highest")
        assert torch.backends.cuda.matmul.allow_tf32 is False
        torch.set_float32_matmul_precision("high")
        assert torch.backends.cuda.matmul.allow_tf32 is True
    finally:
        torch.set_float32_matmul_precision(before)


@pytest.mark.parametrize("name", ["enabled", "benchmark", "deterministic", "allow_tf32"])
def test_cudnn_settings_are_kept(name):
    before = getattr(torch.backends.cudnn, name)
    setattr(torch.backends.cudnn, name, not before)
    assert getattr(torch.backends.cudnn, name) is (not before)
    setattr(torch.backends.cudnn, name, before)


def test_cudnn_settings_of_a_block():
    limit = torch.backends.cudnn.benchmark_limit
    with torch.backends.cudnn.flags(enabled=True, benchmark=True, benchmark_limit=3):
        assert torch.backends.cudnn.benchmark is True
        assert torch.backends.cudnn.benchmark_limit == 3
    assert torch.backends.cudnn.benchmark_limit == limit


def test_attention_that_can_be_used():
    q = torch.randn(1, 2, 64, 64, device="cuda", dtype=torch.float16)
    params = torch.backends.cuda.SDPAParams(q, q, q, None, 0.0, True, False)
    assert torch.backends.cuda.is_flash_attention_available() is True
    assert torch.backends.cuda.can_use_flash_attention(params) is True
    assert torch.backends.cuda.can_use_efficient_attention(params) in (True, False)
    assert torch.backends.cuda.can_use_cudnn_attention(params) in (True, False)
    torch.backends.cuda.enable_flash_sdp(False)
    try:
        assert torch.backends.cuda.flash_sdp_enabled() is False
        assert torch.backends.cuda.can_use_flash_attention(params) is False
    finally:
        torch.backends.cuda.enable_flash_sdp(True)


def test_libraries_of_choice():
    linalg = torch.backends.cuda.preferred_linalg_library()
    assert (
        torch.backends.cuda.preferred_linalg_library("default") == torch._C._LinalgBackend.Default
    )
    torch.backends.cuda.preferred_linalg_library(linalg)
    assert isinstance(torch.backends.cuda.preferred_blas_library(), torch._C._BlasBackend)
    with pytest.raises(RuntimeError, match="Unknown input value. Choose from: default"):
        torch.backends.cuda.preferred_linalg_library("none")
    with pytest.raises(RuntimeError, match="Unknown input value type"):
        torch.backends.cuda.preferred_blas_library(1.5)


def test_a_product_and_its_inverse_with_every_setting(tf32_as_found):
    torch.backends.cuda.matmul.allow_tf32 = False
    x = torch.eye(8, device="cuda") * 2
    assert torch.linalg.inv(x).allclose(torch.eye(8, device="cuda") / 2)
