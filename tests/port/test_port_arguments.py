"""Arguments that no one should give, to torchada.port and to both command lines; where output goes."""

import array
import inspect
import json
import os
import pickle
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from support.port_trees import PORT, command
from support.processes import run_command

from torchada import _port, port


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.cu").write_text('cudaFree(0); asm("ld.u32;"); // \u00e9\n')
    return root


@pytest.mark.parametrize("make", [bytes, bytearray, memoryview, lambda b: array.array("B", b)])
def test_buffers_give_bytes(make):
    assert port.translate(make(b"cudaFree(\xff)"))[0] == b"musaFree(\xff)"
    assert port.translate(memoryview(b"cXuXdXaX")[::2])[0] == b"cuda"


def test_a_buffer_may_change_meanwhile():
    text = bytearray(b"cudaFree(0); /* */ " * 20000)
    done = threading.Event()

    def change():
        while not done.is_set():
            text[:19], text[19:38] = text[19:38], b'"R"(cudaFree</**/ $'

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(20):
            port.translate(text)
    finally:
        done.set()
        thread.join()


@pytest.mark.parametrize("path", ["a.cu", Path("a.cu"), b"a.cu", "\udcff/a.cu"])
def test_any_path(path):
    assert port.translate("cudaFree", path)[1]["path"].endswith("a.cu")


@pytest.mark.parametrize(
    "rules, error",
    [
        ({"keep": "cudaFree*"}, "rules: keep must be a list of str, not str"),
        ({"keep": None}, "rules: keep must be a list of str, not NoneType"),
        ({"exclude": [b"a"]}, "rules: exclude must hold str, not bytes"),
        ({"map": {"cudaFree": 1}}, "rules: map must hold str, not int"),
        ({"map": ["cudaFree"]}, "rules: map must be a dict of names, not list"),
        (0, "expected str, bytes or os.PathLike object, not int"),
    ],
)
def test_rules_of_a_wrong_type(rules, error):
    with pytest.raises(TypeError) as caught:
        port.translate("cudaFree", rules=rules)
    assert str(caught.value) == error


@pytest.mark.parametrize(
    "options, error, text",
    [
        (
            {"jobs": -1},
            ValueError,
            "jobs must be 0 (one thread for each processor) or more, not -1",
        ),
        ({"jobs": "2"}, TypeError, "'str' object cannot be interpreted as an integer"),
        ({"exclude": "*.cu"}, TypeError, "exclude must be a list of str, not str"),
        ({"output": "", "check": False}, ValueError, "port_tree() needs the path of a folder"),
    ],
)
def test_options_of_a_tree(project, options, error, text):
    with pytest.raises(error) as caught:
        port.port_tree(project, **{"check": True, **options})
    assert text in str(caught.value)


@pytest.mark.parametrize("jobs", [1, 1000, 2**70])
def test_any_number_of_jobs(project, jobs):
    assert port.port_tree(project, check=True, jobs=jobs)["warnings"] == 1


def test_errors_are_pickled(tmp_path):
    with pytest.raises(port.PortError) as caught:
        port.port_tree(tmp_path / "gone", check=True)
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is port.PortError and str(again) == str(caught.value)


def test_a_forked_process_does_not_keep_the_target(project, tmp_path):
    """The lock of a run is the process's; a child that was forked during it has it too."""
    target = tmp_path / "target"
    code = """
import os, sys, threading, time
from torchada import _port, port
stop = threading.Event()
def fork():
    while not stop.is_set():
        child = os.fork()
        if child == 0:
            time.sleep(30)
            os._exit(0)
        children.append(child)
children = []
thread = threading.Thread(target=fork)
thread.start()
for _ in range(20):
    port.port_tree(sys.argv[1], sys.argv[2], force=True)
stop.set()
thread.join()
for child in children:
    os.kill(child, 9)
    os.waitpid(child, 0)
"""
    done = run_command([sys.executable, "-c", code, project, target], musasim=False)
    assert done.returncode == 0, done.stderr


def test_a_run_leaves_no_file_open(project, tmp_path):
    before = os.listdir("/proc/self/fd")
    port.port_tree(project, tmp_path / "target", jobs=2)
    assert os.listdir("/proc/self/fd") == before


RULES = {
    "file": (
        "[map]\ncudaFree = 'a'\ncudaFree = 'b'\n",
        "line 3: cudaFree is already mapped to `a`",
    ),
    "nested": ("[keep]\nnames = " + "[" * 100000, "expected a string in quotes"),
    "number": ("[map]\ncudaFree = " + "9" * 100000, "expected a string in quotes"),
}


@pytest.mark.parametrize("name", RULES)
def test_hostile_rules(project, tmp_path, command, name):
    text, error = RULES[name]
    (tmp_path / "rules.toml").write_text(text)
    done = command(project, "--check", "--rules", tmp_path / "rules.toml")
    assert done.returncode == 2 and error in done.stderr


def test_rules_are_any_bytes(project, tmp_path, command):
    rules = tmp_path / "rules.toml"
    rules.write_bytes(
        b'\xef\xbb\xbf[map]\r\ncudaFree = "caf\xe9"  # \xff\r\n[exclude]\npaths = ["\xff*"]'
    )
    (project / os.fsdecode(b"\xff.cu")).write_text("")
    done = command(project, "--check", "--rules", rules, "--json", tmp_path / "report.json")
    assert done.returncode == 1, done.stderr
    (file,) = json.loads((tmp_path / "report.json").read_text())["files"]
    assert file["replaced"] == {"rules": 1}


