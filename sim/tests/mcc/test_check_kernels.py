"""Kernels that are compiled with checks (MUSASIM_CHECK_KERNELS=1): invalid accesses to memory."""

import re

import pytest
from support.mcc_tool import clang, mcc, output, program, run

CHECKED = {"MUSASIM_CHECK_KERNELS": "1"}

# A main() that makes `p`, 1000 bytes of device memory, and tells how a launch ended.
PROGRAM = """
#include <cstdio>
#include <cstdlib>
#include <musa_runtime.h>
__global__ void scale(float* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] *= 2;  // here
}
%s
int main() {
  float* p;
  musaMalloc(&p, 1000);
  musaMemset(p, 0, 1000);
  %s
  musaError_t error = musaDeviceSynchronize();
  printf("%%s %%s\\n", musaGetErrorName(error), musaGetErrorName(musaMalloc(&p, 4)));
}
"""


def line_of(source, text):
    """The number of the line that holds the text."""
    return source[: source.index(text)].count("\n") + 1


def checked(folder, kernels, launch):
    """The finished process of such a program, and its text."""
    source = PROGRAM % (kernels, launch)
    return run(program(folder, source, "-fcheck-kernels"), env=CHECKED), source


def reported(folder, launch, *, kernels="", error="musaErrorIllegalAddress"):
    """What such a program reports; its launch fails, and the device stays broken."""
    done, source = checked(folder, kernels, launch)
    assert done.stdout.split() == [error, error] and done.returncode == 99, done
    return re.sub(r"==\d+== +", "", done.stderr), source


def test_one_element_beyond_an_allocation(tmp_path):
    report, source = reported(tmp_path, "scale<<<2, 128>>>(p, 251);")

    assert report.startswith(
        "musasim: ERROR: invalid global read of 4 bytes in kernel scale(float*, int)\n"
    )
    assert f"program.mu:{line_of(source, '// here')}\n" in report
    assert "by thread (122,0,0) of block (1,0,0)\n" in report
    assert "lies 0 bytes beyond 1000 bytes of device memory at 0x" in report
    assert "made by call #" in report and "musaMalloc, called from program+" in report


def test_one_element_before_an_allocation(tmp_path):
    kernels = "__global__ void before(float* p) { p[-1 - int(threadIdx.x)] = 1; }"
    report, source = reported(tmp_path, "before<<<1, 1>>>(p);", kernels=kernels)

    assert "invalid global write of 4 bytes in kernel before(float*)\n" in report
    assert f"program.mu:{line_of(source, 'void before')}\n" in report
    assert "lies 4 bytes before 1000 bytes of device memory" in report


def test_memory_that_was_freed(tmp_path):
    report, _ = reported(tmp_path, "musaFree(p); scale<<<1, 128>>>(p, 250);")

    assert "invalid global read" in report
    assert "lies 0 bytes into 1000 bytes of device memory" in report
    assert "freed by call #" in report and "musaFree, called from" in report


@pytest.mark.parametrize(
    "pointer, words",
    [
        ("nullptr", ["invalid global read", "(nil) is not in any allocation"]),
        ("(float*)malloc(9999)", ["invalid global (host pointer) read", "no device can reach"]),
    ],
)
def test_pointers_that_are_not_the_devices(tmp_path, pointer, words):
    report, _ = reported(tmp_path, f"scale<<<1, 128>>>({pointer}, 250);")

    assert all(word in report for word in words), report


def test_addresses_that_are_not_aligned(tmp_path):
    kernels = "__global__ void askew(char* p) { *(float*)(p + 2) = 1; }"
    report, _ = reported(
        tmp_path,
        "askew<<<1, 1>>>((char*)p);",
        kernels=kernels,
        error="musaErrorMisalignedAddress",
    )

    assert "misaligned address write of 4 bytes in kernel askew(char*)" in report


def test_atomic_functions_are_looked_at(tmp_path):
    kernels = "__global__ void add(float* p) { atomicAdd(p + 250, 1.f); }  // add"
    report, source = reported(tmp_path, "add<<<1, 1>>>(p);", kernels=kernels)

    assert "invalid global atomic operation of 4 bytes in kernel add(float*)" in report
    assert f"program.mu:{line_of(source, '// add')}\n" in report


def test_the_end_of_dynamic_shared_memory(tmp_path):
    kernels = """
    __global__ void stage(float* p) {
      extern __shared__ float part[];
      part[threadIdx.x] = p[threadIdx.x];
      __syncthreads();
      p[threadIdx.x] = part[threadIdx.x ^ 1];
    }
    """
    report, _ = reported(tmp_path, "stage<<<1, 64, 63 * 4>>>(p);", kernels=kernels)

    assert "invalid shared write of 4 bytes in kernel stage(float*)" in report
    assert "the address is byte 252 of the dynamic shared memory, which has 252 bytes" in report


