"""What compiling a kernel while the program runs costs: NVRTC's calls by ctypes, from source to image.

    MUSASIM=1 python benchmarks/benchmark_run_time_compilation.py

Milliseconds, the best of each: the first time, the same program again (it was kept on disk), the same in a
new process, the same with a macro of another value, and loading what came out. Exit code 1: what was kept
takes more than a fifth of compiling.
"""

import ctypes
import json
import os
import subprocess
import sys
import tempfile
import time

ROUNDS = 5
LIMIT = 0.2
SOURCE = b"""
template <class T, int width>
__global__ void smooth(const T* from, T* to, int count) {
  __shared__ T part[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < count ? from[i] : T(0);
  __syncthreads();
  T sum = 0;
  for (int k = 0; k < width; ++k) sum += part[(threadIdx.x + k) % 256] * FACTOR;
  if (i < count) to[i] = sum;
}
"""


def compile_once(library, factor):
    """(milliseconds, image) of a program."""
    start = time.perf_counter()
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    place = ctypes.byref(program)
    assert library.nvrtcCreateProgram(place, SOURCE, b"smooth.cu", 0, None, None) == 0
    assert library.nvrtcAddNameExpression(program, b"smooth<float, 3>") == 0
    options = (ctypes.c_char_p * 1)(f"-DFACTOR={factor}".encode())
    assert library.nvrtcCompileProgram(program, 1, options) == 0
    assert library.nvrtcGetCUBINSize(program, ctypes.byref(size)) == 0
    image = ctypes.create_string_buffer(size.value)
    assert library.nvrtcGetCUBIN(program, image) == 0
    assert library.nvrtcDestroyProgram(place) == 0
    return 1000 * (time.perf_counter() - start), image


def worker():
    """Measures in this process; all that it compiles lies in a folder of its own."""
    import torch

    torch.cuda.synchronize()
    library, driver = ctypes.CDLL("libnvrtc.so.12"), ctypes.CDLL("libcuda.so.1")
    rows = {"first": [], "again": [], "load": []}
    for factor in range(ROUNDS):
        rows["first"].append(compile_once(library, factor)[0])
        took, image = compile_once(library, factor)
        rows["again"].append(took)
        start, module = time.perf_counter(), ctypes.c_void_p()
        assert driver.cuModuleLoadData(ctypes.byref(module), image) == 0
        rows["load"].append(1000 * (time.perf_counter() - start))
    print(json.dumps({name: min(times) for name, times in rows.items()}))


def run(folder):
    environment = {**os.environ, "MUSASIM_RTC_CACHE": folder}
    command = [sys.executable, __file__, "--worker"]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def main():
    with tempfile.TemporaryDirectory() as folder:
        one, other = run(folder), run(folder)
    one["new process"] = other["first"]
    for name, text in (
        ("first", "compile, another macro each time"),
        ("again", "the same program again"),
        ("new process", "the same program in a new process"),
        ("load", "cuModuleLoadData"),
    ):
        print(f"{text:36}{one[name]:9.2f} ms{one[name] / one['first']:8.3f}")
    return int(max(one["again"], one["new process"]) > LIMIT * one["first"])


if __name__ == "__main__":
    sys.exit(worker() if "--worker" in sys.argv else main())
