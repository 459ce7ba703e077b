"""Kernels of Triton on tensors of the GPU."""

import pytest
import torch

triton = pytest.importorskip("triton", minversion="3.6")
tl = pytest.importorskip("triton.language")

from triton.language.extra import libdevice as general  # noqa: E402
from triton.language.extra.cuda import libdevice  # noqa: E402


@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.store(out + i, tl.load(x + i, mask=mask) + tl.load(y + i, mask=mask), mask=mask)


@triton.jit
def functions_kernel(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i)
    tl.store(out + i, libdevice.tanh(v) + general.pow(v, 2.0))


def test_a_kernel_computes():
    x, y = (torch.randn(1000, device="cuda") for _ in range(2))
    out = torch.empty_like(x)
    add_kernel[(triton.cdiv(1000, 256),)](x, y, out, 1000, BLOCK=256)
    assert torch.equal(out, x + y)


def test_device_functions():
    x = torch.randn(256, device="cuda")
    out = torch.empty_like(x)
    functions_kernel[(1,)](x, out, BLOCK=256)
    torch.testing.assert_close(out, x.tanh() + x**2)


def test_the_target_and_the_device_are_of_cuda():
    driver = triton.runtime.driver.active
    assert driver.get_current_target().backend == "cuda"
    assert driver.get_active_torch_device() == torch.device("cuda", torch.cuda.current_device())


def test_a_graph_records_a_kernel_of_a_side_stream():
    x, y = torch.ones(300, device="cuda"), torch.ones(300, device="cuda")
    out = torch.zeros_like(x)
    add_kernel[(3,)](x, y, torch.empty_like(x), 300, BLOCK=128)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=torch.cuda.Stream()):
        add_kernel[(3,)](x, y, out, 300, BLOCK=128)
    y.fill_(4)
    graph.replay()
    assert out.eq(5).all()


@triton.autotune(configs=[triton.Config({"BLOCK": 64}), triton.Config({"BLOCK": 128})], key=["n"])
@triton.jit
def tuned_kernel(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n) * 2, mask=i < n)


def test_autotune():
    x = torch.randn(300, device="cuda")
    out = torch.empty_like(x)
    tuned_kernel[lambda meta: (triton.cdiv(300, meta["BLOCK"]),)](x, out, 300)
    assert torch.equal(out, 2 * x)
