"""Runs the plain CUDA tests for two GPUs in a process that has two."""

import sys
from pathlib import Path

import pytest
from support.processes import run_command

pytestmark = pytest.mark.musa

TESTS = Path(__file__).parent / "plain_cuda" / "two_gpus"


def test_two_gpus():
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(TESTS)]
    done = run_command(command, env={"MUSASIM_DEVICES": "2"}, cwd=TESTS.parents[2])
    print(done.stdout[-3000:])
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
