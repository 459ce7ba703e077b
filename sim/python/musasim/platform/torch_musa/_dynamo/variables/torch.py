"""Context managers and functions of torch_musa that torch._dynamo knows how to trace."""

import functools

import torch
import torch_musa
from torch._dynamo.variables import torch as _module
from torch._dynamo.variables.ctx_manager import AutocastModeVariable

_AUTOCAST = torch_musa.amp.autocast_mode.autocast
_musa_supported_ctx_manager_classes = dict.fromkeys([_AUTOCAST])
# Functions of torch.musa that are traced as their counterparts are.
_TRACED_AS = {
    torch_musa.current_stream: torch.cuda.current_stream,
    torch_musa.synchronize: torch.cuda.synchronize,
}

_call_class = _module.TorchCtxManagerClassVariable.call_function
_torchs_handlers = _module.TorchInGraphFunctionVariable._get_handlers


@functools.wraps(_call_class)
def _call_function(self, tx, args, kwargs):
    if self.value is not _AUTOCAST:
        return _call_class(self, tx, args, kwargs)
    names = ("enabled", "dtype", "cache_enabled")
    given = {"dtype": torch.float16, **dict(zip(names, args)), **kwargs}
    return AutocastModeVariable.create(torch.amp.autocast_mode.autocast, ["musa"], given)


@functools.cache
def _get_handlers():
    handlers = _torchs_handlers()
    ours = {ours: handlers[torchs] for ours, torchs in _TRACED_AS.items() if torchs in handlers}
    return {**handlers, **ours}


def _apply():
    _module.supported_ctx_manager_classes.update(_musa_supported_ctx_manager_classes)
    _module.TorchCtxManagerClassVariable.call_function = _call_function
    _module.TorchInGraphFunctionVariable._get_handlers = staticmethod(_get_handlers)


_apply()
