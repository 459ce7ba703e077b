"""A process that used autograd on the device ends cleanly, and what that costs."""

import time

import torch
from torch_musa.core import _exit


def test_a_script_may_end_right_after_backward(run_python):
    code = """
    import torch
    torch.inference_mode().__enter__()
    with torch.inference_mode(False):
        x = torch.ones(3, device="musa", requires_grad=True)
        (x * 2).sum().backward()
    print("done", flush=True)
    """
    done = run_python(code, env={"MUSASIM": "1", "MUSASIM_DEVICES": "2"})
    assert (done.stdout, done.stderr) == ("done\n", "")


def test_finishing_changes_nothing_and_is_quick():
    x = torch.ones(3, device="musa", requires_grad=True)
    (x * 2).sum().backward()
    assert _exit._has_autograd_threads()
    before = torch.musa.memory_stats()
    start = time.perf_counter()
    _exit.finish_autograd()
    assert time.perf_counter() - start < 1
    assert torch.musa.memory_stats() == before
    assert x.grad.cpu().tolist() == [2.0, 2.0, 2.0]
