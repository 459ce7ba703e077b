"""libmtrtc by ctypes: kernels out of texts, compiled and run in the order of NVRTC's sample program."""

import ctypes
import os
import struct
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import musasim

SAXPY = b"""
extern "C" __global__ void saxpy(float a, float* x, float* y, float* out, unsigned long n) {
  unsigned long tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid < n) out[tid] = a * x[tid] + y[tid];
}
"""
# What device code starts with: threads, a barrier, shared memory, templates, half precision.
REDUCTION = b"""
#include <musa_fp16.h>
#include "sizes.h"
template <class T, int scale>
__global__ void reduce(const T* from, float* to) {
  __shared__ float part[BLOCK];
  part[threadIdx.x] = static_cast<float>(from[blockIdx.x * BLOCK + threadIdx.x]);
  __syncthreads();
  for (int half = BLOCK / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) to[blockIdx.x] = part[0] * scale;
}
"""
COMPILATION_FAILED = 6


def library(name):
    return ctypes.CDLL(os.path.join(musasim.home(), "lib", f"lib{name}.so"))


@pytest.fixture(name="compiler")
def _compiler(tmp_path, monkeypatch):
    monkeypatch.setenv("MUSASIM_RTC_CACHE", str(tmp_path / "cache"))
    return library("mtrtc")


@pytest.fixture(name="driver")
def _driver():
    driver, context, device = library("musa"), ctypes.c_void_p(), ctypes.c_int()
    assert driver.muInit(0) == 0 and driver.muDeviceGet(ctypes.byref(device), 0) == 0
    assert driver.muDevicePrimaryCtxRetain(ctypes.byref(context), device) == 0
    assert driver.muCtxSetCurrent(context) == 0
    yield driver
    driver.muDevicePrimaryCtxRelease(device)


def created(compiler, source, name=b"kernel.mu", headers=None):
    """The program, with headers by their names."""
    headers = headers or {}
    strings = ctypes.c_char_p * len(headers)
    program = ctypes.c_void_p()
    texts, names = strings(*headers.values()), strings(*headers)
    made = compiler.mtrtcCreateProgram(
        ctypes.byref(program), source, name, len(headers), texts, names
    )
    assert made == 0
    return program


def compiled(compiler, program, *options):
    """The status and the log."""
    listed = (ctypes.c_char_p * len(options))(*map(os.fsencode, options))
    status = compiler.mtrtcCompileProgram(program, len(options), listed)
    size = ctypes.c_size_t()
    assert compiler.mtrtcGetProgramLogSize(program, ctypes.byref(size)) == 0
    log = ctypes.create_string_buffer(size.value)
    assert compiler.mtrtcGetProgramLog(program, log) == 0
    return status, log.value.decode()


def image_of(compiler, program):
    size = ctypes.c_size_t()
    assert compiler.mtrtcGetMUSASize(program, ctypes.byref(size)) == 0
    image = ctypes.create_string_buffer(size.value)
    assert compiler.mtrtcGetMUSA(program, image) == 0
    return image


def function_in(driver, image, name):
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    assert driver.muModuleLoadData(ctypes.byref(module), image) == 0
    assert driver.muModuleGetFunction(ctypes.byref(function), module, name) == 0
    return function


def on_device(driver, data):
    place = ctypes.c_void_p()
    assert driver.muMemAlloc_v2(ctypes.byref(place), ctypes.c_size_t(len(data))) == 0
    assert driver.muMemcpyHtoD_v2(place, data, ctypes.c_size_t(len(data))) == 0
    return place


def launch(driver, function, blocks, threads, *arguments):
    addresses = (ctypes.c_void_p * len(arguments))(*map(ctypes.addressof, arguments))
    grid = (blocks, 1, 1, threads, 1, 1)
    assert driver.muLaunchKernel(function, *grid, 0, None, addresses, None) == 0
    assert driver.muCtxSynchronize() == 0


def floats(driver, place, count):
    data = ctypes.create_string_buffer(4 * count)
    assert driver.muMemcpyDtoH_v2(data, place, ctypes.c_size_t(4 * count)) == 0
    return struct.unpack(f"{count}f", data.raw)


def test_saxpy(compiler, driver):
    program = created(compiler, SAXPY, b"saxpy.cu")
    assert compiled(compiler, program, "--offload-arch=mp_22") == (0, "")
    image = image_of(compiler, program)
    assert compiler.mtrtcDestroyProgram(ctypes.byref(program)) == 0 and not program
    saxpy, count = function_in(driver, image, b"saxpy"), 1000
    x, y = (struct.pack(f"{count}f", *(k * i for i in range(count))) for k in (1.0, 2.0))
    x, y, out = (on_device(driver, data) for data in (x, y, bytes(4 * count)))
    launch(driver, saxpy, 8, 128, ctypes.c_float(5.0), x, y, out, ctypes.c_ulong(count))
    assert floats(driver, out, count) == tuple(7.0 * i for i in range(count))


def test_instances_of_a_template_by_their_lowered_names(compiler, driver):
    program = created(compiler, REDUCTION, headers={b"sizes.h": b"#define BLOCK 64\n"})
    expressions = {b"reduce<float, 2>": "f", b"reduce<__half, 1>": "e"}
    for expression in expressions:
        assert compiler.mtrtcAddNameExpression(program, expression) == 0
    assert compiled(compiler, program) == (0, "")
    image, name = image_of(compiler, program), ctypes.c_char_p()
    for expression, code in expressions.items():
        assert compiler.mtrtcGetLoweredName(program, expression, ctypes.byref(name)) == 0
        data = struct.pack(f"128{code}", *(i % 8 for i in range(128)))
        place, sums = on_device(driver, data), on_device(driver, bytes(8))
        launch(driver, function_in(driver, image, name.value), 2, 64, place, sums)
        scale = 2 if code == "f" else 1
        assert floats(driver, sums, 2) == (224.0 * scale, 224.0 * scale)


