"""MUSASIM_MCC_PLAIN=1: the same numbers without what mcc does for speed alone."""

import re

import pytest
from support.mcc_tool import mcc, run

SOURCE = """
#include <cstdio>
__global__ void guarded(int* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
}
__global__ void strided(int* a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) a[i] *= 2;
}
__global__ void reversed(int* a) {
  __shared__ int part[64];
  part[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = part[63 - threadIdx.x];
}
int main() {
  int* a;
  musaMallocManaged(&a, 100 * sizeof(int));
  guarded<<<1, 128>>>(a, 100);
  strided<<<2, 16>>>(a, 100);
  reversed<<<1, 64>>>(a);
  if (musaDeviceSynchronize() != musaSuccess) return 1;
  for (int i = 0; i < 100; ++i) printf("%d ", a[i]);
}
"""
NUMBERS = [*range(126, -1, -2), *range(128, 200, 2)]
FORMS = {
    "0": {"guarded_kernel": "kLoop", "turning_kernel": "kLoop", "kernel": "kFiber"},
    "1": {"kernel": "kFiber"},
}


@pytest.mark.parametrize("plain", ("0", "1"))
def test_the_numbers_are_the_same(plain, tmp_path):
    source = tmp_path / "three.mu"
    source.write_text(SOURCE)
    env = {"MUSASIM_MCC_PLAIN": plain, "MUSASIM_CHECK_KERNELS": None}
    done = mcc("-save-temps", source.name, "-o", "three", cwd=tmp_path, env=env)
    assert done.returncode == 0, done.stderr
    ran = run(tmp_path / "three")
    assert ran.returncode == 0, ran
    assert [int(number) for number in ran.stdout.split()] == NUMBERS
    text = (tmp_path / "three.rewritten.ii").read_text()
    calls = re.findall(
        r"musasim::device::(\w*kernel)<static_cast.*?musasim::device::(kLoop|kFiber)", text
    )
    assert len(calls) == 3
    assert dict(calls) == FORMS[plain]
