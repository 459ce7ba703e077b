"""Races in shared and global memory, which kernels compiled with checks report (MUSASIM_CHECK_KERNELS=1)."""

import re

import pytest
from support.mcc_tool import program, run

CHECKED = {"MUSASIM_CHECK_KERNELS": "1", "MUSASIM_MODEL": "S5000"}

PROGRAM = """
#include <cstdio>
#include <cooperative_groups.h>
#include <musa_runtime.h>
%s
int main() {
  int* p;
  musaMalloc(&p, 4096);
  musaMemset(p, 1, 4096);
  kernel<<<2, 128, 1024>>>(p);
  puts(musaGetErrorName(musaDeviceSynchronize()));
}
"""


def checked(folder, kernel):
    """The finished process of a program with that kernel; a race does not end the launch."""
    done = run(program(folder, PROGRAM % kernel, "-fcheck-kernels"), env=CHECKED)
    assert done.stdout == "musaSuccess\n", done
    return done


def line_of(kernel, mark):
    """The line of the program that holds the mark."""
    source = PROGRAM % kernel
    return source[: source.index(mark)].count("\n") + 1


REDUCTION = """
__global__ void kernel(int* p) {
  __shared__ int part[128];
  p += blockIdx.x * 128;
  part[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];  // sum
    %s;
  }
  if (threadIdx.x == 0) p[0] = part[0];
}
"""


def test_a_missing_barrier_in_a_reduction(tmp_path):
    kernel = REDUCTION % ""
    done = checked(tmp_path, kernel)

    assert done.returncode == 99
    line = f"program.mu:{line_of(kernel, '// sum')}\n"
    assert "race: two threads use the same 4 bytes of shared memory in kernel kernel(int*)" in (
        done.stderr
    )
    told = re.findall(r"  thread \((\d+),0,0\) (read|wrote) at (\S+\n)", done.stderr)
    assert len(told) == 2 and all(place.endswith(line) for _, _, place in told)
    assert told[0][0] != told[1][0] and "wrote" in {told[0][1], told[1][1]}
    assert re.search(
        r"race at \S+ in kernel kernel\(int\*\): \d+ times in this launch", done.stderr
    )


RACES = {
    "two_write": "__shared__ int x; x = threadIdx.x; __syncthreads(); p[threadIdx.x] = x;",
    "write_then_read": """extern __shared__ int s[]; s[threadIdx.x] = 1;
        p[threadIdx.x] = s[127 - threadIdx.x];""",
    "read_then_write": """extern __shared__ int s[]; s[threadIdx.x] = threadIdx.x; __syncthreads();
        int next = s[(threadIdx.x + 1) % 128]; s[threadIdx.x] = next; p[threadIdx.x] = next;""",
    "in_a_warp": """__shared__ int s[128]; s[threadIdx.x] = threadIdx.x;
        p[threadIdx.x] = s[threadIdx.x ^ 1];""",
    "between_warps": """__shared__ int s[128]; s[threadIdx.x] = threadIdx.x; __syncwarp();
        p[threadIdx.x] = s[threadIdx.x ^ 32];""",
    "fence_for_barrier": """__shared__ int s[128]; s[threadIdx.x] = threadIdx.x; __threadfence_block();
        p[threadIdx.x] = s[threadIdx.x ^ 32];""",
    "half_of_a_warp": """__shared__ int s[128]; s[threadIdx.x] = threadIdx.x;
        __syncwarp(threadIdx.x % 32 < 16 ? 0xffff : 0xffff0000); p[threadIdx.x] = s[threadIdx.x ^ 16];""",
    "atomic_and_plain": """__shared__ int n; if (threadIdx.x == 0) n = 0;
        __syncthreads(); atomicAdd(&n, 1); if (threadIdx.x == 127) p[0] = n;
        if (threadIdx.x == 5) n = 7;""",
    "uninitialized_counter": """__shared__ int n; if (threadIdx.x == 0) n = 0;
        atomicAdd(&n, 1); __syncthreads(); p[threadIdx.x] = n;""",
    "bytes_of_a_word": """__shared__ char s[132]; s[threadIdx.x] = 1;
        *(volatile int*)(s + threadIdx.x / 4 * 4) = threadIdx.x; __syncthreads(); p[0] = s[0];""",
}


