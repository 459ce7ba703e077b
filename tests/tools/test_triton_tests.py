"""tools/run_triton_tests.py: owners of failures, the page with what did not run, and exit codes."""

import importlib
import json
import sys
from pathlib import Path

import pytest


@pytest.fixture
def tools(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[2] / "tools"))
    yield importlib.import_module
    names = ("judged_tests", "pytest_runs", "triton_tests", "run_triton_tests")
    for name in [name for name in sys.modules if name.split(".")[0] in names]:
        del sys.modules[name]


def row(test, outcome, message=""):
    return {"test": f"language/test_core.py::{test}", "outcome": outcome, "message": message}


VERSIONS = "torch 2.11.0 and Triton 3.6.0"
FP8 = 'CompilationError: at 1:0:\nValueError("type fp8e4b15 not supported in this architecture")'


def test_owners(tools):
    table = tools("triton_tests.table")
    results = table.judge(
        [
            row("test_abs_fp8[in_dtype0]", "failed", FP8),
            row("test_abs_fp8[in_dtype1]", "passed"),
            row("test_add[int8]", "failed", "nobody knows this"),
            row("test_add[int16]", "skipped"),
        ],
        VERSIONS,
    )
    assert [result.outcome for result in results] == ["failed", "passed", "failed", "skipped"]
    assert results[0].owner == "NVIDIA only"
    assert [result.is_unexplained for result in results] == [False, False, True, False]


def test_the_page(tools):
    table = tools("triton_tests.table")
    rows = [row("test_add[int8]", "passed"), row("test_abs_fp8[0]", "failed", FP8)]
    names = [f"language/test_core.py::test_add[{kind}]" for kind in ("int8", "int16")]
    text = table.as_markdown(table.judge(rows, VERSIONS, names), VERSIONS)
    assert "Of the 1 tests that run" in text and "100.0 % pass" in text
    assert "| `test_core.py` | 3 | 1 | 0 | 1 | 1 | 100.0 % |" in text
    assert "| `test_core.py test_abs_fp8` | 1 of 1 | NVIDIA only | the type `fp8e4b15` |" in text


def test_a_reason_is_that_of_one_version(tools):
    table = tools("triton_tests.table")
    rows = [row("test_scan_1d[1]", "failed", "PassManager::run failed")]
    (old,), (new,) = (table.judge(rows, f"Triton {version}") for version in ("3.6.0", "3.7.1"))
    assert old.owner == "Triton" and new.is_unexplained


def test_a_test_that_fails_in_another_way_has_no_reason(tools):
    table = tools("triton_tests.table")
    (result,) = table.judge([row("test_poison_return", "failed", "Segmentation fault")], VERSIONS)
    assert result.is_unexplained


@pytest.fixture
def sources(tmp_path):
    """A folder like Triton's, with a conftest.py that knows --device."""
    unit = tmp_path / "triton" / "python" / "test" / "unit"
    (unit / "language").mkdir(parents=True)
    text = "def pytest_addoption(parser):\n    parser.addoption('--device')\n"
    (unit.parent / "conftest.py").write_text(text)
    (unit / "language" / "test_core.py").write_text("def test_add(): pass\ndef test_sub(): pass\n")
    return tmp_path / "triton"


def written(path, *rows):
    path.write_text("".join(json.dumps(each) + "\n" for each in rows))
    return str(path)


def test_the_last_of_several_records_counts(tools, sources, tmp_path):
    failed = written(tmp_path / "first", row("test_add", "failed", "Timeout"))
    passed = written(tmp_path / "second", row("test_add", "passed"), row("test_sub", "passed"))
    page = tmp_path / "page.md"
    options = [str(sources), "--write", str(page), "--versions", VERSIONS]
    assert tools("run_triton_tests").main([*options, "--from", failed, passed]) == 0
    assert "| passed | 2 |" in page.read_text()


def test_what_was_not_run_is_no_success(tools, sources, tmp_path, capsys):
    records = written(tmp_path / "records", row("test_add", "passed"))
    options = [str(sources), "--versions", VERSIONS, "--from", records]
    assert tools("run_triton_tests").main(options) == 1
    assert "| not run | 1 |" in capsys.readouterr().out


@pytest.mark.parametrize(
    "content, said",
    [
        (None, "has no records of tests"),
        ("{", "has no records"),
        ('{"id": "a"}', ":1 is no record"),
    ],
)
def test_records_that_cannot_be_read(tools, sources, tmp_path, capsys, content, said):
    path = tmp_path / "records"
    if content is not None:
        path.write_text(content)
    options = [str(sources), "--versions", VERSIONS, "--from", str(path)]
    assert tools("run_triton_tests").main(options) == 2
    assert f"run_triton_tests: {path}" in (error := capsys.readouterr().err) and said in error


def test_tests_that_cannot_be_collected(tools, sources, tmp_path, capfd):
    records = written(tmp_path / "records", row("test_add", "passed"))
    (sources / "python/test/unit/language/test_core.py").write_text("import nothing_of_that_name\n")
    options = [str(sources), "--versions", VERSIONS, "--from", records]
    assert tools("run_triton_tests").main(options) == 2
    assert "No module named 'nothing_of_that_name'" in capfd.readouterr().err
    assert tools("run_triton_tests").main([str(sources), "-n", "1", "--versions", VERSIONS]) == 2
    assert "pytest could not run the tests and ended with" in capfd.readouterr().err
