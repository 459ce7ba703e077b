"""Plain CUDA code: it has never heard of another platform."""

import torch
from sglang.layers.sampler import Sampler, top_k


def serve():
    device = torch.device("cuda", torch.cuda.current_device())
    logits = torch.tensor([[1.0, 3.0, 2.0]], device="cuda")
    assert logits.is_cuda and logits.device.type == "cuda" and logits.device == device
    sampler = Sampler().cuda()
    kernel, values, seen_there = sampler(logits)
    assert values.device.type == "cuda" and str(values.device) == "cuda:0"
    assert sampler.scale.device.type == "cuda"
    return {"kernel": kernel, "seen_there": seen_there, "values": values.shape[-1]}


def sample_on_the_host():
    return top_k(torch.tensor([0.25, 0.75]), 1)[0]


def through_a_callback(run):
    """The package calls back into this one: each sees its own word."""
    seen = []

    def callback(tensor):
        seen.append(tensor.device.type)
        return tensor.device.type == "cuda"

    assert run(torch.ones(2, device="cuda"), callback)
    return seen
