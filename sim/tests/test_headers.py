"""The platform's headers: each compiles alone, as strict C99 and C++11, without a warning."""

import pathlib
import subprocess

import pytest

INCLUDE = pathlib.Path(__file__).parents[1] / "include"
HEADERS = sorted(path.name for path in INCLUDE.glob("*.h"))
HEADERS += ["musasim/check.h", "musasim/faults.h", "musasim/kernel.h"]
CPP_ONLY = {"murand_kernel.h"}  # generators inside kernels

COMPILERS = {"c": ("gcc", "-std=c99"), "c++": ("g++", "-std=c++11")}
WARNINGS = ["-pedantic", "-Wall", "-Wextra", "-Werror"]


def compile_errors(language, text, *options):
    compiler, standard = COMPILERS[language]
    command = [compiler, "-x", language, standard, "-fsyntax-only", *WARNINGS]
    done = subprocess.run(
        [*command, *options, f"-I{INCLUDE}", "-"], input=text, capture_output=True, text=True
    )
    return done.stderr


@pytest.mark.parametrize("header", HEADERS)
def test_compiles_alone_as_cpp(header):
    assert compile_errors("c++", f'#include "{header}"\n') == ""


@pytest.mark.parametrize("header", [name for name in HEADERS if name not in CPP_ONLY])
def test_compiles_alone_as_c(header):
    # Strict C has no empty files, which headers that only define macros would make.
    assert compile_errors("c", f'#include "{header}"\nextern int something;\n') == ""


@pytest.mark.parametrize("language", COMPILERS)
def test_plain_names_may_mean_the_per_thread_variants(language):
    text = """
    #define MUSA_API_PER_THREAD_DEFAULT_STREAM
    #include <musa_runtime.h>
    musaError_t (*own)(void*, int, size_t, musaStream_t) = musaMemsetAsync_ptsz;
    musaError_t check(void) { return musaMemsetAsync == own ? musaSuccess : musaErrorUnknown; }
    """
    assert compile_errors(language, text) == ""


def test_calls_of_real_programs_compile():
    """Spellings that ported programs use; the overloads and templates have to take them."""
    text = """
    #include <musa_runtime.h>
    void kernel(float*, int);
    float table[4];
    musaError_t calls(musaStream_t stream, musaGraph_t graph, musaGraphExec_t exec) {
      float* data = nullptr;
      int blocks = 0, block = 0, count = 4;
      musaMalloc(&data, 16);
      musaMallocManaged(&data, 16);
      musaMallocHost(&data, 16);
      musaMallocAsync(&data, 16, stream);
      void* arguments[] = {&data, &count};
      musaLaunchKernel(kernel, dim3(1), dim3(32), arguments, 0, stream);
      musaLaunchKernel((void*)kernel, 1, 32, arguments);
      musaFuncSetAttribute(kernel, musaFuncAttributeMaxDynamicSharedMemorySize, 1024);
      musaOccupancyMaxPotentialBlockSize(&blocks, &block, kernel);
      musaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 32, 0);
      musaMemcpyToSymbol(table, data, 16);
      musaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
      musaGraphInstantiate(&exec, graph, 0);
      musaGraphInstantiate(&exec, graph);
      musaGraphNode_t node;
      musaGraphExecUpdateResult result;
      musaGraphExecUpdate(exec, graph, &node, &result);
      float4 v = make_float4(1, 2, 3, 4);
      const musaChannelFormatDesc format = musaCreateChannelDesc<float4>();
      return v.w > format.x ? musaErrorUnknown : musaFree(data);
    }
    """
    assert compile_errors("c++", text) == ""
