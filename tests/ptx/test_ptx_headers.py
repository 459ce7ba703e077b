"""torchada/ptx.h between other code: macros of its user, namespaces, extern "C"; and GPUs with wider warps."""

import importlib.util
import re
from pathlib import Path

import pytest
from support.processes import run_command

from torchada import port

pytestmark = [pytest.mark.musa, pytest.mark.usefixtures("needs_simulator")]

ROOT = Path(__file__).resolve().parents[2]
HEADERS = ROOT / "ptx" / "kernel_headers"
NAMES = re.findall(r"#undef (\w+)", (HEADERS / "torchada" / "ptx" / "macros_away.h").read_text())
KERNEL = """
__global__ void smaller(unsigned* p) {
  ::torchada::ptx::min<::torchada::ptx::_u32>(p[0], p[1], p[2]);
}
int main() {
  unsigned* p;
  musaMallocManaged(&p, 12);
  p[1] = 7, p[2] = 5;
  smaller<<<1, 1>>>(p);
  musaDeviceSynchronize();
  return p[0] == 5 ? 0 : 1;
}
"""


def built(folder, text, *flags):
    """Compile a program with mcc."""
    import musasim

    (folder / "program.mu").write_text(text)
    mcc = Path(musasim.home()) / "bin" / "mcc"
    command = [mcc, "-O1", "-std=c++17", "-I", HEADERS, *flags, folder / "program.mu"]
    return run_command([*command, "-o", folder / "program"])


def test_macros_of_the_user_may_have_any_short_name(tmp_path):
    assert {"A", "N", "a", "min", "max", "abs", "value", "bits", "lane"} <= set(NAMES)
    # What no code can have in it.
    text = "#include <musa_runtime.h>\n" + "".join(f"#define {name} )({name}\n" for name in NAMES)
    text += '#include "torchada/ptx.h"\n'
    for name in NAMES:
        text += f"#ifndef {name}\n#error {name} is gone\n#endif\n#undef {name}\n"
    done = built(tmp_path, text + KERNEL)
    assert done.returncode == 0, done.stderr[:2000]
    assert run_command([tmp_path / "program"]).returncode == 0


def test_lists_of_macros_have_every_short_name_of_the_headers():
    spec = importlib.util.spec_from_file_location("lists", ROOT / "tools" / "make_ptx_macros.py")
    lists = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(lists)
    for kind in lists.LISTS:
        assert (lists.FOLDER / f"macros_{kind}.h").read_text() == lists.text_of(kind)


def test_inside_of_extern_c_it_works_and_inside_of_a_namespace_it_says_so(tmp_path):
    include = '#include "torchada/ptx.h"\n'
    done = built(tmp_path, 'extern "C" {\n' + include + "}\n" + KERNEL)
    assert done.returncode == 0, done.stderr[:2000]
    done = built(tmp_path, "namespace my {\n" + include + "}\n" + KERNEL)
    assert done.returncode != 0
    assert "torchada_ptx_h_has_to_be_included_outside_of_namespaces" in done.stderr


def test_a_namespace_of_the_user_that_has_the_name_of_torchada(tmp_path):
    body = KERNEL[KERNEL.index("__global__") : KERNEL.index("int main")]
    text = '#include "torchada/ptx.h"\nnamespace my { namespace torchada {\n' + body + "} }\n"
    text += "namespace my { namespace std { struct uint32_t {}; } }\n"
    done = built(tmp_path, text + KERNEL)
    assert done.returncode == 0, done.stderr[:2000]


WIDE = """
#include <cstdio>
#include <cstdlib>
#include "torchada/ptx.h"
__global__ void k(unsigned* p, int which) {
  __shared__ unsigned tile[1024];
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  unsigned a = p[0], b = 0;
  (void)b;
  using namespace ::torchada::ptx;
  switch (which) { CALLS }
  p[threadIdx.x] = a;
}
int main(int, char** arguments) {
  unsigned* p;
  musaMallocManaged(&p, 256);
  k<<<1, 64>>>(p, atoi(arguments[1]));
  printf("%s\\n", musaGetErrorName(musaDeviceSynchronize()));
}
"""


CALLS = {
    "wmma_load_a_sync<_row, _m8n8k128, _shared, _b1>(a, at)": "wmma.load",
    "wmma_load_c_sync<_row, _m8n8k32, _shared, _s32>(vec(a, b), at)": "wmma.load",
    "wmma_store_d_sync<_row, _m8n8k32, _shared, _s32>(at, vec(a, b))": "wmma.store",
    "wmma_mma_sync<_m8n8k32, _s32, _s4, _s4, _s32>(vec(a, b), a, b, vec(a, b))": "wmma.mma",
    "ldmatrix_bytes<>(vec(a, b), at)": "ldmatrix",
    "ldmatrix_packed<_b4x16_p64>(a, at)": "ldmatrix",
    "stmatrix_bytes<>(at, a)": "stmatrix",
}


def test_matrices_refuse_warps_of_128_lanes(tmp_path):
    cases = "".join(f"case {i}: {call}; break; " for i, call in enumerate(CALLS))
    done = built(tmp_path, WIDE.replace("CALLS", cases))
    assert done.returncode == 0, done.stderr[:2000]
    for number, name in enumerate(CALLS.values()):
        said = run_command([tmp_path / "program", number], env={"MUSASIM_MODEL": "S4000"}).stdout
        assert f"{name} of PTX needs warps of 32 lanes; those of this GPU have 128" in said
        assert said.splitlines()[-1].startswith("musaError")


FRAGMENT = """
__device__ unsigned next(unsigned x) {
  unsigned r;
  asm("add.u32 %0, %1, 1;" : "=r"(r) : "r"(x));
  return r;
}
"""
AROUND = """#pragma once

namespace my {
#include "fragment.inl"
}
struct Adds {
  static __device__ unsigned more(unsigned x) {
#include "body.inl"
    return x;
  }
};
"""
MAIN = """#include <cstdlib>
#include "around.cuh"

__global__ void k(unsigned* p) { *p = my::next(Adds::more(*p)); }
int main() {
  unsigned* p;
  cudaMallocManaged(&p, 4);
  *p = 40;
  k<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  return *p == 42 ? 0 : __LINE__;
}
"""


def test_a_file_that_is_included_inside_of_braces_has_the_header_before(tmp_path):
    files = {"fragment.inl": FRAGMENT, "around.cuh": AROUND, "main.cu": MAIN}
    files["body.inl"] = 'asm("add.u32 %0, %0, 1;" : "+r"(x));\n'
    done, _ = port.translate_files(
        {name: text.encode() for name, text in files.items()}, asm="translate"
    )
    for _, (name, text) in done.items():
        (tmp_path / name).write_bytes(text)
    around = next(text for name, text in done.values() if name.startswith("around"))
    assert around.startswith(b'#pragma once\n#include "torchada/ptx.h"\nnamespace my')
    main = next(text for name, text in done.values() if name.startswith("main"))
    assert b"ptx.h" not in main
    made = built(tmp_path, (tmp_path / "main.mu").read_text(), "-I", tmp_path)
    assert made.returncode == 0, made.stderr[:2000]
    assert run_command([tmp_path / "program"]).returncode == 0


def test_without_ptx_a_file_in_braces_changes_nothing():
    files = {"fragment.inl": b"int x;\n", "around.cuh": AROUND.encode(), "body.inl": b";\n"}
    done, _ = port.translate_files(files, asm="translate")
    assert all(b"ptx.h" not in text for _, text in done.values())
