"""torchada/ptx.h comes with a port: written, found by the compiler, updated, taken back."""

import subprocess
from pathlib import Path

import pytest
from support.port_trees import PORT

import musasim
from torchada import port

KERNEL = """\
__global__ void choose(unsigned* x) {
  asm("lop3.b32 %0, %1, %2, %3, 0xca;" : "=r"(x[0]) : "r"(x[1]), "r"(x[2]), "r"(x[3]));
}
"""
HEADER = "torchada/ptx.h"


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "project"
    (root / "src" / "deep").mkdir(parents=True)
    (root / "src" / "deep" / "choose.cu").write_text(KERNEL)
    (root / "main.cpp").write_text("int main() {}\n")
    return root


def files(root):
    found = {p.relative_to(root).as_posix(): p for p in root.rglob("*") if p.is_file()}
    return {name: p.read_bytes() for name, p in found.items() if ".torchada-port" not in name}


def run(*arguments):
    return subprocess.run([PORT, *map(str, arguments)], capture_output=True, text=True)


def test_a_port_has_the_header_and_compiles_without_an_option(project, tmp_path):
    output = tmp_path / "ported"
    report = port.port_tree(project, output)
    actions = {f["path"]: f["action"] for f in report["files"]}
    assert actions[HEADER] == "added"
    ported = output / "src" / "deep" / "choose.mu"
    assert '#include "../../torchada/ptx.h"' in ported.read_text()
    mcc = Path(musasim.home()) / "bin" / "mcc"
    subprocess.run([mcc, "-c", ported, "-o", tmp_path / "choose.o"], check=True)


def test_a_second_run_writes_nothing(project, tmp_path):
    output = tmp_path / "ported"
    port.port_tree(project, output)
    before = (output / HEADER).stat().st_mtime_ns
    report = port.port_tree(project, output)
    assert {f["action"] for f in report["files"]} == {"unchanged"}
    assert (output / HEADER).stat().st_mtime_ns == before


def test_the_header_goes_when_nothing_calls_it(project, tmp_path):
    output = tmp_path / "ported"
    port.port_tree(project, output)
    (project / "src" / "deep" / "choose.cu").write_text("int x;\n")
    port.port_tree(project, output)
    assert not (output / "torchada").exists()
    port.port_tree(project, output, asm="keep")
    assert HEADER not in files(output)


def test_a_header_that_was_edited_stays(project, tmp_path):
    output = tmp_path / "ported"
    port.port_tree(project, output)
    whole = (output / HEADER).read_text()
    (output / HEADER).write_text(whole + "// mine\n")
    report = port.port_tree(project, output)
    assert "kept" in {f["action"] for f in report["files"]}
    assert (output / HEADER).read_text() == whole + "// mine\n"
    port.port_tree(project, output, force=True)
    assert (output / HEADER).read_text() == whole


def test_the_way_back_drops_the_header(project, tmp_path):
    port.port_tree(project, tmp_path / "there")
    port.port_tree(tmp_path / "there", tmp_path / "back", reverse=True)
    assert files(tmp_path / "back") == files(project)
    assert not (tmp_path / "back" / "torchada").exists()


def test_in_place_and_back(project):
    before = files(project)
    port.port_tree(project, in_place=True)
    assert HEADER in files(project)
    ported = files(project)
    port.port_tree(project, in_place=True)
    assert files(project) == ported
    port.port_tree(project, in_place=True, reverse=True)
    assert files(project) == before
    assert not (project / "torchada").exists()


def test_a_header_of_the_project_is_the_one(project, tmp_path):
    (project / "third" / "torchada").mkdir(parents=True)
    (project / "third" / HEADER).write_text("// the project's copy\n")
    output = tmp_path / "ported"
    port.port_tree(project, output)
    assert not (output / HEADER).exists()
    assert f'#include "{HEADER}"' in (output / "src" / "deep" / "choose.mu").read_text()


def test_check_writes_no_header(project):
    port.port_tree(project, check=True)
    assert HEADER not in files(project)


def test_a_file_by_itself_gets_the_header_beside_it(project, tmp_path):
    source = project / "src" / "deep" / "choose.cu"
    folder = tmp_path / "alone"
    folder.mkdir()
    assert run(source, "-o", folder / "choose.mu", "-q").returncode == 0
    assert f'#include "{HEADER}"' in (folder / "choose.mu").read_text()
    assert (folder / HEADER).read_text() == run("--ptx-header").stdout
    shown = run(source, "-q")
    assert shown.stdout == (folder / "choose.mu").read_text()
    assert "`torchada-port --ptx-header` prints" in shown.stderr


