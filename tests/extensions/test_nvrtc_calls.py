"""NVRTC's functions by ctypes: where headers are found, which status each misuse has."""

import ctypes
import os
import sys

import pytest
import torch
from support.nvrtc import compiled, created, function_in, image_of, launch, nvrtc
from support.processes import run_command

pytestmark = pytest.mark.musa


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    torch.cuda.synchronize()  # the thread has a context from here on
    monkeypatch.setenv("MUSASIM_RTC_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TORCH_EXTENSIONS_DIR", str(tmp_path / "extensions"))


def test_headers_beside_the_programs_name(tmp_path, monkeypatch):
    """NVRTC looks in the folder of the name, which is the current one for a name alone."""
    (tmp_path / "beside.cuh").write_text("__device__ inline __nv_bfloat16 one() { return 1.f; }\n")
    library = nvrtc()
    source = b'#include <cuda_bf16.h>\n#include "beside.cuh"\n__global__ void k() { one(); }\n'
    inside = os.fsencode(tmp_path / "program.cu")
    assert compiled(library, created(library, source, inside)) == (0, "")
    assert compiled(library, created(library, source))[0] == 6
    monkeypatch.chdir(tmp_path)
    assert compiled(library, created(library, source)) == (0, "")


def test_misuse_has_nvrtcs_codes():
    library, program = nvrtc(), ctypes.c_void_p()
    create, compile_program = library.nvrtcCreateProgram, library.nvrtcCompileProgram
    assert create(None, b"", None, 0, None, None) == 4
    assert create(ctypes.byref(program), b"", None, -1, None, None) == 3
    assert create(ctypes.byref(program), b"", None, 1, None, None) == 3
    program = created(library, b"__global__ void k() {}")
    assert compile_program(program, -1, None) == 3 and compile_program(program, 1, None) == 5
    assert library.nvrtcAddNameExpression(program, b"k") == 0
    status, log = compiled(library, program, b"-arch=foo")
    assert status == 5 and "'foo'" in log
    assert compiled(library, program) == (0, "")
    assert library.nvrtcAddNameExpression(program, b"k") == 8
    assert library.nvrtcDestroyProgram(ctypes.byref(program)) == 0
    assert library.nvrtcDestroyProgram(ctypes.byref(program)) == 4


SLOW = b"""
__device__ int last;
extern "C" __global__ void slow(int* to, int count) {
  extern __shared__ int part[];
  part[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int i = 0; i < count; ++i) part[threadIdx.x] = part[threadIdx.x] * 5 + i;
  to[blockIdx.x * blockDim.x + threadIdx.x] = part[threadIdx.x];
  last = count;
}
"""


class LaunchConfig(ctypes.Structure):
    """CUlaunchConfig."""

    _fields_ = [
        ("grid", ctypes.c_uint * 3),
        ("block", ctypes.c_uint * 3),
        ("shared", ctypes.c_uint),
        ("stream", ctypes.c_void_p),
        ("attributes", ctypes.c_void_p),
        ("count", ctypes.c_uint),
    ]


def slow_image():
    library = nvrtc()
    program = created(library, SLOW)
    assert compiled(library, program) == (0, "")
    image = image_of(library, program)
    assert library.nvrtcDestroyProgram(ctypes.byref(program)) == 0
    return image


def test_driver_about_a_compiled_kernel():
    """What CuPy and Triton's users ask before they launch."""
    driver, module, number = ctypes.CDLL("libcuda.so.1"), ctypes.c_void_p(), ctypes.c_int(-1)
    assert driver.cuModuleLoadData(ctypes.byref(module), slow_image()) == 0
    function = function_in(driver, module, b"slow")
    assert driver.cuFuncGetAttribute(ctypes.byref(number), 0, function) == 0
    assert number.value >= 256  # threads of a block
    assert driver.cuFuncSetAttribute(function, 8, 4096) == 0  # dynamic shared memory
    assert driver.cuFuncGetAttribute(ctypes.byref(number), 8, function) == 0
    assert number.value == 4096
    ask = driver.cuOccupancyMaxActiveBlocksPerMultiprocessor
    assert ask(ctypes.byref(number), function, 256, ctypes.c_size_t(4096)) == 0
    assert number.value >= 1
    missing = ctypes.c_void_p()
    assert driver.cuModuleGetFunction(ctypes.byref(missing), module, b"none") == 500
    size = ctypes.c_size_t()
    find = driver.cuModuleGetGlobal_v2
    assert find(ctypes.byref(missing), ctypes.byref(size), module, b"last") == 0
    assert missing and size.value == 4
    assert find(ctypes.byref(missing), None, module, b"none") == 500
    assert driver.cuModuleLoadData(ctypes.byref(missing), b"//\n.version 8.0\n") != 0


