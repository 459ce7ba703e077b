"""slow_tests.txt, and the tests that never go there: each entry names a test that exists."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def is_there(folder, entry):
    """Whether the file has these classes and this function; parameters are not looked at."""
    file, *names = entry.partition("[")[0].split("::")
    path = folder / file
    if not names or not path.is_file():
        return False
    text = path.read_text(encoding="utf-8")
    return all(re.search(rf"^ *(class|def) {name}\b", text, re.MULTILINE) for name in names)


@pytest.mark.parametrize("name", ["tests", "sim/tests"])
def test_each_entry_names_a_test(name):
    folder = ROOT / name
    lines = (folder / "slow_tests.txt").read_text(encoding="utf-8").splitlines()
    entries = [line for line in lines if not line.startswith("#")]

    assert entries
    assert [entry for entry in entries if not is_there(folder, entry)] == []


def test_each_essential_entry_begins_a_name():
    """An entry may end in the midst of a name; it stands for all that begin so."""
    for entry in runpy.run_path(str(ROOT / "tools" / "list_slow_tests.py"))["ESSENTIAL"]:
        file, *names = entry.split("::")
        text = (ROOT / "tests" / file).read_text(encoding="utf-8")
        assert all(
            re.search(rf"^ *(class|def) {name}", text, re.MULTILINE) for name in names
        ), entry
