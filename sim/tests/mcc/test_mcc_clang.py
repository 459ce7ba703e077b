"""mcc compiles with clang++ what only clang knows, and says so where there is none."""

import os
import shutil

import pytest
from support.mcc_tool import HOME, NO_CHOICE, clang, mcc, mcc_fails, run

VECTORS = """
#include <cstdio>
typedef float f4 __attribute__((ext_vector_type(4)));
typedef int i4 __attribute__((ext_vector_type(4)));
__global__ void k(f4* p, float* out) {
  f4 v = p[threadIdx.x].wzyx * 2;
  v.x += v.hi.y;
  const f4 one = 1.0f;
  out[threadIdx.x] = v.s0 + one[2] + __builtin_reduce_add(__builtin_convertvector(v, i4));
}
int main() {
  f4* p;
  float* out;
  musaMallocManaged(&p, 32 * sizeof(f4));
  musaMallocManaged(&out, 32 * sizeof(float));
  for (int i = 0; i < 32; ++i) p[i] = f4{1.0f * i, 1, 2, 3};
  k<<<1, 32>>>(p, out);
  musaDeviceSynchronize();
  std::printf("%g %g\\n", out[0], out[31]);
}
"""
COMPONENT = ".wzyx of an ext_vector_type needs clang"


@pytest.fixture(name="gcc_alone")
def folder_of_gcc(tmp_path):
    """A PATH with g++ and no clang++ but mcc's own."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("g++", "as", "ld"):
        (tools / name).symlink_to(shutil.which(name))
    return {**NO_CHOICE, "PATH": f"{HOME}/bin:{tools}"}


def test_vectors_of_clang_are_compiled_by_clang(tmp_path):
    compiler = clang()
    (tmp_path / "v.mu").write_text(VECTORS)
    done = mcc("-v", "-O1", "v.mu", "-o", "v", cwd=tmp_path, env=NO_CHOICE)
    assert done.returncode == 0, done.stderr
    assert f"mcc: v.mu:6: {COMPONENT}: {compiler} compiles this file" in done.stderr
    assert run(tmp_path / "v").stdout == "19 205\n"


def test_mccs_own_clang_is_never_the_host_compiler(tmp_path):
    compiler = clang()
    (tmp_path / "v.mu").write_text(VECTORS)
    env = {**NO_CHOICE, "PATH": f"{HOME}/bin:{os.environ['PATH']}"}
    done = mcc("-v", "-fsyntax-only", "v.mu", cwd=tmp_path, env=env)
    assert done.returncode == 0 and f"{compiler} compiles this file" in done.stderr


@pytest.mark.parametrize("words", [["-isystem"], ["-isystem{}"], ["-I"], ["-I{}"]])
def test_headers_of_musa_by_another_name_ask_for_no_clang(tmp_path, words):
    (tmp_path / "musa").symlink_to(HOME)
    (tmp_path / "k.mu").write_text("__global__ void k() {}\n")
    folder = str(tmp_path / "musa" / "include")
    given = [word.format(folder) for word in words]
    given += [folder] if given == words else []
    done = mcc("-v", *given, "-c", "k.mu", cwd=tmp_path, env=NO_CHOICE)
    assert done.returncode == 0 and "compiles this file" not in done.stderr


def test_where_no_clang_is_installed_the_last_line_says_so(tmp_path, gcc_alone):
    (tmp_path / "v.mu").write_text(VECTORS)
    last = mcc_fails("-fsyntax-only", "v.mu", cwd=tmp_path, env=gcc_alone).splitlines()[-1]
    assert last == f"mcc: error: v.mu:6: {COMPONENT}, which is not installed: apt install clang"


@pytest.mark.parametrize("env, option", [({"CXX": "g++"}, []), ({}, ["-ccbin", "g++"])])
def test_the_users_choice_wins(tmp_path, env, option):
    (tmp_path / "v.mu").write_text(VECTORS)
    env = {**NO_CHOICE, **env}
    last = mcc_fails("-fsyntax-only", *option, "v.mu", cwd=tmp_path, env=env).splitlines()[-1]
    choice = option[0] if option else "CXX"
    words = f"{COMPONENT}, and {choice} names g++: let it name clang++"
    assert last == f"mcc: error: v.mu:6: {words}"


@pytest.mark.parametrize(
    "code, word",
    [
        ("return __builtin_elementwise_roundeven(x);", "__builtin_elementwise_roundeven"),
        ("_BitInt(7) small = 1; return x + small;", "_BitInt"),
        ("float* _Nonnull p = &x; return *p;", "_Nonnull"),
    ],
)
def test_words_of_clang(tmp_path, code, word):
    clang()
    (tmp_path / "w.mu").write_text(f"\n__device__ float f(float x) {{ {code} }}\n")
    done = mcc("-v", "-w", "-fsyntax-only", "w.mu", cwd=tmp_path, env=NO_CHOICE)
    assert done.returncode == 0, done.stderr
    assert f"mcc: w.mu:2: {word} needs clang: " in done.stderr


def test_what_another_compiler_knows_stays_with_it(tmp_path, gcc_alone):
    """Vectors by index, and the functions of clang that the simulator has."""
    (tmp_path / "w.mu").write_text(
        "using f4 = float __attribute__((ext_vector_type(4)));\n"
        "__global__ void k(f4* p, float4* q) {\n"
        "  p[threadIdx.x] = __builtin_elementwise_max(p[0], __builtin_nontemporal_load(p));\n"
        "  p[0][1] = __builtin_elementwise_sqrt(2.0f) + __builtin_popcount(7);\n"
        "}\n"
    )
    done = mcc("-v", "-fsyntax-only", "w.mu", cwd=tmp_path, env=NO_CHOICE)
    assert done.returncode == 0 and "needs clang" not in done.stderr
    assert mcc("-fsyntax-only", "w.mu", cwd=tmp_path, env=gcc_alone).returncode == 0
