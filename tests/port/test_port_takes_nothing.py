"""torchada-port takes nothing that it has not written: names that meet, links, trees that change."""

import json
import os
import stat

import pytest
from support.port_trees import OWN, files_of, make_project, ported, run_port, tree_of


def write(folder, **texts):
    """Files by name, `_` for the dot."""
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / name.replace("_", ".")).write_text(text)
    return folder


def codes_of(done, report):
    assert done.returncode == 1
    files = json.loads(report.read_text())["files"]
    return {file["path"]: [found["code"] for found in file["findings"]] for file in files}


def test_a_project_that_was_ported_in_place_is_no_target(tmp_path):
    mine = write(tmp_path / "mine", a_cu="cudaFree(0);", h_h="int h;")
    other = write(tmp_path / "other", b_cu="cudaFree(1);")
    run_port(mine, "--in-place")
    before = tree_of(mine)
    done = run_port(other, "-o", mine, check=False)
    assert (
        done.returncode == 2 and f"{mine} holds a project that was ported in place" in done.stderr
    )
    assert tree_of(mine) == before
    assert ported(other, mine, "--force") == {**before, b"b.mu": b"musaFree(1);"}


@pytest.mark.parametrize("what", ["excluded", "pipe", "folder"])
def test_a_name_that_is_there_is_not_taken_in_place(tmp_path, what):
    project = write(tmp_path / "project", a_cu="cudaFree(0);", b_cu='#include "a.cu"\n')
    if what == "excluded":
        (project / "a.mu").write_text("by hand")
    elif what == "pipe":
        os.mkfifo(project / "a.mu")
    else:
        (project / "a.mu").mkdir()
    report = tmp_path / "report.json"
    options = [
        "--in-place",
        "--exclude",
        "a.mu" if what == "excluded" else "none",
        "--json",
        report,
    ]
    assert codes_of(run_port(project, *options), report)["a.cu"] == ["name-taken"]
    assert (project / "a.cu").read_text() == "musaFree(0);"
    assert (project / "b.mu").read_text() == '#include "a.cu"\n'
    if what == "excluded":
        assert (project / "a.mu").read_text() == "by hand"


@pytest.mark.parametrize("made", ["file", "folder"])
def test_a_name_that_is_there_is_not_taken_in_a_target(tmp_path, made):
    project = write(tmp_path / "project", a_cu="cudaFree(0);")
    (project / "a.mu").mkdir() if made == "folder" else (project / "a.mu").write_text("int a;")
    report = tmp_path / "report.json"
    done = run_port(project, "-o", tmp_path / "target", "--json", report)
    assert codes_of(done, report)["a.cu"] == ["name-taken"]
    assert files_of(tmp_path / "target")[b"a.cu"] == b"musaFree(0);"
    assert ported(tmp_path / "target", tmp_path / "back", "--reverse") == files_of(project)


@pytest.mark.parametrize("in_place", [False, True])
def test_the_way_back_overwrites_no_new_file(tmp_path, in_place):
    project = write(tmp_path / "project", a_cu="cudaFree(0);")
    target = tmp_path / "target"
    ported(project, target)
    (target / "a.cu").write_text("by hand")
    back = target if in_place else tmp_path / "back"
    run_port(target, "--reverse", *(["--in-place"] if in_place else ["-o", back]))
    assert files_of(back) == {b"a.cu": b"by hand", b"a.mu": b"cudaFree(0);"}


@pytest.mark.parametrize("name, text", [("n.mu", "musaFree(1);"), ("n.txt", "x"), ("n.lnk", None)])
def test_a_file_that_no_run_has_written_stays(tmp_path, name, text):
    project = write(tmp_path / "project", a_cu="cudaFree(0);")
    target, report = tmp_path / "target", tmp_path / "report.json"
    ported(project, target)
    (target / name).write_text("by hand")
    write(project, n_cu="cudaFree(1);", n_txt="x")
    (project / "n.lnk").symlink_to("n.txt")
    source = name.replace(".mu", ".cu")
    for _ in range(2):
        done = run_port(project, "-o", target, "--json", report)
        assert codes_of(done, report)[source] == ["output-edited"]
        assert (target / name).read_text() == "by hand"
    found = ported(project, target, "--force")
    assert found[name.encode()] == (text.encode() if text else "n.txt")


