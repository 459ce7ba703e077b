"""Rows of torch.cuda.tunable and torch.cuda.jiterator."""

from .rows import EMULATED, rows

_PARSED = "parses the code; calling the result raises"

MODULES = {
    "torch.cuda.jiterator": rows(
        ("_create_jit_fn", EMULATED, "_jiterator.create_jit_fn", _PARSED),
        ("_create_multi_output_jit_fn", EMULATED, "_jiterator.create_multi_output_jit_fn", _PARSED),
    ),
    "torch.cuda.tunable": rows(
        ("enable", EMULATED, "_tunable.enable", "True raises: torch_musa has no TunableOp"),
        ("get_filename", EMULATED, "_tunable.get_filename", "kept"),
        ("get_max_tuning_duration", EMULATED, "_tunable.get_max_tuning_duration", "kept"),
        ("get_max_tuning_iterations", EMULATED, "_tunable.get_max_tuning_iterations", "kept"),
        ("get_results", EMULATED, "_tunable.get_results", "empty"),
        ("get_rotating_buffer_size", EMULATED, "_tunable.get_rotating_buffer_size", "kept"),
        ("get_validators", EMULATED, "_tunable.get_validators", "PyTorch's version"),
        ("is_enabled", EMULATED, "_tunable.is_enabled", "False"),
        (
            "mgpu_tune_gemm_in_file",
            EMULATED,
            "_tunable.mgpu_tune_gemm_in_file",
            "raises: torch_musa has no TunableOp",
        ),
        ("read_file", EMULATED, "_tunable.read_file", "raises: torch_musa has no TunableOp"),
        ("record_untuned_enable", EMULATED, "_tunable.record_untuned_enable", "True raises"),
        ("record_untuned_is_enabled", EMULATED, "_tunable.record_untuned_is_enabled", "False"),
        ("set_filename", EMULATED, "_tunable.set_filename", "kept"),
        ("set_max_tuning_duration", EMULATED, "_tunable.set_max_tuning_duration", "kept"),
        ("set_max_tuning_iterations", EMULATED, "_tunable.set_max_tuning_iterations", "kept"),
        (
            "set_numerical_check_tolerances",
            EMULATED,
            "_tunable.set_numerical_check_tolerances",
            "no effect: no results are compared",
        ),
        ("set_rotating_buffer_size", EMULATED, "_tunable.set_rotating_buffer_size", "kept"),
        (
            "tune_gemm_in_file",
            EMULATED,
            "_tunable.tune_gemm_in_file",
            "raises: torch_musa has no TunableOp",
        ),
        ("tuning_enable", EMULATED, "_tunable.tuning_enable", "kept"),
        ("tuning_is_enabled", EMULATED, "_tunable.tuning_is_enabled", "kept"),
        ("write_file", EMULATED, "_tunable.write_file", "raises: torch_musa has no TunableOp"),
        ("write_file_on_exit", EMULATED, "_tunable.write_file_on_exit", "True raises"),
    ),
}
