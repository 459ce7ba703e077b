"""Functions of the device for torch.nn.parallel (DataParallel), under the names that torch calls.

The real torch_musa comes with a torch whose torch.nn.parallel calls torch_musa's functions.
"""

import functools
import sys
import threading

import torch
import torch_musa
from torch._utils import ExceptionWrapper
from torch_musa import _MUSAC

_NAMES = (
    "_broadcast",
    "_broadcast_out",
    "_broadcast_coalesced",
    "_scatter",
    "_scatter_out",
    "_gather",
    "_gather_out",
)


def set_parallel_functions():
    """Install the functions in torch."""
    for name in _NAMES:
        setattr(torch._C, name, _chosen_by_device(getattr(torch._C, name, None), name))
    if "accelerator" not in torch.nn.parallel.parallel_apply.__code__.co_names:
        _install(parallel_apply)


def _chosen_by_device(other, name):
    """Ours, except for a torch with CUDA and tensors that are there."""
    ours = getattr(_MUSAC, name)
    if other is None:
        return ours

    @functools.wraps(ours)
    def choose(tensors, *arguments):
        first = tensors if isinstance(tensors, torch.Tensor) else next(iter(tensors), None)
        elsewhere = first is not None and first.device.type == "cuda"
        return (other if elsewhere else ours)(tensors, *arguments)

    return choose


def _install(function):
    # torch.nn.parallel.parallel_apply is the function; the module of that name is behind it.
    sys.modules["torch.nn.parallel.parallel_apply"].parallel_apply = function
    sys.modules["torch.nn.parallel.data_parallel"].parallel_apply = function
    torch.nn.parallel.parallel_apply = function


def parallel_apply(modules, inputs, kwargs_tup=None, devices=None):
    """Call each module with its inputs in its own thread, on its device and the device's stream.

    It replaces torch.nn.parallel.parallel_apply in versions that know CUDA only (torch < 2.9).
    """
    count = len(modules)
    kwargs_tup = ({},) * count if kwargs_tup is None else kwargs_tup
    devices = [None] * count if devices is None else devices
    for values, what in ((inputs, "inputs"), (kwargs_tup, "kwargs_tup"), (devices, "devices")):
        if len(values) != count:
            raise AssertionError(f"expected {count} {what}, one for each module, not {len(values)}")
    results = [None] * count
    state = (torch.is_grad_enabled(), torch.is_autocast_enabled("musa"))

    def work(i):
        try:
            results[i] = _apply_on(
                _device_of(devices[i], inputs[i]), state, modules[i], inputs[i], kwargs_tup[i]
            )
        except Exception:
            results[i] = ExceptionWrapper(where=f"in replica {i} on device {devices[i]}")

    threads = [threading.Thread(target=work, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        if isinstance(result, ExceptionWrapper):
            result.reraise()
    return results


def _device_of(device, value):
    if device is not None:
        return torch_musa.core._utils._get_musa_device_index(device, True)
    first = _first_tensor(value)
    if first is None:
        raise RuntimeError("cannot choose a device: no device and no tensor input was given")
    return first.get_device()


def _first_tensor(value):
    if isinstance(value, torch.Tensor):
        return value
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, (list, tuple)):
        return None
    found = (_first_tensor(item) for item in value)
    return next((tensor for tensor in found if tensor is not None), None)


def _apply_on(device, state, module, value, keywords):
    grad_enabled, autocast_enabled = state
    torch.set_grad_enabled(grad_enabled)
    arguments = value if isinstance(value, (list, tuple)) else (value,)
    with torch_musa.device(device), torch.amp.autocast("musa", enabled=autocast_enabled):
        return module(*arguments, **keywords)