def test_links_follow_their_files_in_place_and_back(tmp_path):
    project = write(tmp_path / "project", a_cuh="cudaFree(0);", m_cu='#include "l.cuh"\n')
    (project / "l.cuh").symlink_to("a.cuh")
    (project / "other.h").symlink_to("a.cuh")
    (project / "full.h").symlink_to(project / "a.cuh")
    before = files_of(project)
    for _ in range(2):
        run_port(project, "--in-place")
        assert files_of(project) == {
            b"a.muh": b"musaFree(0);",
            b"m.mu": b'#include "l.muh"\n',
            b"l.muh": "a.muh",
            b"other.h": "a.muh",
            b"full.h": str(project / "a.muh"),
        }
    assert os.readlink(project / OWN / "backup" / "l.cuh") == "a.cuh"
    for _ in range(2):
        run_port(project, "--in-place", "--reverse")
        assert files_of(project) == before
    assert list((project / OWN / "backup").iterdir()) == []


def test_links_out_of_the_project_are_reported(tmp_path):
    project = write(tmp_path / "project", a_h="int a;")
    (project / "inner").mkdir()
    outside = write(tmp_path / "outside", b_cuh="cudaFree(0);")
    links = {
        "full.cuh": outside / "b.cuh",
        "inner/up.cuh": "../../outside/b.cuh",
        "folder": "../outside",
        "inner/in.h": "../a.h",
        "plain.txt": "/etc/hosts",
    }
    for name, target in links.items():
        (project / name).symlink_to(target)
    report = tmp_path / "report.json"
    for option in (["--check"], ["-o", tmp_path / "target"], ["--in-place"]):
        found = codes_of(run_port(project, *option, "--json", report), report)
        assert {path.replace(".muh", ".cuh") for path, codes in found.items() if codes} == {
            "full.cuh",
            "inner/up.cuh",
            "folder",
        }


def test_what_a_changed_tree_gives_is_what_a_new_run_gives(tmp_path):
    """Files become folders, folders become files and links; modes change; folders are gone."""
    project = make_project(tmp_path / "project", 3)
    target = tmp_path / "target"
    ported(project, target)
    for number, path in enumerate(["folder0", "folder1", "folder2"]):
        for file in (project / path).iterdir():
            file.unlink()
        (project / path).rmdir()
        if number == 0:
            (project / path).write_text("now a file")
        elif number == 1:
            (project / path).symlink_to("setup.py")
    (project / "only1.cu").unlink()
    write(project / "only1.cu", a_h="cudaFree(0);")
    (project / "setup.py").chmod(0o755)
    run_port(project, "-o", target)
    run_port(project, "-o", tmp_path / "new")
    assert tree_of(target) == tree_of(tmp_path / "new")
    assert os.access(target / "setup.py", os.X_OK)


def test_a_copy_lends_nobody_its_rights(tmp_path):
    project = write(tmp_path / "project", a_cu="cudaFree(0);", run_sh="")
    for path in project.iterdir():
        path.chmod(0o6755)
    target = tmp_path / "target"
    for _ in range(2):
        run_port(project, "-o", target)
        for name in ("a.mu", "run.sh"):
            assert stat.S_IMODE((target / name).stat().st_mode) == 0o755


def test_what_was_touched_only_is_still_the_run_s(tmp_path):
    project = write(tmp_path / "project", a_cu="cudaFree(0);", b_cu="cudaFree(1);")
    target = tmp_path / "target"
    ported(project, target)
    for path in target.glob("*.mu"):
        os.utime(path, (1, 1))
    (project / "a.cu").write_text("cudaFree(2);")
    (project / "b.cu").unlink()
    assert ported(project, target) == {b"a.mu": b"musaFree(2);"}
