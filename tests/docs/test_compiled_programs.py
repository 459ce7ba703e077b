"""docs/programs.md's table of what torch.compile makes of the programs."""

import sys
import xml.etree.ElementTree as xml
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def module(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import compiled_programs

    yield compiled_programs
    sys.modules.pop("compiled_programs")


def case(**counts):
    element = xml.Element("testcase")
    for name, value in counts.items():
        xml.SubElement(element, "property", name=name, value=str(value))
    return element


def test_counts_are_summed(module):
    cases = [case(graphs=2, breaks=0, kernels=3), case(graphs=1, breaks=4, kernels=5, refuses="x")]
    assert module.counted(cases) == {"graphs": 3, "breaks": 4, "kernels": 8}


def test_each_generator_is_asked_for_by_itself(module):
    chosen = [module.environment(each)["MUSASIM_INDUCTOR"] for each in module.GENERATORS]
    assert chosen == ["triton", "cpp"]


def test_a_row_has_both_generators(module):
    triton = {"passed": 2, "failed": [], "graphs": 3, "breaks": 1, "kernels": 8}
    cpp = {**triton, "passed": 1, "failed": ["test_x: no"], "breaks": 2, "kernels": 6}
    results = {
        "test_one": {"packages": ["one 1.0"], "compiled": {"triton": triton, "cpp": cpp}},
        "test_two": {"packages": ["two 2.0"]},
    }
    text = module.table(results)
    assert "1 program: 2 tests pass and 0 fail with Triton, 1 pass and 1 fail with C++." in text
    assert "| one 1.0 | 2 | 3 | 1; in C++ 2 | 8 | 6 | *fails* in C++: test_x: no |\n" in text


def test_the_marker_is_that_of_the_programs(module):
    markers = (ROOT / "tests/programs/pytest.ini").read_text()
    assert f"    {module.MARK.rpartition('.')[2]}: " in markers