SHARED = """
__device__ int table[4];
__global__ void shared(int* p, int n, int which) {
  __shared__ int part[32], unused[32];
  __shared__ int other[32];
  int local[8];
  part[threadIdx.x] = other[threadIdx.x] = unused[threadIdx.x] = p[threadIdx.x];
  for (int i = 0; i < 8; ++i) local[i] = p[i];
  __syncthreads();
  int* q = other;
  if (which == 0) p[threadIdx.x] = q[threadIdx.x + n];  // behind
  if (which == 1) p[threadIdx.x] = q[int(threadIdx.x) - n];  // before
  if (which == 2) p[threadIdx.x] = part[threadIdx.x + n];  // neighbour
  if (which == 3) p[threadIdx.x] = local[int(threadIdx.x) - n];  // local
  if (which == 4) p[threadIdx.x] = table[threadIdx.x + n];  // table
}
"""


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """One program whose argument chooses what its kernel does wrong."""
    source = PROGRAM % (SHARED, "shared<<<1, 32>>>((int*)p, 1, atoi(argv[1]));")
    source = source.replace("int main() {", "int main(int, char** argv) {")
    return program(tmp_path_factory.mktemp("shared"), source, "-fcheck-kernels"), source


@pytest.mark.parametrize(
    "which, mark, words",
    [
        (0, "behind", "byte 128 of the __shared__ variable other, which has 128 bytes"),
        (1, "before", "the address is 4 bytes before the __shared__ variable other"),
        (2, "neighbour", "index 32 is not one of 'int [32]'"),
        (3, "local", "index -1 is not one of 'int [8]'"),
        (4, "table", "index 4 is not one of 'int [4]'"),
    ],
)
def test_bounds_of_variables(which, mark, words, shared):
    done = run(shared[0], str(which), env=CHECKED)

    assert done.stdout.split()[0] == "musaErrorIllegalAddress" and done.returncode == 99
    assert words in done.stderr and "by thread (" in done.stderr
    assert f"program.mu:{line_of(shared[1], '// ' + mark)}\n" in done.stderr


def test_copies_are_looked_at(tmp_path):
    kernels = "__global__ void copy(char* p, int n) { memcpy(p + 900, p, n); }  // copy"
    report, source = reported(tmp_path, "copy<<<1, 1>>>((char*)p, 101);", kernels=kernels)

    assert "invalid global write of 101 bytes in kernel copy(char*, int)" in report
    assert f"program.mu:{line_of(source, '// copy')}\n" in report


def test_the_tools_are_chosen_by_name(shared):
    for tools, status in [("memcheck", 99), ("racecheck,synccheck", 0), ("all", 99)]:
        done = run(shared[0], "0", env={"MUSASIM_CHECK_KERNELS": tools})
        assert done.returncode == status, tools


def test_an_unknown_tool_is_an_error(shared):
    done = run(shared[0], "0", env={"MUSASIM_CHECK_KERNELS": "memcheck,racechek"})

    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr == (
        "musasim: MUSASIM_CHECK_KERNELS=memcheck,racechek: there is no tool 'racechek'; choose 0, 1, all, or "
        "some of memcheck,racecheck,initcheck,synccheck\n"
    )


RIGHT = """
__device__ int counters[4];
__constant__ float factors[2] = {1, 2};
struct Shape { virtual __device__ ~Shape() {} virtual __device__ float area() const = 0; };
struct Square : Shape { float side; __device__ Square(float s) : side(s) {} __device__ float area() const override { return side * side; } };
struct Wide { float values[40]; };
__global__ void kernel(float* p, int* pinned, int* managed, Wide wide) {
  extern __shared__ float part[];
  __shared__ int kept[64];
  __shared__ float4 vectors[64];
  float local[8];
  for (int i = 0; i < 8; ++i) local[(i * 3) % 8] = i;
  kept[threadIdx.x] = threadIdx.x;
  vectors[threadIdx.x] = make_float4(1, 2, 3, 4);
  part[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  Shape* shape = new Square(2);
  int* own = (int*)malloc(40);
  own[9] = threadIdx.x;
  atomicAdd(&counters[threadIdx.x % 4], kept[63 - threadIdx.x]);
  atomicAdd(pinned, 1);
  atomicCAS(managed, 0, 7);
  float lane = __shfl_xor_sync(~0u, part[threadIdx.x], 1);
  p[threadIdx.x] = lane + factors[threadIdx.x % 2] + shape->area() + local[threadIdx.x % 8] + own[9] + wide.values[39] + vectors[63 - threadIdx.x].w;
  delete shape;
  free(own);
}
"""
LAUNCH = """
int *pinned, *managed;
musaMallocHost(&pinned, 4); musaMallocManaged(&managed, 4); *pinned = *managed = 0;
Wide wide = {}; wide.values[39] = 5;
kernel<<<1, 64, 256>>>(p, pinned, managed, wide);
musaDeviceSynchronize();
printf("%d %d\\n", *pinned, *managed);
float last; musaMemcpy(&last, p + 63, 4, musaMemcpyDefault); printf("%g\\n", last);
"""


