"""musa::_fused_adam_ and musa::_fused_adamw_: one step for lists of tensors, in place.

lr is a number, or a tensor in the overload tensor_lr. Nothing changes where found_inf is 1. They
dissolve into ATen's operators, so that DTensor and tracing need to know nothing of them.
"""

import torch

_MUSA = torch.library.Library("musa", "FRAGMENT")
_SCHEMA = (
    "{}(Tensor(a!)[] params, Tensor(b!)[] grads, Tensor(c!)[] exp_avgs, Tensor(d!)[] exp_avg_sqs, "
    "Tensor(e!)[] max_exp_avg_sqs, Tensor(f!)[] state_steps, {} lr, bool capturable=False, "
    "bool differentiable=False, Tensor? grad_scale=None, Tensor? found_inf=None, "
    "bool has_complex=False, *, bool amsgrad, float beta1, float beta2, float weight_decay, "
    "float eps, bool maximize) -> ()"
)


def _kernel(fused_step):
    def step(
        params,
        grads,
        exp_avgs,
        exp_avg_sqs,
        max_exp_avg_sqs,
        state_steps,
        lr,
        capturable=False,
        differentiable=False,
        grad_scale=None,
        found_inf=None,
        has_complex=False,
        **options,
    ):
        lists = (params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs)
        if has_complex:
            lists = [[_real(tensor) for tensor in tensors] for tensors in lists]
        if params:
            torch._foreach_add_(state_steps, 1)
            scaling = {"grad_scale": grad_scale, "found_inf": found_inf}
            fused_step(*lists, state_steps, lr=lr, **options, **scaling)
            if found_inf is not None:
                torch._foreach_sub_(state_steps, [found_inf] * len(state_steps))

    return step


def _real(tensor):
    return torch.view_as_real(tensor) if tensor.is_complex() else tensor


def _define(name, fused_step):
    for overload, rate in (("", "float"), (".tensor_lr", "Tensor")):
        _MUSA.define(_SCHEMA.format(name + overload, rate))
        _MUSA.impl(name + overload, _kernel(fused_step), "CompositeImplicitAutograd")


_define("_fused_adam_", torch._fused_adam_)
_define("_fused_adamw_", torch._fused_adamw_)
