"""--musasim-check-kernels of the pytest plugin: a kernel that breaks the rules fails its test."""

import pytest

pytest_plugins = ["pytester"]

SOURCE = """
import os, pytest, torch
from torch_musa.utils.musa_extension import load_inline

KERNEL = '''
#include <torch/types.h>
__global__ void scale(float* x) { x[threadIdx.x] *= 2; }
__global__ void exchange(float* x) {
  __shared__ float values[64];
  values[threadIdx.x] = x[threadIdx.x];
  x[threadIdx.x] = values[threadIdx.x ^ 32];
}
__global__ void halves(float* x) {
  if (threadIdx.x % 2) __syncthreads();
  else x[threadIdx.x] = 1;
  __syncthreads();
}
void run(torch::Tensor x, int64_t which, int64_t threads) {
  void (*kernels[])(float*) = {scale, exchange, halves};
  kernels[which]<<<1, threads>>>(x.data_ptr<float>());
}
'''
SCALE, EXCHANGE, HALVES = range(3)

@pytest.fixture(scope="module")
def run():
    declared = "#include <torch/types.h>\\nvoid run(torch::Tensor x, int64_t which, int64_t threads);"
    return load_inline("checked", declared, KERNEL, functions=["run"]).run

def test_beyond(run):
    neighbours = [torch.ones(128, device="musa") for _ in range(3)]
    run(neighbours[1], SCALE, 129)

def test_race(run):
    run(torch.ones(64, device="musa"), EXCHANGE, 64)

def test_unwritten(run):
    run(torch.empty(64, device="musa"), SCALE, 64)

def test_barrier(run):
    run(torch.ones(64, device="musa"), HALVES, 64)

def test_right(run):
    x = torch.ones(128, device="musa")
    run(x, SCALE, 128)
    assert x.sum().item() == 256

def test_built_apart():
    assert os.environ["TORCH_EXTENSIONS_DIR"].endswith("/musasim/checked_extensions")
    assert "PYTORCH_NO_MUSA_MEMORY_CACHING" not in os.environ
"""
SHOWS = """
import os

def test_tools():
    print("tools:", os.environ.get("MUSASIM_CHECK_KERNELS"))
"""


@pytest.mark.slow
def test_each_tools_findings_fail_their_test(run, monkeypatch):
    monkeypatch.delenv("TORCH_EXTENSIONS_DIR", raising=False)
    result = run(SOURCE, "--musasim=S5000", "--musasim-check-kernels=all")

    result.assert_outcomes(passed=2, failed=4)
    result.stdout.fnmatch_lines(
        [
            "*_ test_beyond _*",
            "*ERROR: invalid global read of 4 bytes in kernel scale(float*)",
            "*at *musa.mu:*",
            "*by thread (128,0,0) of block (0,0,0)",
            "*found by memcheck",
            "*_ test_race _*",
            "*ERROR: race: two threads use the same 4 bytes of shared memory in kernel exchange(float*)",
            "*thread (*) * at *musa.mu:*",
            "*thread (*) * at *musa.mu:*",
            "*found by racecheck",
            "*_ test_unwritten _*",
            "*ERROR: * in kernel scale(float*)",
            "*at *musa.mu:*",
            "*found by initcheck",
            "*_ test_barrier _*",
            "*ERROR: * in kernel halves(float*)",
            "*found by synccheck",
        ]
    )


@pytest.mark.parametrize(
    "variable, option, tools",
    [
        ("0", "", "1"),
        ("memcheck,initcheck", "", "memcheck,initcheck"),
        ("memcheck", "=racecheck", "racecheck"),
    ],
)
def test_the_option_or_the_variable_names_the_tools(variable, option, tools, run, monkeypatch):
    monkeypatch.setenv("MUSASIM_CHECK_KERNELS", variable)
    result = run(SHOWS, "--musasim", f"--musasim-check-kernels{option}", "-s")

    result.stdout.fnmatch_lines([f"*tools: {tools}"])
