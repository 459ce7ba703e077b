"""_fused_cross_entropy_loss_2d_forward and _backward, and the question whether to use them.

self is [rows, classes], target the class of each row. The loss of a row is the sum over its classes of
a coefficient times the log of the class's probability.
"""

import torch

from ._library import define, wide

_ARGUMENTS = (
    "Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean, int ignore_index=-100, "
    "float label_smoothing=0.0"
)
_NONE, _MEAN = 0, 1
# The real operator exists from this major capability on (S5000).
_FIRST_CAPABILITY = 3


def _choice(
    self, target, weight=None, reduction=_MEAN, ignore_index=-100, label_smoothing=0.0
) -> int:
    if self.dim() != 2:
        raise RuntimeError(
            f"cross_entropy_loss_2d_choice: expected an input of 2 dimensions, not {self.dim()}"
        )
    if self.device.type != "musa":
        return 0
    major = torch.musa.get_device_capability(self.device)[0]
    fits = target.dim() == 1 and self.is_floating_point()
    return int(major >= _FIRST_CAPABILITY and fits)


def _coefficients(self, target, weight, ignore_index, label_smoothing):
    """The coefficients of a row's classes, and the weight of each row in the mean."""
    if self.dim() != 2 or self.shape[0] != target.shape[0]:
        raise RuntimeError(
            f"_fused_cross_entropy_loss_2d: an input of shape {list(self.shape)} and a target of "
            f"shape {list(target.shape)} do not match"
        )
    classes = self.shape[1]
    kept = target != ignore_index
    index = torch.where(kept, target, 0).unsqueeze(1)
    by_class = self.new_ones(classes, dtype=wide(self)) if weight is None else weight.to(wide(self))
    rows = torch.where(kept, by_class[index.squeeze(1)], 0)
    factors = -(label_smoothing / classes) * by_class.expand(self.shape[0], classes)
    factors = factors * kept.unsqueeze(1)
    return factors.scatter_add(1, index, -(1 - label_smoothing) * rows.unsqueeze(1)), rows


def _forward(self, target, weight=None, reduction=_MEAN, ignore_index=-100, label_smoothing=0.0):
    factors, rows = _coefficients(self, target, weight, ignore_index, label_smoothing)
    logs = torch.log_softmax(self.to(factors.dtype), 1)
    # A class without a part in the loss may have the probability 0.
    loss = torch.where(factors == 0, 0, factors * logs).sum(1)
    if reduction != _NONE:
        loss = loss.sum() / rows.sum() if reduction == _MEAN else loss.sum()
    return loss.to(self.dtype)


def _backward(
    grad, self, target, weight=None, reduction=_MEAN, ignore_index=-100, label_smoothing=0.0
):
    factors, rows = _coefficients(self, target, weight, ignore_index, label_smoothing)
    outer = grad.to(factors.dtype)
    outer = outer.unsqueeze(1) if reduction == _NONE else outer
    factors = factors * (outer / rows.sum() if reduction == _MEAN else outer)
    probabilities = torch.softmax(self.to(factors.dtype), 1)
    return (factors - probabilities * factors.sum(1, keepdim=True)).to(self.dtype)


def _setup_context(ctx, inputs, output):
    self, target, weight, *ctx.options = inputs
    ctx.save_for_backward(self, target, weight)


def _differentiate(ctx, grad):
    self, target, weight = ctx.saved_tensors
    return (backward_op(grad, self, target, weight, *ctx.options),) + (None,) * 5


def _fake_forward(
    self, target, weight=None, reduction=_MEAN, ignore_index=-100, label_smoothing=0.0
):
    return self.new_empty(self.shape[:1] if reduction == _NONE else ())


def _fake_backward(grad, self, *others):
    return torch.empty_like(self, memory_format=torch.contiguous_format)


define(f"cross_entropy_loss_2d_choice({_ARGUMENTS}) -> int", _choice, fake=_choice)
backward_op = define(
    f"_fused_cross_entropy_loss_2d_backward(Tensor grad, {_ARGUMENTS}) -> Tensor",
    _backward,
    fake=_fake_backward,
)
define(
    f"_fused_cross_entropy_loss_2d_forward({_ARGUMENTS}) -> Tensor",
    _forward,
    fake=_fake_forward,
    setup_context=_setup_context,
    backward=_differentiate,
)
