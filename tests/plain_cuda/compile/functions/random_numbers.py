"""Random numbers."""

import torch
import torch.nn.functional as F

from .case import case


@case()
def seed_and_rand(x):
    torch.manual_seed(1)
    return x + torch.rand(4, device="cuda") * 0


@case()
def cuda_manual_seed(x):
    torch.cuda.manual_seed(1)
    return x + torch.rand(4, device="cuda") * 0


@case()
def cuda_manual_seed_all(x):
    torch.cuda.manual_seed_all(1)
    return x + torch.rand(4, device="cuda") * 0


@case()
def rng_state(x):
    state = torch.cuda.get_rng_state()
    y = torch.rand(4, device="cuda")
    torch.cuda.set_rng_state(state)
    return x + y - torch.rand(4, device="cuda")


@case()
def generator_made_inside(x):
    g = torch.Generator("cuda").manual_seed(3)
    return x + torch.rand(4, device="cuda", generator=g) * 0


GENERATOR = torch.Generator("cuda")


@case()
def global_generator(x):
    return x + torch.rand(4, device="cuda", generator=GENERATOR) * 0


@case()
def dropout(x):
    return F.dropout(x, 0.0, True) + x