def test_module_is_unloaded_while_its_kernel_runs():
    driver, module = ctypes.CDLL("libcuda.so.1"), ctypes.c_void_p()
    results = [torch.zeros(512, device="cuda", dtype=torch.int32) for _ in range(2)]
    stream = torch.cuda.current_stream().cuda_stream
    for result in results:
        assert driver.cuModuleLoadData(ctypes.byref(module), slow_image()) == 0
        function = function_in(driver, module, b"slow")
        launch(driver, function, (2,), (256,), [result, ctypes.c_int(20000)], 1024, stream)
        if result is results[1]:
            torch.cuda.synchronize()
        assert driver.cuModuleUnload(module) == 0
    torch.cuda.synchronize()
    assert results[0].any() and torch.equal(*results)


def test_library_and_launch_by_a_config():
    driver, library, kernel = ctypes.CDLL("libcuda.so.1"), ctypes.c_void_p(), ctypes.c_void_p()
    nothing = (None, None, 0, None, None, 0)
    assert driver.cuLibraryLoadData(ctypes.byref(library), slow_image(), *nothing) == 0
    assert driver.cuLibraryGetKernel(ctypes.byref(kernel), library, b"slow") == 0
    function, result = ctypes.c_void_p(), torch.zeros(64, device="cuda", dtype=torch.int32)
    assert driver.cuKernelGetFunction(ctypes.byref(function), kernel) == 0
    config = LaunchConfig((2, 1, 1), (32, 1, 1), 128, torch.cuda.current_stream().cuda_stream)
    place, count = ctypes.c_void_p(result.data_ptr()), ctypes.c_int(1)
    arguments = (ctypes.c_void_p * 2)(ctypes.addressof(place), ctypes.addressof(count))
    assert driver.cuLaunchKernelEx(ctypes.byref(config), function, arguments, None) == 0
    torch.cuda.synchronize()
    assert result.tolist() == [5 * i for i in range(32)] * 2
    assert driver.cuLibraryUnload(library) == 0


ASSERTS = """
import torch
from nvrtc import *
torch.cuda.synchronize()
library, driver, module = nvrtc(), ctypes.CDLL("libcuda.so.1"), ctypes.c_void_p()
source = b'extern "C" __global__ void k(int limit) { assert(threadIdx.x < limit); }'
program = created(library, source, b"asserts.cu")
assert compiled(library, program) == (0, "")
assert driver.cuModuleLoadData(ctypes.byref(module), image_of(library, program)) == 0
function = function_in(driver, module, b"k")
for limit in (64, 60):
    launch(driver, function, (1,), (64,), [ctypes.c_int(limit)])
    print(driver.cuCtxSynchronize())
"""


def test_a_failed_assert_names_the_users_line():
    """In a process of its own: the context is lost."""
    done = run_command([sys.executable, "-c", ASSERTS], {"MUSASIM_RTC_CACHE": "0"})
    assert done.stdout.split() == ["0", "710"], done.stderr
    assert "asserts.cu:1" in done.stderr and "threadIdx.x < limit" in done.stderr


CLOCK = b"""
extern "C" __global__ void timed(float* data, long long* took) {
  const long long start = clock64();
  float sum = 0;
  for (int i = 0; i < 1000; ++i) sum += data[(threadIdx.x + i) % 64];
  data[64 + threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0) took[blockIdx.x] = clock64() - start + (clock() < 0);
}
"""


def test_the_clock_runs_in_kernels():
    library, driver, module = nvrtc(), ctypes.CDLL("libcuda.so.1"), ctypes.c_void_p()
    program = created(library, CLOCK)
    assert compiled(library, program) == (0, "")
    assert driver.cuModuleLoadData(ctypes.byref(module), image_of(library, program)) == 0
    data, took = torch.ones(128, device="cuda"), torch.zeros(4, device="cuda", dtype=torch.int64)
    launch(driver, function_in(driver, module, b"timed"), (4,), (64,), [data, took])
    torch.cuda.synchronize()
    assert (took > 0).all() and (data[64:] == 1000).all()
