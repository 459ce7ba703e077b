"""torch.cuda.nvtx, emit_nvtx and torch.cuda.profiler: marks for a tool outside."""

import threading

import pytest
import torch
from torch.cuda import nvtx, profiler

pytestmark = pytest.mark.gpu


def test_ranges_nest():
    assert isinstance(nvtx.range_push("outer"), int)
    assert isinstance(nvtx.range_push("inner"), int)
    assert isinstance(nvtx.range_pop(), int)
    assert isinstance(nvtx.range_pop(), int)
    nvtx.range_pop()


def test_range_is_a_context_manager_and_a_decorator():
    with nvtx.range("step {}", 3):
        pass
    with nvtx.range("{name}", name="forward"):
        pass

    @nvtx.range("add")
    def add(a, b=1):
        """Adds."""
        return a + b

    assert add(2, b=3) == add(2, b=3) == 5
    assert add.__doc__ == "Adds." and add.__name__ == "add"


def test_a_range_ends_with_the_error_that_leaves_it():
    with pytest.raises(KeyError):
        with nvtx.range("fails"):
            raise KeyError("x")


def test_a_range_may_end_on_another_thread():
    handle = nvtx.range_start("request")
    assert isinstance(handle, int)
    thread = threading.Thread(target=nvtx.range_end, args=(handle,))
    thread.start()
    thread.join()


def test_marks():
    assert nvtx.mark("here") is None


@pytest.mark.parametrize("function", [nvtx.range_push, nvtx.range_start, nvtx.mark])
def test_a_message_is_a_text(function):
    with pytest.raises(TypeError):
        function(3)


def test_a_handle_is_a_number():
    with pytest.raises(TypeError):
        nvtx.range_end("x")


def test_emit_nvtx_lets_the_block_run():
    x = torch.ones(2, device="cuda", requires_grad=True)
    with torch.autograd.profiler.emit_nvtx(record_shapes=True) as emitting:
        (x * 2).sum().backward()
        with pytest.raises(RuntimeError, match="NVTX annotation context manager is not reentrant"):
            emitting.__enter__()
    assert x.grad.tolist() == [2, 2]


def test_emit_nvtx_can_be_switched_off():
    with torch.autograd.profiler.emit_nvtx(enabled=False) as emitting:
        assert emitting is None


def test_the_switch_of_an_outside_profiler():
    assert profiler.start() is None
    torch.ones(2, device="cuda").add_(1)
    assert profiler.stop() is None
    with profiler.profile() as nothing:
        assert nothing is None
