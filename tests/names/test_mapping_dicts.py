"""torchada._mapping: the dicts that downstream projects import; they need no torch."""

import pathlib

import pytest

from torchada import _mapping

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    "cuda, musa",
    [
        ("cudaMalloc", "musaMalloc"),
        ("cudaStream_t", "musaStream_t"),
        ("cublasHandle_t", "mublasHandle_t"),
        ("cublas", "mublas"),
        ("CUBLAS", "MUBLAS"),
        ("curandState", "murandState"),
        ("ncclAllReduce", "mcclAllReduce"),
        ("at::cuda", "at::musa"),
        ("c10::cuda", "c10::musa"),
        ("torch::kCUDA", "torch::kPrivateUse1"),
        ("c10::DeviceType::CUDA", "c10::DeviceType::PrivateUse1"),
        ("cutlass", "mutlass"),
        ("cudaGridDependencySynchronize()", "((void)0)"),
        ("cuda_runtime.h", "musa_runtime.h"),
        ("#include <cuda_runtime.h>", "#include <musa_runtime.h>"),
        ("#include <c10/cuda/CUDAGuard.h>", '#include "torch_musa/csrc/core/MUSAGuard.h"'),
    ],
)
def test_a_pair(cuda, musa):
    assert _mapping._MAPPING_RULE[cuda] == musa


def test_suffixes():
    assert _mapping.EXT_REPLACED_MAPPING == {"cu": "mu", "cuh": "muh"}


def test_the_mapping_is_a_dict_of_texts_without_idle_pairs():
    rule = _mapping._MAPPING_RULE
    assert isinstance(rule, dict) and rule is _mapping.MAPPING_RULE and len(rule) > 350
    assert all(isinstance(key, str) and isinstance(value, str) for key, value in rule.items())
    assert not [key for key, value in rule.items() if key == value or not key or not value]


@pytest.mark.parametrize(
    "name", ["__shfl_sync", "atomicAdd", "cub", "cuda", "CUDA", "cudnnAddTensor"]
)
def test_names_that_must_not_be_replaced_are_not_there(name):
    assert name not in _mapping._MAPPING_RULE


def test_a_library_has_a_mapping_of_its_own():
    nccl = _mapping.library_mapping("nccl")
    assert nccl["ncclSend"] == "mcclSend" and "cudaMalloc" not in nccl
    with pytest.raises(TypeError):
        nccl["ncclSend"] = ""


def test_an_unknown_library_is_an_error():
    with pytest.raises(ValueError, match="no table of names 'cuda'; use one of cudart, driver,"):
        _mapping.library_mapping("cuda")


def test_an_unknown_attribute_is_an_error():
    with pytest.raises(AttributeError, match="it has EXT_REPLACED_MAPPING, MAPPING_RULE"):
        _mapping.MAPPING


def test_the_dicts_need_no_torch(run_python):
    code = f"""
        import sys
        sys.path.insert(0, {str(ROOT / "src")!r})
        import torchada
        assert "torchada._names" not in sys.modules
        from torchada._mapping import EXT_REPLACED_MAPPING, _MAPPING_RULE
        from torchada._runtime import cuda_to_musa_name
        assert _MAPPING_RULE["cudaFree"] == cuda_to_musa_name("cudaFree") == "musaFree"
        try:
            import torch
        except ModuleNotFoundError:
            print("no torch")
    """
    done = run_python(code, musasim=False, support=False, flags=("-S",))
    assert done.stdout == "no torch\n"


def test_the_names_of_the_module_are_listed():
    assert {"MAPPING_RULE", "EXT_REPLACED_MAPPING", "library_mapping"} <= set(dir(_mapping))
