"""Whose a failure of Triton's tests is, and why: rules over the test's name and its message."""

from judged_tests import Rule

TRITON, TEST, SIMULATOR = "Triton", "the test", "the simulator"
NVIDIA, AMD = "NVIDIA only", "AMD only"
HERE = "this run"

RULES = (
    # other makers' parts
    Rule("", "type fp8e4b15 not supported", NVIDIA, "the type `fp8e4b15`"),
    Rule(
        "", "type fp8e(4b8|5b16) not supported", AMD, "the types `fp8e4b8` and `fp8e5b16` of MI300"
    ),
    Rule("test_smid", "smid", NVIDIA, "a register of NVIDIA's GPUs"),
    Rule("test_globaltimer", "func\\(\\)", NVIDIA, "a clock of NVIDIA's GPUs"),
    Rule("test_line_info", "cubin", NVIDIA, "disassembles the kernel with NVIDIA's `nvdisasm`"),
    # Triton's own
    Rule(
        "test_(constexpr_return|return_promotion|returns_branched_on_non_constexpr)",
        "_semantic|returns_branched",
        TRITON,
        "3.6.0 itself fails it, without a GPU as well; 3.7.1 passes it",
        "Triton 3.6.0",
    ),
    Rule(
        "test_scan_1d",
        "PassManager",
        TRITON,
        "3.6.0 cannot scan fewer elements than a thread has; 3.7.1 can",
        "Triton 3.6.0",
    ),
    Rule(
        "test_const",
        "Inconsistent return types",
        TEST,
        "it knows the message of another version of Triton",
    ),
    Rule(
        "test_poison_return",
        "assert 'poison' in",
        SIMULATOR,
        "LLVM's IR is kept as it is for the host, where `poison` has become a value",
    ),
    Rule(
        "test_pointer_arguments",
        "cpu tensor",
        SIMULATOR,
        "a kernel takes no pointer to pinned memory of the host",
    ),
    Rule(
        "test_fp8_support",
        "DID NOT RAISE",
        TEST,
        "it takes `fp8e4nv` for a type that only NVIDIA's and AMD's GPUs have; the S5000 has it",
    ),
    Rule(
        "test_scaled_dot",
        "Mismatched elements: 1 /",
        TEST,
        "one sum of large terms that cancel, added in another order than the reference",
    ),
    Rule("", "out of resource: shared memory", TEST, "its blocks need more than the S5000 has"),
    Rule(
        "test_optimize_thread_locality",
        "optimization didn't work",
        SIMULATOR,
        "neighbouring elements are in neighbouring lanes, where the reduction that it looks for gains nothing",
    ),
    # this run
    Rule("", "too long|Timeout", HERE, "not done in time; the simulator multiplies on a processor"),
)
