"""A namespace of operators for one test: operators defined in it go away with it."""

import itertools

import pytest
import torch

_numbers = itertools.count()


class Operators:
    """define() makes an operator x -> Tensor; self.library and new_library() register kernels."""

    def __init__(self):
        self.namespace = f"plain_cuda_{next(_numbers)}"
        self._libraries = [torch.library.Library(self.namespace, "FRAGMENT")]

    @property
    def library(self):
        return self._libraries[0]

    def new_library(self, kind="IMPL", key="", namespace=None):
        self._libraries.append(torch.library.Library(namespace or self.namespace, kind, key))
        return self._libraries[-1]

    def define(self, name="f", schema="(Tensor x) -> Tensor"):
        self.library.define(name + schema)
        return getattr(getattr(torch.ops, self.namespace), name)

    def name(self, name="f"):
        return f"{self.namespace}::{name}"

    def close(self):
        while self._libraries:
            self._libraries.pop()._destroy()


@pytest.fixture
def operators():
    made = Operators()
    yield made
    made.close()


def on_gpu(value=0.0, **options):
    """One number on the GPU."""
    return torch.tensor([value], device="cuda", **options)


def on_cpu(value=0.0):
    """One number on the CPU."""
    return torch.tensor([value])
