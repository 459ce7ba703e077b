"""Triton's interpreter on the device, played by a class with its name: sim/third_party has the genuine one."""

import pytest

INTERPRETER = """
class GridExecutor:
    def __init__(self, fn):
        self.fn = fn

    def __call__(self, *arguments):
        tensors = [hasattr(argument, "data_ptr") for argument in arguments]
        hosts = [a.cpu() if is_tensor else a for a, is_tensor in zip(arguments, tensors)]
        self.fn(*hosts)
        for argument, host, is_tensor in zip(arguments, hosts, tensors):
            if is_tensor:
                argument.copy_(host)
"""


@pytest.fixture
def run(run_python, tmp_path):
    """What code prints that has an interpreter to import."""
    folder = tmp_path / "triton" / "runtime"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    (folder / "__init__.py").touch()
    (folder / "interpreter.py").write_text(INTERPRETER)
    head = f"""
import sys; sys.path.insert(0, {str(tmp_path)!r})
import torch
from triton.runtime.interpreter import GridExecutor
x = torch.arange(10.0, device="musa")
out = torch.zeros(12, device="musa")[2:]
"""

    def run(code, **environment):
        return run_python(head + code, env={"MUSASIM": "1", **environment}).stdout.split()

    return run


@pytest.mark.parametrize("check", ["0", "1"])
def test_a_kernel_is_recorded_and_replayed(run, check):
    code = """
add = GridExecutor(lambda x, out, number: torch.add(x, number, out=out))
graph = torch.musa.MUSAGraph()
with torch.musa.graph(graph):
    doubled = x * 2
    add(doubled, out, 1)
    last = out * 1
print(out.sum().item())
for _ in range(2):
    x += 1
    graph.replay()
    print(torch.equal(last, 2 * x + 1))
"""
    assert run(code, MUSASIM_CHECK=check) == ["0.0", "True", "True"]


def test_a_kernel_runs_on_the_tensors_themselves(run):
    code = """
seen = []
kernel = GridExecutor(lambda x, out, pair: seen.extend([x.device.type, x.data_ptr(), pair[0].shape]))
kernel(x, out, (out[:0], 1))
print(seen == ["cpu", x.data_ptr(), torch.Size([0])])
"""
    assert run(code) == ["True"]


def test_an_error_of_a_kernel_reaches_its_caller(run):
    code = """
def fail(x):
    raise ValueError("this kernel")
try:
    GridExecutor(fail)(x)
except ValueError as error:
    print(error)
"""
    assert run(code) == ["this", "kernel"]
