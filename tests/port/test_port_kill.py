"""torchada-port when it is killed, or the disk is full, at every single change it makes to disk.

A preloaded library (support/fault.c) counts the changes and strikes at the Nth: exact, and the same
on every machine. The tests marked slow kill at random moments of larger runs instead.
"""

import errno
import os
import random
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import pytest
from support.port_trees import (
    OWN,
    PORT,
    assert_tidy,
    copy_tree,
    files_of,
    make_project,
    ported,
    run_port,
)


@pytest.fixture(scope="module")
def fault_library(tmp_path_factory):
    library = tmp_path_factory.mktemp("fault") / "fault.so"
    source = Path(__file__).parents[1] / "support" / "fault.c"
    compiler = os.environ.get("CC", "cc")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return library


class Faults:
    """Runs torchada-port with a fault at each of its changes, one run after the other."""

    def __init__(self, library, tmp_path):
        self.library = library
        self.count = tmp_path / "count"

    def run(self, arguments, at=0, how="kill"):
        env = {**os.environ, "LD_PRELOAD": str(self.library), "FAULT_AT": str(at)}
        env.update(FAULT=str(how), FAULT_COUNT=str(self.count))
        command = [PORT, *arguments, "-q", "-j", "1"]
        return subprocess.run(command, env=env, stderr=subprocess.PIPE, text=True, timeout=60)

    def changes(self, arguments):
        assert self.run(arguments).returncode in (0, 1)
        return int(self.count.read_text())

    def each(self, arguments, prepare, how="kill"):
        """Yields after each run that was struck; `prepare` sets the stage anew."""
        prepare()
        for at in range(1, self.changes(arguments) + 1):
            prepare()
            yield self.run(arguments, at, how)


