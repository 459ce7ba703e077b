"""torchada-port on unusual trees and unusual targets: a right result or a clear error, never a hang."""

import fcntl
import os
import shutil
import socket
import stat
import subprocess
import threading
import time

import pytest
from support.port_trees import (
    OWN,
    PORT,
    assert_tidy,
    files_of,
    make_project,
    ported,
    run_port,
    tree_of,
)


@pytest.fixture
def project(tmp_path):
    return make_project(tmp_path / "project", 2)


def assert_fails(done, *words):
    assert done.returncode == 2
    assert all(str(word) in done.stderr for word in words), done.stderr


def test_pipes_sockets_and_devices_are_left_out(project, tmp_path):
    wanted = ported(project, tmp_path / "wanted")
    os.mkfifo(project / "pipe.cu")
    server = socket.socket(socket.AF_UNIX)
    server.bind(os.path.relpath(project / "socket.cu"))
    if os.geteuid() == 0:
        os.mknod(project / "device.cu", stat.S_IFCHR, os.makedev(1, 3))
    with server:
        assert ported(project, tmp_path / "target") == wanted


def test_links_are_copied_and_never_followed(project, tmp_path):
    outside = tmp_path / "outside.cu"
    outside.write_text("cudaFree")
    for name, target in {
        "loop_a": "loop_b",
        "loop_b": "loop_a",
        "self": ".",
        "up": "..",
        "gone.cu": "nowhere.cu",
        "outside.cu": str(outside),
        "folder9": "folder0",
    }.items():
        (project / name).symlink_to(target)
    found = ported(project, tmp_path / "target")
    assert found[b"loop_a"] == "loop_b" and found[b"self"] == "." and found[b"up"] == ".."
    assert found[b"gone.mu"] == "nowhere.cu" and found[b"outside.mu"] == str(outside)
    assert found[b"link.mu"] == "folder0/kernel0.mu"
    assert outside.read_text() == "cudaFree"
    assert not any(path.startswith(b"folder9/") for path in found)


def test_a_link_that_is_gone_goes_from_the_target(project, tmp_path):
    target = tmp_path / "target"
    assert b"link.mu" in ported(project, target)
    (project / "link.cu").unlink()
    assert b"link.mu" not in ported(project, target)


def test_links_in_the_target_are_work_by_hand_and_never_followed(project, tmp_path):
    target, outside = tmp_path / "target", tmp_path / "outside"
    outside.write_text("mine")
    wanted = ported(project, target)
    for name in ("setup.py", "only1.mu"):
        (target / name).unlink()
        (target / name).symlink_to(outside)
    (project / "setup.py").write_text("changed")
    assert ported(project, target)[b"setup.py"] == str(outside)
    assert ported(project, target, "--force") == {**wanted, b"setup.py": b"changed"}
    assert outside.read_text() == "mine"


@pytest.mark.parametrize(
    "name", [b"new\nline.cu", b"tab\t.cu", b"\xff\xfe.cu", b"-o.cu", b"%41.cu"]
)
def test_any_name(project, tmp_path, name):
    source = os.path.join(os.fsencode(project), name)
    with open(source, "wb") as file:
        file.write(b"cudaFree(0); // caf\xe9")
    target, back = tmp_path / "target", tmp_path / "back"
    wanted = name[:-2] + b"mu"
    assert ported(project, target)[wanted] == b"musaFree(0); // caf\xe9"
    assert ported(target, back, "--reverse") == files_of(project)
    os.unlink(source)
    assert wanted not in ported(project, target)


