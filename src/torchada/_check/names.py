"""What torchada makes of a dotted name: the rows of torch.cuda, and what else has an answer."""

from __future__ import annotations

from functools import lru_cache
from typing import Dict, NamedTuple, Tuple

from .. import _table
from .._names import files
from .._support import BASE
from .._table.newer import HAS, ROWS
from .statements import FAILS, REVIEW, SETTING, WORKS


class Answer(NamedTuple):
    """What a statement says about a name."""

    code: str
    outcome: str
    subject: str
    message: str
    help: str = ""
    # The exception of a call that does not work.
    error: str = "UnsupportedError"


_FORCE = "Set TORCHADA_FORCE_CUDA_AVAILABLE=1, or ask torch.accelerator.is_available() as well."
# The functions of symmetric memory that torchada refuses.
SYMMETRIC = (
    "empty",
    "rendezvous",
    "get_mem_pool",
    "get_symm_mem_workspace",
    "set_backend",
    "enable_symm_mem_for_group",
)
_EXTRA = "triton.language.extra.cuda"

# Beside the rows of torch.cuda: the beginning of a name, with the code, the outcome, the text, the help.
_MORE: Dict[str, Tuple[str, str, str, str]] = {
    "torch.version.cuda": (
        "gate-version",
        REVIEW,
        " is None on MUSA, and stays so",
        "Test for the feature itself, or for torch.version.musa as well.",
    ),
    **{
        f"torch.distributed._symmetric_memory.{name}": (
            "name-unsupported",
            FAILS,
            ": torch_musa cannot map the memory of other GPUs for PyTorch",
            "Instead: use torch.distributed's collectives on ordinary tensors.",
        )
        for name in SYMMETRIC
    },
    "triton.experimental.gluon": (
        "triton",
        FAILS,
        ": Gluon programs the hardware of NVIDIA's or AMD's GPUs",
        "Write the kernel in Triton's own language.",
    ),
    "triton.language.inline_asm_elementwise": (
        "triton",
        FAILS,
        ": inline PTX in a Triton kernel is not translated",
        "Write the operation with functions of triton.language.",
    ),
    f"{_EXTRA}.libdevice": ("triton", WORKS, " becomes the libdevice of Triton for MUSA", ""),
    f"{_EXTRA}.gdc_wait": ("triton", WORKS, " is served by torchada", ""),
    f"{_EXTRA}.gdc_launch_dependents": ("triton", WORKS, " is served by torchada", ""),
    f"{_EXTRA}.globaltimer": ("triton", WORKS, " is a function of Triton for MUSA, too", ""),
    f"{_EXTRA}.num_threads": ("triton", WORKS, " is a function of Triton for MUSA, too", ""),
    f"{_EXTRA}.num_warps": ("triton", WORKS, " is a function of Triton for MUSA, too", ""),
    f"{_EXTRA}.": (
        "triton",
        FAILS,
        ": Triton for MUSA has no such function",
        "Write a branch of the kernel that does without it.",
    ),
}
# What users build extensions with; all of it works, as docs/extensions.md says.
_EXTENSIONS = "torch.utils.cpp_extension."
# Bindings that stay PyTorch's, and that only a PyTorch built for CUDA or ROCm has.
LACKING = (
    "_cuda_getDeviceCount",
    "_cuda_getHipblasltVersion",
    "_cuda_get_conv_benchmark_empty_cache",
    "_cudnn",
    "_cudnn_set_conv_benchmark_empty_cache",
    "_nvtx",
)
# The PyTorch that the table was written for.
_NEWEST = "2.13"
_CAPABILITY = "torch.cuda.get_device_capability"


