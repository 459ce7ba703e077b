"""find_package(MUSA) and its functions, as projects with .mu files use them."""

import pytest
from sdk_project import GENERATORS, HOME, Project, commands, kernel, main

FIND = "find_package(MUSA REQUIRED)\n"


@pytest.mark.parametrize("generator", GENERATORS)
def test_a_library_of_a_folder(tmp_path, generator):
    """Only that folder knows MUSA; a .cpp may be device code; headers are dependencies."""
    project = Project(tmp_path, generator)
    project.lists("add_subdirectory(device)\nadd_executable(prog main.cpp)\n")
    with (tmp_path / "CMakeLists.txt").open("a") as lists:
        lists.write("target_link_libraries(prog PRIVATE device)\n")
    project.lists(
        FIND + "set(MUSA_MCC_FLAGS --offload-arch=mp_22 -Werror)\n"
        "musa_include_directories(${CMAKE_CURRENT_SOURCE_DIR}/include)\n"
        "set_source_files_properties(two.cpp PROPERTIES MUSA_SOURCE_PROPERTY_FORMAT OBJ)\n"
        "musa_add_library(device SHARED one.mu two.cpp)\n",
        "device",
    )
    project.write(
        main_cpp="#include <cstdio>\nint one();\nint two();\n"
        'int main() { std::printf("%d %d\\n", one(), two()); }\n',
        device__one_mu='#include "amount.h"\n' + kernel("one", "AMOUNT"),
        device__two_cpp=kernel("two", "7"),
        device__include__amount_h="#define AMOUNT 4\n",
    )
    project.configured()
    project.build()
    assert project.output("prog") == "5 8\n"
    project.write(device__include__amount_h="#define AMOUNT 5\n")
    again = project.build()
    assert "one.mu" in again and "two.cpp" not in again
    assert project.output("prog") == "6 8\n"
    assert "one.mu" not in project.build()


def test_a_project_brings_headers_of_the_sdk(tmp_path):
    """Its own thrust/ is found first, by the host's compiler and by mcc."""
    project = Project(tmp_path).lists(
        FIND + "musa_add_executable(prog main.cpp value.mu)\n"
        "target_include_directories(prog PRIVATE own)\n"
    )
    project.write(
        main_cpp="#include <thrust/version.h>\n#include <cstdio>\nint value();\n"
        'int main() { std::printf("%d %d\\n", OWN, value()); }\n',
        value_mu="#include <thrust/version.h>\n" + kernel(amount="OWN"),
        own__thrust__version_h="#define OWN 4\n",
    )
    project.configured()
    project.build()
    assert project.output("prog") == "4 5\n"


def test_options_reach_mcc_alone(tmp_path):
    """Those of the project, the configuration and the call, as a list or as a text."""
    project = Project(tmp_path).write(
        main_cpp=main(), value_mu=kernel(amount="AMOUNT + PART + HALF")
    )
    project.lists(
        "set(CMAKE_CXX_STANDARD 20)\n"
        + FIND
        + "set(MUSA_MCC_FLAGS -DAMOUNT=2 -mllvm -a -mllvm -b)\n"
        'string(APPEND MUSA_MCC_FLAGS " --offload-arch=mp_31 ")\n'
        "set(MUSA_MCC_FLAGS_DEBUG -DWRONG)\nset(MUSA_MCC_FLAGS_RELEASE -DRIGHT)\n"
        'Musa_Add_Executable(prog main.cpp value.mu "" OPTIONS "-DHALF=(1 ? 3 : 4)"\n'
        "                    RELEASE -O1 DEBUG -O0)\n"
        'target_compile_definitions(prog PRIVATE "-DPART=$<IF:$<CONFIG:Release>,5,6>")\n'
    )
    project.configured("-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS=-DHOST")
    lines = commands(project)
    device = next(line for line in lines if "value.mu" in line)
    host = next(line for line in lines if "main.cpp" in line)
    for word in ("-DHOST", "-mllvm -a -mllvm -b", "--offload-arch=mp_31", "-DRIGHT", "-std=c++20"):
        assert word in device
    assert "-DWRONG" not in device and " -O0" not in device and device.index("-DRIGHT") > 0
    assert "bin/mcc" not in host and "AMOUNT" not in host and "-DPART=5" in host
    assert project.output("prog") == "11\n"


@pytest.mark.parametrize("kind", ["STATIC", "OBJECT", ""])
def test_kinds_of_libraries(tmp_path, kind):
    """A program of another folder links them, without knowing MUSA."""
    project = Project(tmp_path).write(main_cpp=main(), device__value_cu=kernel())
    parts = "device"
    if kind == "OBJECT":
        parts = f"$<TARGET_OBJECTS:device> {HOME}/lib/libmusart.so"
    project.lists(
        "add_subdirectory(device)\nadd_executable(prog main.cpp)\n"
        f"target_link_libraries(prog PRIVATE {parts})\n"
    )
    project.lists(FIND + f"musa_add_library(device {kind} value.cu)\n", "device")
    project.configured()
    project.build()
    assert project.output("prog") == "5\n"


@pytest.mark.parametrize("keyword", ["PUBLIC", "PRIVATE", ""])
def test_keyword_of_the_runtime(tmp_path, keyword):
    """CMake wants either form of target_link_libraries() for all of a target's calls."""
    project = (
        Project(tmp_path)
        .write(value_mu=kernel())
        .lists(
            f"{FIND}set(MUSA_LINK_LIBRARIES_KEYWORD {keyword})\nmusa_add_library(device value.mu)\n"
            f"musa_add_mublas_to_target(device)\nmusa_add_mufft_to_target(device)\n"
            f"target_link_libraries(device {keyword} dl)\n"
        )
    )
    project.configured()


