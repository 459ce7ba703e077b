"""Why a test of upstream does not pass here: rules over the test's name and its message.

The first rule whose patterns are both found wins. A failure without a rule is unexplained.
"""

import re

from .verdicts import FAILED, INTERNALS, NOT_APPLICABLE, UNEXPLAINED, Rule

_NO_SOURCES = "needs tests/csrc, which upstream's source distribution lacks"

RULES = (
    Rule(
        r"test_unset_exclude_dirs|test_overlapping_roots_are_ported_once",
        "",
        NOT_APPLICABLE,
        INTERNALS,
    ),
    # the stable interface of PyTorch
    Rule(
        r"test_include_paths_appends_stable_compat",
        "stable_compat",
        NOT_APPLICABLE,
        "asks for the last place of the folder, which torchada searches first",
    ),
    Rule(
        r"test_cuda_(family_shim_headers|bf16_shim)",
        "",
        NOT_APPLICABLE,
        "headers of CUDA's names: sources are ported, and __has_include(<cuda_runtime.h>) stays false",
    ),
    Rule(
        r"test_dispatch_shim_header_present|test_device_shim_|test_box_header_(defines|disables|uses|backports|empty|handles)"
        r"|test_ported_blas_handle_has_torch_29_fallback",
        "assert|IndexError",
        NOT_APPLICABLE,
        "reads the text of upstream's headers",
    ),
    Rule(r"test_stable_abi\.py", "stable_abi_ops", NOT_APPLICABLE, _NO_SOURCES),
    Rule(r"TestDependencyIncludeProtection", r"_configured_exclude_dir", NOT_APPLICABLE, INTERNALS),
    # building and porting, where upstream's way is another
    Rule(
        r"test_torch_cpp_extension_is_patched",
        "",
        NOT_APPLICABLE,
        "asks for upstream's class; PyTorch's own CUDAExtension builds for MUSA",
    ),
    Rule(
        r"test_library_paths_with_(device_type|cuda)_param",
        "1 == 0",
        NOT_APPLICABLE,
        "asks for no folder at all for the CPU, where PyTorch gives its own",
    ),
    Rule(
        r"TestMusaPatches",
        "torch_musa",
        NOT_APPLICABLE,
        "asks for private parts of torch_musa, which the simulator lacks",
    ),
    Rule(r"test_extension_build", "TORCHADA_TEST_BUILD|vector_add", NOT_APPLICABLE, _NO_SOURCES),
    Rule(r"TestDeviceTypeMapping", "TORCHADA_TEST_BUILD", NOT_APPLICABLE, _NO_SOURCES),
    Rule(r"TestCDLLWrapper", "/usr/local/musa", NOT_APPLICABLE, "needs the libraries of MUSA"),
    Rule(
        r"CudaArchGuard.*_ARCH__ (<|>=) 900",
        "",
        NOT_APPLICABLE,
        "no MUSA GPU counts as compute capability 9.0: such a guard stays, with a warning",
    ),
    Rule(
        r"test_pytorch_torch_namespace|test_cutlass|test_c10_cuda_namespace"
        r"|test_comparison_is_mapped",
        "KeyError",
        NOT_APPLICABLE,
        "asks the table for a piece of code; `torchada port` translates it by a rule",
    ),
    Rule(
        r"test_torch_cuda_namespace",
        "KeyError",
        NOT_APPLICABLE,
        "torch.cuda keeps its name, in strings of sources, too",
    ),
    Rule(
        r"test_cudnn_types",
        "cudnnStatus_t",
        NOT_APPLICABLE,
        "muDNN has no mudnnStatus_t; `torchada port` says what to use",
    ),
    Rule(
        r"test_nccl_comm_functions",
        "mcclCommCuDevice",
        NOT_APPLICABLE,
        "code in use says mcclCommMuDevice, not mcclCommCuDevice",
    ),
    Rule(
        r"test_ext_replaced_mapping",
        "'mu' == 'cu'",
        NOT_APPLICABLE,
        "a .cu file is ported into a copy that ends in .mu, not in place",
    ),
    Rule(
        r"test_cuda_to_musa_consistency",
        "Inconsistent",
        NOT_APPLICABLE,
        "a rule of upstream's for the names in its own table, fewer than ours",
    ),
    Rule(
        r"test_editable_dependency_include_root",
        "",
        NOT_APPLICABLE,
        "asks that sources change in place; they are ported into a copy",
    ),
    # operator overrides, and classes that upstream puts around PyTorch's
    Rule(r"test_cpp_ops_guard", "DID NOT WARN|_locked_load", NOT_APPLICABLE, INTERNALS),
    Rule(
        r"test_cpp_ops_loaded_on_musa",
        "",
        NOT_APPLICABLE,
        "operator overrides are off unless TORCHADA_ENABLE_CPP_OPS=1",
    ),
    Rule(r"test_cpp_ops_module_exists", "get_version|assert False", NOT_APPLICABLE, INTERNALS),
    Rule(r"test_memory_pool_functions", "_cpp_ops", NOT_APPLICABLE, INTERNALS),
    Rule(r"test_profiler_with_cuda_activity", "'?_profiler", NOT_APPLICABLE, INTERNALS),
    # by what it needs
    Rule(
        r"test_(moe|nemotron_moe|tune_moe)",
        "",
        NOT_APPLICABLE,
        "upstream's Triton kernels and their tuning",
    ),
    Rule(r"test_rope", "_patch_sglang_rope", NOT_APPLICABLE, INTERNALS),
    Rule(r"test_graph_rotation", "has no attribute '_", NOT_APPLICABLE, INTERNALS),
    Rule(
        "",
        r"[Nn]o module named 'triton|not import 'triton",
        NOT_APPLICABLE,
        "Triton is not installed",
    ),
    Rule("", r"flash_attn\w* not installed", NOT_APPLICABLE, "flash_attn is not installed"),
    Rule(
        r"TestFlashAttnPatching",
        r"sgl_kernel|None is not None|flash_attn_interface is available",
        NOT_APPLICABLE,
        "asks for sgl_kernel where flash_attn_interface is torchada's own; it is there for an installed one",
    ),
    Rule(
        "",
        r"Only applicable off MUSA|off-MUSA|below torch_musa|requires torch 2\.\d+$",
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
        INTERNALS,
    ),
    Rule(r"TestAcceleratorModuleWrapper|TestPatchDecorators", "", NOT_APPLICABLE, INTERNALS),
    Rule(r"TestInitializationOrder", "torchada._visible_devices", NOT_APPLICABLE, INTERNALS),
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
    Rule(r"test_graph_context_manager_cuda_graph_keyword", "", NOT_APPLICABLE, INTERNALS),
    Rule(
        r"musa_graph_keyword",
        "",
        NOT_APPLICABLE,
        "torch_musa's keyword; torch.cuda.graph has CUDA's",
    ),
    Rule(r"test_visible_devices_sync_runs_before", "", NOT_APPLICABLE, INTERNALS),
    # by design: where upstream's way is another
    Rule(
        r"test_is_available_reports_musa",
        "True is False",
        NOT_APPLICABLE,
        "asks for another function; torch.cuda.is_available stays itself and answers True",
    ),
    Rule(
        r"TestCudaOnlyProjectPattern",
        "DEVICE_TYPE=cuda",
        NOT_APPLICABLE,
        "device types answer by who asks: to users, cuda",
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
    Rule(r"TestTorchAcceleratorPatching", "'module' ==", NOT_APPLICABLE, INTERNALS),
    Rule(
        r"test_synchronize_override_rejects",
        "DID NOT RAISE",
        NOT_APPLICABLE,
        "PyTorch's torch.accelerator.synchronize() does not check the type, either",
    ),
    Rule(
        r"test_platform",
        r"0\.1\.103|pyproject",
        NOT_APPLICABLE,
        "upstream's version",
    ),
    Rule(
        "",
        r"^Skipped: (torch\.musa\.memory\.|MUSA matmul backend)",
        NOT_APPLICABLE,
        "the test skips itself",
    ),
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
