"""tools/run_pytorch_tests.py: one outcome a test, and an owner of each failure."""

import importlib
import json
import sys
import weakref
from pathlib import Path
from types import SimpleNamespace

import pytest


@pytest.fixture
def tools(monkeypatch):
    """Imports a module of tools/, and forgets it at the end."""
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[2] / "tools"))
    yield importlib.import_module
    names = ("judged_tests", "pytest_runs", "pytorch_tests", "run_pytorch_tests")
    for name in [name for name in sys.modules if name.split(".")[0] in names]:
        del sys.modules[name]


@pytest.fixture
def table(tools):
    return tools("pytorch_tests.table")


def record(test, outcome, message=""):
    return {"test": f"test_cuda.py::TestCuda::{test}", "outcome": outcome, "message": message}


def test_outcomes_and_owners(table):
    results = table.judge(
        [
            record("test_a", "passed"),
            record("test_b", "skipped", "Skipped: only one GPU detected"),
            record("test_c", "failed", "urlopen error"),
            # The body fails, and what comes after it too.
            record("test_c", "failed", "Expected 0 but got 1."),
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
    rows = table.judged_tests.merge_records(earlier, [record("test_a", "passed")])
    assert [result.outcome for result in table.judge(rows)] == ["passed", "passed"]


def test_the_page_tells_the_share(table):
    results = table.judge([record("test_a", "passed"), record("test_c", "failed", "urlopen error")])
    text = table.as_markdown(results, "2.12.1")
    assert "Of the 2 tests that run and do not ask for NVIDIA's own, 50.0 % pass." in text
    assert "Of `test_cuda.py` alone, 50.0 % of 2 pass." in text
    assert "| `test_cuda.py` TestCuda | 2 | 1 | 0 | 1 this run (no network) |" in text


def test_the_page_is_made_of_what_runs_kept(tools, tmp_path):
    (tmp_path / "version.txt").write_text("2.12.1a0")
    for name, outcome in (("one", "passed"), ("two", "skipped")):
        (tmp_path / name).write_text(json.dumps(record(f"test_{name}", outcome)))
    kept = ["--from", str(tmp_path / "one"), str(tmp_path / "two")]
    page = tmp_path / "page.md"
    main = tools("run_pytorch_tests").main
    assert main([str(tmp_path), *kept, "--write", str(page)]) == 0
    assert "| `test_cuda.py` TestCuda | 2 | 1 | 1 |  |" in page.read_text()


@pytest.mark.musa
@pytest.mark.filterwarnings("ignore:Fail to import hypothesis")
def test_a_failure_leaves_nothing_behind(tools, monkeypatch):
    import torch.testing._internal.common_utils as common_utils

    monkeypatch.setattr(common_utils, "TEST_CUDA_GRAPH", common_utils.TEST_CUDA_GRAPH)
    plugin = tools("pytorch_tests.plugin")
    frames = type("Frames", (), {})()
    frames.cycle, dropped = frames, weakref.ref(frames)
    del frames
    for failed, when in ((True, "call"), (False, "teardown")):
        report = SimpleNamespace(failed=failed, longrepr="no memory", nodeid="b", when=when)
        plugin.pytest_runtest_logreport(report)
    assert dropped() is None
    ended = []
    monkeypatch.setattr(plugin.os, "_exit", ended.append)
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw0")
    for text, expected in (("no memory", []), ("Timeout (>300.0s) from pytest-timeout.", [1])):
        report = SimpleNamespace(failed=True, longrepr=text, nodeid="a", when="call")
        plugin.pytest_runtest_logreport(report)
        assert ended == expected
