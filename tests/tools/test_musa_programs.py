"""tools/check_musa_programs.py: what it calls a success, on a made-up program; its page."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "check_musa_programs.py"
sys.path.insert(0, str(ROOT / "tools"))

from check_musa_programs import digests  # noqa: E402
from musa_programs import build, page  # noqa: E402
from musa_programs.program import ARCHITECTURES, Place, Program, names  # noqa: E402

RECORD = {
    "name": "adder",
    "version": "1.0",
    "about": "adds",
    "how": "sums, against the CPU",
    "model": "S5000",
    "options": ["ADD_MUSA=ON"],
    "failure": "",
    "results": [["sums", "3 equal"]],
}
CMAKE_LISTS = """
cmake_minimum_required(VERSION 3.18)
project(made LANGUAGES NONE)
list(APPEND CMAKE_MODULE_PATH "$ENV{MUSA_PATH}/cmake")
find_package(MUSAToolkit REQUIRED)
file(WRITE "${CMAKE_BINARY_DIR}/seen" "${GPU_ARCH} $ENV{MUSASIM_MODEL}")
add_custom_target(made)
"""


@pytest.fixture
def place(tmp_path):
    (tmp_path / "sdist").mkdir()
    return Place(tmp_path / "sdist", tmp_path / "build", "S5000")


def made(place, lists):
    (place.sdist / "CMakeLists.txt").write_text(lists)
    module = SimpleNamespace(SOURCE=".", OPTIONS=("GPU_ARCH={arch}",), TARGETS=("made",))
    return build.build(SimpleNamespace(module=module), place, 1)


@pytest.mark.musa
@pytest.mark.usefixtures("needs_simulator")
def test_build_sees_the_toolkit_and_the_gpu(place):
    pytest.importorskip("cmake")
    assert made(place, CMAKE_LISTS) == ""
    assert (place.build / "seen").read_text() == "31 S5000"


@pytest.mark.musa
@pytest.mark.usefixtures("needs_simulator")
def test_changed_file_is_a_failure(place):
    pytest.importorskip("cmake")
    lists = CMAKE_LISTS + 'file(WRITE "${CMAKE_SOURCE_DIR}/version.h" "1")\n'
    assert made(place, lists) == "the build changed files of the sdist"


def test_digest_is_of_names_and_contents(tmp_path):
    (tmp_path / "a").write_text("1")
    one = build.digest(tmp_path)
    (tmp_path / "a").rename(tmp_path / "b")
    assert build.digest(tmp_path) != one
    (tmp_path / "b").rename(tmp_path / "a")
    assert build.digest(tmp_path) == one


def test_page_tells_results_and_failures():
    failed = {**RECORD, "model": "S4000", "failure": "a.cu:1: error: a | b"}
    text = page.text({"adder S5000": RECORD, "adder S4000": failed})
    assert "| adder | 1.0 | adds | S5000 | `ADD_MUSA=ON` | sums: 3 equal |" in text
    assert "| *fails*: a.cu:1: error: a \\| b |" in text
    assert text.count("- adder: sums, against the CPU") == 1


def test_page_is_that_of_the_results():
    subprocess.run([sys.executable, TOOL, "--check"], check=True)


@pytest.mark.parametrize("name", names())
def test_program_says_how_it_is_built_and_judged(name):
    program = Program(name)
    assert program.about and program.module.COMPARED and program.module.TARGETS
    assert any("{arch}" in option for option in program.module.OPTIONS)
    assert program.module.MODELS.keys() <= ARCHITECTURES.keys()
    assert {(name, version) for version in program.module.MODELS.values()} <= digests().keys()
