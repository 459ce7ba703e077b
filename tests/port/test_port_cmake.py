"""torchada_port_sources(): ported files as outputs of a CMake build."""

import os
import shutil
import sys
from pathlib import Path

from support.processes import run_command

MODULE = Path(__file__).parents[2] / "cmake" / "torchada_port_sources.cmake"
PROGRAM = Path(sys.executable).parent / "torchada-port"
# The extra [dev] brings one, beside this Python.
CMAKE = shutil.which("cmake", path=os.pathsep.join((str(PROGRAM.parent), os.environ["PATH"])))

LISTS = f"""
cmake_minimum_required(VERSION 3.20)
project(app LANGUAGES NONE)
include({MODULE})
torchada_port_sources(sources main.cu HEADERS detail/math.cuh PROGRAM {PROGRAM})
add_custom_target(app ALL DEPENDS ${{sources}})
message(STATUS "sources: ${{sources}}")
"""


def test_sources_are_ported_when_they_are_built(tmp_path):
    assert CMAKE, "cmake is not there: pip install -e .[dev]"
    root = tmp_path / "app"
    build = tmp_path / "build"
    (root / "detail").mkdir(parents=True)
    (root / "CMakeLists.txt").write_text(LISTS)
    (root / "main.cu").write_text(
        '#include "detail/math.cuh"\ncudaError_t e; void f() { asm("ld.u32;"); }\n'
    )
    (root / "detail" / "math.cuh").write_text("cudaStream_t s;\n")

    done = run_command([CMAKE, "-S", root, "-B", build], musasim=False)
    assert f"sources: {build}/ported/main.mu" in done.stdout
    done = run_command([CMAKE, "--build", build], musasim=False)
    assert done.returncode == 0, done.stdout + done.stderr

    assert (build / "ported" / "main.mu").read_text().startswith('#include "detail/math.muh"\nmusa')
    assert (build / "ported" / "detail" / "math.muh").read_text() == "musaStream_t s;\n"
    (root / "detail" / "math.cuh").write_text("cudaEvent_t s;\n")
    assert run_command([CMAKE, "--build", build], musasim=False).returncode == 0
    assert (build / "ported" / "detail" / "math.muh").read_text() == "musaEvent_t s;\n"


def test_new_rules_port_again(tmp_path):
    (tmp_path / "main.cu").write_text("cudaError_t e;\n")
    rules = tmp_path / "rules.toml"
    rules.write_text("[keep]\nnames = ['cudaError_t']\n")
    lists = LISTS.replace("HEADERS detail/math.cuh", "RULES rules.toml")
    (tmp_path / "CMakeLists.txt").write_text(lists)
    build = tmp_path / "build"

    run_command([CMAKE, "-S", tmp_path, "-B", build], musasim=False)
    for text in ("cudaError_t e;\n", "mine e;\n"):
        assert run_command([CMAKE, "--build", build], musasim=False).returncode == 0
        assert (build / "ported" / "main.mu").read_text() == text
        rules.write_text("[map]\ncudaError_t = 'mine'\n")


def test_ninja_may_make_the_folders_of_the_ported_files_first(tmp_path):
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "main.cu").write_text("cudaError_t e;\n")
    lists = LISTS.replace("main.cu HEADERS detail/math.cuh", "src/main.cu")
    (tmp_path / "CMakeLists.txt").write_text(lists)
    build = tmp_path / "build"

    done = run_command([CMAKE, "-S", tmp_path, "-B", build, "-G", "Ninja"], musasim=False)
    assert done.returncode == 0, done.stdout + done.stderr
    done = run_command([CMAKE, "--build", build], musasim=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (build / "ported" / "src" / "main.mu").read_text() == "musaError_t e;\n"


def test_calls_in_one_folder_are_projects_of_their_own(tmp_path):
    """They run at the same time, and one run at a time writes to a folder."""
    count = 12
    lists = [line for line in LISTS.splitlines() if "sources" not in line or "include" in line]
    for number in range(count):
        (tmp_path / f"{number}.cu").write_text(f"cudaError_t e{number};\n" * 2000)
        lists.append(f"torchada_port_sources(s{number} {number}.cu PROGRAM {PROGRAM})")
        lists.append(f"add_custom_target(t{number} ALL DEPENDS ${{s{number}}})")
    (tmp_path / "CMakeLists.txt").write_text("\n".join(lists))
    done = run_command([CMAKE, "-S", tmp_path, "-B", tmp_path / "b", "-G", "Ninja"], musasim=False)
    assert done.returncode == 0, done.stdout + done.stderr
    done = run_command([CMAKE, "--build", tmp_path / "b", "-j", "4"], musasim=False)
    assert done.returncode == 0, done.stdout + done.stderr
    found = sorted(path.name for path in (tmp_path / "b").glob("ported*/*.mu"))
    assert found == sorted(f"{number}.mu" for number in range(count))


def test_rules_and_the_list_may_change(tmp_path):
    """And a file whose name is there already keeps its own."""
    (tmp_path / "a.cu").write_text("cudaFree(1);\n")
    (tmp_path / "a.mu").write_text("int mine;\n")
    (tmp_path / "gone.cu").write_text("int cudaMine;\n")
    rules = tmp_path / "rules.toml"
    rules.write_text("[map]\n")
    build = tmp_path / "b"
    for names, free in [("a.cu a.mu gone.cu", "musaFree"), ("a.cu a.mu", "my_free")]:
        if free == "my_free":
            rules.write_text("[map]\ncudaFree = 'my_free'\n")
        files = f"{names} RULES rules.toml"
        lists = LISTS.replace("main.cu HEADERS detail/math.cuh", files)
        (tmp_path / "CMakeLists.txt").write_text(lists)
        done = run_command([CMAKE, "-S", tmp_path, "-B", build], musasim=False)
        assert f"sources: {build}/ported/a.cu;{build}/ported/a.mu" in done.stdout, done.stderr
        done = run_command([CMAKE, "--build", build], musasim=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert (build / "ported" / "a.cu").read_text() == f"{free}(1);\n"
        assert (build / "ported" / "a.mu").read_text() == "int mine;\n"
        assert (build / "ported" / "gone.mu").exists() == ("gone" in names)
