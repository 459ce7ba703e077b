"""Forms of PTX, ported to C++ or left to mcc: on the simulated GPU they give the bits that an H200 gives."""

import re
import sys
from pathlib import Path

import pytest
from support.processes import run_command

pytestmark = [pytest.mark.musa, pytest.mark.usefixtures("needs_simulator")]

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "ptx_forms" / "generate.py"
RECORDED = ROOT / "tests" / "data" / "ptx_forms.tsv"


def results(folder, ran, *options):
    """What is said of forms that were generated into a folder, compiled by mcc, and run."""
    import musasim

    program = Path(sys.executable).with_name("torchada-port")
    made = run_command([sys.executable, TOOL, folder, "--program", program, *options])
    assert made.returncode == 0, made.stderr
    mcc = Path(musasim.home()) / "bin" / "mcc"
    jobs = 2
    command = [sys.executable, folder / "run.py", "--compiler", mcc, "--jobs", jobs]
    # Its warps have 32 lanes.
    model = {"MUSASIM_MODEL": "S5000"}
    done = run_command([*command, *ran, "--expect", RECORDED], timeout=3600, env=model)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


RUNS = pytest.mark.parametrize("ran", [[], ["--own-asm"]], ids=["ported", "asm"])


@RUNS
@pytest.mark.parametrize("text", ["prmt", "mma.sync.aligned.m16n8k8"])
def test_some_forms(text, ran, tmp_path):
    said = results(tmp_path / "forms", ran, "--forms", text)
    compared, other = re.search(r"(\d+) checksums compared .*, (\d+) are others", said).groups()
    assert int(compared) > 0 and int(other) == 0, said


@pytest.mark.slow
@RUNS
def test_every_form(ran, tmp_path):
    said = results(tmp_path / "forms", ran)
    assert "0 were refused by the compiler" in said
    compared, other = re.search(r"(\d+) checksums compared .*, (\d+) are others", said).groups()
    assert int(compared) > 2000 and int(other) == 0, said
