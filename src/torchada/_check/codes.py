"""The codes of statements: what each is about, and how long one place takes a person."""

from __future__ import annotations

from typing import Dict, NamedTuple


class Code(NamedTuple):
    """A kind of statement."""

    about: str
    # For one place with the outcome "fails" or "review"; an estimate and no measurement.
    hours: float


CODES: Dict[str, Code] = {
    # Python
    "name-served": Code("a name of torch that torchada serves", 0),
    "name-unsupported": Code("a name of torch that MUSA lacks; the call raises an error", 2),
    "name-called": Code("a name of torch that a run called, and reading did not find", 0),
    "name-newer": Code("a name of torch that later versions of torch_musa have", 0),
    "name-unknown": Code(
        "a name of torch.cuda that is not in PyTorch, as far as torchada knows", 0.5
    ),
    "gate-available": Code("a test for CUDA that is False on MUSA", 0),
    "gate-version": Code("a test of torch.version.cuda, which is None on MUSA", 0.5),
    "gate-capability": Code("the compute capability, for which MUSA has its own numbers", 0),
    "library": Code("a library of CUDA that Python opens", 4),
    "tool": Code("a program of the CUDA toolkit that Python runs", 1),
    "import": Code("an import of a package for NVIDIA GPUs", 4),
    "triton": Code("a part of Triton that is for NVIDIA GPUs", 8),
    "unparsable": Code("a Python file that cannot be parsed, so nothing is known about it", 0.25),
    # the project around it
    "package": Code("the project is a package for NVIDIA GPUs itself", 0),
    "requirement": Code("a required package for NVIDIA GPUs", 1),
    "binary": Code("a compiled file with code for NVIDIA GPUs", 0),
    "source-missing": Code("a source of an extension that the project does not have", 0),
    "cutlass": Code("sources that use CUTLASS, which is for NVIDIA GPUs", 0),
    # C++ and CUDA; `torchada-port --codes` explains the code behind "port-"
    "port-ready": Code("C++ and CUDA sources that need no hand work", 0),
    "port-asm-refused": Code("inline PTX that cannot be translated", 4),
    "port-inline-asm": Code("inline assembly that cannot be translated", 4),
    "port-unknown-name": Code("a name of CUDA without a known counterpart", 1),
    "port-unsupported-name": Code("a name of CUDA that MUSA lacks", 2),
    "port-texture": Code("textures or surfaces", 4),
    "port-tma": Code("tensor memory access", 8),
    "port-cluster": Code("thread-block clusters", 8),
    "port-launch-attributes": Code("a launch with attributes", 2),
    "port-cooperative-launch": Code("a cooperative launch", 2),
    "port-wmma": Code("tensor-core fragments", 4),
    "port-warp-mask": Code("a warp mask of 32 bits", 0.25),
    "port-warp-size": Code("code that assumes warps of 32 threads", 0.25),
}

# Of the porting engine's codes: what does not compile, or cannot run. All others are for review.
PORT_FAILS = ("asm-refused", "inline-asm", "unsupported-name", "texture", "tma", "cluster")
# What a code has that is not listed: a place that a person looks at.
OTHER = Code("a place that the porting engine reports", 0.5)


def code(name: str) -> Code:
    """The row of a code."""
    return CODES.get(name, OTHER)
