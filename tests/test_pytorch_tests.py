"""tools/run_pytorch_tests.py: one outcome a test, and an owner of each failure."""

import importlib
import sys
from pathlib import Path

import pytest


@pytest.fixture
def table(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[1] / "tools"))
    yield importlib.import_module("pytorch_tests.table")
    for name in [name for name in sys.modules if name.split(".")[0] == "pytorch_tests"]:
        del sys.modules[name]


def record(test, outcome, message=""):
    return {"test": f"test_cuda.py::TestCuda::{test}", "outcome": outcome, "message": message}


def test_outcomes_and_owners(table):
    results = table.judge(
        [
            record("test_a", "passed"),
            record("test_b", "skipped", "Skipped: only one GPU detected"),
            record("test_c", "failed", "urlopen error"),
            # The body fails, and what comes after it too.
            record("test_d", "failed", "nobody knows this"),
            record("test_d", "passed"),
            record("test_cublas_a", "failed", "_cuda_resetCublasWorkspaceSize"),
        ]
    )
    by_name = {result.test.split("::")[-1]: result for result in results}
    assert len(results) == 5
    assert by_name["test_b"].reason == "only one GPU detected"
    assert by_name["test_c"].owner == "this run"
    assert [name for name, result in by_name.items() if result.is_unexplained] == ["test_d"]
    assert by_name["test_cublas_a"].owner == "NVIDIA only"


def test_a_later_run_counts(table):
    earlier = [record("test_a", "failed", "Timeout (>300.0s)"), record("test_b", "passed")]
    rows = table.renewed(earlier, [record("test_a", "passed")])
    assert [result.outcome for result in table.judge(rows)] == ["passed", "passed"]


def test_the_page_tells_the_share(table):
    results = table.judge([record("test_a", "passed"), record("test_c", "failed", "urlopen error")])
    text = table.as_markdown(results, "2.12.1")
    assert "Of the 2 tests that run and do not ask for NVIDIA's own, 50.0 % pass." in text
    assert "| `test_cuda.py` TestCuda | 2 | 1 | 0 | 1 this run (no network) |" in text
