"""Generators of the musa device as inputs of a compiled graph: torch._inductor.ir knows those of CUDA."""

import torch._inductor.ir as _ir

from .._dynamo.rng import MusaForCuda
from .graphs import AsCuda


class _GeneratorAsCuda(AsCuda):
    """The device of a generator; the operators that take one are asked for its default generator."""

    @property
    def index(self):
        return self._device.index


def _apply():
    init = _ir.GeneratorState.__init__

    def init_for_us(self, *, device, **rest):
        init(self, device=_GeneratorAsCuda(device) if device.type == "musa" else device, **rest)

    _ir.GeneratorState.__init__ = init_for_us
    _ir.torch = MusaForCuda("torch")


# torch 2.7 has graphs read a generator's state instead.
if hasattr(_ir, "GeneratorState"):
    _apply()
