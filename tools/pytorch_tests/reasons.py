"""Whose a failure of PyTorch's tests is, and why: rules over the test's name and its message."""

from judged_tests import Rule

TORCHADA, TORCH_MUSA, SIMULATOR = "torchada", "torch_musa", "the simulator"
NVIDIA = "NVIDIA only"
HERE = "this run"

_OLDER = "as PyTorch 2.7, which torch_musa 2.7.1 is made for"

RULES = (
    # parts of CUDA
    Rule(
        "test_cublas_|test_preferred_blas_library",
        "Workspace|not less than",
        NVIDIA,
        "the size of cuBLAS's workspace",
    ),
    Rule(
        "test_workspace_allocation_error",
        "",
        NVIDIA,
        "an error about the workspace that cuBLAS takes, with the names of its callers",
    ),
    Rule("test_autocast", "Cudnn|cudnn_", NVIDIA, "cuDNN's own operators"),
    Rule("", "No module named 'cuda'", NVIDIA, "NVIDIA's package cuda-bindings"),
    Rule(
        "test_cachingAllocator_raw_alloc",
        "caching_allocator_enable",
        SIMULATOR,
        "its allocator cannot be switched off, as torch_musa's can since 2.9",
    ),
    # torch_musa
    Rule(
        "test_unpinned_memory_use",
        "not raised",
        TORCH_MUSA,
        f"a capture takes copies of memory that is not pinned, {_OLDER}",
    ),
    Rule(
        "test_graph_manual_seed_mismatch",
        "new seed",
        TORCH_MUSA,
        "the error says MUSA's generator, not CUDA's",
    ),
    Rule("", r"is not supported on MUSA: torch_musa", TORCH_MUSA, "lacks what the error names"),
    Rule("test_allocator_backend", "", TORCH_MUSA, f"max_split_size_mb is more than 20, {_OLDER}"),
    Rule(
        "test_copy_non_blocking_type_conversion",
        "not close",
        TORCH_MUSA,
        f"converts on the host before it copies, {_OLDER}",
    ),
    Rule(
        "test_graph_warn_if_has_zero_nodes", "", TORCH_MUSA, "the warning says MUSA Graph, not CUDA"
    ),
    Rule(
        "test_lazy_init", "", TORCH_MUSA, "its import counts devices: variables must be set before"
    ),
    Rule(
        "test_is_pinned_no_context",
        "re-initialize",
        TORCH_MUSA,
        "its import counts devices, and a process forked after that cannot use them",
    ),
    Rule(
        "test_cpp_memory_snapshot",
        "",
        TORCH_MUSA,
        f"its C++ history of memory has other arguments, {_OLDER}",
    ),
    Rule(
        "test_memory_compile_regions",
        "False is not true",
        TORCH_MUSA,
        f"its history of memory has no compile_context, {_OLDER}",
    ),
    Rule("test_graph_error", "", TORCH_MUSA, "the error says MUSA graphs, not CUDA graphs"),
    # the simulator
    Rule(
        "test_graph_capture_reclaim",
        "not equal",
        SIMULATOR,
        "graph_capture_record_stream_reuse has no effect",
    ),
    Rule(
        "test_mempool_expandable|expandable_segments.*(_to_pool|_in_middle_of_segment|_after_destroy_graph)$",
        "",
        SIMULATOR,
        "a pool's expandable segments stay several",
    ),
    Rule("test_out_of_memory_retry", "", SIMULATOR, "a context takes no memory, so two halves fit"),
    Rule(
        "test_rnn_packed_sequence_batch_sizes|test_autocast_ignored_types",
        "not raised",
        SIMULATOR,
        "the CPU's kernels take what CUDA's refuse",
    ),
    Rule(
        "test_skip_cpp_wrapper|test_cpp_wrapper",
        "config.cpp_wrapper do not work on the simulated",
        SIMULATOR,
        "no C++ wrapper on the simulated device",
    ),
    Rule(
        "test_cudnn_multiple_threads_same|test_cusparse_multiple_threads_same",
        r"Timeout \(>",
        SIMULATOR,
        "the CPU takes minutes for thousands of large convolutions or sparse products",
    ),
    Rule(
        "test_warmup_stream_sync",
        r"Timeout \(>",
        SIMULATOR,
        "the CPU takes minutes for 200 products of matrices of 4096 rows",
    ),
    # this run
    Rule(
        "",
        "always_complex_memory_overlap_TESTING_ONLY|_set_storage_data_ptr_access_error_msg",
        HERE,
        "torch 2.13 lacks a private name that this test of 2.12 uses",
    ),
    Rule(
        "test_graph_partition_user_defined_triton_kernel_reuse",
        "64 / 128",
        HERE,
        "it compares memory that no kernel has written: half of an empty tensor",
    ),
    Rule(
        "test_memory_plots$",
        "False is not true",
        HERE,
        "torch 2.13's viewer takes out the events that this test of 2.12 looks for",
    ),
    Rule(
        "test_host_memory_stats",
        "not equal",
        HERE,
        "it counts the pinned memory of tests before it, as CUDA's allocator does; alone it passes",
    ),
    Rule("", "urlopen error", HERE, "no network"),
    Rule("", r"Timeout \(>", HERE, "not done in time on a machine with other work"),
)
