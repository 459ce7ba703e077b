"""--musasim-check-kernels of the pytest plugin: a kernel that breaks the rules fails its test."""

import pytest

pytest_plugins = ["pytester"]

SOURCE = """
import os, pytest, torch
from torch_musa.utils.musa_extension import load_inline

KERNEL = '''
#include <torch/types.h>
__global__ void scale(float* x) { x[threadIdx.x] *= 2; }
void run(torch::Tensor x, int64_t threads) { scale<<<1, threads>>>(x.data_ptr<float>()); }
'''

@pytest.fixture(scope="module")
def scale():
    declared = "#include <torch/types.h>\\nvoid run(torch::Tensor x, int64_t threads);"
    return load_inline("scale", declared, KERNEL, functions=["run"]).run

def test_beyond(scale):
    scale(torch.ones(128, device="musa"), 200)

def test_within(scale):
    x = torch.ones(128, device="musa")
    scale(x, 128)
    assert x.sum().item() == 256

def test_built_apart():
    assert os.environ["TORCH_EXTENSIONS_DIR"].endswith("/musasim/checked_extensions")
"""


@pytest.mark.slow
def test_a_wrong_access_fails_its_test(run, monkeypatch):
    monkeypatch.delenv("TORCH_EXTENSIONS_DIR", raising=False)
    result = run(SOURCE, "--musasim", "--musasim-check-kernels")

    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(
        [
            "*_ test_beyond _*",
            "*ERROR: invalid global * of 4 bytes in kernel scale(float*)",
            "*by thread (128,0,0) of block (0,0,0)",
        ]
    )