@lru_cache(maxsize=None)
def answer(path: str) -> Tuple[Answer, ...]:
    """What there is to say about a dotted name: an answer, or none."""
    for beginning, row in _MORE.items():
        if path == beginning or path.startswith(beginning.rstrip(".") + "."):
            return (Answer(row[0], row[1], path, f"`{path}`{row[2]}", row[3]),)
    if path.startswith(_EXTENSIONS):
        return (Answer("name-served", WORKS, path, f"`{path}` builds for MUSA"),)
    if path == "torch.cuda.is_available":
        text = f"`{path}()` is False on MUSA, so the branch without a GPU is taken"
        return (Answer("gate-available", SETTING, path, text, _FORCE),)
    if path == _CAPABILITY:
        text = f"`{path}()` returns MUSA's numbers: (2, 1), (2, 2) or (3, 1)"
        help_text = (
            "Set TORCHADA_DEVICE_CAPABILITY=8.0 where they are compared with CUDA's numbers."
        )
        return (Answer("gate-capability", SETTING, path, text, help_text),)
    return _of_table(path)


def _of_table(path: str) -> Tuple[Answer, ...]:
    module, rest = _module(path)
    if not rest:
        return ()
    name = rest[0]
    row = _table.row(name, module)
    subject = f"{module}.{name}"
    if row is not None and row.how == _table.UNSUPPORTED:
        since = _since(name, module)
        if since:
            text = f"`{subject}` needs torch_musa {since} or later; with {BASE}: {row.target}"
            help_text = f"Use a newer torch_musa than {BASE}, or {row.note}."
            return (Answer("name-newer", SETTING, subject, text, help_text),)
        help_text = f"Instead: {row.note}."
        text = f"`{subject}` is not supported on MUSA: {row.target}"
        return (Answer("name-unsupported", FAILS, subject, text, help_text),)
    if module == "torch._C" and name in LACKING:
        text = f"`{subject}` is only there in a PyTorch that was built for CUDA"
        help_text = "Use the public function of torch.cuda or torch.backends."
        return (Answer("name-unsupported", FAILS, subject, text, help_text, "AttributeError"),)
    if row is not None:
        text = f"`{subject}` works on MUSA ({row.how})"
        return (Answer("name-served", WORKS, subject, text, row.note),)
    if module == "torch._C" and "cuda" not in name.lower():
        return ()
    return (_unknown(module, name),)


def _since(name: str, module: str) -> str:
    """The version of torch_musa that brought the name, or ""."""
    owner = module if _table.own_row(name, module) is not None else "torch.cuda"
    return next(
        (fact.since for fact in ROWS if fact.key == (owner, name) and fact.verdict == HAS), ""
    )


def _unknown(module: str, name: str) -> Answer:
    """A name without a row. Every public name has one, and bindings of torch._C need one."""
    subject = f"{module}.{name}"
    is_there = name.startswith("_") and module != "torch._C"
    text = f"`{subject}` is not in PyTorch {_NEWEST}, nor served by torchada"
    if is_there:
        text = f"`{subject}` is private, and torchada does not know it"
    help_text = "Try it on the simulator: torchada run --sim."
    outcome = REVIEW if is_there else FAILS
    return Answer("name-unknown", outcome, subject, text, help_text, "AttributeError")


def _module(path: str) -> Tuple[str, Tuple[str, ...]]:
    """The module of the table that the name lies in, and the rest of the name."""
    parts = path.split(".")
    for count in range(len(parts), 1, -1):
        module = ".".join(parts[:count])
        if module in _table.MODULES or module in _table.SHARE_ROWS:
            return module, tuple(parts[count:])
    return "", ()


def library(name: str) -> Tuple[Answer, ...]:
    """What opening a library by this name does; no answer for one that is not CUDA's."""
    found = files().translate(name.rpartition("/")[2], "library")
    if found is None:
        return ()
    if found.status == "unsupported":
        text = f"MUSA has no counterpart of `{name}`: {found.why}"
        return (Answer("library", FAILS, name, text, f"Instead: {found.instead}.", "OSError"),)
    return (Answer("library", WORKS, name, f"`{name}` opens {found.musa}"),)
