"""Kernels of Triton's interpreter on the device: on the tensors themselves, and in graphs."""

import os
import subprocess
import sys

import pytest

KERNEL = """
import torch, triton, triton.language as tl

@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = place < n
    tl.store(out + place, tl.load(x + place, mask=inside) + tl.load(y + place, mask=inside), mask=inside)

n = 100
x = torch.arange(n, device="musa", dtype=torch.float32)
y = torch.ones(n + 4, device="musa")[4:]
out = torch.zeros(n, device="musa")
grid = (triton.cdiv(n, 32),)
"""


def _printed(tmp_path, code, **environment):
    # Triton reads the source of its kernels.
    file = tmp_path / "program.py"
    file.write_text(KERNEL + code)
    environment = {**os.environ, "TRITON_INTERPRET": "1", **environment}
    command = [sys.executable, str(file)]
    return subprocess.check_output(command, env=environment, text=True, timeout=120).split()


@pytest.mark.parametrize("check", ["0", "1"])
def test_a_kernel_is_recorded_and_replayed(tmp_path, check):
    code = """
copy = torch.full((n,), 7.0, device="musa")
graph = torch.musa.MUSAGraph()
with torch.musa.graph(graph):
    doubled = x * 2
    add[grid](doubled, y, out, n, BLOCK=32)
    copy.copy_(out)
print(out.sum().item(), copy.sum().item())
for _ in range(2):
    x += 1
    graph.replay()
    print(torch.equal(copy, 2 * x + 1))
"""
    assert _printed(tmp_path, code, MUSASIM_CHECK=check) == ["0.0", "700.0", "True", "True"]


def test_tensors_of_any_type_offset_and_host(tmp_path):
    code = """
half = torch.zeros(n + 1, device="musa", dtype=torch.bfloat16)
add[grid](x, y, half[1:], n, BLOCK=32)
print(half[0].item(), torch.equal(half[1:], (x + 1).bfloat16()))
bits = torch.zeros(n, device="musa", dtype=torch.int32)
add[grid](x, y, triton.reinterpret(bits, tl.float32), n, BLOCK=32)
print(torch.equal(bits.view(torch.float32), x + 1))
host = torch.zeros(n)
add[grid](x.cpu(), y.cpu(), host, n, BLOCK=32)
print(torch.equal(host, x.cpu() + 1))
"""
    assert _printed(tmp_path, code) == ["0.0", "True", "True", "True"]


def test_an_error_of_a_kernel_reaches_its_caller(tmp_path):
    code = """
try:
    add[grid](x, y, out, "many", BLOCK=32)
except Exception as error:
    print(type(error).__name__)
"""
    assert _printed(tmp_path, code) == ["InterpreterError"]
