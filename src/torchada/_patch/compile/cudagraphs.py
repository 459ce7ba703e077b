"""torch.compile with graphs: its backend "cudagraphs" and the steps of graph trees, which are torch_musa's
and record MUSA graphs; and the warning that a compiled function gets no graph.

torch_musa has PyTorch's two modules for CUDA graphs under its own names.
"""

import sys
from functools import wraps
from typing import Any

from ..._errors import UnsupportedError
from .._ledger import Ledger

AREA = "compile"
_BACKEND = "musagraphs"


def bind_backend(ledger: Ledger, module: Any) -> None:
    """The backend stays PyTorch's object; what it calls is another."""

    @wraps(module.cudagraphs)
    def cudagraphs(dynamo_model, dynamo_inputs):
        backend = _find_backend()
        if backend is None:
            raise UnsupportedError.of(
                'torch.compile(backend="cudagraphs")',
                f"the installed torch_musa has no backend {_BACKEND}",
                "use the default backend, or torch.cuda.graph()",
            )
        return backend(dynamo_model, dynamo_inputs)

    def reset():
        """Forget what was recorded."""
        backend = _find_backend()
        if backend is not None:
            backend.reset()

    ledger.set_attr(module, "cudagraphs", cudagraphs, area=AREA)
    ledger.set_attr(module.CudagraphsBackend, "reset", staticmethod(reset), area=AREA)


def _find_backend() -> Any:
    from torch._dynamo.backends import registry
    from torch._dynamo.exc import InvalidBackend

    try:
        return registry.lookup_backend(_BACKEND)
    except InvalidBackend:
        return None


def bind_steps(ledger: Ledger, trees: Any) -> None:
    """torch.compiler.cudagraph_mark_step_begin() counts for torch_musa's trees as well."""
    genuine = trees.mark_step_begin

    @wraps(genuine)
    def mark_step_begin():
        genuine()
        ours = sys.modules.get("torch_musa._inductor.musagraph_trees")
        # It may be PyTorch's module itself.
        if ours is not None and ours.mark_step_begin is not genuine:
            ours.mark_step_begin()

    ledger.set_attr(trees, "mark_step_begin", mark_step_begin, area=AREA)


def warn_of_skips(ledger: Ledger, output_code: Any) -> None:
    """PyTorch warns that a compiled function is not recorded, and why, where it has kernels of CUDA's."""
    genuine = output_code.CompiledFxGraph.__init__

    @wraps(genuine)
    def init(self, current_callable, graph, *args, **kwargs):
        # It looks into a copy that it makes of this set.
        devices = graph.device_types
        is_ours = "musa" in devices and "cuda" not in devices
        if is_ours:
            devices.add("cuda")
        try:
            genuine(self, current_callable, graph, *args, **kwargs)
        finally:
            if is_ours:
                devices.discard("cuda")

    ledger.set_attr(output_code.CompiledFxGraph, "__init__", init, area=AREA)
