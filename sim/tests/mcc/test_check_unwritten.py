"""Reads of memory that nobody has written, which kernels compiled with checks report."""

import pytest
from support.mcc_tool import program, run

CHECKED = {"MUSASIM_CHECK_KERNELS": "initcheck", "MUSASIM_MODEL": "S5000"}

PROGRAM = """
#include <cstdio>
#include <string>
#include <musa_runtime.h>
#include <mublas.h>
struct Pair { char tag; double value; };
__global__ void copy(const float* from, float* to) { to[threadIdx.x] = from[threadIdx.x]; }  // copy
__global__ void add(float* p) { p[threadIdx.x] += 1; }  // add
__global__ void count(int* p) { atomicAdd(p, 1); }  // count
__global__ void make(Pair* p) { p[threadIdx.x].tag = 1; p[threadIdx.x].value = 2; }
__global__ void pairs(const Pair* p, Pair* q) { q[threadIdx.x] = p[threadIdx.x]; }
__global__ void shared(float* p) {
  __shared__ float part[64];
  if (threadIdx.x < 32) part[threadIdx.x] = 1;
  __syncthreads();
  p[threadIdx.x] = part[threadIdx.x];  // shared
}
__global__ void dynamic(float* p, int n) {
  extern __shared__ float room[];
  if (threadIdx.x < n) room[threadIdx.x] = 1;
  __syncthreads();
  p[threadIdx.x] = room[threadIdx.x];  // dynamic
}
float* raw() { float* p; musaMalloc(&p, 1024); return p; }
float* zeros() { float* p = raw(); musaMemset(p, 0, 1024); return p; }
int main(int, char** argv) {
  const std::string name = argv[1];
  float *a = raw(), *b = raw();
%s
  puts(musaGetErrorName(musaDeviceSynchronize()));
}
"""
# What happens, and the mark of the line that is reported.
WRONG = {
    "never_written": ("copy<<<1, 64>>>(a, b);", "copy"),
    "too_little": ("musaMemset(a, 0, 252); copy<<<1, 64>>>(a, b);", "copy"),
    "added_to": ("add<<<1, 64>>>(a);", "add"),
    "counted": ("count<<<1, 64>>>((int*)a);", "count"),
    "freed_before": ("musaMemset(a, 0, 1024); musaFree(a); a = raw(); add<<<1, 64>>>(a);", "add"),
    "copied": ("musaMemcpy(b, a, 256, musaMemcpyDeviceToDevice); add<<<1, 64>>>(b);", "add"),
    "of_a_pool": ("musaMallocAsync(&a, 256, nullptr); add<<<1, 64>>>(a);", "add"),
    "half_of_an_array": ("shared<<<1, 64>>>(a);", "shared"),
    "dynamic_shared": ("dynamic<<<2, 64, 256>>>(a, 63);", "dynamic"),
}
RIGHT = {
    "filled": "musaMemset(a, 0, 256); copy<<<1, 64>>>(a, b); add<<<1, 64>>>(b);",
    "host": "float h[64] = {}; musaMemcpy(a, h, 256, musaMemcpyHostToDevice); add<<<1, 64>>>(a);",
    "kernel": "copy<<<1, 64>>>(zeros(), b); copy<<<1, 64>>>(b, a); add<<<1, 64>>>(a);",
    "padding": "make<<<1, 4>>>((Pair*)a); pairs<<<1, 4>>>((Pair*)a, (Pair*)b); pairs<<<1, 4>>>((Pair*)b, (Pair*)a);",
    "pinned": "musaMallocHost(&a, 256); add<<<1, 64>>>(a);",
    "managed": "musaMallocManaged(&a, 256); add<<<1, 64>>>(a);",
    "whole_of_an_array": "dynamic<<<2, 64, 256>>>(a, 64); add<<<1, 64>>>(a);",
    "library": "mublasHandle_t h; mublasCreate(&h); mublasScopy(h, 64, zeros(), 1, a, 1); add<<<1, 64>>>(a);",
    "set_later": "musaMemsetAsync(a, 0, 256, nullptr); add<<<1, 64>>>(a);",
}


@pytest.fixture(scope="module")
def kernels(tmp_path_factory):
    """One program of them all, which does what its argument names, and its text."""
    every = {**{name: code for name, (code, _) in WRONG.items()}, **RIGHT}
    source = PROGRAM % "".join('if (name == "%s") { %s }\n' % each for each in every.items())
    folder = tmp_path_factory.mktemp("unwritten")
    return program(folder, source, "-fcheck-kernels", "-Wl,--no-as-needed", "-lmublas"), source


@pytest.mark.parametrize("name", WRONG)
def test_reads_of_what_nobody_wrote(name, kernels):
    done = run(kernels[0], name, env=CHECKED)

    mark = WRONG[name][1]
    line = kernels[1][: kernels[1].index(f"// {mark}\n")].count("\n") + 1
    memory = "shared" if "shared" in mark or "dynamic" in mark else "global"
    assert done.stdout == "musaSuccess\n" and done.returncode == 99, done
    assert (
        f"musasim: ERROR: uninitialized {memory} read of 4 bytes in kernel {mark}(" in done.stderr
    )
    assert f"program.mu:{line}\n" in done.stderr, done.stderr


@pytest.mark.parametrize("name", RIGHT)
def test_reads_of_what_somebody_wrote(name, kernels):
    done = run(kernels[0], name, env=CHECKED)

    assert (done.stdout, done.stderr, done.returncode) == ("musaSuccess\n", "", 0)
