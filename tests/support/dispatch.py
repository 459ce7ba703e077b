"""Keys of PyTorch's dispatcher, as they are without a view."""

import torch

import torchada


def keys_of(name, *keys):
    """Which of these keys have a kernel in truth."""
    with torchada.native_view():
        return [key for key in keys if torch._C._dispatch_has_kernel_for_dispatch_key(name, key)]
