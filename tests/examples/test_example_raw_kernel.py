"""examples/raw_kernel.py: kernels in strings over tensors, compiled once and then read from a folder."""

import importlib.util
import sys
from pathlib import Path

import pytest
import torch
from support.processes import run_command

pytestmark = pytest.mark.gpu

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "raw_kernel.py"


@pytest.fixture(name="example", scope="module")
def _example():
    spec = importlib.util.spec_from_file_location("raw_kernel", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_it_prints(tmp_path):
    env = {"TMPDIR": str(tmp_path)}
    for state in ("compiled", "kept"):
        done = run_command([sys.executable, EXAMPLE], env)
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines() == [
            f"smooth: {state}, apart 0e+00",
            "elementwise: True True",
            "an error names its line: True",
        ]


def test_types_and_shapes(example, tmp_path):
    add = example.ElementwiseKernel("T x, T y", "T z", "z = x + 2 * y", "add", str(tmp_path))
    for dtype in example.TYPES:
        x = torch.arange(12, device="cuda").to(dtype)
        rows = x.reshape(3, 4)
        assert torch.equal(add(x, x), 3 * x) and add(x, x).dtype == dtype
        assert torch.equal(add(rows, rows[:, :1]), rows + 2 * rows[:, :1])
    assert len(list(tmp_path.iterdir())) == 4
    result, _ = example.smoothed(torch.ones(128, device="cuda", dtype=torch.float64), str(tmp_path))
    assert torch.equal(result, torch.ones_like(result))


def test_errors(example, tmp_path):
    with pytest.raises(RuntimeError, match="missing"):
        example.RawModule("__global__ void k() { missing; }", folder=str(tmp_path))
    assert not list(tmp_path.iterdir())
    module = example.RawModule('extern "C" __global__ void k() {}', folder=str(tmp_path))
    with pytest.raises(RuntimeError, match="none: error 500"):
        module.get_function("none")
    with pytest.raises(RuntimeError, match="launch: error 1"):
        module.get_function("k")((1,), (5000,), [])