def test_a_header_that_cannot_be_written_is_an_error(project, tmp_path):
    folder = tmp_path / "alone"
    folder.mkdir()
    (folder / "torchada").write_text("")
    done = run(project / "src" / "deep" / "choose.cu", "-o", folder / "choose.mu", "-q")
    assert done.returncode == 2
    assert f"cannot write {folder / HEADER}" in done.stderr


def test_a_file_by_itself_leaves_another_header_of_that_name(project, tmp_path):
    source = project / "src" / "deep" / "choose.cu"
    header = tmp_path / "alone" / HEADER
    header.parent.mkdir(parents=True)
    header.write_text("// the user's\n")
    arguments = (source, "-o", tmp_path / "alone" / "choose.mu", "-q")
    done = run(*arguments)
    assert done.returncode == 2
    assert f"{header} is another file" in done.stderr and "--force" in done.stderr
    assert header.read_text() == "// the user's\n"
    assert run(*arguments, "--force").returncode == 0
    newest = run("--ptx-header").stdout
    assert header.read_text() == newest
    header.write_text(newest.split("\n")[0] + "\n// of an older version\n")
    assert run(*arguments).returncode == 0
    assert header.read_text() == newest


def test_a_text_that_goes_to_a_device_has_no_header_beside_it(project):
    done = run(project / "src" / "deep" / "choose.cu", "-o", "/dev/null", "-q")
    assert done.returncode == 0
    assert "`torchada-port --ptx-header` prints" in done.stderr
    assert not (Path("/dev") / HEADER).exists()


@pytest.mark.parametrize("link", [False, True])
@pytest.mark.parametrize("option", ["--check", "--in-place", ""])
def test_a_file_with_the_name_of_the_folder_is_an_error_before_anything_is_written(
    project, link, option
):
    if link:
        (project / "torchada").symlink_to("src")
    else:
        (project / "torchada").write_text("mine")
    before = files(project)
    done = run(project, "-q", *[option] * bool(option))
    assert done.returncode == 2
    assert f"{project}/torchada is no folder" in done.stderr and "--asm=keep" in done.stderr
    assert files(project) == before
    (project / "torchada").rename(project / "other")
    assert run(project, "-q", *[option] * bool(option)).returncode == 0


def test_a_folder_of_the_project_may_be_a_port(project, tmp_path):
    port.port_tree(project / "src", project / "src-musa")
    output = tmp_path / "ported"
    port.port_tree(project, output)
    assert '#include "../../torchada/ptx.h"' in (output / "src" / "deep" / "choose.mu").read_text()
    newest = run("--ptx-header").stdout
    assert (output / HEADER).read_text() == newest
    assert (output / "src-musa" / HEADER).read_text() == newest


@pytest.mark.parametrize("in_place", [False, True])
def test_a_source_that_is_added_to_a_port_finds_the_header(project, tmp_path, in_place):
    port.port_tree(project, in_place=True)
    with (project / HEADER).open("a") as header:
        header.write("// edited\n")
    (project / "src" / "more.cu").write_text(KERNEL)
    output = project if in_place else tmp_path / "ported"
    port.port_tree(project, None if in_place else output, in_place=in_place)
    assert '#include "../torchada/ptx.h"' in (output / "src" / "more.mu").read_text()
    assert (output / HEADER).read_text().endswith("// edited\n")


LINES = """\
__device__ unsigned field(unsigned x) {
  asm("bfe.u32 %0, %1,"
      " 2, 3;"
      : "=r"(x)
      : "r"(x));
  return x;
}
"""


@pytest.mark.parametrize("source", [LINES, KERNEL])
def test_a_translated_statement_that_was_edited_is_not_taken_back(tmp_path, source):
    project, ported, back = (tmp_path / name for name in ("project", "ported", "back"))
    project.mkdir()
    (project / "a.cu").write_text(source)
    port.port_tree(project, ported)
    text = (ported / "a.mu").read_text()
    edited = text.replace(", 3);", ", 3 + 1);").replace("0xcaU)", "0xcaU + 1)")
    assert edited != text
    (ported / "a.mu").write_text(edited)
    report = port.port_tree(ported, back, reverse=True)
    assert [one["code"] for one in report["files"][0]["findings"]] == ["output-edited"]
    assert (back / "a.cu").read_text() == edited.replace('#include "torchada/ptx.h"\n', "")
    (ported / "a.mu").write_text(text + "// another line\n")
    report = port.port_tree(ported, back, reverse=True)
    assert report["warnings"] == 0
    assert (back / "a.cu").read_text() == source + "// another line\n"
