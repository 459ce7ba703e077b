"""Options of mcc: architectures, standards, warnings, arithmetic, streams; those of clang and of other compilers."""

import pytest
from support.mcc_tool import (  # noqa: F401
    KERNEL,
    clang,
    compiled,
    folder_with_a_source,
    mcc_fails,
    run,
)


def test_architectures_choose_the_macro_of_device_code(folder):
    (folder / "arch.mu").write_text(
        "__global__ void k() { static_assert(__MUSA_ARCH__ == 310); }\n"
    )
    compiled(folder, "-c", "arch.mu", "--offload-arch=mp_31")
    compiled(folder, "-c", "arch.mu", "--cuda-gpu-arch=mp_31")
    both = ["--offload-arch=mp_22", "--offload-arch=mp_31"]
    compiled(folder, "-c", "arch.mu", *both, env={"MUSASIM_MODEL": "S5000"})
    error = mcc_fails("-c", "arch.mu", *both, cwd=folder, env={"MUSASIM_MODEL": "S4000"})
    assert "static assertion failed" in error
    for every in ("mp_22,mp_31", "native", "all"):
        compiled(folder, "-c", "arch.mu", f"--offload-arch={every}", env={"MUSASIM_MODEL": "S5000"})
        error = mcc_fails(
            "-c",
            "arch.mu",
            f"--offload-arch={every}",
            cwd=folder,
            env={"MUSASIM_MODEL": "S4000"},
        )
        assert "static assertion failed" in error
    for wrong in ("sm_90a", "sm_80", "compute_80", "mp_99", "99", "mp_80"):
        error = mcc_fails("-c", "arch.mu", f"--offload-arch={wrong}", cwd=folder)
        assert wrong in error and "mp_22 (S4000)" in error
    assert "mp_99" in mcc_fails("-c", "arch.mu", "-offload-arch=mp_99", cwd=folder)
    (folder / "arch.mu").write_text(
        "__global__ void k() { static_assert(__MUSA_ARCH__ == 350); }\n"
    )
    compiled(folder, "-c", "arch.mu", "-offload-arch=mp_35")


def test_headers_that_the_command_line_includes_may_have_device_code(folder):
    (folder / "first.h").write_text(
        "__device__ inline int lane() { return threadIdx.x + __clz(1); }\n"
    )
    (folder / "s.mu").write_text("__global__ void k(int* p) { *p = lane(); }\n")
    compiled(folder, "-include", "first.h", "-c", "s.mu")


def test_old_standards_are_raised_and_new_ones_kept(folder):
    (folder / "s.mu").write_text("static_assert(__cplusplus == WANTED);\n")
    compiled(folder, "-c", "s.mu", "-DWANTED=201703L")
    compiled(folder, "-c", "s.mu", "-std=c++14", "-DWANTED=201703L")
    compiled(folder, "-c", "s.mu", "-std=c++20", "-DWANTED=202002L")
    compiled(folder, "-c", "s.mu", "--std", "c++20", "-DWANTED=202002L")


def test_limits_of_numbers_and_algorithms_need_no_include(folder):
    """Sources for CUDA use them so: its headers bring them along."""
    text = "__device__ float most() { return FLT_MAX + INT_MAX + std::max({1, 3, 2}); }\n"
    (folder / "limits.mu").write_text(text)
    compiled(folder, "-c", "limits.mu")


def test_options_of_other_compilers_are_dropped_and_v_says_so(folder):
    done = compiled(folder, "-c", "a.mu", "-v", "-mllvm", "-x=1", "-fcuda-flush-denormals-to-zero")
    assert "option -fcuda-flush-denormals-to-zero has no effect" in done.stderr
    assert "option -mllvm has no effect" in done.stderr
    compiled(folder, "-c", "a.mu", "-fdenormal-fp-math=preserve-sign", "-ffp-contract=off")


def test_options_of_build_files_for_musa(folder):
    """As ggml, SGLang and build files for nvcc as well give them."""
    given = (
        "-mtgpu -Od3 -fsigned-char -fno-strict-aliasing --cuda-gpu-arch=mp_21 --cuda-gpu-arch mp_22"
    )
    compiled(folder, "-c", "-x", "musa", "a.mu", *given.split(), "-Wno-error=unused-private-field")
    given = "-arch=mp_22 -lineinfo --expt-relaxed-constexpr --ptxas-options=-v -Xcudafe --x"
    compiled(folder, "-c", "a.mu", *given.split(), "--compiler-options", "-fPIC,-Wall")
    (folder / "arch.mu").write_text(
        "__global__ void k() { static_assert(__MUSA_ARCH__ == 310); }\n"
    )
    compiled(folder, "-c", "arch.mu", "-gencode", "arch=compute_31,code=mp_31")


def test_more_options_of_clang(folder):
    """About the form of preprocessed text, of debug information, and without type information."""
    given = (
        "-P -C -ffp-model=fast -gline-tables-only -ftime-trace -fdeclspec -fno-rtti -fno-exceptions"
    )
    compiled(folder, "-c", "a.mu", *given.split())
    text = compiled(folder, "-E", "-P", "-dD", "a.mu").stdout
    assert "#define __MUSACC__" in text and "\n# 1 " not in text


