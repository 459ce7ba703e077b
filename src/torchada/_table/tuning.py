"""Rows of torch.cuda.tunable and torch.cuda.jiterator."""

from .rows import EMULATED, UNSUPPORTED, rows

_TUNABLE = "torch_musa has no TunableOp"
_NO_TUNING = "leave tuning off; muBLAS chooses its kernels itself"

MODULES = {
    "torch.cuda.jiterator": rows(
        (
            "_create_jit_fn",
            UNSUPPORTED,
            "torch_musa binds no runtime compiler",
            "write the function with torch operators, or build an extension",
        ),
        (
            "_create_multi_output_jit_fn",
            UNSUPPORTED,
            "torch_musa binds no runtime compiler",
            "write the function with torch operators, or build an extension",
        ),
    ),
    "torch.cuda.tunable": rows(
        ("enable", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("get_filename", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("get_max_tuning_duration", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("get_max_tuning_iterations", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("get_results", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("get_rotating_buffer_size", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("get_validators", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("is_enabled", EMULATED, "_emulated.tunable_is_on", "False: " + _TUNABLE),
        ("mgpu_tune_gemm_in_file", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("read_file", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("record_untuned_enable", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("record_untuned_is_enabled", EMULATED, "_emulated.tunable_is_on", "False: " + _TUNABLE),
        ("set_filename", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("set_max_tuning_duration", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("set_max_tuning_iterations", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("set_numerical_check_tolerances", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("set_rotating_buffer_size", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("tune_gemm_in_file", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("tuning_enable", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("tuning_is_enabled", EMULATED, "_emulated.tunable_is_on", "False: " + _TUNABLE),
        ("write_file", UNSUPPORTED, _TUNABLE, _NO_TUNING),
        ("write_file_on_exit", UNSUPPORTED, _TUNABLE, _NO_TUNING),
    ),
}
