"""Generators' states: torch.random.fork_rng, and torch.musa.random.

What fork_rng forks by default is CUDA, as its warning says; torch_musa puts a function in its place
that passes its own name.
"""

from functools import wraps

from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "rng"


@patch_function
@requires_import("torch_musa")
def _fork_the_states_of_cuda():
    import torch

    genuine = torch.random.fork_rng

    @wraps(genuine)
    def fork_rng(
        devices=None, enabled=True, _caller="fork_rng", _devices_kw="devices", device_type="cuda"
    ):
        return genuine(devices, enabled, _caller, _devices_kw, device_type)

    current().set_attr(torch.random, "fork_rng", fork_rng, area=AREA)


@patch_function
@requires_import("torch_musa")
def _name_the_module_of_generators():
    """torch_musa does not name its module; transformers restores generators by torch.musa.random."""
    import torch_musa
    import torch_musa.core.random as generators

    if not hasattr(torch_musa, "random"):
        current().set_attr(torch_musa, "random", generators, area=AREA)
