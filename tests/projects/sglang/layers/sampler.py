"""Chooses a kernel by the type of the tensors that it is given."""

import torch


def top_k(probs, k):
    """(which kernel, the k largest)."""
    if probs.device.type == "musa":
        return "musa", _torch_top_k(probs, k)
    if probs.is_cuda:
        return "cuda", _torch_top_k(probs, k)
    return "cpu", _torch_top_k(probs, k)


def _torch_top_k(probs, k):
    assert str(probs.device).startswith(probs.device.type)
    return torch.topk(probs, k).values


class Sampler(torch.nn.Module):
    """A module whose buffer moves with it."""

    def __init__(self):
        super().__init__()
        self.register_buffer("scale", torch.ones(()))

    def forward(self, logits):
        kernel, values = top_k((logits * self.scale).softmax(-1), 2)
        return kernel, values, self.scale.device.type


def run_with_callback(tensor, callback):
    """Compares before and after somebody else's code."""
    before = tensor.device.type
    result = callback(tensor)
    assert before == tensor.device.type == "musa"
    return result
