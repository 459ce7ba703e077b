"""Modules that mcc makes, in a program with kernels of its own."""

from support.mcc_tool import compiled, run

MODULE = 'extern "C" __global__ void of_module(int* p) { *p = 2; }\n'
PROGRAM = """
#include <cstdio>
#include <musa.h>
#include <musa_runtime.h>
extern "C" __global__ void of_program(int* p) { *p = 1; }
int main(int, char** arguments) {
  int* p;
  musaMallocManaged(&p, sizeof(int));
  of_program<<<1, 1>>>(p);
  musaDeviceSynchronize();
  MUmodule module;
  MUfunction function;
  std::printf("%d %d", *p, muModuleLoad(&module, arguments[1]));
  std::printf(" %d", muModuleGetFunction(&function, module, "of_module"));
  std::printf(" %d", muModuleGetFunction(&function, module, "of_program"));
}
"""


def test_a_module_has_its_own_kernels_alone(tmp_path):
    """Though the functions that register kernels have one name in both, and the program exports its names."""
    (tmp_path / "module.mu").write_text(MODULE)
    (tmp_path / "program.mu").write_text(PROGRAM)
    compiled(tmp_path, "module.mu", "--cuda-device-only", "-o", "module.mubin")
    compiled(tmp_path, "program.mu", "-rdynamic", "-o", "program", "-lmusart", "-lmusa")
    not_found = 500  # MUSA_ERROR_NOT_FOUND
    assert run(tmp_path / "program", tmp_path / "module.mubin").stdout == f"1 0 0 {not_found}"
