"""tools/check_text.py: what it finds and what it lets pass."""

import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).resolve().parents[2] / "tools" / "check_text.py"


def check(*names):
    command = [sys.executable, str(TOOL), *map(str, names)]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.mark.parametrize(
    "name, line, finding",
    [
        ("a.py", "x = 1 ", "trailing blanks"),
        ("a.py", "x = '\u00e9'", "not ASCII"),
        ("a.cpp", "// see /" + "work/notes", "a path of one machine"),
        ("a.sh", "cp a /" + "tmp/a", "a fixed place for temporary files"),
        ("a.toml", "index = 'https://pypi" + ".org/simple'", "the host of a registry"),
        ("a.md", "from download.pytorch" + ".org", "the host of a registry"),
    ],
)
def test_finding(tmp_path, name, line, finding):
    (tmp_path / name).write_text(f"first\n{line}\n", encoding="utf-8")

    done = check(tmp_path / name)

    assert done.returncode == 1 and f":2: {finding}" in done.stdout
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.parametrize(
    "name, text",
    [("a.py", "x = 1\n"), ("a.md", "caf\u00e9, /" + "tmp/a\n"), ("tests/a.py", "'/" + "tmp/a'\n")],
)
def test_nothing_to_find(tmp_path, name, text):
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")

    assert check(path).stdout == ""
