"""Functions of torch.musa that torch._dynamo puts into its graph instead of looking inside."""

from torch._dynamo import trace_rules
from torch._dynamo.variables import TorchInGraphFunctionVariable

__all__ = ["_apply_dynamo_trace_rules_patches"]

_torch_musa_non_c_binding_in_graph_functions = dict.fromkeys(
    [
        "torch.musa.current_stream",
        "torch.musa.default_stream",
        "torch.musa.stream",
        "torch.musa.synchronize",
    ],
    TorchInGraphFunctionVariable,
)


def _apply_dynamo_trace_rules_patches():
    trace_rules.get_torch_obj_rule_map.cache_clear()
    trace_rules.torch_name_rule_map[2].update(_torch_musa_non_c_binding_in_graph_functions)


_apply_dynamo_trace_rules_patches()
