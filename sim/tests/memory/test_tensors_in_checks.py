"""Tensors in MUSASIM_CHECK_KERNELS: each has bounds of its own, though they lie in segments of one allocator."""

import re

import pytest
from support.mcc_tool import mcc

KERNELS = """
#include <musa_runtime.h>
__global__ void add(float* x, int first, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[first + i] += 1;
}
extern "C" void launch(float* x, int first, int n, musaStream_t stream) {
  add<<<(n + 127) / 128, 128, 0, stream>>>(x, first, n);
}
"""
BEGIN = """
import ctypes, sys, torch, torch_musa
library = ctypes.CDLL(sys.argv[1])
def add(x, first, n):
    pointer = x if isinstance(x, int) else x.data_ptr()
    stream = torch.musa.current_stream().musa_stream
    library.launch(ctypes.c_void_p(pointer), first, n, ctypes.c_void_p(stream))
a, b = torch.zeros(100, device="musa"), torch.zeros(100, device="musa")
"""
END = """
torch.musa.synchronize()
"""


@pytest.fixture(scope="module")
def report_of(tmp_path_factory, run_python):
    """What a program writes to stderr that launches checked kernels on tensors."""
    folder = tmp_path_factory.mktemp("tensors")
    (folder / "add.mu").write_text(KERNELS)
    options = ["-shared", "-fPIC", "-fcheck-kernels", "add.mu", "-o", "libadd.so"]
    built = mcc(*options, cwd=folder)
    assert built.returncode == 0, built.stderr

    def report_of(code, tools="memcheck"):
        env = {"MUSASIM": "1", "MUSASIM_CHECK_KERNELS": tools}
        done = run_python(BEGIN + code + END, folder / "libadd.so", env=env, check=False)
        return re.sub(r"==\d+== +", "", done.stderr)

    return report_of


WRONG = {
    "beyond": ("add(a, 0, 101)", "lies 0 bytes beyond 400 bytes of device memory"),
    "beyond_whole_blocks": (
        "c, d = torch.zeros(128, device='musa'), torch.zeros(128, device='musa'); add(c, 128, 1)",
        "lies 0 bytes beyond 512 bytes of device memory",
    ),
    "freed": ("p = a.data_ptr(); del a; add(p, 0, 1)", "lies 0 bytes into 400 bytes of device"),
    "smaller": (
        "p = a.data_ptr(); del a; c = torch.zeros(8, device='musa'); add(p, 8, 1)",
        "lies 32 bytes into 400 bytes of device memory",
    ),
}


@pytest.mark.parametrize("code, words", WRONG.values(), ids=WRONG)
def test_what_is_not_the_tensors(code, words, report_of):
    report = report_of(code)

    assert "ERROR: invalid global read of 4 bytes in kernel add(float*, int, int)\n" in report
    assert words in report and "made by PyTorch's allocator\n" in report, report
    assert ("freed by PyTorch's allocator\n" in report) == ("del a" in code), report


RIGHT = {
    "whole": "add(a, 0, 100); assert a.sum().item() == 100",
    "view": "add(a[50:], 0, 50)",
    "freed_behind_the_launch": """
torch.musa._sleep(10**7)
add(a, 0, 100)
del a
c = torch.zeros(8, device="musa")
""",
    "graph": """
graph = torch.musa.MUSAGraph()
with torch.musa.graph(graph):
    c = torch.zeros(200, device="musa")
    add(c, 0, 200)
    add(b, 0, 100)
    d = c.data_ptr()
    del c
graph.replay()
""",
    "reset_of_the_cache": "del a, b; torch.musa.empty_cache(); c = torch.zeros(300, device='musa'); add(c, 0, 300)",
}


@pytest.mark.parametrize("code", RIGHT.values(), ids=RIGHT)
def test_what_is_right(code, report_of):
    assert report_of(code) == ""


UNWRITTEN = {
    "empty": "add(torch.empty(100, device='musa'), 0, 100)",
    "freed_and_empty": "torch.musa.synchronize(); del a; c = torch.empty(100, device='musa'); add(c, 0, 100)",
    "a_half": "c = torch.empty(100, device='musa'); c[:50] = 1; add(c, 0, 51)",
}
WRITTEN = {
    "operators": """
for c in (torch.randn(100, device="musa"), a @ b.reshape(100, 1), a + b, torch.empty(100, device="musa").fill_(2),
          torch.ones(100).musa(), a.clone(), torch.arange(100., device="musa"), torch.cat([a, b])):
    add(c, 0, c.numel())
""",
    "bytes": "c = torch.ones(400, dtype=torch.bool, device='musa'); add(c, 0, 100)",
    "stays": "a.add_(1); del b; c = torch.empty(100, device='musa'); add(a, 0, 100)",
}


@pytest.mark.parametrize("code", UNWRITTEN.values(), ids=UNWRITTEN)
def test_reads_of_what_nobody_wrote(code, report_of):
    report = report_of(code, "initcheck")

    assert "ERROR: uninitialized global read of 4 bytes in kernel add(float*, int, int)\n" in report


@pytest.mark.parametrize("code", WRITTEN.values(), ids=WRITTEN)
def test_reads_of_what_operators_wrote(code, report_of):
    assert report_of(code, "initcheck") == ""
