"""Random states of the device while PyTorch traces, and in graphs that compute random numbers again."""

import contextlib
import sys
import types

import torch
import torch_musa


class MusaForCuda(types.ModuleType):
    """PyTorch, in which torch.cuda is torch.musa."""

    cuda = torch_musa

    def __getattr__(self, name):
        return getattr(torch, name)


def extend_rng_prims():
    """Operators that keep, or take, the random state around another one: those of CUDA do it for MUSA."""
    module = sys.modules["torch._prims.rng_prims"]
    get_device = module.get_device

    def get_device_for_us(args, kwargs):
        device = get_device(args, kwargs)
        if device is None and any(
            isinstance(arg, torch.Tensor) and arg.device.type == "musa" for arg in args
        ):
            device = "musa"  # torch 2.7 looks for devices that it knows
        return "cuda" if device == "musa" else device

    module.get_device = get_device_for_us
    module.torch = MusaForCuda("torch")


def register_generators():
    """A generator of the device may be an input of a graph: two calls with its clones draw the same numbers.

    torch 2.7 does so for CUDA alone; elsewhere the graph reads the state out, which no recorded graph can.
    """
    module = sys.modules["torch._functorch._aot_autograd.utils"]
    if hasattr(module, "register_graphsafe_rng_device_type"):
        module.register_graphsafe_rng_device_type("musa")


def extend_preserve_rng_state():
    """Tracing leaves the devices' random states alone, too."""
    module = sys.modules["torch._dynamo.utils"]
    preserve_rng_state = module.preserve_rng_state

    @contextlib.contextmanager
    def preserve_all():
        if not torch_musa.is_initialized():
            with preserve_rng_state():
                yield
            return
        no_modes = torch.utils._python_dispatch._disable_current_modes
        with preserve_rng_state():
            with no_modes(), torch._C._DisableFuncTorch():
                state = torch_musa.get_rng_state()
            try:
                yield
            finally:
                with no_modes():
                    torch_musa.set_rng_state(state)

    module.preserve_rng_state = preserve_all
