"""FusedLAMB."""

import torch
from torch_musa.multi_tensor_apply import multi_tensor_applier
from torch_musa.utils.ext_loader import load_ext

ext_module = load_ext("_ext", ["multi_tensor_l2norm", "multi_tensor_lamb"])


class FusedLAMB(torch.optim.Optimizer):
    """LAMB: Adam whose rate follows, for each parameter, the ratio of its norm to its update's.

    max_grad_norm clips the norm of all gradients together; adam_w_mode decouples the weight decay;
    use_nvlamb applies the ratio without weight decay as well. amsgrad=True raises RuntimeError.
    """

    def __init__(
        self,
        params,
        lr=1e-3,
        bias_correction=True,
        betas=(0.9, 0.999),
        eps=1e-6,
        weight_decay=0.01,
        amsgrad=False,
        adam_w_mode=True,
        grad_averaging=True,
        set_grad_none=True,
        max_grad_norm=1.0,
        use_nvlamb=False,
    ):
        if amsgrad:
            raise RuntimeError("FusedLAMB does not support the AMSGrad variant.")
        defaults = {
            "lr": lr,
            "bias_correction": bias_correction,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "grad_averaging": grad_averaging,
            "max_grad_norm": max_grad_norm,
        }
        super().__init__(params, defaults)
        self.adam_w_mode = 1 if adam_w_mode else 0
        self.set_grad_none = set_grad_none
        self.use_nvlamb = use_nvlamb

    def zero_grad(self, set_to_none: bool = True):
        """Drop the gradients if set_to_none and set_grad_none say so; otherwise set them to zero."""
        super().zero_grad(set_to_none=set_to_none and self.set_grad_none)

    @torch.no_grad()
    def step(self, closure=None):
        """Run one step and return the closure's loss."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        norms = self._norms_of_gradients()
        for group in self.param_groups:
            self._step_group(group, norms)
        return loss

    def _norms_of_gradients(self):
        """Device -> the norm of all gradients there and elsewhere."""
        by_device = {}
        for group in self.param_groups:
            for parameter in group["params"]:
                if parameter.grad is not None:
                    by_device.setdefault(parameter.device, []).append(parameter.grad)
        norms = {
            device: multi_tensor_applier(ext_module.multi_tensor_l2norm, None, [grads], False)[0]
            for device, grads in by_device.items()
        }
        return {
            device: torch.cat([norm.to(device) for norm in norms.values()]).norm()
            for device in norms
        }

    def _step_group(self, group, norms):
        group["step"] = group.get("step", 0) + 1
        lists = {}
        for parameter in group["params"]:
            if parameter.grad is None:
                continue
            if parameter.grad.is_sparse:
                raise RuntimeError("FusedLAMB does not support sparse gradients")
            state = self.state[parameter]
            if not state:
                state["exp_avg"] = torch.zeros_like(parameter)
                state["exp_avg_sq"] = torch.zeros_like(parameter)
            tensors = (parameter.grad, parameter, state["exp_avg"], state["exp_avg_sq"])
            for target, tensor in zip(
                lists.setdefault(parameter.device, ([], [], [], [])), tensors
            ):
                target.append(tensor)
        for device, tensor_lists in lists.items():
            multi_tensor_applier(
                ext_module.multi_tensor_lamb,
                None,
                tensor_lists,
                group["lr"],
                *group["betas"],
                group["eps"],
                group["step"],
                group["bias_correction"],
                group["weight_decay"],
                group["grad_averaging"],
                self.adam_w_mode,
                norms[device],
                group["max_grad_norm"],
                self.use_nvlamb,
            )
