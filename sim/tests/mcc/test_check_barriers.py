"""Barriers and operations of warps that some threads miss, which kernels compiled with checks report."""

import re

import pytest
from support.mcc_tool import program, run

CHECKED = {"MUSASIM_CHECK_KERNELS": "synccheck", "MUSASIM_MODEL": "S5000"}

PROGRAM = """
#include <cstdio>
#include <string>
#include <cooperative_groups.h>
#include <musa_runtime.h>
%s
void (*choice)(int*);
int main(int, char** argv) {
  int* p;
  musaMalloc(&p, 4096);
  musaMemset(p, 0, 4096);
  %s
  (*choice)<<<1, 64>>>(p);
  puts(musaGetErrorName(musaDeviceSynchronize()));
}
"""

BLOCK = "barrier that not all threads of the block come to"
WARP = "operation of a warp that not all lanes of its mask come to"
MASK = "operation of a warp whose mask lacks the calling lane"

# The body, what is reported, and what more is said.
WRONG = {
    "half_of_the_block": (
        "if (threadIdx.x < 32) __syncthreads();\n p[threadIdx.x] = 1;",
        BLOCK,
        "32 threads of the block went on behind it and ended",
    ),
    "two_lines": (
        "if (threadIdx.x < 32) __syncthreads();\n else __syncthreads();",
        BLOCK,
        "32 threads of the block wait at ",
    ),
    "a_vote": (
        "int any = 0; if (threadIdx.x & 1) any = __syncthreads_or(1);\n p[threadIdx.x] = any;",
        BLOCK,
        "32 threads of",
    ),
    "a_group": (
        "if (threadIdx.x < 5) cooperative_groups::this_thread_block().sync();\n p[threadIdx.x] = 1;",
        BLOCK,
        "59 threads of the block went on",
    ),
    "a_warp": (
        "if (threadIdx.x % 32 < 8) __syncwarp();\n p[threadIdx.x] = 1;",
        WARP,
        "24 of the lanes",
    ),
    "a_shuffle": (
        "int x = 0; if (threadIdx.x % 2) x = __shfl_sync(~0u, p[threadIdx.x], 1);\n p[threadIdx.x] = x;",
        WARP,
        "16 of the lanes",
    ),
    "a_tile": (
        "auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block()); "
        "if (tile.thread_rank()) tile.sync();\n p[threadIdx.x] = 1;",
        WARP,
        "1 of the lanes",
    ),
    "a_mask": ("p[threadIdx.x] = __any_sync(0xffff, 1);", MASK, "by thread (16,0,0)"),
}
RIGHT = {
    "threads_that_return": "if (threadIdx.x > 40) return;\n __syncthreads(); p[threadIdx.x] = 1;",
    "lanes_that_return": "if (threadIdx.x > 40) return;\n p[threadIdx.x] = __shfl_sync(~0u, 1, 1);",
    "all": "__syncthreads(); p[threadIdx.x] = __syncthreads_count(1);",
    "a_branch_of_all": "if (blockDim.x > 32) __syncthreads();",
    "lanes_of_a_mask": "if (threadIdx.x % 32 < 8) __syncwarp(0xff);",
    "who_is_there": "if (threadIdx.x % 3) p[threadIdx.x] = __popc(__activemask());",
    "coalesced": "if (threadIdx.x % 3) cooperative_groups::coalesced_threads().sync();",
    "unrolled": "\n#pragma unroll\n for (int i = 0; i < 4; ++i) { p[threadIdx.x] += i; __syncthreads(); }",
}


@pytest.fixture(scope="module")
def kernels(tmp_path_factory):
    """One program of them all, which launches the one that its argument names, and its text."""
    bodies = {**{name: body for name, (body, _, _) in WRONG.items()}, **RIGHT}
    text = "".join("__global__ void %s(int* p) { %s }\n" % each for each in bodies.items())
    names = "".join('if (argv[1] == std::string("%s")) choice = %s;\n' % (n, n) for n in bodies)
    source = PROGRAM % (text, names)
    return program(tmp_path_factory.mktemp("barriers"), source, "-fcheck-kernels"), source


@pytest.mark.parametrize("name", WRONG)
def test_missed_barriers(name, kernels):
    done = run(kernels[0], name, env=CHECKED)

    _, what, words = WRONG[name]
    line = kernels[1][: kernels[1].index(f"void {name}(int* p)")].count("\n") + 1
    assert done.stdout == "musaSuccess\n" and done.returncode == 99, done
    assert f"musasim: ERROR: {what} in kernel {name}(int*)\n" in done.stderr
    assert re.search(rf"at \S+program.mu:{line}\n", done.stderr), done.stderr
    assert words in done.stderr and "by thread (" in done.stderr, done.stderr


@pytest.mark.parametrize("name", RIGHT)
def test_barriers_of_all(name, kernels):
    done = run(kernels[0], name, env=CHECKED)

    assert (done.stdout, done.stderr, done.returncode) == ("musaSuccess\n", "", 0)
