"""Measures the configurations of triton.autotune: the simulated GPU takes the first one that runs.

How long a kernel takes on a host says nothing of a GPU, and to compile all configurations takes minutes.
MUSASIM_AUTOTUNE=all has each measured. The kernels that torch.compile writes or calls are tuned in the same way.
"""

import os

VARIABLE = "MUSASIM_AUTOTUNE"
_CHOICES = ("first", "all")


class _AlreadyTuned(dict):
    """The arguments of a tuned kernel's call, once a configuration has run: the others need no measuring.

    Triton makes a new dictionary of them for each call.
    """


def benchmarker():
    """The function that Triton gives each configuration to. ValueError where the variable has another word."""
    from triton.testing import do_bench

    return do_bench if all_are_measured() else first_that_runs


def all_are_measured():
    """Whether the variable asks for it. ValueError where it has another word."""
    choice = os.environ.get(VARIABLE, "").strip().lower() or "first"
    if choice not in _CHOICES:
        raise ValueError(f"{VARIABLE}={choice}: expected one of {', '.join(_CHOICES)}")
    return choice == "all"


def first_that_runs(kernel_call, quantiles=None, **options):
    """No time for the first configuration that runs, endless time for those after it, in milliseconds.

    One number, or one for each quantile. A call that is not of triton.autotune is measured.
    """
    import torch
    from triton.testing import do_bench

    tuner = _tuner(kernel_call)
    if tuner is None:
        return do_bench(kernel_call, quantiles=quantiles, **options)
    time = float("inf")
    if not isinstance(tuner.nargs, _AlreadyTuned):
        kernel_call()
        torch.musa.synchronize()
        tuner.nargs = _AlreadyTuned(tuner.nargs)
        time = 0.0
    return time if quantiles is None else [time] * len(quantiles)


def _tuner(kernel_call):
    """The triton.autotune whose configuration the function runs; None where it is another's.

    Triton's Autotuner gives its benchmark a nested function, in which its own `self` is a free variable.
    """
    from triton.runtime.autotuner import Autotuner

    names = getattr(getattr(kernel_call, "__code__", None), "co_freevars", ())
    if "self" not in names:
        return None
    tuner = kernel_call.__closure__[names.index("self")].cell_contents
    return tuner if isinstance(tuner, Autotuner) and isinstance(tuner.nargs, dict) else None