def deep_folder(root, depth, name="d"):
    """Deeper than a path may be long, so step by step."""
    here = os.open(root, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir(name, dir_fd=here)
        inner = os.open(name, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    file = os.open("deep.cu", os.O_WRONLY | os.O_CREAT, dir_fd=here)
    os.write(file, b"cudaFree(0);")
    os.close(file)
    os.close(here)


def test_deep_folders(project, tmp_path):
    deep_folder(project, 600)
    found = ported(project, tmp_path / "target")
    assert found[b"d/" * 600 + b"deep.mu"] == b"musaFree(0);"


@pytest.mark.parametrize("depth, name", [(1100, "d"), (50, "d" * 100)])
def test_folders_that_are_too_deep_are_an_error(project, tmp_path, depth, name):
    deep_folder(project, depth, name)
    target = tmp_path / "target"
    assert_fails(run_port(project, "-o", target, check=False), "File name too long", "--exclude")
    assert not target.exists()
    run_port(project, "-o", target, "--exclude", name)
    subprocess.run(["rm", "-rf", project / name], check=True)  # more than pytest can remove


@pytest.fixture
def as_nobody(project, tmp_path):
    """Runs the program without root's rights, which chmod does not bind, where all is readable."""
    folder = tmp_path
    while folder != folder.parent and not folder.stat().st_mode & 0o001:
        folder.chmod(folder.stat().st_mode | 0o011)
        folder = folder.parent
    program = shutil.copy(PORT, tmp_path / "torchada-port")
    subprocess.run(["chmod", "-R", "a+rwX", tmp_path], check=True)
    options = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}

    def run(*arguments):
        return run_port(*arguments, check=False, program=program, **options)

    return run


def test_unreadable_file(project, as_nobody, tmp_path):
    target = tmp_path / "target"
    wanted = files_of(target) if as_nobody(project, "-o", target).returncode < 2 else None
    secret = project / "folder0" / "kernel0.cu"
    secret.chmod(0)
    assert_fails(as_nobody(project, "-o", target), secret, "Permission denied")
    assert files_of(target) == wanted
    secret.chmod(0o644)
    assert as_nobody(project, "-o", target).returncode < 2
    assert files_of(target) == wanted


def test_unreadable_file_in_place_changes_nothing(project, as_nobody):
    before = files_of(project)
    secret = project / "setup.py"
    (project / "folder0" / "plain0.h").chmod(0)
    secret.chmod(0)
    done = as_nobody(project, "--in-place")
    assert_fails(done, "plain0.h", "Permission denied", "nothing was changed")
    assert files_of(project) == before


def test_unreadable_folder(project, as_nobody, tmp_path):
    (project / "folder0").chmod(0)
    done = as_nobody(project, "-o", tmp_path / "target")
    assert_fails(done, project / "folder0", "Permission denied", "--exclude")
    assert not (tmp_path / "target").exists()


def test_read_only_target(project, as_nobody, tmp_path):
    parent = tmp_path / "parent"
    parent.mkdir(mode=0o555)
    done = as_nobody(project, "-o", parent / "target")
    assert_fails(done, parent / "target", "Permission denied")
    project.chmod(0o555)
    before = tree_of(project)
    assert_fails(as_nobody(project, "--in-place"), project, "Permission denied")
    assert tree_of(project) == before


def test_read_only_folder_in_the_target(project, as_nobody, tmp_path):
    target = tmp_path / "target"
    assert as_nobody(project, "-o", target).returncode < 2
    before = tree_of(target)
    (target / "folder0").chmod(0o555)
    (project / "folder0" / "kernel0.cu").write_text("cudaFree(1);")
    done = as_nobody(project, "-o", target)
    assert_fails(done, target / "folder0" / "kernel0.mu", "Permission denied")
    assert tree_of(target) == before
    (target / "folder0").chmod(0o755)


@pytest.fixture
def mounting(tmp_path):
    """The beginning of a command that may mount; what it then does decides nothing about a skip."""
    (tmp_path / "probe").mkdir()
    begin = ["unshare", "-rm"]
    probe = [*begin, "mount", "-t", "tmpfs", "none", tmp_path / "probe"]
    if subprocess.run(probe, stderr=subprocess.PIPE).returncode != 0:
        pytest.skip("nothing may be mounted here")
    return begin


def test_proc_is_written_by_nobody(project):
    """By root neither."""
    assert_fails(run_port(project, "-o", "/proc/torchada", check=False), "/proc/torchada")


def test_read_only_file_system(project, tmp_path, mounting):
    script = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && "$0" "$2" -q -o "$1"'
    command = [*mounting, "sh", "-c", script, PORT, tmp_path / "target", project]
    (tmp_path / "target").mkdir()
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    assert_fails(done, tmp_path / "target", "Read-only file system")


def test_full_file_system(project, tmp_path, mounting):
    """A tmpfs of 64 KiB; test_port_kill.py does the same without mounting."""
    (project / "large.cu").write_text("cudaFree(0);\n" * 10000)
    target = tmp_path / "target"
    target.mkdir()
    script = (
        'mount -t tmpfs -o size=64k none "$1" && { "$0" "$2" -q -o "$1/t"; echo "rc $?" >&2; '
        'find "$1/t" -name "large*" >&2; ls "$1/t/.torchada-port/tmp" >&2; }'
    )
    command = [*mounting, "sh", "-c", script, PORT, target, project]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    assert done.stderr.endswith("rc 2\n")
    assert f"{target}/t/large.mu: No space left on device" in done.stderr


def test_largest_file_size(project, tmp_path):
    (project / "large.cu").write_text("cudaFree(0);\n" * 10000)
    target = tmp_path / "target"
    command = ["sh", "-c", 'ulimit -f 16; exec "$0" "$@"', PORT, project, "-q", "-o", target]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    assert_fails(done, target / "large.mu", "File too large")
    assert b"large.mu" not in files_of(target) and len(files_of(target)) == 9


@pytest.mark.parametrize("inner, outer", [("project/target", "project"), (".", "project")])
def test_folders_in_each_other(project, tmp_path, inner, outer):
    before = tree_of(tmp_path)
    done = run_port(tmp_path / outer, "-o", tmp_path / inner, check=False)
    assert_fails(done, "contain each other", tmp_path / outer)
    (tmp_path / "other_name").symlink_to("project")
    done = run_port(tmp_path / "other_name", "-o", tmp_path / outer / "in", check=False)
    assert_fails(done, "contain each other")
    (tmp_path / "other_name").unlink()
    assert tree_of(tmp_path) == before
    assert_fails(run_port("/", "-o", tmp_path / "target", check=False), "contain each other")


def test_a_file_where_a_folder_is_needed(project, tmp_path):
    target = tmp_path / "target"
    target.write_text("mine")
    assert_fails(run_port(project, "-o", target, check=False), target, "not a folder")
    assert target.read_text() == "mine"
    assert_fails(run_port(project, "-o", target / "inner", check=False), "Not a directory")
    target.unlink()
    wanted = ported(project, target)
    (target / "folder0" / "kernel0.mu").unlink()
    (target / "folder0" / "kernel0.mu").mkdir()
    done = run_port(project, "-o", target, check=False)
    assert_fails(done, target / "folder0" / "kernel0.mu", "Is a directory")
    (target / "folder0" / "kernel0.mu").rmdir()
    assert ported(project, target) == wanted


def test_a_folder_that_cannot_be_made(project, as_nobody, tmp_path):
    target = tmp_path / "target"
    as_nobody(project, "-o", target)
    target.chmod(0o555)
    (project / "empty").mkdir()
    assert_fails(as_nobody(project, "-o", target), target / "empty", "Permission denied")


def test_an_output_that_cannot_be_read_stays(project, as_nobody, tmp_path):
    target = tmp_path / "target"
    as_nobody(project, "-o", target)
    (target / "only1.mu").write_text("mine")
    (target / "only1.mu").chmod(0)
    assert "1 kept" in as_nobody(project, "-o", target).stderr
    assert (target / "only1.mu").stat().st_mode & 0o777 == 0


def test_one_run_at_a_time(project, tmp_path):
    target = tmp_path / "target"
    ported(project, target)
    own = os.open(target / OWN, os.O_RDONLY)
    fcntl.flock(own, fcntl.LOCK_EX)
    done = run_port(project, "-o", target, check=False)
    assert_fails(done, "another torchada-port is writing to", target)
    os.close(own)
    run_port(project, "-o", target)


def test_many_runs_at_once(project, tmp_path):
    wanted = ported(project, tmp_path / "wanted")
    target = tmp_path / "target"
    command = [PORT, project, "-q", "-o", target]
    runs = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(8)]
    for run in runs:
        errors = run.communicate(timeout=60)[1]
        assert run.returncode < 2 or "another torchada-port" in errors
    assert ported(project, target) == wanted
    assert_tidy(target)


