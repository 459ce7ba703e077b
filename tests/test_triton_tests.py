"""tools/run_triton_tests.py: rows of several kinds, owners of failures, and the page with what did not run."""

import importlib
import json
import sys
from pathlib import Path

import pytest


@pytest.fixture
def tools(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[1] / "tools"))
    yield importlib.import_module
    names = ("judged_tests", "triton_tests", "run_triton_tests")
    for name in [name for name in sys.modules if name.split(".")[0] in names]:
        del sys.modules[name]


def row(test, outcome, message=""):
    return {"test": f"language/test_core.py::{test}", "outcome": outcome, "message": message}


FP8 = 'CompilationError: at 1:0:\nValueError("type fp8e4b15 not supported in this architecture")'


def test_owners(tools):
    table = tools("triton_tests.table")
    results = table.judge(
        [
            row("test_abs_fp8[in_dtype0]", "failed", FP8),
            row("test_abs_fp8[in_dtype1]", "passed"),
            row("test_add[int8]", "failed", "nobody knows this"),
            {
                "id": "language/test_core.py::test_add[int16]",
                "outcome": "skipped",
                "s": 0,
                "text": "",
            },
        ]
    )
    assert [result.outcome for result in results] == ["failed", "passed", "failed", "skipped"]
    assert results[0].owner == "NVIDIA only"
    assert [result.is_unexplained for result in results] == [False, False, True, False]


def test_the_page(tools):
    table = tools("triton_tests.table")
    rows = [row("test_add[int8]", "passed"), row("test_abs_fp8[0]", "failed", FP8)]
    names = [f"language/test_core.py::test_add[{kind}]" for kind in ("int8", "int16")]
    text = table.as_markdown(table.judge(rows, names), "Triton 3.6.0")
    assert "Of the 1 tests that run" in text and "100.0 % pass" in text
    assert "| `test_core.py` | 3 | 1 | 0 | 1 | 1 | 100.0 % |" in text
    assert "| `test_core.py test_abs_fp8` | 1 of 1 | NVIDIA only | the type `fp8e4b15` |" in text


def test_the_last_of_several_records_counts(tools, tmp_path):
    program = tools("run_triton_tests")
    first, second = tmp_path / "first", tmp_path / "second"
    failed = {"id": "language/test_core.py::test_add", "outcome": "failed", "text": "Timeout"}
    first.write_text(json.dumps(failed) + "\n")
    second.write_text(json.dumps(row("test_add", "passed")) + "\n")
    page = tmp_path / "page.md"
    arguments = [
        str(tmp_path),
        "--only",
        "core",
        "--write",
        str(page),
        "--versions",
        "Triton 3.6.0",
    ]
    assert program.main([*arguments, "--from", str(first), str(second)]) == 0
    assert "| passed | 1 |" in page.read_text()
