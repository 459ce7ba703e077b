"""enable_language(MUSA), as a user's project switches it on."""

import pytest
from sdk_project import GENERATORS, Project, commands, kernel, main

ENABLE = "include(EnableMUSALanguage)\nenable_language(MUSA)\n"


@pytest.mark.parametrize("generator", GENERATORS)
def test_a_program(tmp_path, generator):
    """Standards, architectures and visibility of folder and target; definitions; headers."""
    project = Project(tmp_path, generator)
    project.lists(
        ENABLE + "set(CMAKE_MUSA_STANDARD 20)\nset(CMAKE_MUSA_ARCHITECTURES 22 mp_31 native)\n"
        "set(CMAKE_MUSA_VISIBILITY_PRESET hidden)\n"
        "add_library(device SHARED value.mu)\ntarget_include_directories(device PRIVATE include)\n"
        "target_compile_definitions(device PRIVATE $<$<COMPILE_LANGUAGE:MUSA>:OTHER=2>\n"
        '                           "TEXT=\\"a b\\"")\n'
        "set_target_properties(device PROPERTIES MUSA_STANDARD 17 MUSA_VISIBILITY_PRESET default)\n"
        "add_executable(prog main.mu)\ntarget_link_libraries(prog PRIVATE device)\n"
    )
    project.write(
        include__amount_h="#define AMOUNT 4\n",
        value_mu='#include "amount.h"\n'
        "static_assert(__cplusplus == 201703L && sizeof(TEXT) == 4);\n"
        + kernel(amount="AMOUNT + OTHER"),
        main_mu="static_assert(__cplusplus > 201703L);\n" + main(),
    )
    project.configured("-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_MUSA_FLAGS=-DALL")
    line = next(line for line in commands(project) if "main.mu" in line)
    assert project.output("prog") == "7\n"
    architectures = "--offload-arch=mp_22 --offload-arch=mp_31 --offload-arch=native"
    for word in ("bin/mcc -x musa", "-DALL", " -g ", architectures):
        assert word in line
    assert "-fvisibility=hidden" in line
    project.write(include__amount_h="#define AMOUNT 5\n")
    assert "main.mu" not in project.build()
    assert project.output("prog") == "8\n"


def test_the_host_compiler_links_its_own_targets(tmp_path):
    """A C++ program with a static library of .mu files, in a project whose first language is C."""
    project = Project(tmp_path).write(main_cpp=main(), value_mu=kernel())
    project.lists(
        ENABLE + "add_library(device STATIC value.mu)\nadd_executable(prog main.cpp)\n"
        "target_link_libraries(prog PRIVATE device)\nget_target_property(x prog TYPE)\n"
    ).configured()
    assert "Linking CXX executable prog" in project.build()
    assert project.output("prog") == "5\n"


@pytest.mark.parametrize("policies", ["3.20", "3.30"])
def test_the_language_alone(tmp_path, policies):
    project = Project(tmp_path).write(main_mu=kernel() + main())
    (tmp_path / "CMakeLists.txt").write_text(
        f"cmake_minimum_required(VERSION 3.20...{policies})\nproject(demo LANGUAGES NONE)\n"
        f'list(APPEND CMAKE_MODULE_PATH "$ENV{{MUSA_HOME}}/cmake")\n{ENABLE}'
        "add_executable(prog main.mu)\n"
    )
    text = project.configured()
    assert "The MUSA compiler is" in text
    project.build()
    assert project.output("prog") == "5\n"


@pytest.mark.parametrize(
    "script, text",
    [
        (None, "names mcc, and PATH has none"),
        ("#!/bin/sh\necho clang 14\n", "is not mcc: --version printed clang 14"),
        ('#!/bin/sh\n[ "$1" = --version ] && echo mcc version 4.3.0\n', "cannot build a program"),
    ],
)
def test_a_compiler_that_is_none(tmp_path, script, text):
    compiler = tmp_path / "compiler"
    if script:
        compiler.write_text(script)
        compiler.chmod(0o755)
    project = Project(tmp_path).lists(ENABLE)
    done = project.configure(f"-DCMAKE_MUSA_COMPILER={compiler}")
    assert done.returncode and text in " ".join(done.stderr.split()), done.stderr


@pytest.mark.parametrize(
    "setting, option",
    [
        ("target_compile_features(prog PRIVATE cxx_std_98 cxx_std_20 cxx_std_14)", "-std=c++20"),
        (
            "target_compile_features(prog PRIVATE cxx_std_20)\n"
            "set_target_properties(prog PROPERTIES MUSA_STANDARD 17 MUSA_EXTENSIONS ON)",
            "-std=gnu++17",
        ),
        ("set(CMAKE_MUSA_EXTENSIONS ON)\nset(CMAKE_MUSA_STANDARD 14)", "-std=gnu++14"),
        ("set_target_properties(prog PROPERTIES MUSA_SEPARABLE_COMPILATION ON)", "-fgpu-rdc"),
        ("set(CMAKE_MUSA_SEPARABLE_COMPILATION ON)", "-fgpu-rdc"),
    ],
)
def test_options_of_a_target(tmp_path, setting, option):
    project = Project(tmp_path).write(main_mu="")
    project.lists(f"{ENABLE}add_executable(prog main.mu)\n{setting}\n").configured()
    (line,) = (project.build_folder / "build.ninja").read_text().split("FLAGS = ")[1:2]
    words = line.splitlines()[0].split()
    assert option in words and len([word for word in words if word.startswith("-std")]) < 2