def test_files_that_change_while_they_are_read(project, tmp_path):
    """Whole old or whole new text, or an error; never a mixture."""
    texts = [f"cudaFree({letter * size});\n" * 3000 for letter, size in [("a", 9), ("b", 5000)]]
    allowed = [text.replace("cuda", "musa").encode() for text in texts]
    paths = [project / f"changing{number}.cu" for number in range(4)]
    target = tmp_path / "target"
    done = threading.Event()

    def change():
        turn = 0
        while not done.is_set():
            for path in paths:
                if turn % 5 == 4:
                    path.unlink()
                else:
                    path.write_text(texts[turn % 2])
            turn += 1

    thread = threading.Thread(target=change)
    thread.start()
    try:
        begin = time.monotonic()
        while time.monotonic() - begin < 2:
            run = run_port(project, "-o", target, check=False)
            assert run.returncode < 2 or "changed while" in run.stderr or "No such" in run.stderr
            for path, what in files_of(target).items():
                # What was being written when it was read has part of its text.
                if path.startswith(b"changing") and what not in allowed:
                    assert any(text.startswith(what) for text in allowed)
    finally:
        done.set()
        thread.join()
    for path in paths:
        path.write_text(texts[0])
    found = ported(project, target)
    assert all(found[os.fsencode(path.stem + ".mu")] == allowed[0] for path in paths)


