"""`torchada check --trace`: what a run called, beside what was read."""

import json
import sys

import pytest
from support.checked import run, write
from support.processes import run_command

pytestmark = pytest.mark.musa

FILES = {
    "train.py": """import torch
from helper import used

for i in range(3):
    torch.cuda.synchronize()
getattr(torch.cuda, "empty" + "_cache")()
torch.zeros(1, device="cuda")
used()
""",
    "helper.py": """import torch

def used():
    try:
        torch.cuda.current_solver_handle()
    except RuntimeError:
        return getattr(torch.cuda, "gds_" + "register_buffer", None)

def unused():
    torch.cuda.current_solver_handle()
""",
}


@pytest.fixture
def project(tmp_path):
    return write(tmp_path / "project", FILES)


def traced(project, script="train.py", check=True):
    file = project.parent / "trace.json"
    command = [sys.executable, project / script]
    done = run_command(command, env={"TORCHADA_TRACE": str(file)})
    assert not check or done.returncode == 0, done.stderr
    return file


def report(project, *arguments):
    done = run(project, "--json=-", *arguments)
    return json.loads(done.stdout)


def statements(found):
    return {(one["path"], one["line"], one["subject"]): one for one in found["statements"]}


def test_calls_are_counted_where_reading_found_them_and_where_not(project):
    found = report(project, "--trace", traced(project))
    by_place = statements(found)

    assert by_place["train.py", 5, "torch.cuda.synchronize"]["calls"] == 3
    assert by_place["helper.py", 5, "torch.cuda.current_solver_handle"]["calls"] == 1
    assert by_place["helper.py", 10, "torch.cuda.current_solver_handle"]["calls"] == 0
    only_run = by_place["train.py", 6, "torch.cuda.empty_cache"]
    assert (only_run["code"], only_run["outcome"], only_run["calls"]) == ("name-called", "works", 1)
    assert only_run["message"] == "`torch.cuda.empty_cache` became torch_musa.empty_cache"
    assert found["runs"] == {
        "files": 1,
        "calls": 5,
        "places": 3,
        "failing_called": 0,
        "failing_not_called": 1,
        "devices": 1,
    }
    assert report(project)["runs"] is None


def test_text_and_sarif_tell_of_calls(project):
    file = traced(project)
    done = run(project, "--verbose", "--trace", file)
    assert "runs: 5 calls at 3 places of the project\n" in done.stdout
    assert "runs: 0 of 1 failing place called\n" in done.stdout
    line = next(line for line in done.stdout.splitlines() if line.startswith("helper.py:5: fails"))
    assert line.endswith(" (called 1 time)")
    (told,) = json.loads(run(project, "--sarif=-", "--trace", file).stdout)["runs"]
    counts = [one.get("occurrenceCount") for one in told["results"]]
    assert sorted(counts, key=str) == [1, None]
    page = run(project, "--html=-", "--trace", file).stdout
    assert '"calls": 3' in page


def test_a_trace_of_other_files_is_told(project, tmp_path):
    write(tmp_path / "other", {"other.py": "import torch"})
    done = run(tmp_path / "other", "--trace", traced(project))
    assert "runs: no call in the traces was made by the files that were read\n" in done.stdout


def test_an_error_that_ended_a_run_is_not_optional(project):
    hidden = """import torch
try:
    getattr(torch.cuda, "current_" + "solver_handle")()
    torch.cuda.current_solver_handle()
except ImportError:
    pass
"""
    write(project, {"hidden.py": hidden})
    assert ("hidden.py", 3) not in {key[:2] for key in statements(report(project))}
    found = report(project, "--trace", traced(project, "hidden.py", check=False))
    one = statements(found)["hidden.py", 3, "torch.cuda.current_solver_handle"]
    assert (one["code"], one["outcome"], one["optional"]) == ("name-unsupported", "fails", "")
    assert one["help"] == "Instead: use torch.linalg."
    assert found["verdict"] == "works with edits"
    assert found["runs"]["failing_called"] == 1


def test_other_processes_of_a_run_are_read(project):
    code = """import os, sys, torch
for i in range(2):
    if os.fork() == 0:
        torch.cuda.is_initialized()
        sys.exit()
    os.wait()
"""
    write(project, {"forks.py": code})
    found = report(project, "--trace", traced(project, "forks.py"))
    assert found["runs"]["files"] == 3
    assert statements(found)["forks.py", 4, "torch.cuda.is_initialized"]["calls"] == 2


@pytest.mark.parametrize(
    "text, reason",
    [
        (None, "No such file or directory"),
        ("{}", "it is not a trace of torchada; give a file that torchada trace has written"),
        ("x", "Expecting value"),
        ('{"version": 9, "run": "", "calls": []}', "its version is 9, not 1"),
    ],
)
def test_what_is_no_trace_is_refused(project, tmp_path, text, reason):
    file = tmp_path / "trace.json"
    if text is not None:
        file.write_text(text)
    done = run(project, "--trace", file)
    assert done.returncode == 2
    assert f"cannot read the trace {file}: {reason}" in done.stderr
