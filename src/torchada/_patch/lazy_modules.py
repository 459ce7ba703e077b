"""Lazy modules: the list of Tensor methods that uninitialized parameters allow.

PyTorch took those methods when it was imported; `cuda` and `to` have been replaced since.
"""

from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "lazy_modules"


@patch_function
@requires_import("torch_musa")
def _allow_moving_uninitialized_parameters():
    """LazyLinear(3).cuda() moves parameters that have no shape yet."""
    import torch

    mixin = torch.nn.parameter.UninitializedTensorMixin
    allowed = [*mixin._allowed_methods, torch.Tensor.cuda, torch.Tensor.to]
    current().set_attr(mixin, "_allowed_methods", allowed, area=AREA)
