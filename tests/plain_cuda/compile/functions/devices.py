"""Devices that the program made; factories and moves."""

import torch

from .case import case, on_cpu

DEVICE = torch.device("cuda")
NAME = "cuda"


@case()
def type_of_a_global_device(x):
    return x + 1 if DEVICE.type == "cuda" else x - 1


@case()
def text_of_a_global_device(x):
    return x + 1 if str(DEVICE) == "cuda" else x - 1


@case(lambda: (torch.ones(4), torch.device("cuda")), lambda: (torch.ones(4), torch.device("cpu")))
def device_argument(x, device):
    return x.to(device) + 1 if device.type == "cuda" else x - 1


@case(lambda: (torch.ones(4), "cuda"), lambda: (torch.ones(4), "cuda:0"))
def string_argument(x, name):
    return x.to(name) + 1 if "cuda" in name else x - 1


@case()
def global_name(x):
    return x + torch.ones(4, device=NAME)


@case()
def device_made_inside(x):
    device = torch.device("cuda", 0)
    return x + 1 if device.type == "cuda" and device.index == 0 else x - 1


@case()
def device_made_from_tensor(x):
    return x + torch.zeros(4, device=torch.device(x.device.type, x.device.index))


@case()
def device_made_of_type(x):
    return x + torch.zeros(4, device=x.device.type)


# Factories and moves.


@case()
def factories(x):
    return x + torch.zeros(4, device="cuda") + torch.full((4,), 2.0, device="cuda:0")


@case()
def arange(x):
    return x + torch.arange(4, device="cuda")


@case()
def tensor_from_list(x):
    return x + torch.tensor([1.0, 2.0, 3.0, 4.0], device="cuda")


@case()
def like(x):
    return torch.zeros_like(x) + torch.empty_like(x).fill_(1) + x.new_ones(4)


@case()
def new_on_device(x):
    return x + x.new_zeros(4, device="cuda")


@case(on_cpu, on_cpu)
def to_name(x):
    return x.to("cuda") + 1


@case(on_cpu, on_cpu)
def to_device_and_dtype(x):
    return x.to("cuda", torch.float64, non_blocking=True) + 1


@case(on_cpu, on_cpu)
def cuda_method(x):
    return x.cuda() + 1


@case(on_cpu, on_cpu)
def cuda_method_with_index(x):
    return x.cuda(0, non_blocking=True) + 1


@case()
def to_cpu_and_back(x):
    return x.cpu().to("cuda") + 1


@case()
def with_device(x):
    with torch.device("cuda"):
        return x + torch.ones(4)