@pytest.fixture
def tmp_path(tmp_path):
    """In memory where that is possible: runs in place wait for the disk."""
    if not os.access("/dev/shm", os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        yield Path(folder)


@pytest.fixture
def faults(fault_library, tmp_path):
    return Faults(fault_library, tmp_path)


@pytest.fixture
def project(tmp_path):
    return make_project(tmp_path / "project", 1)


def assert_each_is_one_of(found, *wanted):
    for path, what in found.items():
        assert any(what == tree[path] for tree in wanted if path in tree), path


def test_kill_in_a_first_run(project, tmp_path, faults):
    wanted = ported(project, tmp_path / "wanted")
    target = tmp_path / "target"
    for done in faults.each([project, "-o", target], lambda: copy_tree(tmp_path / "none", target)):
        assert done.returncode == -signal.SIGKILL
        assert_each_is_one_of(files_of(target), wanted)
        assert ported(project, target) == wanted
        assert_tidy(target)


def test_kill_in_a_second_run_and_other_inputs_after_that(tmp_path, faults):
    projects = [make_project(tmp_path / f"v{v}", 1, v) for v in (1, 2, 3)]
    wanted = [ported(project, tmp_path / f"wanted{i}") for i, project in enumerate(projects)]
    project, target = tmp_path / "project", tmp_path / "target"

    def prepare():
        copy_tree(projects[0], project)
        copy_tree(tmp_path / "wanted0", target)
        copy_tree(projects[1], project)

    for done in faults.each([project, "-o", target], prepare):
        assert done.returncode == -signal.SIGKILL
        assert_each_is_one_of(files_of(target), *wanted[:2])
        copy_tree(projects[2], project)
        assert ported(project, target) == wanted[2]
        assert_tidy(target)


def test_kill_on_the_way_back(project, tmp_path, faults):
    wanted = files_of(project)
    musa, target = tmp_path / "musa", tmp_path / "target"
    ported(project, musa)
    arguments = [musa, "--reverse", "-o", target]
    for done in faults.each(arguments, lambda: copy_tree(tmp_path / "none", target)):
        assert done.returncode == -signal.SIGKILL
        assert_each_is_one_of(files_of(target), wanted)
        assert ported(musa, target, "--reverse") == wanted
        assert_tidy(target)


def assert_nothing_is_lost(project, before):
    """Each original is at its place or in the backup, byte for byte."""
    backup = files_of(project / OWN / "backup") if (project / OWN / "backup").exists() else {}
    found = files_of(project)
    for path, what in before.items():
        assert found.get(path) == what or backup[path] == what


def in_place_result(project, tmp_path):
    copy_tree(project, tmp_path / "wanted")
    run_port(tmp_path / "wanted", "--in-place")
    return files_of(tmp_path / "wanted")


def test_kill_in_place(project, tmp_path, faults):
    before, wanted = files_of(project), in_place_result(project, tmp_path)
    target = tmp_path / "target"
    for done in faults.each([target, "--in-place"], lambda: copy_tree(project, target)):
        assert done.returncode == -signal.SIGKILL
        assert_each_is_one_of(files_of(target), before, wanted)
        assert_nothing_is_lost(target, before)
        copy_tree(target, tmp_path / "second")
        run_port(target, "--in-place")
        assert files_of(target) == wanted
        assert_tidy(target)
        run_port(tmp_path / "second", "--in-place", "--reverse")
        assert files_of(tmp_path / "second") == before


def test_kill_on_the_way_back_in_place(project, tmp_path, faults):
    before, ported_tree = files_of(project), in_place_result(project, tmp_path)
    target = tmp_path / "target"
    arguments = [target, "--in-place", "--reverse"]
    for done in faults.each(arguments, lambda: copy_tree(tmp_path / "wanted", target)):
        assert done.returncode == -signal.SIGKILL
        assert_each_is_one_of(files_of(target), before, ported_tree)
        assert_nothing_is_lost(target, before)
        run_port(target, "--in-place", "--reverse")
        assert files_of(target) == before
        assert_tidy(target)


def test_half_of_a_run_in_place_is_no_input(project, tmp_path, faults):
    for _ in faults.each([project, "--in-place"], lambda: None):
        if (project / OWN / "commit").exists():
            break
    done = run_port(project, "--check", check=False)
    assert done.returncode == 2
    assert "was interrupted" in done.stderr and "--in-place" in done.stderr


def test_full_disk(project, tmp_path, faults):
    wanted = ported(project, tmp_path / "wanted")
    target = tmp_path / "target"
    arguments = [project, "-o", target]
    prepare = lambda: copy_tree(tmp_path / "none", target)  # noqa: E731
    failed = 0
    for done in faults.each(arguments, prepare, errno.ENOSPC):
        assert done.returncode in (0, 1, 2)
        assert_each_is_one_of(files_of(target), wanted)
        if done.returncode == 2:
            failed += 1
            assert "No space left on device" in done.stderr and str(target) in done.stderr
        else:
            assert files_of(target) == wanted
        assert ported(project, target) == wanted
        assert_tidy(target)
    assert failed > 20


def test_full_disk_in_place_changes_nothing(project, tmp_path, faults):
    before, wanted = files_of(project), in_place_result(project, tmp_path)
    target = tmp_path / "target"
    prepare = lambda: copy_tree(project, target)  # noqa: E731
    for done in faults.each([target, "--in-place"], prepare, errno.ENOSPC):
        assert done.returncode in (0, 1, 2)
        if done.returncode == 2:
            assert "No space left on device" in done.stderr and str(target) in done.stderr
        if "nothing was changed" in done.stderr:
            assert files_of(target) == before
        elif done.returncode == 2:
            assert "run the same command again" in done.stderr or "cannot write to" in done.stderr
        assert_each_is_one_of(files_of(target), before, wanted)
        assert_nothing_is_lost(target, before)
        run_port(target, "--in-place")
        assert files_of(target) == wanted
        assert_tidy(target)


def duration_of(command):
    begin = time.monotonic()
    subprocess.run(command, stderr=subprocess.DEVNULL, timeout=60)
    return time.monotonic() - begin


def kill_at_random(command, longest, chance):
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    time.sleep(chance.uniform(0, longest))
    process.send_signal(signal.SIGKILL)
    process.wait()


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["tree", "rerun", "reverse", "in-place"])
def test_kill_a_hundred_times(tmp_path, mode):
    first = make_project(tmp_path / "first", 150, 1)
    second = make_project(tmp_path / "second", 150, 2)
    old = ported(first, tmp_path / "old")
    new = ported(second, tmp_path / "new")
    project, target = tmp_path / "project", tmp_path / "target"
    options = {"in-place": [target, "--in-place"], "reverse": [project, "--reverse", "-o", target]}
    arguments = options.get(mode, [project, "-o", target])
    wanted, allowed = {
        "tree": (new, [new]),
        "rerun": (new, [old, new]),
        "reverse": (files_of(second), [files_of(second)]),
        "in-place": (new, [files_of(second), new]),
    }[mode]

    def prepare():
        copy_tree(tmp_path / "new" if mode == "reverse" else second, project)
        start = {"rerun": tmp_path / "old", "in-place": second}.get(mode, tmp_path / "none")
        copy_tree(start, target)

    prepare()
    command = [PORT, *arguments, "-q"]
    longest = duration_of(command)
    chance = random.Random(mode)
    for _ in range(100):
        prepare()
        for _ in range(chance.choice([1, 1, 2])):
            kill_at_random(command, longest, chance)
            assert_each_is_one_of(files_of(target), *allowed)
        if mode == "in-place":
            assert_nothing_is_lost(target, files_of(second))
        run_port(*arguments)
        found = files_of(target)
        assert found.keys() == wanted.keys() or mode == "in-place"
        assert all(found[path] == what for path, what in wanted.items() if type(what) is bytes)
        assert_tidy(target)
