"""torch.cuda.random under torchada's own name."""


def __getattr__(name):
    import torch

    return getattr(torch.cuda.random, name)


def __dir__():
    import torch

    return dir(torch.cuda.random)