RIGHT = {
    "barriers": "__shared__ int s[128]; s[threadIdx.x] = 1; __syncthreads(); "
    "int other = s[threadIdx.x ^ 64]; __syncthreads(); s[threadIdx.x] = other; p[threadIdx.x] = s[threadIdx.x];",
    "warps": "__shared__ int s[128]; for (int i = 0; i < 5; ++i) { s[threadIdx.x] = i; __syncwarp(); "
    "p[threadIdx.x] = s[threadIdx.x ^ 3]; __syncwarp(); }",
    "parts_of_warps": """__shared__ int s[128]; s[threadIdx.x] = 1;
        __syncwarp(threadIdx.x % 32 < 16 ? 0xffff : 0xffff0000); p[threadIdx.x] = s[threadIdx.x ^ 8];""",
    "tiles": """__shared__ int s[128]; auto block = cooperative_groups::this_thread_block();
        auto tile = cooperative_groups::tiled_partition<8>(block);
        s[threadIdx.x] = 1; tile.sync(); p[threadIdx.x] = s[threadIdx.x ^ 7]; block.sync();
        p[threadIdx.x] += s[threadIdx.x ^ 64];""",
    "atomics": """__shared__ int n; if (threadIdx.x == 0) n = 0; __syncthreads();
        atomicAdd(&n, 1); atomicMax(&n, 3); __syncthreads(); p[threadIdx.x] = n;""",
    "a_lock": """__shared__ int lock, sum; if (threadIdx.x == 0) lock = sum = 0; __syncthreads();
        for (bool done = false; !done;) {
          if (atomicCAS(&lock, 0, 1) == 0) {
            sum += 1; __threadfence_block(); atomicExch(&lock, 0); done = true;
          }
        }
        __syncthreads(); p[threadIdx.x] = sum;""",
    "one_value_by_all": "__shared__ int any; if (threadIdx.x == 0) any = 0; __syncthreads(); "
    "if (p[threadIdx.x]) any = 1; __syncthreads(); p[threadIdx.x] = any;",
    "neighbouring_bytes": "__shared__ char s[128]; s[threadIdx.x] += threadIdx.x; __syncthreads(); "
    "p[threadIdx.x] = s[127 - threadIdx.x];",
    "blocks_one_after_the_other": "extern __shared__ int s[]; s[threadIdx.x] = blockIdx.x; "
    "p[threadIdx.x] = s[threadIdx.x];",
    "threads_that_leave": "__shared__ int s[128]; s[threadIdx.x] = 1; if (threadIdx.x >= 64) return; "
    "__syncthreads(); p[threadIdx.x] = s[threadIdx.x + 64];",
}


# Races of two blocks, or of the threads of one, in global memory.
GLOBAL_RACES = {
    "counter": "p[0] += 1;",
    "last_writer": "p[0] = blockIdx.x * 128 + threadIdx.x;",
    "neighbour": "p[blockIdx.x * 128 + threadIdx.x] = p[(blockIdx.x * 128 + threadIdx.x + 1) % 256] + 1;",
    "zeroed_late": "if (blockIdx.x == 1 && threadIdx.x == 0) p[0] = 0; atomicAdd(p, 1);",
    "no_fence": """__shared__ bool last; p[1 + blockIdx.x * 128 + threadIdx.x] = 7; __syncthreads();
        if (threadIdx.x == 0) last = atomicAdd(p, 1) == 0x01010102; __syncthreads();
        if (last) p[512 + threadIdx.x] = p[1 + threadIdx.x] + p[129 + threadIdx.x];""",
    "fence_for_barrier_of_grid": """p[blockIdx.x * 128 + threadIdx.x] = threadIdx.x; __threadfence();
        p[512 + blockIdx.x * 128 + threadIdx.x] = p[255 - blockIdx.x * 128 - threadIdx.x];""",
    "in_a_block": """int* q = p + blockIdx.x * 128; q[threadIdx.x] = threadIdx.x;
        p[512 + blockIdx.x * 128 + threadIdx.x] = q[threadIdx.x ^ 32];""",
}
GLOBAL_RIGHT = {
    "last_block": """__shared__ bool last; p[1 + blockIdx.x * 128 + threadIdx.x] = 7; __threadfence();
        __syncthreads(); if (threadIdx.x == 0) last = atomicAdd(p, 1) == 0x01010102; __syncthreads();
        if (last) p[512 + threadIdx.x] = p[1 + threadIdx.x] + p[129 + threadIdx.x];""",
    "spin_lock": """if (threadIdx.x == 0) { while (atomicCAS(p, 0x01010101, 7) != 0x01010101) {} __threadfence();
        p[1] += 1; __threadfence(); atomicExch(p, 0x01010101); }""",
    "given_back_by_a_write": """if (threadIdx.x == 0) { while (atomicCAS(p, 0x01010101, 7) != 0x01010101) {}
        __threadfence(); p[1] += 1; __threadfence(); *(volatile int*)p = 0x01010101; }""",
    "volatile_flag": """volatile int* v = p; if (threadIdx.x == 0) { if (blockIdx.x == 0) { p[1] = 5; __threadfence(); v[0] = 1; }
        else { while (v[0] != 1) {} __threadfence(); p[2] = p[1]; } }""",
    "acquired": """if (threadIdx.x == 0) { if (blockIdx.x == 0) { p[1] = 5; __threadfence(); atomicExch(p, 1); }
        else { while (__atomic_load_n(p, __ATOMIC_ACQUIRE) != 1) {} p[2] = p[1]; } }""",
    "flag_past_the_cache": """if (threadIdx.x == 0) { if (blockIdx.x == 0) { p[1] = 5; __threadfence(); atomicExch(p, 1); }
        else { while (__ldcg(p) != 1) __threadfence(); p[2] = p[1]; } }""",
    "lock_of_shared_memory": """__shared__ int sum; if (threadIdx.x == 0) sum = 0; __syncthreads();
        if (threadIdx.x % 32 == 0) { while (atomicCAS(p, 0x01010101, 7) != 0x01010101) {} __threadfence();
        sum += threadIdx.x; __threadfence(); atomicExch(p, 0x01010101); }""",
    "same_value": "p[threadIdx.x % 4] = 9;",
    "own_bytes": "((char*)p)[blockIdx.x * 128 + threadIdx.x] = threadIdx.x;",
    "by_barriers": """int* q = p + blockIdx.x * 128; q[threadIdx.x] = threadIdx.x; __syncthreads();
        p[512 + blockIdx.x * 128 + threadIdx.x] = q[threadIdx.x ^ 32];""",
    "counted": "atomicAdd(p, 1); if (threadIdx.x == 200) p[1] = p[0];",
}


