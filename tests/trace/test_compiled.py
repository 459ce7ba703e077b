"""Traces of programs that torch.compile and torch.jit translate."""

import re
import textwrap

import pytest
from support.traces import counted, expected, only, trace

pytestmark = pytest.mark.musa

_ADDRESS = re.compile("0x[0-9a-f]+")

BREAKS = """
import torch

@torch.compile(backend="eager")
def step(x):
    x = x + torch.cuda.current_device()
    used = torch.cuda.memory_allocated()  #: torch.cuda.memory_allocated x4
    return x * 2 if used >= 0 else x

x = torch.ones(2, device="cuda")  #: "cuda" x1
for i in range(4):
    x = step(x)
assert x.tolist() == [16, 16]
"""


def test_calls_between_graphs_are_counted_at_their_lines(tmp_path):
    _, found = trace(tmp_path, BREAKS)
    # Dynamo itself looks for devices while it compiles; those are told with the function of PyTorch.
    found["devices"] = [one for one in found["devices"] if not one["through"]]
    assert counted(found) == expected(BREAKS)


def test_calls_in_a_graph_are_counted_where_it_is_called(tmp_path):
    code = """
    import torch

    @torch.compile(backend="eager", fullgraph=True)
    def step(x):
        with torch.cuda.device(0):
            return x * 2

    x = torch.ones(2, device="cuda")
    for i in range(4):
        step(x)
    """
    _, found = trace(tmp_path, code)
    call = only(found["calls"], name="torch.cuda._exchange_device")
    assert (call["count"], call["function"]) == (4, "step")
    assert call["through"] == "a compiled graph"


GRAPH = """
import torch, torch._dynamo

def capture(module, example):
    print(module.code)
    return module

@torch.compile(backend=capture)
def step(x):
    torch.cuda.synchronize()
    with torch.cuda.device(torch.cuda.current_device()):
        x = x * torch.cuda.device_count() + torch.get_device_module("cuda").current_device()
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        x = x + 1
    torch.cuda.empty_cache()
    if torch.cuda.is_bf16_supported() and torch.backends.cuda.is_built():
        x = x + 2
    return x

print(step(torch.ones(2, device="cuda")).tolist())
print(torch._dynamo.utils.counters["graph_break"])
"""


def test_graphs_are_the_same_as_without_a_trace(tmp_path, run_python):
    done, _ = trace(tmp_path, GRAPH)
    plain = run_python(GRAPH)
    assert _ADDRESS.sub("0x", done.stdout) == _ADDRESS.sub("0x", plain.stdout)


def test_torchscript_reads_functions_as_without_a_trace(tmp_path, run_python):
    code = """
    import torch

    @torch.jit.script
    def step(x: torch.Tensor) -> int:
        torch.cuda.synchronize(torch.device("cuda"))
        return torch.cuda.current_device() + torch.cuda.device_count()

    print(step(torch.ones(2, device="cuda")), step.code)
    """
    path = tmp_path / "scripted.py"
    path.write_text(textwrap.dedent(code))
    plain = run_python("import runpy, sys; runpy.run_path(sys.argv[1])", path, check=False)
    done, _ = trace(tmp_path, code, check=False)
    assert (done.stdout, done.returncode) == (plain.stdout, plain.returncode)
