"""torch.cuda.profiler: the switch of an outside profiler, by MUSA's runtime library."""

import torch_musa

from ..._errors import UnsupportedError
from .. import _runtime_library


def start() -> None:
    """Let the profiling tool that runs this program collect data; CudaError when it cannot."""
    _switch("start", "musaProfilerStart")


def stop() -> None:
    """Let the profiling tool stop collecting data; CudaError when it cannot."""
    _switch("stop", "musaProfilerStop")


def _switch(what: str, name: str) -> None:
    torch_musa._lazy_init()
    function = _runtime_library.function(name)
    if function is None:
        raise UnsupportedError.of(
            f"torch.cuda.profiler.{what}",
            f"the MUSA runtime in this process has no {name}",
            "use torch.profiler, which torch_musa supports",
        )
    code = function()
    if code != 0:
        raise torch_musa.MusaError(code)
