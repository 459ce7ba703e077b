"""Runs the plain CUDA tests for two GPUs in a process that has two."""

import sys
from pathlib import Path

import pytest
from support.processes import run_command

pytestmark = pytest.mark.musa

TESTS = Path(__file__).parents[1] / "plain_cuda"


@pytest.mark.parametrize("folder", ["two_gpus", "distributed"])
def test_two_gpus(folder):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(TESTS / folder)]
    env = {"MUSASIM_DEVICES": "2"}
    done = run_command(command, env=env, cwd=TESTS.parents[1], timeout=900)
    print(done.stdout[-3000:])
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
