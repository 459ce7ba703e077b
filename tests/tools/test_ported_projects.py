"""tools/check_ported_projects.py: what it lets pass, and what it finds, on a made-up project."""

import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

GOOD = """
#include <cuda_runtime.h>
#include "scale.cuh"
template <class T> __global__ void scale(T* data, T factor, int n) {
  extern __shared__ float table[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(data + i, times(factor, table[i]));
  __syncthreads();
}
cudaError_t run(float* data, int n, cudaStream_t stream) {
  scale<float><<<dim3((n + 31) / 32),  // blocks
                 32, 16, stream>>>(data, 2, n);
  return cudaGetLastError();
}
"""
HEADER = "inline __device__ float times(float a, float b) { return __fmul_rn(a, b); }\n"
ASSEMBLY = """
__device__ int lane() {
  int result;
  asm("mov.u32 %0, %nobody;" : "=r"(result));
  return result;
}
"""
TRANSLATED = """
__device__ unsigned either(unsigned a, unsigned b) {
  asm("lop3.b32 %0, %0, %1, %1, 0xfc;" : "+r"(a) : "r"(b));
  return a;
}
"""
FOR_KERNELS = """
__device__ int what() {
#if __CUDA_ARCH__ >= 700
  return nobody_has_this();
#else
  return 0;
#endif
}
"""


@pytest.fixture(scope="module")
def tool():
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        import ported_projects.check
        import ported_projects.launches
        import ported_projects.page
        import ported_projects.passed
        import ported_projects.projects
    finally:
        sys.path.remove(str(ROOT / "tools"))
    return ported_projects


@pytest.fixture(scope="module")
def checked(tool, tmp_path_factory):
    """The verdicts on a project of four files, by file."""
    scratch = tmp_path_factory.mktemp("scratch")
    original = scratch / "original" / "made-up-1.0"
    original.mkdir(parents=True)
    files = {"good.cu": GOOD, "scale.cuh": HEADER, "asm.cu": ASSEMBLY, "either.cu": TRANSLATED}
    files["kernel.cu"] = FOR_KERNELS
    for name, text in files.items():
        (original / name).write_text(text)
    (original / "unused.cuh").write_text("inline cudaError_t unused() { return missing; }\n")
    nothing = scratch / "nothing"
    nothing.mkdir()
    compiler = tool.compiler.Compiler(scratch / "pch", ROOT / "sim" / "include", nothing, nothing)
    checker = tool.check.Checker(scratch, compiler, jobs=2)
    project = tool.projects.Project()
    return checker.check("made-up", project, original.parent)


def test_verdicts(checked):
    states = {Path(one.path).name: one.state for one in checked.verdicts}

    assert states == {
        "asm.mu": "named",
        "either.mu": "passes",
        "good.mu": "passes",
        "kernel.mu": "violation",
        "scale.muh": "passes",
        "unused.muh": "violation",
    }


def test_reasons_name_the_place(checked):
    reasons = {Path(one.path).name: one.reasons for one in checked.verdicts}

    assert reasons["asm.mu"] == ["asm-refused (made-up-1.0/asm.mu:4)"]
    (kernel,) = reasons["kernel.mu"]
    assert kernel.startswith("made-up-1.0/kernel.mu:4: ") and "nobody_has_this" in kernel


def test_page_counts_files_and_findings(tool, checked, monkeypatch):
    monkeypatch.setitem(tool.projects.PROJECTS, "made-up", tool.projects.Project())
    text = tool.page.text([tool.page.Row("made-up", "1.0", *checked)], "2.13.0+cpu")

    (row,) = [line for line in text.splitlines() if line.startswith("| made-up | 1.0 | 6 |")]
    assert "1 asm-refused" in row and row.endswith("| 3 | 1 |")
    assert "- `made-up-1.0/asm.mu`: asm-refused (made-up-1.0/asm.mu:4)" in text


@pytest.mark.parametrize(
    "musa, cpp",
    [
        ("k<<<1, 2>>>(a);", "k (a), ::musasim::check_launch(1, 2);"),
        ("k<<<\n  1,\n  2>>>(a);", "k\n\n(a), ::musasim::check_launch(1, 2);"),
        ("k<T<1> >\\\n<<<1>>>();", "k<T<1> >\\\n (), ::musasim::check_launch(1);"),
        ('f("k<<<1>>>(a)");', 'f("k<<<1>>>(a)");'),
        ("extern __shared__ float a[];", "static __shared__ float a[1];"),
        ("extern int a[];", "extern int a[];"),
        ("__noinline__ f();", "__attribute__((noinline)) f();"),
    ],
)
def test_rewrites_what_cpp_cannot_parse(tool, musa, cpp):
    assert tool.launches.rewrite(musa) == cpp


def test_what_passed_is_compiled_again_when_a_file_changed(tool, tmp_path):
    header = tmp_path / "header.h"
    header.write_text("int a;\n")
    passed = tool.passed.Passed(tmp_path / "passed")
    command = ["g++", "file.cpp"]

    assert passed.files_read(command) is None
    passed.add(command, [str(header)])
    assert passed.files_read(command) == [str(header)]
    os.utime(header, (1, 1))
    assert passed.files_read(command) is None


def test_places_that_led_to_an_error_are_kept(tool):
    (error,) = tool.compiler.parse_errors(
        "In file included from a.mu:3:\n"
        "b.h: In instantiation of 'T f() [with T = int]':\n"
        "a.mu:9:7:   required from here\n"
        "b.h:5:2: error: 'x' was not declared in this scope\n"
        "b.h:4:2: note: or this\n"
    )

    assert (error.path, error.line) == ("b.h", 5)
    assert error.via == (("a.mu", 3), ("a.mu", 9))
