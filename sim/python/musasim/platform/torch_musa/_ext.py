"""The functions of torch_musa's second native module that optimizers use, composed of PyTorch's
foreach operators. They have the calling convention of multi_tensor_apply: chunk size (without effect
here), a flag that is set to 1 at the first infinite or NaN gradient, lists of tensors, numbers."""

import torch


def multi_tensor_l2norm(chunk_size, noop_flag, tensor_lists, per_tensor=False):
    """The norm of all tensors of the first list together, as a float32 tensor of one element, and with
    per_tensor those of each (else an empty tensor)."""
    tensors = tensor_lists[0]
    norms = torch.stack([tensor.float().norm() for tensor in tensors])
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


def _trust(value, update):
    value_norm, update_norm = value.norm(), update.norm()
    both = (value_norm != 0) & (update_norm != 0)
    return torch.where(both, value_norm / update_norm, torch.ones_like(value_norm))


def _raise_flag(flag, value):
    if flag is not None:
        flag.logical_or_(~torch.isfinite(value).all())
