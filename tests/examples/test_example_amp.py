"""examples/amp.py learns in float16 and in bfloat16, over a checkpoint."""

import re
import sys
from pathlib import Path

import pytest
from support.processes import run_command

pytestmark = pytest.mark.gpu

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "amp.py"


@pytest.mark.parametrize("dtype, scale", [("float16", 65536), ("bfloat16", 1)])
def test_it_learns(dtype, scale, tmp_path):
    path = tmp_path / "checkpoint.pt"
    command = [sys.executable, str(EXAMPLE), "--dtype", dtype, "--checkpoint", str(path)]
    done = run_command(command)
    assert done.returncode == 0, done.stderr
    accuracy, shown = re.search(r"accuracy ([\d.]+), scale ([\d.e+]+)", done.stdout).groups()
    assert float(accuracy) > 0.9 and float(shown) == scale
    assert path.stat().st_size > 0