@pytest.mark.parametrize("generator", GENERATORS)
def test_compile_gives_objects(tmp_path, generator):
    """As BabelStream does it: in a macro, with a text of options that ends in a blank."""
    project = Project(tmp_path, generator).write(main_cpp=main(), value_cpp=kernel(amount="MORE"))
    project.lists(
        "macro(setup)\n"
        + FIND
        + 'set(MUSA_VERBOSE_BUILD ON)\nset(MUSA_MCC_FLAGS "--offload-arch=mp_22 " -DMORE=2)\n'
        "musa_compile(objects value.cpp)\nadd_library(parts INTERFACE)\n"
        "target_sources(parts INTERFACE ${objects})\n"
        "target_link_libraries(parts INTERFACE ${MUSA_LIBRARIES})\nendmacro()\nsetup()\n"
        "add_executable(prog main.cpp)\ntarget_link_libraries(prog PUBLIC parts)\n"
    )
    project.configured()
    assert "-x c++-cpp-output" in project.build()  # -v: the commands that mcc runs
    assert project.output("prog") == "3\n"


def test_functions_of_other_files(tmp_path):
    """MUSA_SEPARABLE_COMPILATION: a kernel calls a device function of another file."""
    call = "extern __device__ int amount();\n" + kernel(amount="amount()")
    project = Project(tmp_path).write(
        main_cpp=main(), value_mu=call, amount_mu="__device__ int amount() { return 9; }\n"
    )
    project.lists(
        FIND + "set(MUSA_SEPARABLE_COMPILATION ON)\n"
        "musa_add_executable(prog main.cpp value.mu amount.mu)\n"
    ).configured()
    project.build()
    assert project.output("prog") == "10\n"


def test_variables(tmp_path):
    names = (
        "MUSA_FOUND MUSA_VERSION MUSA_VERSION_STRING MUSA_VERSION_MAJOR MUSA_TOOLKIT_ROOT_DIR "
        "MUSA_INCLUDE_DIRS MUSA_LIBRARY_DIRS MUSA_LIBRARIES MUSA_MUSART_LIBRARY "
        "MUSA_MUBLAS_LIBRARY MUSA_mufft_LIBRARY MUSA_MCC_EXECUTABLE"
    )
    project = Project(tmp_path).lists(
        f"find_package(MUSA 4.0 REQUIRED)\nforeach(name {names})\n"
        '  message(STATUS "> ${name}=${${name}}")\nendforeach()\n'
    )
    values = dict(line.split("=", 1) for line in project.messages(project.configured()))
    assert values["MUSA_VERSION"] == values["MUSA_VERSION_STRING"] == "4.3.0"
    assert values["MUSA_VERSION_MAJOR"] == "4"
    assert values["MUSA_TOOLKIT_ROOT_DIR"] == str(HOME)
    assert values["MUSA_INCLUDE_DIRS"] == f"{HOME}/include"
    assert values["MUSA_LIBRARY_DIRS"] == f"{HOME}/lib"
    assert values["MUSA_MUBLAS_LIBRARY"] == f"{HOME}/lib/libmublas.so"
    assert values["MUSA_mufft_LIBRARY"] == f"{HOME}/lib/libmufft.so"
    assert values["MUSA_LIBRARIES"] == values["MUSA_MUSART_LIBRARY"] == f"{HOME}/lib/libmusart.so"
    assert values["MUSA_MCC_EXECUTABLE"] == f"{HOME}/bin/mcc"


def test_a_build_file_asks_for_the_device(tmp_path):
    """As torch_musa's does it for its list of architectures."""
    program = "#include <musa_runtime.h>\n#include <cstdio>\nint main() { musaDeviceProp p; "
    program += 'musaGetDeviceProperties(&p, 0); std::printf("%d%d", p.major, p.minor); }\n'
    project = (
        Project(tmp_path)
        .write(ask_cpp=program)
        .lists(
            FIND + "try_run(ran compiled ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR}/ask.cpp\n"
            '        CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${MUSA_INCLUDE_DIRS}"\n'
            "        LINK_LIBRARIES ${MUSA_LIBRARIES}\n"
            '        RUN_OUTPUT_VARIABLE text)\nmessage(STATUS "> ${ran} ${text}")\n'
        )
    )
    assert project.messages(project.configured(env={"MUSASIM_MODEL": "S5000"})) == ["0 31"]


@pytest.mark.parametrize(
    "lists, text",
    [
        (
            "function(setup)\nfind_package(MUSA REQUIRED)\nendfunction()\nsetup()\n",
            "or make that one a macro",
        ),
        (
            FIND
            + "set_source_files_properties(a.mu PROPERTIES MUSA_SOURCE_PROPERTY_FORMAT FATBIN)\n"
            "musa_add_library(a a.mu)\n",
            "only OBJ is known here",
        ),
        (
            "add_subdirectory(b)\nmusa_add_library(a a.mu)\n",
            "Call find_package(MUSA) in this folder",
        ),
    ],
)
def test_errors_say_what_to_do(tmp_path, lists, text):
    project = Project(tmp_path).write(a_mu=kernel()).lists(lists).lists(FIND, "b")
    done = project.configure()
    assert done.returncode and text in " ".join(done.stderr.split())
