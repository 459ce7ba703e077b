"""Memory that several streams use, and what happens when there is no more."""

import pytest
import torch
import torch_musa
from support.stream_gate import Gate

pytestmark = pytest.mark.usefixtures("clean_cache")
MIB = 1 << 20


def _active():
    return torch_musa.memory_stats()["active.all.current"]


@pytest.fixture(params=["own device", "other device", "default of the other device"])
def side(request, second_device):
    """A stream that is not the current one."""
    if request.param == "own device":
        return torch_musa.Stream()
    if request.param == "other device":
        return torch_musa.Stream(device=second_device)
    return torch_musa.default_stream(second_device)


def test_memory_that_another_stream_uses_waits_for_it(side):
    tensor = torch.ones(MIB, device="musa")
    address, before = tensor.data_ptr(), _active()
    with torch_musa.device(side.device):
        gate = Gate(side)
    tensor.record_stream(side)
    del tensor
    assert _active() == before
    other = torch.empty(MIB, device="musa")
    assert other.data_ptr() != address
    gate.open()
    side.synchronize()
    again = torch.empty(MIB, device="musa")
    assert again.data_ptr() == address


def test_memory_of_its_own_stream_is_reused_at_once():
    tensor = torch.ones(MIB, device="musa")
    address = tensor.data_ptr()
    tensor.record_stream(torch_musa.current_stream())
    del tensor
    assert torch.empty(MIB, device="musa").data_ptr() == address


def test_streams_do_not_share_free_memory():
    address = torch.ones(MIB, device="musa").data_ptr()
    with torch_musa.stream(torch_musa.Stream()):
        assert torch.empty(MIB, device="musa").data_ptr() != address
    assert torch.empty(MIB, device="musa").data_ptr() == address


def test_record_stream_wants_a_musa_stream():
    with pytest.raises((RuntimeError, TypeError)):
        torch.ones(1, device="musa").record_stream(torch.Stream("cpu"))


def test_no_memory_waits_for_the_streams_before_it_fails(run_python):
    code = """
    import torch, torch_musa
    held = torch.empty(10 << 20, device="musa")
    side = torch_musa.Stream()
    with torch_musa.stream(side):
        torch_musa._sleep(1_000_000_000)
    held.record_stream(side)
    del held
    torch_musa.reset_accumulated_memory_stats()
    torch.empty(10 << 20, device="musa")
    stats = torch_musa.memory_stats()
    print(stats["num_alloc_retries"], stats["num_sync_all_streams"], stats["num_ooms"])
    """
    env = {"MUSASIM": "1", "MUSASIM_MEMORY": "64M"}
    assert run_python(code, env=env).stdout == "1 1 0\n"


def test_observers_of_running_out():
    seen = []
    torch_musa._MUSAC._musa_attach_out_of_memory_observer(lambda *numbers: seen.append(numbers))
    free, total = torch_musa.mem_get_info()
    with pytest.raises(torch.OutOfMemoryError):
        torch.empty(total + 1, dtype=torch.uint8, device="musa")
    assert seen == [(0, total + 1, total, torch_musa.mem_get_info()[0])]
    with pytest.raises(TypeError):
        torch_musa._MUSAC._musa_attach_out_of_memory_observer(1)


def test_a_reset_of_the_device_does_not_crash(run_python):
    code = """
    import ctypes, torch, torch_musa
    held = torch.ones(1000, device="musa")
    cached = torch.ones(4 << 20, device="musa")
    del cached
    libc = ctypes.CDLL("libmusart.so.4")
    assert libc.musaDeviceReset() == 0
    print(torch_musa.memory_reserved())
    del held
    print(torch.ones(10, device="musa").sum().item(), torch_musa.memory_allocated() >= 0)
    """
    assert run_python(code, env={"MUSASIM": "1"}).stdout.split() == ["0", "10.0", "True"]


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_forked_child_may_drop_its_parents_tensors(run_python):
    code = """
    import os, torch, torch_musa
    held = [torch.ones(1000, device="musa"), torch.ones(10).pin_memory()]
    child = os.fork()
    if child == 0:
        held.clear()
        os._exit(0 if torch_musa._is_in_bad_fork() else 1)
    print(os.waitpid(child, 0)[1], held[0].sum().item())
    """
    assert run_python(code, env={"MUSASIM": "1"}).stdout == "0 1000.0\n"


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_so_may_one_of_a_process_whose_memory_is_profiled(run_python):
    code = """
    import os, torch, torch_musa
    with torch.profiler.profile(profile_memory=True):
        held = [torch.ones(1000, device="musa")]
        child = os.fork()
        if child == 0:
            held.clear()
            os._exit(0)
    print(os.waitpid(child, 0)[1], held[0].sum().item())
    """
    assert run_python(code, env={"MUSASIM": "1"}).stdout == "0 1000.0\n"


def test_a_broken_device_does_not_end_a_process_whose_memory_is_profiled(run_python):
    code = """
    import os, torch, torch_musa
    torch.profiler.profile(profile_memory=True).__enter__()
    held, other = torch.ones(1000, device="musa"), torch.ones(1000, device="musa")
    side = torch_musa.Stream()
    with torch_musa.stream(side):
        torch_musa._sleep(50_000_000)
    other.record_stream(side)
    del other
    try:
        torch.mm(torch.ones(2, 2, device="musa"), torch.ones(2, 2, device="musa"))
    except RuntimeError as error:
        print(str(error).splitlines()[0])
    del held
    print("freed", flush=True)
    os._exit(0)  # a profiler that cannot stop crashes at the exit, on the CPU too
    """
    env = {"MUSASIM": "1", "MUSASIM_FAULTS": "kernel:name=aten::mm"}
    done = run_python(code, env=env).stdout.splitlines()
    assert done == ["MUSA error: an illegal memory access was encountered", "freed"]


def test_storage_growth_keeps_the_contents():
    tensor = torch.arange(4.0, device="musa")
    tensor.untyped_storage().resize_(64)
    assert tensor.untyped_storage().nbytes() == 64 and tensor.tolist() == [0, 1, 2, 3]
    tensor.resize_(100)
    assert tensor[:4].tolist() == [0, 1, 2, 3]
    tensor.untyped_storage().resize_(0)
    assert tensor.untyped_storage().nbytes() == 0
    assert torch.ones(2, device="musa").resize_(3, 0).shape == (3, 0)
    with pytest.raises(RuntimeError):
        torch.ones(2, device="musa").resize_(-1)
