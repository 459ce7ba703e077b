"""tools/check_built_extensions.py: what it calls a success, on made-up projects; the smallest real one."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "check_built_extensions.py"
sys.path.insert(0, str(ROOT / "tools"))

from built_extensions import ask, build, check, page  # noqa: E402

RECORD = {
    "version": "1.0",
    "torch": "2.13.0",
    "files": 2,
    "lines": 30,
    "seconds": 40,
    "about": "adds",
    "how": "sums, against the CPU",
    "switches": ["FORCE_CUDA=1"],
    "compared": 3,
    "largest": 0.0,
    "failure": "",
}


@pytest.fixture
def sdist(tmp_path):
    folder = tmp_path / "sdist"
    (folder / "made.egg-info").mkdir(parents=True)
    (folder / "made.egg-info" / "PKG-INFO").write_text("old")
    (folder / "kernel.cu").write_text("__global__ void k() {}\n")
    return folder


def built(sdist, setup, **about):
    (sdist / "setup.py").write_text(setup)
    project = SimpleNamespace(name="made", switches={}, nvcc=False, blocked="", **about)
    return project, build.build(project, sdist, sdist.parent, 1)


def test_build_sees_the_switches_and_one_job(sdist):
    (sdist / "setup.py").write_text(
        "import os, sys; open('seen', 'w').write(os.environ['FORCE'] + os.environ['MAX_JOBS'] + sys.argv[1])"
    )
    project = SimpleNamespace(name="made", switches={"FORCE": "yes"}, nvcc=False)
    done = build.build(project, sdist, sdist.parent, 1)
    assert Path(done.folder, "seen").read_text() == "yes1build_ext"
    assert not done.failure and not done.changed
    assert build.built_before(project, sdist.parent)[:3] == done[:3]


@pytest.mark.musa
@pytest.mark.usefixtures("needs_simulator")
def test_build_can_ask_nvcc(sdist):
    (sdist / "setup.py").write_text(
        "import os, subprocess\n"
        "for nvcc in ('nvcc', os.environ['MUSA_HOME'] + '/bin/nvcc'):\n"
        "    assert 'release 12.8,' in subprocess.check_output([nvcc, '-V'], text=True)\n"
        "    assert subprocess.call([nvcc, '--help'], stdout=subprocess.DEVNULL) == 0\n"
        "assert os.path.exists(os.environ['MUSA_HOME'] + '/include/musa_runtime.h')\n"
    )
    project = SimpleNamespace(name="made", switches={}, nvcc=True)
    assert build.build(project, sdist, sdist.parent, 1).failure == ""


def test_failure_is_the_compilers_error(sdist):
    setup = "import os\nprint(os.getcwd() + '/a.cu:3:1: error: no\\nmore'); raise SystemExit(1)"
    _, done = built(sdist, setup)
    assert done.failure == "a.cu:3:1: error: no"


def test_failure_without_an_error_is_the_last_line(sdist):
    _, done = built(sdist, "raise ValueError('there is no nvcc')")
    assert done.failure == "ValueError: there is no nvcc"


def test_changed_file_is_a_failure(sdist):
    setup = "open('kernel.cu', 'a').write('//'); open('made.egg-info/PKG-INFO', 'w').write('new')"
    project, done = built(sdist, setup)
    assert done.changed == ("kernel.cu",)
    project.about = project.compared = ""
    project.name = "torchsort"  # the record has its version
    assert check.check(project, sdist, done, {})["failure"] == "the build changed kernel.cu"


def on_gpu(values):
    """A tensor that says that it is on the GPU, as far as hold() asks."""
    tensor = torch.tensor(values)
    return SimpleNamespace(device=torch.device("cuda:0"), detach=lambda: tensor)


@pytest.mark.musa
@pytest.mark.parametrize(
    "found, wanted, tolerance, fault",
    [
        ([1.0, 2.0], [1.0, 2.0], None, ""),
        ([1.0, 2.0], [1.0, 3.0], None, "1 of 2 values differ"),
        ([1.0, 2.0], [1.0, 2.0001], 1e-3, ""),
        ([1.0, 2.0], [1.0, 2.1], 1e-3, "differs by 4.8e-02"),
        ([1.0, 2.0], [1, 2], None, "torch.float32 (2,), torch.int64 (2,)"),
        ([1.0, float("nan")], [1.0, 2.0], 1e-3, "differs by nan"),
    ],
)
def test_hold(found, wanted, tolerance, fault):
    assert ask.hold(on_gpu(found), torch.tensor(wanted), tolerance)[1] == fault


def test_result_of_the_cpu_is_a_fault():
    assert ask.hold(torch.ones(2), torch.ones(2))[1] == "it was computed on cpu"


def test_page_counts_and_explains():
    failed = {**RECORD, "failure": "a.cu:1: error: a | b"}
    tested = {**RECORD, "largest": 2e-6, "tests": {"passed": 7, "skipped": 0, "failed": []}}
    text = page.text({"b": failed, "a": RECORD, "c": tested})
    assert "3 projects: 2 work, 1 do not." in text
    assert "| a | 1.0 | adds | 2 (30 lines) | `FORCE_CUDA=1` | 40 s | 3 results equal |" in text
    assert "| *fails*: a.cu:1: error: a \\| b |" in text
    assert "3 results within 2e-06, 7 of its tests pass |" in text
    assert "- a: sums" in text and "- b:" not in text


def test_page_is_that_of_the_results():
    subprocess.run([sys.executable, TOOL, "--check"], check=True)


@pytest.mark.slow
@pytest.mark.musa
@pytest.mark.usefixtures("needs_simulator")
def test_a_project_from_pypi_builds_and_computes(tmp_path):
    pytest.importorskip("pypi_simple", reason="pip install pypi-simple fetches the project")
    pytest.importorskip("scipy", reason="pip install scipy: it has the results that are wanted")
    command = [sys.executable, TOOL, tmp_path, "--only", "torch-linear-assignment"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "torch-linear-assignment: 12 results equal\n"
    assert json.loads((tmp_path / "torch-linear-assignment.json").read_text())[3] == []
