"""find_package(MUSAToolkit) and find_package(MCCL), as projects of C++ sources use them."""

import pytest
from sdk_project import GENERATORS, HOME, Project

FFT = """
#include <mufft.h>
#include <musa_runtime.h>
#include <cstdio>
int main() {
  mufftHandle plan;
  std::printf("%d\\n", mufftPlan1d(&plan, 8, MUFFT_C2C, 1));
}
"""
TARGETS = (
    "musart musart_static musa_driver mublas mublas_static mublasLt mublasLt_static mufft "
    "mufft_static murand murand_static musparse musparse_static musolver musolver_static "
    "mudnn mupti mtrtc mccl"
)


@pytest.mark.parametrize("generator", GENERATORS)
def test_a_program_of_two_libraries(tmp_path, generator):
    project = Project(tmp_path, generator).write(main_cpp=FFT)
    project.lists(
        "find_package(MUSAToolkit REQUIRED)\nadd_executable(prog main.cpp)\n"
        "target_link_libraries(prog PRIVATE MUSA::musart MUSA::mufft)\n"
    ).configured()
    project.build()
    assert project.output("prog") == "0\n"


def test_variables_and_targets(tmp_path):
    project = Project(tmp_path).lists(
        "find_package(MUSAToolkit 4 REQUIRED COMPONENTS musolver mublas mublasLt mufft)\n"
        "foreach(name FOUND VERSION VERSION_MAJOR VERSION_MINOR VERSION_PATCH ROOT BIN_DIR\n"
        "        INCLUDE_DIR INCLUDE_DIRS LIBRARY_DIR LIBRARY_ROOT TARGET_DIR MCC_EXECUTABLE)\n"
        '  message(STATUS "> ${name}=${MUSAToolkit_${name}}")\n'
        "endforeach()\n"
        f"foreach(name toolkit {TARGETS})\n"
        "  if(NOT TARGET MUSA::${name})\n    message(FATAL_ERROR ${name})\n  endif()\n"
        "endforeach()\n"
        'message(STATUS "> driver=${MUSA_musa_driver_LIBRARY}")\n'
    )
    values = dict(line.split("=", 1) for line in project.messages(project.configured()))
    assert values.pop("FOUND") in ("TRUE", "1")
    parts = [values[f"VERSION_{part}"] for part in ("MAJOR", "MINOR", "PATCH")]
    assert values["VERSION"] == ".".join(parts) == "4.3.0"
    root = str(HOME)
    assert values["ROOT"] == values["TARGET_DIR"] == values["LIBRARY_ROOT"] == root
    assert values["INCLUDE_DIR"] == values["INCLUDE_DIRS"] == f"{root}/include"
    assert values["LIBRARY_DIR"] == f"{root}/lib" and values["BIN_DIR"] == f"{root}/bin"
    assert values["MCC_EXECUTABLE"] == f"{root}/bin/mcc"
    assert values["driver"] == f"{root}/lib/libmusa.so"


@pytest.mark.parametrize("where", ["option", "environment", "nowhere"])
def test_where_the_sdk_is(tmp_path, where):
    """A folder without an SDK, as a machine has that never saw one, is passed over."""
    project = Project(tmp_path).lists(
        'find_package(MUSAToolkit REQUIRED)\nmessage(STATUS "> ${MUSAToolkit_ROOT}")\n'
    )
    other = tmp_path / "other"
    other.mkdir()
    for name in ("include", "lib", "bin", "version.json"):
        (other / name).symlink_to(HOME / name)
    options = {"option": [f"-DMUSAToolkit_ROOT={other}"]}.get(where, ["-DMUSA_PATH=/nonexistent"])
    env = {"MUSA_PATH": str(other)} if where == "environment" else None
    wanted = HOME if where == "nowhere" else other
    assert project.messages(project.configured(*options, env=env)) == [str(wanted)]


def test_what_is_not_there_is_an_error(tmp_path):
    project = Project(tmp_path).lists("find_package(MUSAToolkit 99 REQUIRED)\n")
    done = project.configure()
    assert done.returncode and "99" in done.stderr and "4.3.0" in done.stderr
    project = Project(tmp_path / "b").lists(
        "find_package(MUSAToolkit REQUIRED COMPONENTS muwhat)\n"
    )
    assert "muwhat" in project.configure().stderr


@pytest.mark.parametrize("option, root", [("", HOME), ("-DMCCL_ROOT=", HOME)])
def test_mccl(tmp_path, option, root):
    project = Project(tmp_path).lists(
        "find_package(MCCL REQUIRED)\n"
        'message(STATUS "> ${MCCL_VERSION} ${MCCL_INCLUDE_DIRS} ${MCCL_LIBRARIES}")\n'
        "get_target_property(location MUSA::mccl IMPORTED_LOCATION)\n"
    )
    options = [option + str(root)] if option else []
    expected = f"2.11.4 {HOME}/include {HOME}/lib/libmccl.so"
    assert project.messages(project.configured(*options)) == [expected]
