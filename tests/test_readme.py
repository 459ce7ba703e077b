"""README.md and README_CN.md: in step with each other, with the example's real output and the code."""

import re
import sys
from pathlib import Path

import pytest
from support.processes import run_command

ROOT = Path(__file__).resolve().parent.parent
READMES = ("README.md", "README_CN.md")
VARIABLE = re.compile(r"\b(?:TORCHADA|MUSASIM)(?:_[A-Z]+)*\b")
SOURCES = (
    "src/**/*.py",
    "core/**/*.cpp",
    "core/**/*.h",
    "sim/python/**/*.py",
    "sim/backend/**/*",
    "sim/machine/memory/*.cpp",
)


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def fences(text):
    """The fenced blocks as (language, body)."""
    return re.findall(r"^```(\w*)\n(.*?)^```$", text, flags=re.M | re.S)


def outline(text):
    """The level of every heading, in order, without those inside fenced blocks."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    return [len(marks) for marks in re.findall(r"^(#+) ", prose, flags=re.M)]


def table_rows(text):
    """The first cell of every table row."""
    return re.findall(r"^\| (`[^`]+`) \|", text, flags=re.M)


def without_comments(code):
    return re.sub(r" *#.*", "", code)


def test_readmes_have_the_same_headings_blocks_and_tables():
    english, chinese = map(read, READMES)

    assert outline(english) == outline(chinese)
    assert table_rows(english) == table_rows(chinese)
    assert [(language, without_comments(code)) for language, code in fences(english)] == [
        (language, without_comments(code)) for language, code in fences(chinese)
    ]


@pytest.mark.parametrize("name", READMES)
def test_links_to_files_of_the_tree_exist(name):
    targets = re.findall(r"\]\((?!https?:)([^)#]+)\)", read(name))

    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


@pytest.mark.musa
def test_example_has_15_lines_and_prints_what_the_readme_says(tmp_path):
    blocks = fences(read("README.md"))
    (code,) = [body for language, body in blocks if language == "python"]
    (output,) = [body for language, body in blocks if language == "text"]
    script = tmp_path / "example.py"
    script.write_text(code)
    torchada = Path(sys.executable).parent / "torchada"

    done = run_command([torchada, "run", "--sim", script], musasim=False)

    assert len([line for line in code.splitlines() if line.strip()]) <= 15
    assert (done.returncode, done.stdout, done.stderr) == (0, output, "")


def test_every_environment_variable_has_a_row_and_every_row_a_reader():
    shown = set(VARIABLE.findall(" ".join(table_rows(read("README.md")))))
    files = [path for pattern in SOURCES for path in ROOT.glob(pattern) if path.is_file()]
    code = "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in files)
    # Quoted names are what the code reads; a macro is never quoted.
    used = {name for name in re.findall(r"[\"']([A-Z_]+)[\"']", code) if VARIABLE.fullmatch(name)}

    hidden = {name for name in used if name.startswith(("TORCHADA_TEST_", "MUSASIM_TEST_"))}
    assert used - hidden == shown