def test_a_file_alone_tells_of_the_headers_that_stay_behind(tmp_path):
    (tmp_path / "kernel.cu").write_text('#include "own.cuh"\n# include "else/where.h"\nint x;\n')
    (tmp_path / "own.cuh").write_text("#include <cuda_runtime.h>\n")
    done = subprocess.run([PORT, tmp_path / "kernel.cu"], capture_output=True, text=True)

    notes = [line for line in done.stderr.splitlines() if "note:" in line]
    assert len(notes) == 1 and "kernel.cu includes own.cuh, which is not ported" in notes[0]
    assert "note:" not in run_port(tmp_path / "kernel.cu").stderr


@pytest.mark.parametrize("target", ["/dev/stdout", "/dev/null", "link", "plain", "pipe"])
def test_output_of_one_file(tmp_path, target):
    """Devices and pipes are written to, never replaced, and so is what a link names."""
    source = tmp_path / "a.cu"
    source.write_text("cudaFree(0);")
    (tmp_path / "named").write_text("old")
    (tmp_path / "link").symlink_to("named")
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    before = [(p, os.stat(p).st_rdev) for p in ("/dev/null",)]
    done = run_port(source, "-o", tmp_path / target, stdout=subprocess.PIPE)
    assert done.stdout == ("musaFree(0);" if target == "/dev/stdout" else "")
    assert os.read(reader, 100) == (b"musaFree(0);" if target == "pipe" else b"")
    assert before == [(p, os.stat(p).st_rdev) for p in ("/dev/null",)]
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "named").read_text() == ("musaFree(0);" if target == "link" else "old")
    if target == "plain":
        assert (tmp_path / "plain").read_text() == "musaFree(0);"


def test_full_device(tmp_path, project):
    source = tmp_path / "a.cu"
    source.write_text("cudaFree(0);")
    assert_fails(run_port(source, "-o", "/dev/full", check=False), "/dev/full", "No space left")
    for option in ("--json", "--report"):
        arguments = [project, "--check", option, "/dev/full"]
        (project / "left.cu").write_text('void f() { asm("ld.u32;"); }')
        assert_fails(run_port(*arguments, check=False), "/dev/full", "No space left")


def test_damaged_files_of_our_own(project, tmp_path):
    """Any bytes in them: the run says what is wrong, or does without."""
    wanted = ported(project, tmp_path / "wanted")
    target = tmp_path / "target"
    ported(project, target)
    text = (target / OWN / "manifest").read_bytes()
    damages = [
        b"",
        b"\0" * 100,
        text[:-30],
        text.replace(b"\t4\t", b"\t99999999999999999\t"),
        text * 2,
    ]
    for name in ("manifest", "journal", "commit"):
        for damage in damages:
            (target / OWN / name).write_bytes(damage)
            run_port(target, "-o", tmp_path / "back", "--reverse", "--force", check=False)
            assert ported(project, target, "--force") == wanted
            assert_tidy(target)
    (target / OWN / "manifest").unlink()
    os.mkfifo(target / OWN / "manifest")
    assert_fails(run_port(project, "-o", target, check=False), "manifest", "changed while")


@pytest.mark.slow
def test_a_hundred_thousand_files(tmp_path):
    project, target = tmp_path / "project", tmp_path / "target"
    for folder in range(1000):
        (project / f"f{folder}").mkdir(parents=True)
        for number in range(100):
            text = f'#include "util.h"\n#include <{folder}/x.h>\ncudaError_t e{number};\n'
            (project / f"f{folder}" / ("util.h" if number == 0 else f"{number}.cu")).write_text(
                text
            )
    begin = time.monotonic()
    found = ported(project, target)
    assert time.monotonic() - begin < 300
    assert len(found) == 100000
    begin = time.monotonic()
    run_port(project, "-o", target)
    assert time.monotonic() - begin < 120
