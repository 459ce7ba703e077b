"""Rules for features of upstream that this torchada lacks or has differently."""

from .verdicts import FAILED, MISSING, Rule

GAPS = (
    # missing features
    Rule(
        "",
        r"stable_compat_(include_dir|box_header)",
        MISSING,
        "the headers that bring torch::stable to PyTorch before 2.11",
    ),
    Rule(
        "",
        r"_(is_)?configured_exclude_dir",
        MISSING,
        "the environment variable TORCHADA_EXCLUDE_DIRS",
    ),
    Rule(
        r"test_overlapping_roots_are_ported_once",
        "",
        MISSING,
        "BuildExtension.get_mapping_rule(), which adds names to translate",
    ),
    Rule(
        r"test_unsupported_api_noops",
        "cudaGridDependencySynchronize",
        MISSING,
        "a translation of the calls of programmatic dependent launch into nothing",
    ),
    Rule(
        r"test_(log|multinomial)\.py",
        "load_cpp_ops",
        MISSING,
        "overrides of log and multinomial: torch_musa's own operators run",
    ),
    Rule(
        r"TestTorchAcceleratorPatching",
        r"'torch\.accelerator' has no attribute '(manual_seed|[Ss]tream)",
        MISSING,
        "torch.accelerator.manual_seed, Stream, stream, StreamContext: PyTorch lacks them, too",
    ),
    Rule(
        "", "get_original_init_process_group", MISSING, "torchada.get_original_init_process_group()"
    ),
    Rule("", "is_cuda_like_device", MISSING, "torchada.is_cuda_like_device()"),
    # wrong behaviour
    Rule(
        r"test_vendor_mapping_defines|test_annotated_and_parenthesized",
        "",
        FAILED,
        "porting turns `#define cudaX (musaX)` into `#define musaX (musaX)`",
    ),
)
