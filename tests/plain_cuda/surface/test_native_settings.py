"""Calls: torch._C's settings, under torch.backends and torch.cuda.tunable."""

import pytest
import torch

pytestmark = pytest.mark.gpu


@pytest.fixture
def tf32_as_found():
    matmul, conv = torch._C._get_cublas_allow_tf32(), torch._C._get_cudnn_allow_tf32()
    yield
    torch._C._set_cublas_allow_tf32(matmul)
    torch._C._set_cudnn_allow_tf32(conv)


@pytest.mark.parametrize("allowed", [True, False])
def test_tf32(tf32_as_found, allowed):
    torch._C._set_cublas_allow_tf32(allowed)
    torch._C._set_cudnn_allow_tf32(allowed)
    assert torch._C._get_cublas_allow_tf32() is allowed
    assert torch._C._get_cudnn_allow_tf32() is allowed


def test_the_precision_of_products(tf32_as_found):
    before = torch.get_float32_matmul_precision()
    torch._C._set_float32_matmul_precision("high")
    assert torch._C._get_cublas_allow_tf32() is True
    torch._C._set_float32_matmul_precision(before)


@pytest.mark.torch_from(2, 9)
def test_the_precision_of_one_operation():
    before = torch.backends.cudnn.conv.fp32_precision
    torch._C._set_fp32_precision_setter("cuda", "conv", "ieee")
    assert torch.backends.cudnn.conv.fp32_precision == "ieee"
    torch._C._set_fp32_precision_setter("cuda", "conv", before)


def test_sums_of_reduced_precision():
    matmul = torch.backends.cuda.matmul
    fp16 = matmul.allow_fp16_reduced_precision_reduction
    bf16 = matmul.allow_bf16_reduced_precision_reduction
    torch._C._set_cublas_allow_fp16_reduced_precision_reduction(True)
    torch._C._set_cublas_allow_bf16_reduced_precision_reduction(True)
    assert matmul.allow_fp16_reduced_precision_reduction is True
    assert matmul.allow_bf16_reduced_precision_reduction is True
    matmul.allow_fp16_reduced_precision_reduction = fp16
    matmul.allow_bf16_reduced_precision_reduction = bf16


def test_cudnn():
    torch._C._set_cudnn_enabled(True)
    assert torch._C._get_cudnn_enabled() is True
    before = torch._C._get_cudnn_deterministic()
    torch._C._set_cudnn_deterministic(False)
    assert torch._C._get_cudnn_deterministic() is False
    torch._C._set_cudnn_deterministic(before)
    limit = torch._C._cuda_get_cudnn_benchmark_limit()
    torch._C._cuda_set_cudnn_benchmark_limit(limit + 1)
    assert torch._C._cuda_get_cudnn_benchmark_limit() == limit + 1
    torch._C._cuda_set_cudnn_benchmark_limit(limit)


def test_settings_of_the_tuner():
    before = torch._C._cuda_tunableop_get_max_tuning_duration()
    torch._C._cuda_tunableop_set_max_tuning_duration(7)
    assert torch._C._cuda_tunableop_get_max_tuning_duration() == 7
    torch._C._cuda_tunableop_set_max_tuning_duration(before)
    before = torch._C._cuda_tunableop_get_max_tuning_iterations()
    torch._C._cuda_tunableop_set_max_tuning_iterations(5)
    assert torch._C._cuda_tunableop_get_max_tuning_iterations() == 5
    torch._C._cuda_tunableop_set_max_tuning_iterations(before)
    assert torch._C._cuda_tunableop_is_enabled() is False
    torch._C._cuda_tunableop_enable(False)
    torch._C._cuda_tunableop_tuning_enable(False)
    assert torch._C._cuda_tunableop_tuning_is_enabled() is False
    torch._C._cuda_tunableop_tuning_enable(True)
    torch._C._cuda_record_untuned_enable(False)
    assert torch._C._cuda_record_untuned_is_enabled() is False


def test_files_and_results_of_the_tuner():
    before = torch._C._cuda_tunableop_get_filename()
    torch._C._cuda_tunableop_set_filename("results.csv", False)
    assert torch._C._cuda_tunableop_get_filename() == "results.csv"
    torch._C._cuda_tunableop_set_filename(before, False)
    assert len(torch._C._cuda_tunableop_get_results()) == 0
    assert "PT_VERSION" in dict(torch._C._cuda_tunableop_get_validators())
    torch._C._cuda_tunableop_set_rotating_buffer_size(1)
    assert torch._C._cuda_tunableop_get_rotating_buffer_size() == 1 << 20
    torch._C._cuda_tunableop_set_rotating_buffer_size(-1)  # the default, the L2 cache's size


@pytest.mark.torch_from(2, 13)
def test_tolerances_of_the_tuner():
    torch.cuda.tunable.set_numerical_check_tolerances(False, 1e-5, 1e-5)


@pytest.mark.torch_before(2, 8)
def test_the_tuner_writes_no_file_at_exit():
    torch.cuda.tunable.write_file_on_exit(False)
