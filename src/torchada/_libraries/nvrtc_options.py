"""NVRTC's options as mcc's, which MTRTC takes."""

import re
from typing import Iterable, List, Tuple

# Options that take a value, and mcc's spelling. NVRTC takes `=` behind the short ones too.
_WITH_VALUE = {
    **dict.fromkeys(("--define-macro", "-D"), "-D"),
    **dict.fromkeys(("--undefine-macro", "-U"), "-U"),
    **dict.fromkeys(("--include-path", "-I"), "-I"),
    **dict.fromkeys(("--pre-include", "-include"), "-include"),
}
# Options of NVRTC that mcc lacks, without dashes: they are about NVRTC's own ways to compile.
_OWN = frozenset(
    "device-as-default-execution-space default-device device-int128 device-float128 device-w dw "
    "no-source-include minimal pch optix-ir dQ no-cache fdevice-syntax-only enable-tile".split()
)
# Those with a value, behind `=` or as the next word.
_OWN_WITH_VALUE = frozenset(
    "device-stack-protector modify-stack-limit builtin-move-forward builtin-initializer-list "
    "create-pch use-pch pch-dir pch-verbose pch-messages instantiate-templates-in-pch "
    "jump-table-density jtd optimization-info time version-ident Ofast-compile Ofc "
    "fdevice-time-trace frandom-seed".split()
)
_ARCHITECTURE = ("gpu-architecture", "arch")
_NUMBER = re.compile(r"(?:sm|compute|mp|lto)_(\d+)[af]?$")


def translate(options: List[str]) -> List[str]:
    """mcc's words for NVRTC's options."""
    from .._extensions import flags

    words, wanted = _words(options)
    return [_architecture(wanted), *flags.for_mcc(words).words]


def searches_folder_of_source(options: List[str]) -> bool:
    return not any(option.lstrip("-") == "no-source-include" for option in options)


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
        elif head in _WITH_VALUE:
            words += [_WITH_VALUE[head], value if sign else next(waiting, "")]
        elif bare in _OWN_WITH_VALUE:
            _ = value if sign else next(waiting, "")
        elif bare not in _OWN:
            words.append(option)
    return words, wanted


def _architecture(wanted: str) -> str:
    """The option for the GPU that is asked for, where it is one of MUSA's; else for the current one."""
    from .._extensions.arch import KNOWN, architectures

    match = _NUMBER.match(wanted)
    if wanted and not match:
        return f"--gpu-architecture={wanted}"  # which MTRTC refuses
    if match and match.group(1) in KNOWN:
        return f"--offload-arch=mp_{match.group(1)}"
    import torch

    if torch.musa.is_available():
        return "--offload-arch=mp_%d%d" % torch.musa.get_device_capability()
    return f"--offload-arch=mp_{architectures()[0]}"
