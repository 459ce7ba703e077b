"""The list of functions, and the arguments that most of them are given."""

from typing import Callable, Dict, NamedTuple, Tuple

import torch


class Case(NamedTuple):
    """A function, and a maker of arguments for each of its calls."""

    function: Callable
    calls: Tuple[Callable, ...]


CASES: Dict[str, Case] = {}


def ones(*shape):
    """One tensor of ones on the GPU, as the arguments of a call."""
    return (torch.ones(*shape or (4,), device="cuda"),)


def case(*calls):
    """Decorator: list a function with its calls; by default two with a tensor on the GPU."""

    def add(function):
        assert function.__name__ not in CASES
        CASES[function.__name__] = Case(function, calls or (ones, ones))
        return function

    return add


def on_cpu():
    """A tensor that is not on the GPU."""
    return (torch.ones(4),)
