"""docs/environment.md has a row for every variable that the code reads."""

import re

from support import pages

from torchada._variables import VARIABLES

VARIABLE = re.compile(r"\b(?:TORCHADA|MUSASIM)(?:_[A-Z]+)*\b")
SOURCES = (
    "src/**/*.py",
    "core/**/*.cpp",
    "core/**/*.h",
    "sim/python/**/*.py",
    "sim/backend/**/*",
    "sim/machine/**/*.cpp",
    "sim/kernel_runtime/**/*.cpp",
    "sim/mcc/**/*.cpp",
    "sim/mtrtc/**/*.cpp",
)


def test_every_variable_has_a_row_and_every_row_a_reader():
    shown = set(VARIABLE.findall(" ".join(pages.table_keys(pages.read("docs/environment.md")))))
    found = [path for pattern in SOURCES for path in pages.ROOT.glob(pattern) if path.is_file()]
    files = [path for path in found if "tests" not in path.parts]
    code = "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in files)
    # Quoted names are what the code reads; a macro is never quoted.
    used = {name for name in re.findall(r"[\"']([A-Z_]+)[\"']", code) if VARIABLE.fullmatch(name)}

    hidden = {name for name in used if name.startswith(("TORCHADA_TEST_", "MUSASIM_TEST_"))}
    assert used - hidden == shown


def test_doctor_knows_every_variable_of_torchada():
    shown = set(VARIABLE.findall(" ".join(pages.table_keys(pages.read("docs/environment.md")))))
    # A row for all of TORCHADA_DISABLE_OP_OVERRIDE_<OP>; doctor takes any operator.
    patterns = {"TORCHADA_DISABLE_OP_OVERRIDE"}
    assert {name for name in shown if name.startswith("TORCHADA")} - patterns <= set(VARIABLES)
