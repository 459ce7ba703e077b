"""What importing torch_musa changes elsewhere: is it so?"""

import importlib
import inspect
import os
import sys
from multiprocessing.reduction import ForkingPickler
from typing import Any, Callable, Dict

import torch
import torch_musa

from .checks import Missing, is_there, module, resolve
from .facts import SIM, Fact

# Where a variable may be read: everything that is installed.
_SOURCES = ("backend", "python", "machine", "musart", "musa", "mccl", "mublas", "include")
_ENDINGS = (".py", ".cpp", ".h", ".def")


def check_patch(fact: Fact) -> None:
    """Raises Missing unless the change was made."""
    test = _SPECIAL.get(fact.name, _is_ours)
    if not test(fact.name):
        raise Missing(fact.name)


def check_variable(fact: Fact) -> None:
    """Raises Missing unless a source names the environment variable."""
    if f'"{fact.name}"' not in _sources():
        raise Missing(fact.name)


def check_operator(fact: Fact) -> None:
    """Raises Missing unless PyTorch has the operator."""
    if fact.module == "torch.ops":
        module("torch_musa.optim")
    holder = torch.ops
    for part in fact.full_name[len("torch.ops.") :].split("."):
        if not hasattr(holder, part):
            raise Missing(fact.full_name)
        holder = getattr(holder, part)


def _sources() -> str:
    if not hasattr(_sources, "text"):
        files = [
            p for folder in _SOURCES for p in (SIM / folder).rglob("*") if "tests" not in p.parts
        ]
        texts = [p.read_text() for p in files if p.suffix in _ENDINGS and p.is_file()]
        _sources.text = "\n".join(texts)
    return _sources.text


def _is_ours(name: str) -> bool:
    """Whether what stands there comes from torch_musa. A name that only MUSA has need only exist.

    Nothing is to be changed in a module or class that this PyTorch does not have.
    """
    if not is_there(name.rpartition(".")[0]):
        return True
    value = resolve(name)
    if "musa" in name.lower().rpartition(".")[2] or ".orig_" in name or name.endswith("_old"):
        return True
    value = getattr(value, "fget", None) or getattr(value, "__func__", value)
    value = inspect.unwrap(value) if name == "torch.random.fork_rng" else value
    home = getattr(value, "__globals__", {}).get("__name__") or getattr(value, "__module__", "")
    return str(home or type(value).__module__).startswith("torch_musa")


def _registered(key: int, function: str) -> bool:
    registry = torch.serialization._package_registry
    entries = [(entry[0], getattr(entry[2], "__name__", "")) for entry in registry]
    return (key, function) in entries


def _dynamo(path: str) -> Any:
    return importlib.import_module("torch._dynamo" + path)


def _has_rule(_: str) -> bool:
    maps = _dynamo(".trace_rules").torch_name_rule_map
    return any("torch.musa.current_stream" in names for names in maps)


def _inductor_common(_: str) -> Any:
    common = importlib.import_module("torch._inductor.codegen.common")
    common.init_backend_registration()
    return common


def _has_strategy(operator: str) -> bool:
    tensor = importlib.import_module("torch.distributed.tensor")
    functions = tensor.DTensor._op_dispatcher.sharding_propagator.op_strategy_funcs
    return any(str(op).startswith(operator) for op in functions)


def _has_loss_handler(_: str) -> bool:
    tensor = importlib.import_module("torch.distributed.tensor")
    handlers = tensor.DTensor._op_dispatcher._custom_op_handlers
    return any("cross_entropy_loss_2d_choice" in str(op) for op in handlers)


def _musa_op(name: str) -> Callable[[str], bool]:
    def is_there(_):
        module("torch_musa.optim")
        packet, _, overload = name.partition(".")
        return hasattr(torch.ops.musa, packet) and hasattr(
            getattr(torch.ops.musa, packet), overload or "default"
        )

    return is_there


