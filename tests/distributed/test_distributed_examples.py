"""examples/ddp.py and fsdp2.py under torchrun on two GPUs; nothing in them knows the platform."""

import re
import sys
from pathlib import Path

import pytest
from support.processes import run_command

pytestmark = pytest.mark.musa

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
# As the command torchrun, which the PATH of a test need not have.
TORCHRUN = "from torch.distributed.run import main; main()"


def torchrun(name, *options, processes="2"):
    """The lines that an example prints."""
    launch = [sys.executable, "-c", TORCHRUN, "--standalone", f"--nproc-per-node={processes}"]
    command = [*launch, str(EXAMPLES / name), *options]
    done = run_command(command, env={"MUSASIM_DEVICES": "2"})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("name", ["ddp.py", "fsdp2.py"])
def test_examples_do_not_know_the_platform(name):
    text = (EXAMPLES / name).read_text().lower()
    assert "musa" not in text and "torchada" not in text and "mccl" not in text


def test_ddp_on_all_gpus_in_mixed_precision(tmp_path):
    weights = tmp_path / "weights.pt"
    text = torchrun("ddp.py", "--amp", "--epochs=2", f"--save={weights}", processes="gpu")
    first, last = map(float, re.findall(r"loss ([\d.]+)", text))
    assert last < first
    assert "trained on: 2 x MTT" in text and text.rstrip().endswith("nccl")
    assert b"cuda:0" in weights.read_bytes() and b"musa" not in weights.read_bytes()


def test_fsdp2_goes_on_from_its_checkpoint(tmp_path):
    text = torchrun("fsdp2.py", "--steps=10", f"--checkpoint={tmp_path}")
    first, expected, found = map(float, re.findall(r"(?:steps|checkpoint): ([\d.]+)", text))
    assert found == expected < first
    assert "(256, 64), of which here (128, 64)" in text
    assert (tmp_path / ".metadata").exists()
