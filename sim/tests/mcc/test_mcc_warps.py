"""PTX for the lanes of a warp, on GPUs whose warps have 32 and 128 lanes."""

import pytest
from support.mcc_tool import output

SHUFFLE = """
#include <cstdio>
#include <musa_runtime.h>
__global__ void k(int* out) {
  int found;
  asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=r"(found) : "r"(threadIdx.x));
  out[threadIdx.x] = found;
}
int main() {
  int* out; musaMallocManaged(&out, 256); k<<<1, THREADS>>>(out);
  const musaError_t error = musaDeviceSynchronize();
  if (error != musaSuccess) { printf("%s\\n", musaGetErrorName(error)); return 0; }
  int wrong = 0; for (int i = 0; i < THREADS; ++i) wrong += out[i] != (i ^ 1);
  printf("%d wrong\\n", wrong);
}
"""


MATRIX = SHUFFLE.replace(
    """asm volatile("shfl""",
    """unsigned d; asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(d) : "r"(threadIdx.x));
  asm volatile("shfl""",
)


@pytest.mark.parametrize("model, threads", [("S5000", 64), ("S4000", 32), ("S4000", 64)])
def test_lanes_of_ptx_are_32_threads(tmp_path, model, threads):
    found = output(tmp_path, SHUFFLE, f"-DTHREADS={threads}", env={"MUSASIM_MODEL": model})
    assert found == "0 wrong\n"


def test_matrices_in_wider_warps_are_an_error_that_names_the_instruction(tmp_path):
    found = output(tmp_path, MATRIX, "-DTHREADS=64", env={"MUSASIM_MODEL": "S4000"})
    told = "movmatrix of PTX needs warps of 32 lanes; those of this GPU have 128 (MTT S5000 has 32)"
    assert told in found and "wrong" not in found and found.splitlines()[-1].startswith("musaError")