def test_a_kernel_without_mistakes_runs_as_without_checks(tmp_path):
    """Every kind of memory that a kernel may use."""
    done, source = checked(tmp_path, RIGHT, LAUNCH)

    assert done.stderr == "" and done.returncode == 0
    assert done.stdout.split() == ["64", "7", "83", "musaSuccess", "musaSuccess"]
    assert done.stdout == output(tmp_path, source)


def test_the_variable_of_the_environment_compiles_with_checks(tmp_path):
    (tmp_path / "k.mu").write_text("__global__ void k(int* p) { *p = 1; }")
    names = {}
    for name, options, env in [
        ("plain", [], {}),
        ("checked", [], CHECKED),
        ("refused", ["-fno-check-kernels"], CHECKED),
        ("off", [], {"MUSASIM_CHECK_KERNELS": "0"}),
    ]:
        assert mcc("-c", "k.mu", "-o", name, *options, cwd=tmp_path, env=env).returncode == 0
        names[name] = "musasim_checked_write4" in run("nm", tmp_path / name).stdout

    assert names == {"plain": False, "checked": True, "refused": False, "off": False}
    assert "__tsan" not in run("nm", tmp_path / "checked").stdout


def test_kernels_without_checks_run_beside_checked_ones(tmp_path):
    """An object says itself how it was compiled: without the variable the checks are there too."""
    source = PROGRAM % ("", "scale<<<2, 128>>>(p, 251);")

    plain = run(program(tmp_path, source), env=CHECKED)
    done = run(program(tmp_path, source, "-fcheck-kernels"))

    assert plain.stdout.split()[0] == "musaSuccess"
    assert done.stdout.split()[0] == "musaErrorIllegalAddress"
    assert "invalid global read of 4 bytes in kernel scale(float*, int)" in done.stderr


def test_clang_compiles_with_checks(tmp_path):
    env = {"MUSASIM_CXX": clang()}
    source = PROGRAM % ("", "scale<<<2, 128>>>(p, 251);")
    (tmp_path / "program.mu").write_text(source)
    done = mcc("-O1", "-fcheck-kernels", "program.mu", "-o", "program", cwd=tmp_path, env=env)
    assert done.returncode == 0, done.stderr

    done = run(tmp_path / "program", env=CHECKED)

    assert " of 4 bytes in kernel scale(float*, int)\n" in done.stderr
    assert f"program.mu:{line_of(source, '// here')}\n" in done.stderr


def bounded_launch(folder):
    kernels = "__global__ void __launch_bounds__(64) twice(float* p) { p[threadIdx.x] *= 2; }"
    launches = "twice<<<1, 65>>>(p); twice<<<1, 96>>>(p);"
    return program(folder, PROGRAM % (kernels, launches))


def test_a_launch_beyond_launch_bounds_runs_with_one_warning(tmp_path):
    done = run(bounded_launch(tmp_path))

    assert done.stdout.split() == ["musaSuccess", "musaSuccess"] and done.returncode == 0
    assert done.stderr == (
        "musasim: warning: kernel twice is launched with 65 threads in a block, beyond the 64 of its "
        "__launch_bounds__; CUDA refuses this launch\n"
    )


def test_a_launch_beyond_launch_bounds_is_an_error_of_check_mode(tmp_path):
    done = run(bounded_launch(tmp_path), env={"MUSASIM_CHECK": "noleak"})

    assert done.returncode == 99
    assert "musasim: ERROR: kernel twice is launched with 65 threads in a block" in done.stderr


def test_vectors_at_addresses_that_are_not_aligned(tmp_path):
    """Their members are read one by one, which alone would be aligned."""
    kernels = (
        "__global__ void sum(const float4* in, float* out) { float4 v = in[0]; *out = v.x + v.w; }"
    )
    report, _ = reported(
        tmp_path,
        "sum<<<1, 1>>>((float4*)(p + 1), p);",
        kernels=kernels,
        error="musaErrorMisalignedAddress",
    )

    assert "misaligned address read of 16 bytes in kernel sum(float4 const*, float*)" in report
    assert "the address is not aligned for" in report


def test_memory_of_a_pool_that_is_freed_behind_a_launch(tmp_path):
    launch = """
    float* q; musaMallocAsync(&q, 1000, nullptr);
    scale<<<1, 128>>>(q, 128);
    musaFreeAsync(q, nullptr);
    """
    done, _ = checked(tmp_path, "", launch)
    assert (done.stderr, done.stdout.split()) == ("", ["musaSuccess", "musaSuccess"])

    report, _ = reported(tmp_path, launch + "scale<<<1, 128>>>(q, 128);")
    assert "invalid global read" in report and "musaFreeAsync" in report
