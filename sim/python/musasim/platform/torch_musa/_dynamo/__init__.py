"""torch.compile's front end on the musa device: what torch._dynamo is told of it, when it comes."""

import importlib
from functools import partial

from .._on_import import when_imported

# Module of torch._dynamo: ours that extends it, by being imported.
_EXTENSIONS = {
    "torch._dynamo.device_interface": "torch_musa._dynamo.device_interface",
    "torch._dynamo.trace_rules": "torch_musa._dynamo.trace_rules",
    "torch._dynamo.variables.torch": "torch_musa._dynamo.variables.torch",
}


def register():
    """Have each part registered as soon as the module of torch._dynamo that it concerns is imported."""
    for torchs, ours in _EXTENSIONS.items():
        when_imported(torchs, partial(importlib.import_module, ours))
    when_imported("torch._dynamo.backends.registry", _register_musagraphs)
    when_imported("torch._dynamo.utils", _extend_preserve_rng_state)
    when_imported("torch._prims.rng_prims", _extend_rng_prims)
    when_imported("torch._functorch._aot_autograd.utils", _register_generators)


def _register_musagraphs():
    from importlib.metadata import EntryPoint

    from torch._dynamo.backends import registry

    # An entry point: PyTorch imports what it names when the backend is asked for.
    backend = "torch_musa._dynamo.backend.musagraphs:backend"
    registry._BACKENDS["musagraphs"] = EntryPoint("musagraphs", backend, "torch_dynamo_backends")


def _extend_preserve_rng_state():
    from . import rng

    rng.extend_preserve_rng_state()


def _extend_rng_prims():
    from . import rng

    rng.extend_rng_prims()


def _register_generators():
    from . import rng

    rng.register_generators()
