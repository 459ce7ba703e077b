"""The functions of torch_musa's second native module, composed of PyTorch's operators.

Those named multi_tensor_* have the calling convention of multi_tensor_apply: chunk size (without effect
here), a flag that is set to 1 at the first infinite or NaN gradient, lists of tensors, numbers.
"""

import torch


def fused_adam(*arguments):
    """One step of Adam, in place. Arguments: lists of parameters, gradients, first and second moments,
    largest second moments, steps (counted up here); lr (a number or tensor), beta1, beta2, weight
    decay, eps, amsgrad, maximize; grad_scale and found_inf, each a tensor or None."""
    _adam_step(torch._fused_adam_, *arguments)


def fused_adamw(*arguments):
    """The same with the weight decay of AdamW."""
    _adam_step(torch._fused_adamw_, *arguments)


def _adam_step(step, *arguments):
    *lists, steps, lr, beta1, beta2, decay, eps, amsgrad, maximize, scale, found_inf = arguments
    torch._foreach_add_(steps, 1)
    if not amsgrad:
        lists[-1] = []
    options = {"beta1": beta1, "beta2": beta2, "weight_decay": decay, "eps": eps, "lr": lr}
    options.update(amsgrad=amsgrad, maximize=maximize, grad_scale=scale, found_inf=found_inf)
    step(*lists, [count.to(lists[0][0].device) for count in steps], **options)


def online_softmax(logits, targets, rank):
    """One rank's part of a cross entropy over classes that are split between ranks.

    logits: (N, C), this rank's classes rank * C to (rank + 1) * C - 1; targets: (N,). Returns (N, 3):
    the largest logit, the sum of exp(logit - largest), the target's logit (-inf on other ranks).
    """
    largest = logits.amax(1)
    total = (logits - largest[:, None]).exp().sum(1)
    own, column = _own_targets(logits, targets, rank)
    wanted = logits.gather(1, column[:, None])[:, 0].masked_fill(~own, -torch.inf)
    return torch.stack([largest, total, wanted], 1)


def cross_entropy_loss(logits, targets, gathered_max_sum_y, rank, world_size, reduction):
    """The loss, a tensor of one element, of what online_softmax gave on all ranks, (N, 3 * ranks).

    logits become their own gradient, in place. ValueError: reduction is neither "mean" nor "sum".
    """
    if reduction not in ("mean", "sum"):
        raise ValueError(f"cross_entropy_loss: reduction is {reduction!r}, not 'mean' or 'sum'")
    parts = gathered_max_sum_y.view(-1, world_size, 3)
    largest = parts[..., 0].amax(1, keepdim=True)
    total = (parts[..., 1] * (parts[..., 0] - largest).exp()).sum(1, keepdim=True)
    losses = (largest + total.log())[:, 0] - parts[..., 2].amax(1)
    own, column = _own_targets(logits, targets, rank)
    logits.sub_(largest).exp_().div_(total)
    logits.scatter_add_(1, column[:, None], -own[:, None].to(logits.dtype))
    if reduction == "mean":
        logits.div_(logits.shape[0])
    return getattr(losses, reduction)().reshape(1)


def _own_targets(logits, targets, rank):
    """A mask of the targets among this rank's classes, and their columns (0 for the others)."""
    columns = targets.long() - rank * logits.shape[1]
    own = (columns >= 0) & (columns < logits.shape[1])
    return own, columns.where(own, 0)


def multi_tensor_l2norm(chunk_size, noop_flag, tensor_lists, per_tensor=False):
    """The norm of all tensors of the first list together, as a float32 tensor of one element, and with
    per_tensor those of each (else an empty tensor)."""
    tensors = tensor_lists[0]
    norms = torch.stack([_norm(tensor) for tensor in tensors])
    total = norms.norm().reshape(1)
    _raise_flag(noop_flag, total)
    return total, norms if per_tensor else norms.new_empty(0)


def multi_tensor_lamb(
    chunk_size,
    noop_flag,
    tensor_lists,
    lr,
    beta1,
    beta2,
    eps,
    step,
    bias_correction,
    weight_decay,
    grad_averaging,
    mode,
    global_grad_norm,
    max_grad_norm,
    use_nvlamb,
):
    """One step of LAMB. The lists are gradients, parameters, first and second moments, all changed in
    place but the gradients; mode 1 decouples the weight decay from the moments."""
    beta3 = 1 - beta1 if grad_averaging else 1.0
    correction1 = 1 - beta1**step if bias_correction else 1.0
    correction2 = 1 - beta2**step if bias_correction else 1.0
    clip = torch.clamp(global_grad_norm / max_grad_norm, min=1.0) if max_grad_norm > 0 else 1.0
    for grad, parameter, first, second in zip(*tensor_lists):
        value, gradient = parameter.float(), grad.float() / clip
        if mode == 0 and weight_decay:
            gradient = gradient + weight_decay * value
        moment1 = first.float().mul(beta1).add_(gradient, alpha=beta3)
        moment2 = second.float().mul(beta2).addcmul_(gradient, gradient, value=1 - beta2)
        update = (moment1 / correction1) / ((moment2 / correction2).sqrt() + eps)
        if mode == 1 and weight_decay:
            update = update + weight_decay * value
        rate = lr * _trust(value, update) if use_nvlamb or weight_decay else lr
        first.copy_(moment1)
        second.copy_(moment2)
        parameter.copy_(value - rate * update)


def _norm(tensor):
    # The CPU's norm of many float32 numbers is off by a thousandth.
    return torch.linalg.vector_norm(tensor, dtype=torch.float64).float()


def _trust(value, update):
    value_norm, update_norm = _norm(value), _norm(update)
    both = (value_norm != 0) & (update_norm != 0)
    return torch.where(both, value_norm / update_norm, torch.ones_like(value_norm))


def _raise_flag(flag, value):
    if flag is not None:
        flag.logical_or_(~torch.isfinite(value).all())