@pytest.mark.parametrize("pattern", ["sub/", "./sub", "sub", "*\udcff*"])
def test_left_out(project, tmp_path, command, pattern):
    folder = project / ("sub" if "sub" in pattern else "\udcff")
    folder.mkdir()
    (folder / "b.cu").write_text("")
    done = command(project, "--check", "--exclude", pattern, "--json", tmp_path / "report.json")
    assert done.returncode == 1, done.stderr
    assert len(json.loads((tmp_path / "report.json").read_text())["files"]) == 1


@pytest.mark.parametrize(
    "arguments, error",
    [
        (["--check", "--in-place"], ""),
        (["--check", "-o", "x"], ""),
        (["-o", ""], ""),
        (["--check", "--json", "x", "--report", "x"], "--json and --report both name x"),
        (["--check", "--rules", "."], "Is a directory"),
        (["--check", "-j", "-1"], "-1"),
        (["--check", "--json", "/dev/full"], "No space left"),
        (["--check", "--json", "-"], "No space left"),
        (["--check", "--rules", "gone\n\x1b[31m"], "gone??[31m"),
    ],
)
def test_what_is_refused(project, tmp_path, command, arguments, error):
    with open("/dev/full", "w") as full:
        done = command(project, *arguments, cwd=tmp_path, stdout=full)
    assert done.returncode == 2 and error in done.stderr
    assert "Traceback" not in done.stderr and "\x1b" not in done.stderr
    assert os.listdir(tmp_path) == ["project"]


def test_one_stream_for_two_texts(project):
    done = run_command([str(PORT), project / "a.cu", "--json", "-"], musasim=False)
    assert done.returncode == 2 and "standard output" in done.stderr and done.stdout == ""


def test_both_commands_have_the_same_options(command):
    done = command("--help")
    assert done.returncode == 0 and "  --in-place " in done.stdout and done.stderr == ""


def test_python_spells_options_as_the_command_line_does():
    keywords = list(inspect.signature(port.port_tree).parameters)
    keywords.remove("input")
    options = _port.help_text("torchada port")
    assert [name for name in keywords if f" --{name.replace('_', '-')} " not in options] == []


def test_one_file_goes_to_standard_output(project, command):
    done = command(project / "a.cu", "--quiet", "--strings")
    assert done.returncode == 1 and done.stdout.startswith("musaFree(0);")


def test_a_name_may_begin_with_a_dash(project, tmp_path, command):
    project.rename(tmp_path / "--check")
    done = command("--json", "-", "-o", "target", "--", "--check", cwd=tmp_path)
    assert done.returncode == 1 and (tmp_path / "target" / "a.mu").exists(), done.stderr
    assert json.loads(done.stdout)["warnings"] == 1


@pytest.mark.parametrize("closed", ["stdin", "stdout", "stderr"])
def test_closed_streams(project, tmp_path, command, closed):
    number = ["stdin", "stdout", "stderr"].index(closed)
    done = command(project, "-o", tmp_path / "target", "--json", tmp_path / "report.json",
                   preexec_fn=lambda: os.close(number))  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert json.loads((tmp_path / "report.json").read_text())["warnings"] == 1
    assert (tmp_path / "target" / "a.mu").read_text().startswith("musaFree(0);")
    assert "Traceback" not in done.stderr


def test_report_in_any_locale(project, command):
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    done = command(project, "--check", "--json", "-", "--notes", env=environment, encoding="utf-8")
    assert done.returncode == 1, done.stderr
    (file,) = json.loads(done.stdout)["files"]
    assert "\u00e9" in file["findings"][0]["source"]


def test_report_to_standard_output(project, tmp_path, command):
    done = command(project, "--check", "--report", "-", "-q", cwd=tmp_path)
    assert "warning[asm-refused]" in done.stdout and os.listdir(tmp_path) == ["project"]


def test_control_bytes_are_not_printed(project, command):
    (project / "a.cu").rename(project / "a\n\x1b[31m.cu")
    done = command(project, "--check")
    assert "a??[31m.cu:1:14: warning[asm-refused]" in done.stderr and "\x1b" not in done.stderr


def test_a_report_keeps_the_mode_of_the_file(project, tmp_path, command):
    report = tmp_path / ("r" * 250)
    report.write_text("old")
    report.chmod(0o600)
    assert command(project, "--check", "--json", report).returncode == 1
    assert json.loads(report.read_text())["warnings"] == 1
    assert stat.S_IMODE(report.stat().st_mode) == 0o600


@pytest.mark.parametrize("in_place", [False, True])
def test_an_interrupt_ends_a_run_and_the_next_one_finishes(tmp_path, in_place):
    project, target = tmp_path / "project", tmp_path / "target"
    for folder in range(25):
        (project / str(folder)).mkdir(parents=True)
        for number in range(100):
            (project / str(folder) / f"{number}.cu").write_text("cudaFree(0);\n")
    code = """
import signal, sys
from torchada import _port, port

where = {"in_place": True} if len(sys.argv) == 2 else {"output": sys.argv[2]}
# By the clock, which needs no second thread to be in time; a run takes 50 times as long.
signal.signal(signal.SIGALRM, signal.default_int_handler)
try:
    signal.setitimer(signal.ITIMER_REAL, 0.002)
    port.port_tree(sys.argv[1], jobs=2, **where)
except KeyboardInterrupt:
    assert port.translate("cudaFree")[0] == "musaFree"
    sys.exit(42)
"""
    folders = [project] if in_place else [project, target]
    done = run_command([sys.executable, "-c", code, *folders], musasim=False)
    assert done.returncode == 42, done.stderr
    before = len(list(project.rglob("*.cu")))
    assert before == 2500
    port.port_tree(project, in_place=True) if in_place else port.port_tree(project, target)
    found = list(folders[-1].rglob("*.mu"))
    assert len(found) == 2500 and {path.read_text() for path in found} == {"musaFree(0);\n"}