def test_kernels_have_names_without_type_information(folder):
    (folder / "n.mu").write_text(
        "#include <cstdio>\n" + KERNEL + "int main() {\n  const char* name = nullptr;\n"
        "  musaFuncGetName(&name, reinterpret_cast<const void*>(k));\n  std::puts(name);\n}\n"
    )
    compiled(folder, "n.mu", "-fno-rtti", "-o", "n", "-lmusart")
    # clang's text about a function leaves its parameters out.
    assert run(folder / "n").stdout in ("k(int*)\n", "k\n")


@pytest.mark.parametrize(
    ("option", "other"), [("legacy", "musaErrorNotReady"), ("per-thread", "musaSuccess")]
)
def test_default_stream_of_each_thread(folder, option, other):
    (folder / "s.mu").write_text("""
#include <cstdio>
#include <thread>
__global__ void wait(volatile int* go) { while (*go == 0) __nanosleep(100); }
int main() {
  int* go;
  musaMallocManaged(&go, sizeof(int));
  wait<<<1, 1>>>(go);
  musaError_t other;
  std::thread([&] { other = musaStreamQuery(0); }).join();
  std::puts(musaGetErrorName(other));
  *static_cast<volatile int*>(go) = 1;
  return musaDeviceSynchronize();
}
""")
    for given in (f"-fgpu-default-stream={option}", f"--default-stream={option}"):
        compiled(folder, "s.mu", given, "-o", "s", "-lmusart")
        assert run(folder / "s").stdout == f"{other}\n"


def test_warnings_that_only_clang_knows_are_left_out(folder):
    (folder / "w.mu").write_text(KERNEL + "int f() { int unused; return 0; }\n")
    given = ["-Wunreachable-code-break", "-Werror=unused-private-field", "-Wunused-variable"]
    assert "unused variable" in compiled(folder, "-c", "w.mu", *given).stderr
    assert "unused variable" in mcc_fails("-c", "w.mu", *given, "-Werror", cwd=folder)


def test_no_warning_is_about_the_simulators_headers(folder):
    (folder / "w.mu").write_text(
        "#include <musa_bf16.h>\n#include <musa_fp16.h>\n#include <mublas.h>\n"
        "#include <cooperative_groups.h>\n"
        "template <class T> __global__ void k(T* p) {\n"
        "  __shared__ T s[32];\n  s[threadIdx.x] = p[threadIdx.x];\n  __syncthreads();\n"
        "  p[threadIdx.x] = s[31 - threadIdx.x];\n}\n"
        "void f(float* p) { k<float><<<1, 32>>>(p); }\n"
    )
    given = "-Wall -Wextra -Wpedantic -Wcast-qual -Wconversion -Wshadow -Werror -O2 -c w.mu"
    assert compiled(folder, *given.split()).stderr == ""


def test_fast_math_keeps_infinities_and_denormals_are_flushed_on_the_device_alone(folder):
    (folder / "m.mu").write_text("""
#include <cmath>
#include <cstdio>
__global__ void k(float* x, float* y) {
  const int i = threadIdx.x;
  y[i] = 1.0f / (1.0f + expf(-x[i]));
  x[i] *= 1e-10f;
}
int main() {
  float *x, *y;
  musaMallocManaged(&x, 64 * sizeof(float));
  musaMallocManaged(&y, 64 * sizeof(float));
  for (int i = 0; i < 64; ++i) x[i] = i % 2 ? -1000.0f : 1e-30f;
  k<<<1, 64>>>(x, y);
  musaDeviceSynchronize();
  volatile float small = 1e-30f;
  std::printf("%g %g %d", y[1], x[0], small * 1e-10f > 0);
}
""")
    compiled(folder, "-O3", "-ffast-math", "m.mu", "-o", "m")
    assert run(folder / "m").stdout == "0 9.99995e-41 1"
    compiled(folder, "-Ofast", "-fmusa-flush-denormals-to-zero", "m.mu", "-o", "m")
    assert run(folder / "m").stdout == "0 0 1"


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_fast_math_knows_the_limits_of_roots(folder, compiler):
    """Of 0, infinity and a denormal."""
    (folder / "r.mu").write_text("""
#include <cstdio>
__global__ void k(const float* x, float* y, int n) {
  const int i = threadIdx.x;
  if (i < n) y[i] = rsqrtf(x[i]) + 1.0f / sqrtf(x[i]);
}
int main() {
  float *x, *y;
  musaMallocManaged(&x, 64 * sizeof(float));
  musaMallocManaged(&y, 64 * sizeof(float));
  const float few[] = {0, INFINITY, 1e-40f, 4};
  for (int i = 0; i < 64; ++i) x[i] = few[i % 4];
  k<<<1, 64>>>(x, y, 64);
  musaDeviceSynchronize();
  for (int i = 60; i < 64; ++i) std::printf("%.3g ", y[i]);
}
""")
    chosen = {"MUSASIM_CXX": clang() if compiler == "clang++" else compiler}
    compiled(folder, "-O3", "-ffast-math", "r.mu", "-o", "r", env=chosen)
    assert run(folder / "r").stdout == "inf 0 2e+20 1 "
