"""NVRTC's options as mcc's, which MTRTC takes."""

import re
from typing import Iterable, List, Tuple

# Options that NVRTC alone spells so, and mcc's spelling.
_SHORT = {
    "--define-macro": "-D",
    "--undefine-macro": "-U",
    "--include-path": "-I",
    "--pre-include": "-include",
}
# Options of NVRTC that mcc lacks, without dashes and values: they are about NVRTC's own ways to compile.
_OWN = frozenset(
    "device-as-default-execution-space default-device device-int128 device-stack-protector "
    "modify-stack-limit builtin-move-forward builtin-initializer-list no-source-include minimal "
    "pch create-pch use-pch pch-dir pch-verbose pch-messages instantiate-templates-in-pch "
    "jump-table-density jtd optix-ir optimization-info time version-ident dQ "
    "Ofast-compile no-cache".split()
)
_ARCHITECTURE = ("gpu-architecture", "arch")
_NUMBER = re.compile(r"(?:sm|compute|mp|lto)_(\d+)[af]?$")


def translate(options: List[str]) -> List[str]:
    """mcc's words for NVRTC's options."""
    from .._extensions import flags

    words, wanted = _words(options)
    return [f"--offload-arch=mp_{_architecture(wanted)}", *flags.for_mcc(words).words]


def _words(options: Iterable[str]) -> Tuple[List[str], str]:
    """nvcc's words for them, and the architecture that they name."""
    words: List[str] = []
    wanted = ""
    waiting = iter(options)
    for option in waiting:
        head, sign, value = option.partition("=")
        bare = head.lstrip("-")
        if bare in _ARCHITECTURE:
            wanted = value if sign else next(waiting, "")
        elif head in _SHORT:
            words += [_SHORT[head], value if sign else next(waiting, "")]
        elif bare not in _OWN:
            words.append(option)
    return words, wanted


def _architecture(wanted: str) -> str:
    """The number of the GPU that is asked for, where it is one of MUSA's; else that of the current one."""
    from .._extensions.arch import KNOWN, architectures

    match = _NUMBER.match(wanted)
    if match and match.group(1) in KNOWN:
        return match.group(1)
    import torch

    if torch.musa.is_available():
        return "%d%d" % torch.musa.get_device_capability()
    return architectures()[0]
