"""The environment variables of CUDA programs: what each becomes on MUSA, or that it has no effect.

What torch_musa reads is known from torch_musa 2.7.1; a variable whose counterpart nobody has seen
in MUSA sources is not guessed.
"""

from __future__ import annotations

from typing import Tuple

# When torch_musa or its driver reads a variable: as torch_musa is imported, or when first needed.
AT_IMPORT, AT_USE = "at import", "at use"


class Row:
    """A variable with a counterpart that torchada sets.

    Functions are named as "module.function" of this package: few processes need one.
    """

    __slots__ = ("cuda", "musa", "read", "translate", "late", "is_harmless")

    def __init__(
        self,
        cuda: Tuple[str, ...],
        musa: str,
        read: str = AT_IMPORT,
        translate: str = "",
        late: str = "",
        is_harmless: str = "",
    ):
        # The first of these that is set counts.
        self.cuda = cuda
        self.musa = musa
        self.read = read
        # From the value to (the value to set, what the user has to be told); the same value if empty.
        self.translate = translate
        # Honours a value that came after torch_musa was imported; empty where nothing can.
        self.late = late
        # Whether a value that came too late is what holds anyway.
        self.is_harmless = is_harmless


# torch_musa's process groups read these by name.
_PROCESS_GROUP = (
    "ASYNC_ERROR_HANDLING",
    "AVOID_RECORD_STREAMS",
    "BLOCKING_WAIT",
    "COORD_CHECK_MILSEC",
    "DEBUG_INFO_PIPE_FILE",
    "DEBUG_INFO_TEMP_FILE",
    "DESYNC_DEBUG",
    "DUMP_ON_TIMEOUT",
    "ENABLE_MONITORING",
    "ENABLE_TIMING",
    "HEARTBEAT_TIMEOUT_SEC",
    "HIGH_PRIORITY",
    "LOG_CPP_STACK_ON_UNCLEAN_SHUTDOWN",
    "NAN_CHECK",
    "PROPAGATE_ERROR",
    "RANKS_PER_ROOT",
    "TRACE_BUFFER_SIZE",
    "TRACE_CPP_STACK",
    "WAIT_TIMEOUT_DUMP_MILSEC",
)
# Their names before the prefix TORCH_, and the library's own.
_LIBRARY = ("ASYNC_ERROR_HANDLING", "BLOCKING_WAIT", "DEBUG", "DESYNC_DEBUG", "ENABLE_TIMING")

ROWS = (
    Row(
        ("CUDA_VISIBLE_DEVICES",),
        "MUSA_VISIBLE_DEVICES",
        translate="visible.translate",
        is_harmless="visible.names_all_devices",
    ),
    Row(("CUDA_LAUNCH_BLOCKING",), "MUSA_LAUNCH_BLOCKING"),
    Row(
        ("PYTORCH_ALLOC_CONF", "PYTORCH_CUDA_ALLOC_CONF"),
        "PYTORCH_MUSA_ALLOC_CONF",
        translate="alloc_conf.translate",
        late="alloc_conf.set_late",
    ),
    Row(("PYTORCH_NO_CUDA_MEMORY_CACHING",), "PYTORCH_NO_MUSA_MEMORY_CACHING"),
    Row(("CUBLAS_WORKSPACE_CONFIG",), "MUBLAS_WORKSPACE_CONFIG", AT_USE),
    Row(("TORCH_NCCL_CUDA_EVENT_CACHE",), "TORCH_MCCL_MUSA_EVENT_CACHE", AT_USE),
    Row(("TORCH_NCCL_RETHROW_CUDA_ERRORS",), "TORCH_MCCL_RETHROW_MUSA_ERRORS", AT_USE),
    *(Row((f"TORCH_NCCL_{name}",), f"TORCH_MCCL_{name}", AT_USE) for name in _PROCESS_GROUP),
    *(Row((f"NCCL_{name}",), f"MCCL_{name}", AT_USE) for name in _LIBRARY),
)

# A variable of torchada's own, which programs read under names of theirs.
MOE_TABLES = "TORCHADA_MOE_CONFIG_DIR"
OWN = (
    Row((MOE_TABLES,), "SGLANG_MOE_CONFIG_DIR", AT_USE, translate="moe_tables.for_sglang"),
    Row((MOE_TABLES,), "VLLM_TUNED_CONFIG_FOLDER", AT_USE, translate="moe_tables.for_vllm"),
)

# Variables without a counterpart, and why: for doctor. A name that ends in * is a prefix.
NO_EFFECT = (
    ("CUDA_DEVICE_ORDER", "MUSA numbers its devices by itself"),
    ("CUDA_HOME", "MUSA_HOME names the MUSA toolkit"),
    ("CUDA_PATH", "MUSA_HOME names the MUSA toolkit"),
    ("TORCH_CUDA_ARCH_LIST", "TORCH_MUSA_ARCH_LIST names the MUSA architectures"),
    ("PYTORCH_NVML_BASED_CUDA_CHECK", "MUSA has no NVML"),
    ("PYTORCH_TUNABLEOP_*", "torch_musa has no TunableOp"),
    ("CUDA_*", "MUSA has no known counterpart"),
    ("CUDNN_*", "MUSA has no known counterpart"),
    ("CUBLAS*", "MUSA has no known counterpart"),
    ("NCCL_*", "MCCL has no known counterpart; it reads variables that start with MCCL_"),
    ("TORCH_NCCL_*", "torch_musa has no known counterpart"),
    ("NVIDIA_TF32_OVERRIDE", "use torch.backends.cuda.matmul.allow_tf32"),
)

# Variables that ask for something that torch_musa lacks and a program may rely on: the user is told at once.
WARN = {
    "PYTORCH_TUNABLEOP_ENABLED": "torch_musa has no TunableOp; muBLAS chooses its kernels itself",
}
