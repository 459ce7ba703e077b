"""CMake files of CUDA projects: ported, they build and run with the modules of the MUSA SDK."""

import os
import shutil
import sys
from pathlib import Path

import pytest
from support.processes import run_command

from torchada import port

BIN = Path(sys.executable).parent
TOOLS = os.pathsep.join((str(BIN), os.environ["PATH"]))

HEADER = "int value();\n"
KERNEL = """#include <cuda_runtime.h>
#include "value.cuh"
static_assert(__cplusplus == STANDARD, "");
__global__ void add(int* x) { *x += AMOUNT; }
int value() {
  int* x = nullptr;
  cudaMallocManaged(&x, sizeof(int));
  *x = 1;
  add<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  return *x;
}
"""
MAIN = """#include <cstdio>
#include "value.cuh"
int main() { std::printf("%d\\n", value()); }
"""
LIBRARIES = """#include <cstdio>
#include <cublas_v2.h>
#include "value.cuh"
int main() {
  cublasHandle_t handle;
  int version = 0;
  const bool done = cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS;
  cublasGetVersion(handle, &version);
  std::printf("%d %d\\n", value(), done && version > 0);
}
"""
LEGACY = """cmake_minimum_required(VERSION 3.5...3.27)
project(demo CXX)
find_package(CUDA 10.0 REQUIRED)
set(CUDA_NVCC_FLAGS "${CUDA_NVCC_FLAGS};-gencode;arch=compute_80,code=sm_80;-std=c++17")
list(APPEND CUDA_NVCC_FLAGS -DAMOUNT=4 -DSTANDARD=201703L --use_fast_math --expt-relaxed-constexpr)
cuda_include_directories(${CMAKE_CURRENT_SOURCE_DIR}/include)
include_directories(include ${CUDA_INCLUDE_DIRS})
cuda_add_library(device STATIC src/value.cu)
CUDA_ADD_EXECUTABLE(prog src/main.cpp)
target_link_libraries(prog device ${CUDA_LIBRARIES})
cuda_add_cublas_to_target(prog)
"""
MODERN = """cmake_minimum_required(VERSION 3.18)
project(demo VERSION 1.0 LANGUAGES CXX CUDA)
set(CMAKE_CUDA_STANDARD 17)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
if(CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA")
  set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} -Xcompiler -Wall --extended-lambda -lineinfo")
endif()
find_package(CUDAToolkit 11.0 REQUIRED COMPONENTS cudart cublas)
if(NOT CUDAToolkit_FOUND OR NOT CUDAToolkit_INCLUDE_DIRS)
  message(FATAL_ERROR "no toolkit")
endif()
file(GLOB sources src/*.cu)
add_library(device SHARED ${sources})
target_include_directories(device PUBLIC include)
target_compile_definitions(device PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:AMOUNT=4> STANDARD=201703L)
target_compile_options(device PRIVATE $<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:--expt-relaxed-constexpr>)
add_executable(prog src/main.cpp)
target_link_libraries(prog PRIVATE device CUDA::cudart CUDA::cublas)
"""
PROPERTIES = """cmake_minimum_required(VERSION 3.18)
project(demo LANGUAGES CXX)
include(CheckLanguage)
check_language(CUDA)
if(NOT CMAKE_CUDA_COMPILER)
  message(FATAL_ERROR "no compiler")
endif()
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 70 80)
endif()
enable_language(CUDA)
find_package(CUDAToolkit REQUIRED)
add_library(device OBJECT src/value.cu)
target_include_directories(device PUBLIC include)
target_compile_features(device PUBLIC cuda_std_14)
target_compile_definitions(device PRIVATE AMOUNT=4)
set_target_properties(device PROPERTIES CUDA_STANDARD 17 CUDA_SEPARABLE_COMPILATION ON
                                        CUDA_ARCHITECTURES "80-real;90-real")
set_property(TARGET device APPEND PROPERTY COMPILE_DEFINITIONS STANDARD=201703L)
add_executable(prog src/main.cpp $<TARGET_OBJECTS:device>)
target_include_directories(prog PRIVATE include)
set_source_files_properties(src/main.cpp PROPERTIES LANGUAGE CUDA)
set_target_properties(prog PROPERTIES LINKER_LANGUAGE CUDA CUDA_STANDARD 17)
target_link_libraries(prog PRIVATE CUDA::cudart_static CUDA::cublas_static)
"""