def test_the_log_of_an_error(compiler):
    headers = {b"parts/first.h": b"\nint broken = ;\n"}
    program = created(
        compiler, b'#include "parts/first.h"\nint x = no;\n', b"user's file.cu", headers
    )
    status, log = compiled(compiler, program)
    assert status == COMPILATION_FAILED
    assert "parts/first.h:2:" in log and "user's file.cu:2:" in log and "'no' was not" in log
    assert "/tmp" not in log


def test_headers_of_folders_are_looked_at_again(compiler, tmp_path):
    header = tmp_path / "with blank" / "value.h"
    header.parent.mkdir()
    source = b'#include "value.h"\n__global__ void k(int* p) { *p = VALUE; }\n'
    images = []
    for value in (1, 1, 2):
        if f"VALUE {value}" not in (header.read_text() if header.exists() else ""):
            header.write_text(f"#define VALUE {value}\n")
        program = created(compiler, source)
        assert compiled(compiler, program, "-I", header.parent) == (0, "")
        images.append(image_of(compiler, program).raw)
    assert images[0] == images[1] != images[2]
    header.write_text("#error gone\n")
    program = created(compiler, source)
    assert compiled(compiler, program, "-I", header.parent)[0] == COMPILATION_FAILED


COMPILE = """
import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
program, size = ctypes.c_void_p(), ctypes.c_size_t()
source = b"template <int n> __global__ void k(int* p) { *p = n; }"
assert library.mtrtcCreateProgram(ctypes.byref(program), source, b"k.mu", 0, None, None) == 0
assert library.mtrtcAddNameExpression(program, b"k<3>") == 0
assert library.mtrtcCompileProgram(program, 0, None) == 0
assert library.mtrtcGetMUSASize(program, ctypes.byref(size)) == 0
image = ctypes.create_string_buffer(size.value)
assert library.mtrtcGetMUSA(program, image) == 0
sys.stdout.buffer.write(image.raw)
"""


def test_processes_share_what_is_kept(compiler, tmp_path):
    command = [sys.executable, "-c", COMPILE, compiler._name]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(4)]
    images = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0] * 4
    kept = list((tmp_path / "cache").iterdir())
    assert len(kept) == 1 and kept[0].stat().st_size > len(images[0])
    assert subprocess.run(command, capture_output=True, check=True).stdout in images


def test_threads_compile_side_by_side(compiler, driver):
    def image(value):
        program = created(compiler, b'extern "C" __global__ void k(int* p) { *p = VALUE; }')
        assert compiled(compiler, program, f"-DVALUE={value}") == (0, "")
        return image_of(compiler, program)

    with ThreadPoolExecutor(3) as pool:
        images = list(pool.map(image, range(3)))
    for value, each in enumerate(images):
        place = on_device(driver, bytes(4))
        launch(driver, function_in(driver, each, b"k"), 1, 1, place)
        data = ctypes.create_string_buffer(4)
        assert driver.muMemcpyDtoH_v2(data, place, ctypes.c_size_t(4)) == 0
        assert struct.unpack("i", data.raw) == (value,)


def test_what_is_kept_where(compiler, tmp_path, monkeypatch):
    source = b"__global__ void k(int* p) { *p = 1; }"

    def kept(folder):
        assert compiled(compiler, created(compiler, source)) == (0, "")
        return len(list(folder.iterdir())) if folder.exists() else 0

    assert kept(tmp_path / "cache") == 1
    monkeypatch.setenv("MUSASIM_RTC_CACHE", "0")
    assert kept(tmp_path / "cache") == 1
    monkeypatch.delenv("MUSASIM_RTC_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    assert kept(tmp_path / "caches" / "musasim" / "mtrtc") == 1
    # An entry that was cut off is as good as none.
    (entry,) = (tmp_path / "caches" / "musasim" / "mtrtc").iterdir()
    entry.write_bytes(entry.read_bytes()[:-100])
    size = entry.stat().st_size
    assert kept(entry.parent) == 1 and entry.stat().st_size == size + 100


def test_the_entries_last_used_stay(compiler, tmp_path):
    folder, source = tmp_path / "cache", b"__global__ void k(int* p) { *p = VALUE; }"
    assert compiled(compiler, created(compiler, source), "-DVALUE=1") == (0, "")
    (used,) = folder.iterdir()
    os.utime(used, (0, 0))
    for index in range(1010):
        old = folder / f"{index:016x}"
        old.touch()
        os.utime(old, (index + 1, index + 1))
    (folder / "of the user").touch()
    os.utime(folder / "of the user", (0, 0))
    assert compiled(compiler, created(compiler, source), "-DVALUE=1") == (0, "")
    assert compiled(compiler, created(compiler, source), "-DVALUE=2") == (0, "")
    left = {path.name for path in folder.iterdir()}
    assert len(left) == 1001 and {used.name, "of the user", f"{1009:016x}"} < left
    assert f"{11:016x}" not in left and f"{12:016x}" in left
