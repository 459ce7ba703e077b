"""Small functions of CUDA programs, each with the arguments of its calls: what torch.compile is given.

A module a subject; `counting.py` counts graphs, graph breaks and recompilations of each.
"""

from . import autocast, cuda_module, devices, programs, random_numbers, tensors  # noqa: F401
from .case import CASES  # noqa: F401