@pytest.fixture(scope="module")
def kernels(tmp_path_factory):
    """One program of them all, which launches the one that its argument names."""
    every = {**RACES, **RIGHT, **GLOBAL_RACES, **GLOBAL_RIGHT}
    apart = {name: "p += blockIdx.x * 128; " for name in (*RACES, *RIGHT)}
    text = "".join(
        "__global__ void %s(int* p) { %s%s }\n" % (name, apart.get(name, ""), body)
        for name, body in every.items()
    )
    text += "#include <string>\n#define kernel *choice\nvoid (*choice)(int*);\n"
    names = "".join('if (argv[1] == std::string("%s")) choice = %s;\n' % (n, n) for n in every)
    source = (PROGRAM % text).replace("int main() {", "int main(int, char** argv) {" + names)
    source = source.replace("kernel<<<", "(kernel)<<<")
    return program(tmp_path_factory.mktemp("races"), source, "-fcheck-kernels")


@pytest.mark.parametrize("name", RACES)
def test_races(name, kernels):
    done = run(kernels, name, env=CHECKED)

    assert done.stdout == "musaSuccess\n" and done.returncode == 99
    assert f"of shared memory in kernel {name}(int*)" in done.stderr


@pytest.mark.parametrize("name", [*RIGHT, *GLOBAL_RIGHT])
def test_what_is_in_order_is_no_race(name, kernels):
    done = run(kernels, name, env=CHECKED)

    assert (done.stdout, done.stderr, done.returncode) == ("musaSuccess\n", "", 0)


@pytest.mark.parametrize("name", GLOBAL_RACES)
def test_races_in_global_memory(name, kernels):
    done = run(kernels, name, env=CHECKED)

    assert done.stdout == "musaSuccess\n" and done.returncode == 99
    assert f"race: two threads use the same 4 bytes of global memory in kernel {name}(int*)" in (
        done.stderr
    )
    assert "lies" in done.stderr and "made by call #" in done.stderr


def test_a_barrier_of_the_grid_orders_blocks(tmp_path):
    kernel = """
    __global__ void kernel(int* p) {
      p[blockIdx.x * 128 + threadIdx.x] = 1;
      %s;
      p[512 + blockIdx.x * 128 + threadIdx.x] = p[(blockIdx.x ^ 1) * 128 + threadIdx.x];
    }
    """
    launch = "void* arguments[] = {&p}; musaLaunchCooperativeKernel((void*)kernel, 2, 128, arguments, 0, nullptr);"
    reports = {}
    for barrier in ("cooperative_groups::this_grid().sync()", "__syncthreads()"):
        source = (PROGRAM % (kernel % barrier)).replace("kernel<<<2, 128, 1024>>>(p);", launch)
        reports[barrier] = run(program(tmp_path, source, "-fcheck-kernels"), env=CHECKED).stderr

    assert reports["cooperative_groups::this_grid().sync()"] == ""
    assert "of global memory in kernel kernel(int*)" in reports["__syncthreads()"]


def test_a_right_reduction(tmp_path):
    done = checked(tmp_path, REDUCTION % "__syncthreads()")

    assert done.stderr == "" and done.returncode == 0
