"""The projects, a module each. What they compute is made of the same inputs in every run."""

import glob
import importlib.util
import sys

import torch

DEVICE = "cuda"


def seeded(seed):
    """A source of random numbers on the CPU."""
    return torch.Generator().manual_seed(seed)


def normal(seed, *shape, dtype=torch.float32):
    """Normally distributed numbers on the CPU."""
    return torch.randn(shape, generator=seeded(seed), dtype=torch.float64).to(dtype)


def uniform(seed, *shape, dtype=torch.float32):
    """Numbers between 0 and 1 on the CPU."""
    return torch.rand(shape, generator=seeded(seed), dtype=torch.float64).to(dtype)


def integers(seed, low, high, *shape):
    """Integers from low up to high, which is left out, on the CPU."""
    return torch.randint(low, high, shape, generator=seeded(seed))


def on_both(function, *tensors, gradient=None):
    """What function makes of the tensors on the GPU, and on the CPU: outputs, then gradients.

    With `gradient` the first output is differentiated with it, by each tensor that has a gradient.
    """
    found, wanted = (_ask(function, tensors, gradient, device) for device in (DEVICE, "cpu"))
    return list(zip(found, wanted))


def _ask(function, tensors, gradient, device):
    tensors = [
        each.detach().to(device).requires_grad_(each.requires_grad) if is_tensor(each) else each
        for each in tensors
    ]
    made = function(*tensors)
    outputs = [made] if is_tensor(made) else [each for each in made if is_tensor(each)]
    if gradient is None:
        return outputs
    outputs[0].backward(gradient.to(device))
    return outputs + [each.grad for each in tensors if is_tensor(each) and each.requires_grad]


def extension(path):
    """The compiled module PACKAGE/NAME of the built project alone, where its package needs more packages."""
    (file,) = glob.glob(f"{sys.path[0]}/{path}*.so")
    spec = importlib.util.spec_from_file_location(path.replace("/", "."), file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def is_tensor(value):
    """Whether a value is a tensor."""
    return isinstance(value, torch.Tensor)
