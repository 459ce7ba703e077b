"""torch.random.fork_rng: CUDA is what it forks by default, as its warning says.

torch_musa puts a function in its place that passes its own name.
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
