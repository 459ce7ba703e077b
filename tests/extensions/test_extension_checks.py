"""Extensions are built again when MUSASIM_CHECK_KERNELS is switched, and only then."""

import sys

import pytest
from support.processes import run_command

pytestmark = [pytest.mark.musa, pytest.mark.usefixtures("needs_simulator")]

KERNEL = """
#include <cuda_runtime.h>
__global__ void fill(int* p) { p[threadIdx.x] = 1; }
extern "C" int last_error() {
  fill<<<1, 65>>>(static_cast<int*>(nullptr));
  return cudaDeviceSynchronize();
}
"""
LOAD = """
import torch
from torch.utils.cpp_extension import load
load("filled", ["filled.cu"], build_directory=".", is_python_module=False)
"""
LOAD_OF_TORCH_MUSA = """
import torch
from torch_musa.utils.musa_extension import load
load("filled", ["filled.mu"], build_directory=".", is_python_module=False)
"""
SETUP = """
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension
setup(name="filled", ext_modules=[CUDAExtension("filled", ["filled.cu"])],
      cmdclass={"build_ext": BuildExtension.with_options(no_python_abi_suffix=True)},
      script_args=["build_ext", "--inplace", "-q"])
"""
BUILDS = {"load": LOAD, "load of torch_musa": LOAD_OF_TORCH_MUSA, "setup.py": SETUP}


@pytest.mark.parametrize(
    "way",
    [
        "load",
        pytest.param("load of torch_musa", marks=pytest.mark.slow),
        pytest.param("setup.py", marks=pytest.mark.slow),
    ],
)
def test_the_variable_makes_a_build_new(way, tmp_path):
    (tmp_path / "filled.cu").write_text(KERNEL)
    (tmp_path / "filled.mu").write_text(KERNEL.replace("cuda", "musa"))
    library = tmp_path / "filled.so"

    def built(checks):
        """Whether the library has checks, and when it was written."""
        environment = {"TORCH_MUSA_ARCH_LIST": "22", "MUSASIM_CHECK_KERNELS": checks}
        done = run_command([sys.executable, "-c", BUILDS[way]], env=environment, cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        return b"musasim_checked_write4" in library.read_bytes(), library.stat().st_mtime_ns

    plain, checked = built("0"), built("1")
    again, chosen, plain_again = built("1"), built("memcheck"), built("")

    assert [plain[0], checked[0], plain_again[0]] == [False, True, False]
    assert again == chosen == checked and plain_again[1] > checked[1] > plain[1]
