"""Why a test of upstream does not pass here: rules over the test's name and its message.

The first rule whose patterns are both found wins. A failure without a rule is unexplained.
"""

import re
from typing import NamedTuple

NOT_APPLICABLE, NOT_YET, FAILED = "not applicable", "not yet", "failed"
UNEXPLAINED = "failed, unexplained"


class Rule(NamedTuple):
    """Tests (file::Class::test) and messages this is about, and what it says."""

    test: str
    message: str
    verdict: str
    reason: str


def _issue(number, what):
    return f"issue {number}: {what}"


_EXTENSIONS = _issue(9, "torch.utils.cpp_extension")
_PORTING = _issue(8, "names and the porting engine")
_OVERRIDES = _issue(9, "operator overrides in C++")
_COMPILE = _issue(7, "torch.compile")
_INTERNALS = "upstream's internals"

RULES = (
    # by area: what has not been written yet
    Rule(r"test_(cpp_extension|extension_build)", "", NOT_YET, _EXTENSIONS),
    Rule(r"TestCppExtensionPaths", "", NOT_YET, _EXTENSIONS),
    Rule(r"test_python_compat", "_mapping", NOT_YET, _PORTING),
    Rule(r"TestRuntimeNameConversion", "", NOT_YET, _issue(8, "torchada._runtime")),
    Rule(r"TestCDLLWrapper", "", NOT_YET, _issue(9, "ctypes")),
    Rule(r"test_(mappings|inplace_porting)", "", NOT_YET, _PORTING),
    Rule(
        r"test_stable_abi|TestStable(Compat|HeaderBackport)", "", NOT_YET, "issues 8 and 9: headers"
    ),
    Rule(
        r"test_cpp_ops_guard|TestCppOpsInfrastructure|test_log\.py|test_multinomial",
        "",
        NOT_YET,
        _OVERRIDES,
    ),
    Rule(r"TestAutotuneProcess", "", NOT_YET, _issue(7, "inductor's autotune processes")),
    Rule(r"TestValidateDevice", "", NOT_YET, _issue(7, "flex_attention")),
    Rule(r"TestProfilerActivity", "", NOT_YET, _issue(7, "the profiler")),
    Rule(
        r"TestDistributedBackend",
        "get_original_init_process_group",
        NOT_YET,
        _issue(7, "torch.distributed"),
    ),
    Rule(r"test_memory_pool_functions", "_cpp_ops", NOT_YET, _OVERRIDES),
    # by what it needs
    Rule(
        r"test_(moe|nemotron_moe|tune_moe)",
        "",
        NOT_APPLICABLE,
        "upstream's Triton kernels and their tuning",
    ),
    Rule(r"test_rope", "", NOT_APPLICABLE, "upstream's rotary embedding for sglang, no CUDA API"),
    Rule(
        r"test_graph_rotation", "", NOT_APPLICABLE, "upstream's limit on live graphs, no CUDA API"
    ),
    Rule(
        "",
        r"[Nn]o module named 'triton|not import 'triton",
        NOT_APPLICABLE,
        "Triton is not installed",
    ),
    Rule("", r"flash_attn\w* not installed", NOT_APPLICABLE, "flash_attn is not installed"),
    Rule(
        "",
        r"Only applicable off MUSA|below torch_musa|requires torch 2\.\d+$",
        NOT_APPLICABLE,
        "for another platform or version",
    ),
    Rule(
        r"test_isfinite_leaves_queued",
        "",
        NOT_APPLICABLE,
        "the simulator's operators are done when they return",
    ),
    # by the part of upstream that the test takes in hand
    Rule(
        "",
        r"NotOurs|ca(n't|nnot) import name '_|has no attribute '_(?!cuda)|_patch'.* has no attribute|No module named 'torchada\._(version|cpp_ops)",
        NOT_APPLICABLE,
        _INTERNALS,
    ),
    Rule(r"TestAcceleratorModuleWrapper|TestPatchDecorators", "", NOT_APPLICABLE, _INTERNALS),
    Rule(r"TestInitializationOrder", "torchada._visible_devices", NOT_APPLICABLE, _INTERNALS),
    Rule(
        r"test_get_device_index_helper",
        "",
        NOT_APPLICABLE,
        "asks that CUDA's function be torch_musa's own",
    ),
    Rule(
        r"test_stream_context_class",
        "",
        NOT_APPLICABLE,
        "asks that CUDA's class be torch_musa's own",
    ),
    # It asks for an attribute, _wrapped, of upstream's context manager.
    Rule(r"test_graph_context_manager_cuda_graph_keyword", "", NOT_APPLICABLE, _INTERNALS),
    Rule(
        r"musa_graph_keyword",
        "",
        NOT_APPLICABLE,
        "torch_musa's keyword; torch.cuda.graph has CUDA's",
    ),
    Rule(r"test_visible_devices_sync_runs_before", "", NOT_APPLICABLE, _INTERNALS),
    # by design: where upstream's way is another
    Rule(
        r"test_is_available_reports_musa|TestCudaOnlyProjectPattern",
        "",
        NOT_APPLICABLE,
        "is_available() and device types answer by who asks, here: to users, CUDA's way",
    ),
    Rule(
        r"test_torch_cuda_is_patched_on_musa|test_streams_module|test_mccl_module|test_torch_musa_is_compiled"
        r"|test_cuda_graph_alias|test_cuda_graph_is_musa_graph|test_cuda_random_aliases_musa",
        "",
        NOT_APPLICABLE,
        "torch.cuda stays PyTorch's module, with CUDA's names only",
    ),
    Rule(
        r"test_torch_cuda_is_compiled",
        "",
        NOT_APPLICABLE,
        "PyTorch's code asks it; it stays False as is_available() does",
    ),
    Rule(
        r"test_torch_cuda_device_count_nvml", "", NOT_APPLICABLE, "-1, CUDA's answer without NVML"
    ),
    Rule(
        r"factory_functions_wrapped|still_translate",
        "wrap",
        NOT_APPLICABLE,
        "factories are not wrapped",
    ),
    Rule(
        r"test_cudart_returns_wrapper", "", NOT_APPLICABLE, "asks for the name of upstream's class"
    ),
    Rule(
        r"test_cuda_allocator_state_available",
        "",
        NOT_APPLICABLE,
        "asks that CUDA's class be torch_musa's own",
    ),
    Rule(
        r"TestTorchAcceleratorPatching",
        r"'module' ==|no attribute '(manual_seed|[Ss]tream)|StreamContext|DID NOT RAISE",
        NOT_APPLICABLE,
        "upstream's additions to torch.accelerator, which no torch has",
    ),
    Rule(
        r"test_platform",
        r"0\.1\.103|pyproject|is_cuda_like",
        NOT_APPLICABLE,
        "upstream's version or helper",
    ),
    Rule(
        "",
        r"^Skipped: (torch\.musa\.memory\.|MUSA matmul backend)",
        NOT_APPLICABLE,
        "the test skips itself",
    ),
    # what is wrong
    Rule(
        r"test_mm_out_dtype",
        "",
        FAILED,
        "mm(out_dtype=) is not among PyTorch's CPU kernels, with which the simulator computes",
    ),
)


def explain(test, message):
    """(verdict, reason) of a test that did not pass."""
    for rule in RULES:
        if re.search(rule.test, test) and re.search(rule.message, message):
            return rule.verdict, rule.reason
    return UNEXPLAINED, message.splitlines()[0][:120] if message else "no message"