def write_project(folder, lists, main):
    for name, text in {
        "CMakeLists.txt": lists,
        "src/value.cu": KERNEL,
        "src/main.cpp": main,
        "include/value.cuh": HEADER,
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def run_tool(musasim_home, *command):
    env = {"MUSA_HOME": str(musasim_home), "PATH": TOOLS, "CXXFLAGS": "", "MUSACXX": ""}
    done = run_command(command, env=env, musasim=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "lists, main, warnings, options",
    [
        (LEGACY, LIBRARIES, [], ["-ffast-math", "--offload-arch=mp_22", "-std=c++17"]),
        (MODERN, LIBRARIES, [], ["-lineinfo", "-std=c++17", "--expt-relaxed-constexpr"]),
        (
            PROPERTIES,
            LIBRARIES,
            ["cmake-check"],
            ["--offload-arch=mp_22 --offload-arch=mp_31", "-fgpu-rdc", "-std=c++17"],
        ),
    ],
    ids=["FindCUDA", "languages", "properties"],
)
def test_a_ported_project_builds_and_runs(tmp_path, lists, main, warnings, options):
    musasim = pytest.importorskip("musasim", reason="a real torch_musa is installed")
    assert shutil.which("cmake", path=TOOLS) and shutil.which("ninja", path=TOOLS)
    source = tmp_path / "cuda"
    ported = tmp_path / "musa"
    write_project(source, lists, main)
    report = port.port_tree(source, ported)
    found = [finding for file in report["files"] for finding in file["findings"]]
    assert [f["code"] for f in found if f["severity"] == "warning"] == warnings
    assert "CUDA::" not in (ported / "CMakeLists.txt").read_text()

    build = tmp_path / "build"
    home = musasim.home()
    run_tool(home, "cmake", "-G", "Ninja", "-S", ported, "-B", build)
    text = run_tool(home, "cmake", "--build", build, "--verbose")
    (compiled,) = [line for line in text.splitlines() if "value.mu" in line and " -c " in line]
    for option in options:
        assert option in compiled
    assert run_tool(home, build / "prog") == "5 1\n"


def test_the_way_back(tmp_path):
    """To the same bytes; where a line was edited, it stays as it was edited."""
    source, ported, back = (tmp_path / name for name in ("cuda", "musa", "back"))
    write_project(source, MODERN, MAIN)
    port.port_tree(source, ported)
    port.port_tree(ported, back, reverse=True)
    assert (back / "CMakeLists.txt").read_text() == MODERN
    assert (back / "src" / "value.cu").read_text() == KERNEL

    lists = ported / "CMakeLists.txt"
    lists.write_text(lists.read_text().replace("add_executable(", "# mine\nadd_executable("))
    port.port_tree(ported, back, reverse=True, force=True)
    expected = MODERN.replace("add_executable(", "# mine\nadd_executable(")
    assert (back / "CMakeLists.txt").read_text() == expected


def test_names_that_the_project_defines_anywhere_stay(tmp_path):
    root = tmp_path / "project"
    write_project(root, "include(a.cmake)\ncuda_add_library(x x.cc)\n", MAIN)
    assert port.port_tree(root, check=True)["files"][0]["replaced"] == {"cmake": 1}
    (root / "a.cmake").write_text("macro(CUDA_ADD_LIBRARY)\nendmacro()\n")
    files = {f["path"]: f for f in port.port_tree(root, check=True)["files"]}
    assert files["CMakeLists.txt"]["replaced"] == {}


def test_files_that_are_no_projects(tmp_path):
    """One text alone; a template; a module of the project's own; text that is no CMake."""
    done, report = port.translate("find_package(CUDAToolkit 12 REQUIRED)\n", "CMakeLists.txt")
    assert done.endswith("find_package(MUSAToolkit REQUIRED)\n")
    assert [f["code"] for f in report["findings"]] == ["cmake-version"]
    done, _ = port.translate("set(X @CUDA_VERSION@ ${CUDA_VERSION})", "x.cmake.in")
    assert done == "set(X @MUSA_VERSION@ ${MUSA_VERSION})"
    done, report = port.translate("set(CUDA_FOUND 1)", "cmake/FindCUDA.cmake")
    assert done == "set(CUDA_FOUND 1)" and report["findings"][0]["severity"] == "note"
    for text in ('"', "a(", "[[", "#[[ x", "if(CUDA_VERSION", "\0(\0)", "x(\\"):
        assert port.translate(text, "CMakeLists.txt")[0] == text
