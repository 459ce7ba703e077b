"""torchada.port and `torchada port`: the engine seen from Python; its rules are tested in port/."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from support.port_trees import PORT, command
from support.processes import run_command

from torchada import port

KERNEL = '#include "detail/math.cuh"\n#include <cuda_runtime.h>\ncudaError_t e = cudaFree(0);\n'
MUSA_KERNEL = KERNEL.replace("cuh", "muh").replace("cuda", "musa")
MATH = "// cudaFree\n__device__ int f() { return 1; }\n"


@pytest.fixture
def project(tmp_path):
    """A small project: a kernel that includes a header, a script, a link, a build folder."""
    root = tmp_path / "project"
    (root / "detail").mkdir(parents=True)
    (root / "kernel.cu").write_text(KERNEL)
    (root / "detail" / "math.cuh").write_text(MATH)
    (root / "setup.py").write_text("sources = ['kernel.cu']  # cudaFree\n")
    (root / "run.sh").write_text("#!/bin/sh\n")
    (root / "run.sh").chmod(0o755)
    (root / "linked.cu").symlink_to("kernel.cu")
    (root / ".git").mkdir()
    (root / ".git" / "config").write_text("cudaFree")
    (root / "out").mkdir()
    (root / "out" / "CMakeCache.txt").write_text("")
    return root


def files_of(root):
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".torchada-port" not in path.parts
    }


def test_tree(project, tmp_path):
    output = tmp_path / "ported"
    report = port.port_tree(project, output)

    assert (output / "kernel.mu").read_text() == MUSA_KERNEL
    assert (output / "detail" / "math.muh").read_text() == MATH
    assert (output / "setup.py").read_bytes() == (project / "setup.py").read_bytes()
    assert os.readlink(output / "linked.mu") == "kernel.mu"
    assert os.access(output / "run.sh", os.X_OK)
    assert not (output / ".git").exists() and not (output / "out").exists()
    assert not (output / "kernel.cu").exists()
    assert report["verdict"] == "ready"


def test_second_run_writes_nothing(project, tmp_path):
    output = tmp_path / "ported"
    port.port_tree(project, output)
    before = {path: path.stat().st_mtime_ns for path in output.rglob("*.mu*")}
    report = port.port_tree(project, output)

    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert {file["action"] for file in report["files"]} == {"unchanged", "linked"}


def test_changed_input_is_written_and_removed_input_is_gone(project, tmp_path):
    output = tmp_path / "ported"
    port.port_tree(project, output)
    (project / "kernel.cu").write_text("cudaMalloc;\n")
    (project / "setup.py").unlink()
    port.port_tree(project, output)

    assert (output / "kernel.mu").read_text() == "musaMalloc;\n"
    assert not (output / "setup.py").exists()


def test_work_by_hand_is_kept(project, tmp_path):
    output = tmp_path / "ported"
    port.port_tree(project, output)
    (output / "kernel.mu").write_text("by hand\n")

    (kernel,) = [f for f in port.port_tree(project, output)["files"] if f["path"] == "kernel.cu"]
    assert kernel["action"] == "kept"
    (project / "kernel.cu").write_text("cudaMalloc;\n")
    (kernel,) = [f for f in port.port_tree(project, output)["files"] if f["path"] == "kernel.cu"]
    assert [finding["code"] for finding in kernel["findings"]] == ["output-edited"]
    assert (output / "kernel.mu").read_text() == "by hand\n"
    port.port_tree(project, output, force=True)
    assert (output / "kernel.mu").read_text() == "musaMalloc;\n"


def test_tree_and_back_is_byte_for_byte(project, tmp_path):
    # Two names for one, a translated number, and a line splice: only the record knows them.
    (project / "kernel.cu").write_text(
        '#include <cublas_v2.h>\n#include "cublas.h"\n#if __CUDA_ARCH__ >= 860\ncuda\\\nFree(0);\n'
        "#endif\n"
    )
    there = tmp_path / "there"
    back = tmp_path / "back"
    port.port_tree(project, there)
    port.port_tree(there, back, reverse=True)

    expected = files_of(project)
    for name in (".git/config", "out/CMakeCache.txt"):
        del expected[name]
    assert files_of(back) == expected


# Several names with one MUSA name each, a branch that was MUSA's before, a comparison and a splice.
MANY = """#include <cublas_v2.h>
nv_half a;
#ifdef USE_MUSA
musaFree(before);
#endif
nv_bfloat16 b; cudaFree(p);
__nv_bfloat16 c;
cudaFree(p);
cudaFree(p);
#if __CUDA_ARCH__ >= 860
int x = CUBLAS_TF32_TENSOR_OP_MATH; cuda\\
Free(0);
#endif
int musaOfTheProgram;
"""


@pytest.mark.parametrize(
    "by_hand, back",
    [
        # A line is new: the others are what they were, to the byte.
        (
            ("musaFree(p);\n", "musaMalloc(q);\nmusaFree(p);\n"),
            ("cudaFree(p);\n", "cudaMalloc(q);\ncudaFree(p);\n"),
        ),
        # In a line that was changed, names with several sources are those that were recorded.
        (("__mt_bfloat16 b;", "__mt_bfloat16 b2;"), ("nv_bfloat16 b;", "nv_bfloat16 b2;")),
        (("TENSOR_OP_MATH;", "TENSOR_OP_MATH, y;"), ("TENSOR_OP_MATH;", "TENSOR_OP_MATH, y;")),
        ((">= 220\n", ">= 220 && X\n"), (">= 860\n", ">= 860 && X\n")),
        (
            ("musaFree(p);\nmusaFree(p);\n", "musaFree(p);\n"),
            ("cudaFree(p);\ncudaFree(p);\n", "cudaFree(p);\n"),
        ),
        (("__half a;\n", ""), ("nv_half a;\n", "")),
        (("int musaOf", "//\nint musaOf"), ("int musaOf", "//\nint cudaOf")),
        (("#include", "// first\n#include"), ("#include", "// first\n#include")),
    ],
)
def test_way_back_of_a_file_that_was_edited(project, tmp_path, by_hand, back):
    (project / "many.cu").write_text(MANY)
    port.port_tree(project, tmp_path / "there")
    ported = tmp_path / "there" / "many.mu"
    text = ported.read_text()
    assert by_hand[0] in text
    ported.write_text(text.replace(*by_hand, 1))
    port.port_tree(tmp_path / "there", tmp_path / "back", reverse=True)

    assert (tmp_path / "back" / "many.cu").read_text() == MANY.replace(*back, 1)


def test_in_place_keeps_the_originals(project):
    before = files_of(project)
    report = port.port_tree(project, in_place=True)

    assert (project / "kernel.mu").read_text() == MUSA_KERNEL
    assert not (project / "kernel.cu").exists()
    assert {file["path"]: file["action"] for file in report["files"]}["setup.py"] == "unchanged"
    assert (project / ".torchada-port" / "backup" / "kernel.cu").read_text() == KERNEL
    port.port_tree(project, in_place=True)
    for _ in range(2):
        port.port_tree(project, in_place=True, reverse=True)
        assert files_of(project) == before


def test_check_writes_nothing(project, tmp_path, command):
    before = sorted(tmp_path.rglob("*"))
    done = command(project, "--check")

    assert done.returncode == 0, done.stderr
    assert sorted(tmp_path.rglob("*")) == before


def test_exit_status_and_output(project, tmp_path, command):
    done = command(project, "-q")
    assert (done.returncode, done.stdout) == (0, "")
    assert f"written to: {tmp_path / 'project-musa'}" in done.stderr.splitlines()
    assert done.stderr.splitlines()[-1] == "verdict: ready"
    assert (tmp_path / "project-musa" / "kernel.mu").exists()

    (project / "asm.cu").write_text('void f() {\n  asm("ld.u32;");\n}\n')
    done = command(project, "-o", tmp_path / "second", "--json", tmp_path / "report.json")
    assert done.returncode == 1
    assert done.stderr.splitlines()[:4] == [
        "asm.cu:2:3: warning[asm-refused]: `ld.u32`: these words or operands are not known of the "
        "instruction (unknown)",
        '    2 |   asm("ld.u32;");',
        "      |   ^^^^^^^^^^^^^^",
        "      = help: Write the operation in C++ or with a MUSA intrinsic.",
    ]
    assert "`torchada-port --codes` explains these codes" in done.stderr.splitlines()
    assert done.stderr.splitlines()[-1] == "verdict: 1 place needs hand work"
    assert json.loads((tmp_path / "report.json").read_text())["warnings"] == 1


def test_summary_says_where_the_originals_are_and_what_was_left_out(project, command):
    done = command(project, "--in-place")

    assert done.returncode == 0, done.stderr
    assert f"originals: {project / '.torchada-port' / 'backup'}" in done.stderr.splitlines()
    assert "skipped: 2 folders of version control or of build tools" in done.stderr.splitlines()


def test_an_empty_folder_has_no_files(tmp_path, command):
    (tmp_path / "empty").mkdir()
    assert command(tmp_path / "empty", "--check").stderr.splitlines()[0] == "files: none"


@pytest.mark.parametrize("pattern", ["third_party", "third_party/", "./third_party/", "third_*"])
def test_excluded_folders_may_be_written_as_shells_complete_them(tmp_path, command, pattern):
    folder = tmp_path / "project" / "third_party"
    folder.mkdir(parents=True)
    (folder / "a.cu").write_text("cudaError_t e;\n")
    assert command(tmp_path / "project", "--exclude", pattern).returncode == 0
    assert not (tmp_path / "project-musa" / "third_party").exists()


@pytest.mark.parametrize(
    "arguments, error",
    [
        (["missing"], "cannot read"),
        ([".", "--in-place", "--check"], "--check"),
        ([".", "-o", "inside"], "contain each other"),
        ([".", "--rules", "missing.toml"], "missing.toml"),
        ([".", "--rules", "."], "Is a directory"),
        ([".", "--check", "--output=other"], "--check"),
        ([".", "--check", "--in-place"], "--check"),
        ([".", "-o", "../full"], "holds files that torchada-port has not written"),
        ([".", "-o", "/proc/none"], "cannot write to"),
    ],
)
def test_what_cannot_be_done(project, tmp_path, command, arguments, error):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("")
    done = command(*arguments, cwd=project)

    assert done.returncode == 2
    assert "error: " in done.stderr and error in done.stderr


def test_nothing_is_written_outside_of_the_output(project, tmp_path):
    output = tmp_path / "ported"
    outside = tmp_path / "outside"
    outside.mkdir()
    port.port_tree(project, output)
    (output / "detail" / "math.muh").unlink()
    (output / "detail").rmdir()
    (output / "detail").symlink_to(outside)
    report = port.port_tree(project, output)

    assert list(outside.iterdir()) == []
    (failed,) = [file for file in report["files"] if file["action"] == "failed"]
    assert failed["path"] == "detail/math.cuh"


def test_single_text_on_standard_input():
    done = subprocess.run([PORT, "-"], input=b"cudaFree\xff cudaFree", capture_output=True)

    assert (done.returncode, done.stdout) == (0, b"cudaFree\xff musaFree")


def test_kill_leaves_whole_files_only(tmp_path):
    root = tmp_path / "project"
    root.mkdir()
    text = "cudaFree(0);\n" * 20000
    for number in range(40):
        (root / f"{number}.cu").write_text(text)
    wanted = text.replace("cuda", "musa")
    output = tmp_path / "ported"
    for attempt in range(10):
        process = subprocess.Popen([PORT, root, "-o", output, "-q"], stderr=subprocess.DEVNULL)
        time.sleep(0.002 * attempt)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert all(path.read_text() == wanted for path in output.glob("*.mu"))
    assert subprocess.run([PORT, root, "-o", output, "-q"], stderr=-3).returncode == 0
    assert len([p for p in output.glob("*.mu") if p.read_text() == wanted]) == 40
    assert list((output / ".torchada-port" / "tmp").iterdir()) == []


def test_no_torch_is_imported(project, tmp_path):
    code = "import sys; from torchada import port; port.translate('cudaFree'); sys.exit('torch' in sys.modules)"

    assert run_command([sys.executable, "-c", code], musasim=False).returncode == 0
