"""What blocks and kernels ask of the device: to run together, the time, numbers of threads, functions of its own."""

import pytest
import torch

triton = pytest.importorskip("triton")
tl = pytest.importorskip("triton.language")


@triton.jit
def meeting_kernel(arrived, out):
    tl.atomic_add(arrived, 1)
    while tl.atomic_add(arrived, 0) < tl.num_programs(0):
        pass
    tl.store(out + tl.program_id(0), tl.load(arrived))


def test_blocks_of_a_cooperative_launch_wait_for_each_other():
    arrived, out = torch.zeros(2, 16, dtype=torch.int32, device="musa")
    meeting_kernel[(16,)](arrived, out, launch_cooperative_grid=True)
    assert out.eq(16).all()
    with pytest.raises(RuntimeError, match="cooperative"):
        meeting_kernel[(1 << 20,)](arrived, out, launch_cooperative_grid=True)


@triton.jit
def time_kernel(times, threads):
    tl.store(times, tl.extra.musa.globaltimer())
    tl.store(threads, tl.extra.musa.num_threads())
    tl.store(threads + 1, tl.extra.musa.num_warps())
    tl.debug_barrier()
    tl.store(times + 1, tl.extra.musa.globaltimer())


def test_what_kernels_ask_the_device():
    times = torch.zeros(2, dtype=torch.int64, device="musa")
    threads = torch.zeros(2, dtype=torch.int32, device="musa")
    time_kernel[(1,)](times, threads, num_warps=2)
    assert times[1] >= times[0] > 0 and threads.tolist() == [64, 2]


@triton.jit
def gelu_kernel(values, gelu, tanh):
    numbers = tl.arange(0, 64)
    x = tl.load(values + numbers)
    tl.store(gelu + numbers, tl.extra.musa.libdevice.fast_gelu(x))
    tl.store(tanh + numbers, tl.extra.musa.libdevice.fast_tanh(x))


def test_functions_that_only_musa_has():
    x = torch.linspace(-6, 6, 64)
    gelu, tanh = torch.empty(2, 64, device="musa")
    gelu_kernel[(1,)](x.to("musa"), gelu, tanh)
    torch.testing.assert_close(gelu.cpu(), torch.nn.functional.gelu(x))
    torch.testing.assert_close(tanh.cpu(), x.tanh())


def test_descriptors_of_older_versions_are_refused():
    fill = triton.runtime.driver.active.utils.fill_2d_tma_descriptor
    with pytest.raises(NotImplementedError, match="make_tensor_descriptor"):
        fill(0, 16, 16, 8, 8, 4, 0)
