"""A convolution and what follows it, as one module of float numbers."""

from torch.ao.nn.intrinsic.modules.fused import _FusedModule


class ConvSiLU2d(_FusedModule):
    """Conv2d, then SiLU."""

    def __init__(self, conv, silu):
        super().__init__(conv, silu)


class ConvBnSiLU2d(_FusedModule):
    """Conv2d, BatchNorm2d, then SiLU."""

    def __init__(self, conv, bn, silu):
        super().__init__(conv, bn, silu)


class ConvAddSiLU2d(_FusedModule):
    """Conv2d of one input, plus another, then SiLU."""

    def __init__(self, conv, add, silu):
        super().__init__(conv)
        self.add = add
        self.silu = silu

    def forward(self, x1, x2):
        return self.silu(self.add(self[0](x1), x2))