_SPECIAL: Dict[str, Callable[[str], bool]] = {
    "torch.utils.rename_privateuse1_backend('musa')": lambda _: (
        torch._C._get_privateuse1_backend_name() == "musa"
    ),
    "torch.__setattr__('musa', sys.modules[__name__])": lambda _: torch.musa is torch_musa,
    "torch.backends.__setattr__('mudnn', sys.modules['torch_musa.core.mudnn'])": lambda _: (
        torch.backends.mudnn is sys.modules["torch_musa.core.mudnn"]
    ),
    "torch._C._conv_determine_backend_memory_format": lambda _: (
        torch._C._conv_determine_backend_memory_format
        is torch_musa._MUSAC._conv_determine_backend_memory_format
    ),
    "sys.modules[__name__]": lambda _: type(torch.backends.mudnn).__name__ == "MudnnModule",
    "os.environ['CPU_UNIFIED_FLAG']": lambda _: "CPU_UNIFIED_FLAG" in os.environ,
    "os.environ['MAX_JOBS']": lambda _: "MAX_JOBS" in os.environ,
    "torch._dynamo.register_backend()": lambda _: (
        "musagraphs" in _dynamo("").list_backends(exclude_tags=())
    ),
    "torch._dynamo.trace_rules.get_torch_obj_rule_map.cache_clear()": _has_rule,
    "torch_name_rule_map[2].update(_torch_musa_non_c_binding_in_graph_functions)": _has_rule,
    "supported_ctx_manager_classes.update(_musa_supported_ctx_manager_classes)": lambda _: (
        torch_musa.amp.autocast in _dynamo(".variables.torch").supported_ctx_manager_classes
    ),
    "torch._inductor.config.compile_threads": lambda _: (
        importlib.import_module("torch._inductor.config").compile_threads == 1
    ),
    "register_device_op_overrides('musa', MUSADeviceOpOverrides())": lambda _: (
        "musa" in _inductor_common("").device_op_overrides_dict
    ),
    "register_backend_for_device('musa', MUSATritonScheduling, MUSATritonWrapperCodeGen, "
    "MUSACppWrapper)": lambda _: "musa" in _inductor_common("").device_codegens,
    "torch.library.register_fake('aten::_fused_rmsnorm_forward')": lambda _: (
        hasattr(torch.ops.aten, "_fused_rmsnorm_forward")
    ),
    "torch.library.register_fake('aten::_fused_rmsnorm_backward')": lambda _: (
        hasattr(torch.ops.aten, "_fused_rmsnorm_backward")
    ),
    "multiprocessing.reduction.ForkingPickler.register(torch.musa.Event, reduce_event)": lambda _: (
        torch_musa.Event in ForkingPickler._extra_reducers
    ),
    "torch.serialization.register_package(_REGISTRATION_KEY, _musa_tag, _musa_deserialize)": (
        lambda _: _registered(999, "_musa_deserialize")
    ),
    "torch.serialization.register_package(_registeration_key, _cuda_tag, _cuda_deserialize)": (
        lambda _: _registered(20, "_cuda_deserialize")
    ),
    "torch.serialization._package_registry.pop(_cuda_idx)": lambda _: (
        [entry[0] for entry in torch.serialization._package_registry].count(20) == 1
    ),
    "DTensor._op_dispatcher._custom_op_handlers.update(_musa_customized_loss_ops)": _has_loss_handler,
    "register_op_strategy([torch.ops.aten._fused_rmsnorm_forward.default])": lambda _: (
        _has_strategy("aten._fused_rmsnorm_forward")
    ),
    "register_op_strategy([torch.ops.aten._fused_rmsnorm_backward.default])": lambda _: (
        _has_strategy("aten._fused_rmsnorm_backward")
    ),
    "register_op_strategy(op)": lambda _: _has_strategy("musa._fused_adam_"),
    "torch.library.custom_op('musa::_fused_adam_')": _musa_op("_fused_adam_"),
    "torch.library.custom_op('musa::_fused_adam_.tensor_lr')": _musa_op("_fused_adam_.tensor_lr"),
    "torch.library.custom_op('musa::_fused_adamw_')": _musa_op("_fused_adamw_"),
    "torch.library.custom_op('musa::_fused_adamw_.tensor_lr')": _musa_op("_fused_adamw_.tensor_lr"),
}
