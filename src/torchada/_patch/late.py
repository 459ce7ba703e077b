"""Lists the modules that are changed when a program imports them, and the function that changes each.

Neither the module nor the function's is imported before: most programs compile nothing, and need no Triton.
"""

from ._late_modules import when_imported
from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "late modules"

_LATE = (
    ("ctypes.util", "native_calls.find_musa_libraries"),
    ("torch._dynamo.backends.cudagraphs", "compile.cudagraphs.bind_backend"),
    ("torch._dynamo.device_interface", "compile.interface.complete"),
    ("torch._dynamo.symbolic_convert", "compile.traced_code.answer_as_the_code_that_is_traced"),
    ("torch._dynamo.trace_rules", "compile.handlers.allow"),
    ("torch._dynamo.trace_rules", "compile.trace_rules.leave_our_code_alone"),
    ("torch._dynamo.utils", "compile.interface.answer_for_cuda"),
    ("torch._dynamo.variables.builder", "compile.by_asker.trace_by_asker"),
    ("torch._dynamo.variables.constant", "compile.guards.guard_devices_alone"),
    ("torch._dynamo.variables.tensor", "compile.handlers.answer_is_cuda"),
    ("torch._dynamo.variables.torch", "compile.handlers.evaluate"),
    ("torch._inductor.autotune_process", "compile.autotune.name_the_variable"),
    ("torch._inductor.cudagraph_trees", "compile.cudagraphs.bind_steps"),
    ("torch._inductor.output_code", "compile.cudagraphs.warn_of_skips"),
    ("torch._inductor.template_heuristics", "compile.templates.offer"),
    ("torch.utils.cpp_extension", "extensions.build_for_musa"),
    ("triton.backends.compiler", "triton_names.name_targets"),
    ("triton.language.extra", "triton_names.serve_functions"),
    ("accelerate.state", "packages.take_nccl"),
    ("flash_attn_interface", "flash_attention.complete_interface"),
    ("sglang.kernels.ops.attention.rope", "packages.take_rope"),
    ("vllm.model_executor.layers.fused_moe.fused_moe", "packages.take_moe_tables"),
    ("sgl_kernel", "flash_attention.serve_sgl_kernel"),
)


@patch_function
@requires_import("torch_musa")
def _change_late_modules():
    when_imported(current(), _LATE, AREA)
