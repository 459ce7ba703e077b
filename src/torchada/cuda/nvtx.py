"""torch.cuda.nvtx under torchada's own name."""


def __getattr__(name):
    import torch

    return getattr(torch.cuda.nvtx, name)


def __dir__():
    import torch

    return dir(torch.cuda.nvtx)
