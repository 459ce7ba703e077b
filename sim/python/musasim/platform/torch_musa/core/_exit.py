"""Lets autograd's device threads finish their last task at the interpreter's exit."""

import os

import torch
from torch.autograd import Variable

from ._lazy_init import is_initialized
from .device import device_count


def finish_autograd() -> None:
    """Wait until no device thread of autograd has Python objects left to release.

    After backward() a device thread still drops its copy of the caller's state; since torch 2.13
    that holds a Python object. A thread that asks for the GIL once the interpreter is finalizing is
    ended by Python < 3.13 in a way that aborts the process, so a script that exits right after
    backward() would end in "terminate called without an active exception". A device thread works
    on one task after the other: once it has done this empty one, the earlier ones are gone. The
    engine is called directly because torch.autograd would attach such an object again.

    Other threads are Python's to wait for: those that are no daemons have ended by now. A daemon that
    still calls backward() aborts the process, as it does on the CPU.
    """
    if not is_initialized() or not _has_autograd_threads():
        return
    for index in range(device_count()):
        device = torch.device("musa", index)
        with torch.inference_mode(False), torch.enable_grad():
            result = torch.empty(0, device=device, requires_grad=True).clone()
        gradient = torch.empty(0, device=device)
        Variable._execution_engine.run_backward(
            (result,), (gradient,), False, False, (), allow_unreachable=True, accumulate_grad=True
        )


def _has_autograd_threads() -> bool:
    for task in os.listdir("/proc/self/task"):
        try:
            with open(f"/proc/self/task/{task}/comm") as name:
                if name.read().startswith("pt_autograd"):
                    return True
        except (FileNotFoundError, ProcessLookupError):  # a thread that has ended meanwhile
            continue
    return False
