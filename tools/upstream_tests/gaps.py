"""Rules for features of upstream that this torchada lacks or has differently."""

from .verdicts import MISSING, Rule

GAPS = (
    # missing features
    Rule(
        r"test_overlapping_roots_are_ported_once",
        "",
        MISSING,
        "BuildExtension.get_mapping_rule(), which adds names to translate",
    ),
    Rule(
        r"test_(log|multinomial)\.py",
        "load_cpp_ops",
        MISSING,
        "overrides of log and multinomial: torch_musa's own operators run",
    ),
    Rule(
        "", "get_original_init_process_group", MISSING, "torchada.get_original_init_process_group()"
    ),
    Rule("", "is_cuda_like_device", MISSING, "torchada.is_cuda_like_device()"),
)
