"""Extensions with kernels, built by their own setup.py, load() and load_inline(), run on the simulated GPU."""

import shutil
import sys
from pathlib import Path

import pytest
from support.processes import run_command

pytestmark = [pytest.mark.musa, pytest.mark.usefixtures("needs_simulator")]

PROJECT = Path(__file__).parents[1] / "projects" / "scale_extension"
USE = """
x = torch.randn(5, 300, device="cuda")
factors = torch.arange(5.0, device="cuda")
with torch.cuda.stream(torch.cuda.Stream()):
    found = torch.ops.scale_extension.scale(x, factors)
torch.cuda.synchronize()
torch.testing.assert_close(found.cpu(), x.cpu() * factors.cpu()[:, None])
pinned = torch.zeros(3).pin_memory()
shared = torch.ops.scale_extension.on_the_device(pinned)
assert shared.is_cuda and shared.data_ptr() == pinned.data_ptr()
shared += torch.arange(3.0, device="cuda")
torch.cuda.synchronize()
assert pinned.tolist() == [0, 1, 2]
assert torch.ops.scale_extension.is_cuda_device("cuda:1")
assert not torch.ops.scale_extension.is_cuda_device("cpu")
try:
    torch.ops.scale_extension.scale(x.cpu(), factors.cpu())
except NotImplementedError as error:
    assert "scale_extension::scale" in str(error)
else:
    raise AssertionError("there is no kernel for the CPU")
print("works")
"""
LOAD = """
import torch
from torch.utils.cpp_extension import load
load("scale_extension_C", ["csrc/bindings.cpp", "csrc/kernels.cu"], extra_include_paths=["include"],
     extra_cuda_cflags=["--use_fast_math"], is_python_module=False)
"""
INLINE = """
import torch
from torch.utils.cpp_extension import load_inline
module = load_inline(
    "inline",
    cpp_sources="at::Tensor twice(at::Tensor x);",
    cuda_sources='''
__global__ void twice_kernel(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];
}
at::Tensor twice(at::Tensor x) {
  auto y = torch::empty_like(x);
  const int n = x.numel();
  twice_kernel<<<(n + 255) / 256, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(), n);
  return y;
}
''',
    functions=["twice"],
)
x = torch.arange(1000.0, device="cuda")
assert torch.equal(module.twice(x).cpu(), 2 * x.cpu())
print("works")
"""


@pytest.fixture
def project(tmp_path):
    return Path(shutil.copytree(PROJECT, tmp_path / "project"))


def run(project, *arguments):
    environment = {"MAX_JOBS": "2", "TORCH_EXTENSIONS_DIR": str(project.parent / "cache")}
    command = [sys.executable, *arguments]
    done = run_command(command, env=environment, cwd=str(project), timeout=1200)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def test_setup_py_builds_kernels_that_run(project):
    before = {path: path.read_bytes() for path in project.rglob("*") if path.is_file()}
    run(project, "setup.py", "build_ext", "--inplace")
    use = "import glob, torch\ntorch.ops.load_library(glob.glob('./*.so')[0])\n" + USE

    assert run(project, "-c", use).endswith("works\n")
    assert before == {path: path.read_bytes() for path in before}


@pytest.mark.slow
def test_load_builds_kernels_that_run(project):
    assert run(project, "-c", LOAD + USE).endswith("works\n")


@pytest.mark.slow
def test_load_inline_builds_kernels_that_run(project):
    assert run(project, "-c", INLINE).endswith("works\n")
