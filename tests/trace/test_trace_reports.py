"""The command `torchada trace`: its file, its schema, its summary, its exit status."""

import json
import sys
from pathlib import Path

import jsonschema
import pytest
from support.processes import run_command
from support.traces import others, trace, write

import torchada

pytestmark = pytest.mark.musa

SCHEMA = Path(torchada.__file__).parent / "_trace" / "schema.json"
COMMAND = [sys.executable, "-m", "torchada", "trace"]

PROGRAM = """
import os, sys, torch
x = torch.zeros(3, device="cuda:0")
for i in range(3):
    torch.cuda.memory_allocated()
    torch.cuda.synchronize()
try:
    torch.cuda.current_solver_handle()
except RuntimeError:
    pass
if os.fork() == 0:
    torch.cuda.is_initialized()
    sys.exit()
os.wait()
print(sys.argv[1:])
"""


def run(folder, *arguments, **options):
    """Run the command in a folder."""
    return run_command([*COMMAND, *arguments], cwd=folder, **options)


def test_the_summary_tells_what_calls_became(tmp_path):
    write(tmp_path, PROGRAM)
    done = run(tmp_path, "program.py", "--output", "of the program")
    assert done.returncode == 0
    assert done.stdout == "['--output', 'of the program']\n"
    lines = [" ".join(line.split()) for line in done.stderr.splitlines()]
    place = tmp_path / "torchada-trace.json"
    assert lines[0] == f"torchada trace: {place}"
    assert lines[1] == "kind name calls places seconds first place"
    rows = [line.split() for line in lines[2:6]]
    assert [(row[0], row[1], row[2], row[3], row[5]) for row in rows] == [
        ("unsupported", "torch.cuda.current_solver_handle", "1", "1", "program.py:7"),
        ("emulated", "torch.cuda.memory_allocated", "3", "1", "program.py:4"),
        ("musa", "torch.cuda.synchronize", "3", "1", "program.py:5"),
        ("musa", "torch.cuda.is_initialized", "1", "1", "program.py:11"),
    ]
    assert lines[6] == 'device "cuda:0" -> "musa:0": 1 time at 1 place, first at program.py:2'
    assert lines[7].startswith(
        "unsupported, was caught: program.py:7: torch.cuda.current_solver_handle is not supported on MUSA"
    )
    (child,) = tmp_path.glob("torchada-trace.*.json")
    assert lines[8:] == [f"one more process, counted above: {child}"]


def test_files_are_as_the_schema_says(tmp_path):
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    _, found = trace(tmp_path, PROGRAM)
    files = [found, *others(tmp_path).values()]
    assert len(files) == 2
    for one in files:
        jsonschema.Draft202012Validator(schema).validate(one)


def test_a_module_is_traced(tmp_path):
    write(tmp_path, "import torch; torch.cuda.device_count()")
    done = run(tmp_path, "--output", "a.json", "-m", "program")
    assert done.returncode == 0, done.stderr
    assert json.loads((tmp_path / "a.json").read_text())["calls"][0]["count"] == 1


def test_the_exit_status_is_that_of_the_program(tmp_path):
    write(tmp_path, "import sys, torch; sys.exit(7)")
    assert run(tmp_path, "program.py").returncode == 7


def test_what_cannot_be_written_is_told_before_the_program_runs(tmp_path):
    write(tmp_path, "print('ran')")
    done = run(tmp_path, "--output", "missing/trace.json", "program.py")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"nothing can be written to {tmp_path / 'missing'}; choose a file" in done.stderr
    done = run(tmp_path, "--output", ".", "program.py")
    assert (done.returncode, done.stdout) == (2, "") and "it is a folder" in done.stderr
    done = run(tmp_path)
    assert done.returncode == 2 and "usage: torchada trace [--output FILE]" in done.stderr


def test_a_program_may_change_its_folder(tmp_path):
    code = "import os, torch; torch.cuda.device_count(); os.chdir('/')"
    path = write(tmp_path, code)
    done = run_command([sys.executable, path], env={"TORCHADA_TRACE": "t.json"}, cwd=tmp_path)
    assert done.returncode == 0 and json.loads((tmp_path / "t.json").read_text())["calls"]


def test_sources_may_have_any_name(tmp_path):
    done, found = trace(tmp_path, "import torch\ntorch.cuda.device_count()", name="a\x1b[31m\n.py")
    assert found["calls"][0]["path"] == str(tmp_path / "a\x1b[31m\n.py")
    assert "a\\x1b[31m\\n.py:2" in done.stderr


def test_without_musa_the_program_runs_untraced(tmp_path, no_torch_musa):
    write(tmp_path, "import torch; print(torch.__name__)")
    done = run(tmp_path, "program.py", musasim=False)
    assert (done.returncode, done.stdout) == (0, "torch\n")
    assert not (tmp_path / "torchada-trace.json").exists()
    assert "torchada changes nothing for this program" in done.stderr
