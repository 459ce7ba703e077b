"""PyTorch's own headers for CUDA, ported: the simulator's stand-in for those of torch_musa.

torch_musa installs headers that it makes from PyTorch's by a script, and some that it writes itself under
torch_musa/csrc. Here torchada's engine makes all of them from the installed PyTorch and puts each where
the tables of names say that torch_musa has it.
"""

import re
from pathlib import Path

from torchada import _names, port

_FOR_DEVICES = re.compile(r"__CUDACC__|__CUDA_ARCH__|[<\"]cuda_(?:fp16|bf16|fp8|runtime)")
_NAME = re.compile(r"[A-Za-z_]\w*")
# PyTorch only asks whether it is defined, to tell CUDA from ROCm.
_IS_CUDA = re.compile(r"\bCUDART_VERSION\b")
# In PyTorch's own headers every namespace of that name is its own.
_NAMESPACE = re.compile(r"\bnamespace cuda\b")
# PyTorch's build makes most of these; here nothing is set in them.
_GENERATED = {
    # PyTorch's side of what only torch_musa's own library implements.
    "ATen/musa/detail/MUSAHooks.h": "#pragma once\n",
    "c10/musa/impl/musa_cmake_macros.h": "#pragma once\n",
    "ATen/musa/MUSAConfig.h": "#pragma once\n#define AT_CUDNN_ENABLED() 0\n"
    "#define AT_MAGMA_ENABLED() 0\n#define AT_CUSPARSELT_ENABLED() 0\n#define AT_CUDSS_ENABLED() 0\n",
}


def make(torch_include: Path, folder: Path) -> int:
    """Write the ported headers; how many they are."""
    count = 0
    for path in _headers(torch_include):
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
        name = path.relative_to(torch_include).as_posix()
        ported = _ported(text, name)
        place = _place(name)
        if ported != text or place != name:
            _write(folder / place, ported)
            count += 1
    for name, text in _GENERATED.items():
        _write(folder / name, text)
    return count


def _headers(torch_include):
    for part in ("ATen", "c10", "torch"):
        for path in sorted(Path(torch_include, part).rglob("*")):
            if path.suffix in (".h", ".cuh", ".hpp") and _concerns_cuda(path):
                yield path


def _concerns_cuda(path):
    return "/cuda/" in path.as_posix() or _FOR_DEVICES.search(path.read_text(errors="ignore"))


def _ported(text, name):
    """The text after the engine, which is told that the names PyTorch defines are to be renamed too."""
    if "/cuda/" not in name:
        return port.translate(text, name)[0]
    renamed = {word: _renamed(word) for word in _NAME.findall(text) if _renamed(word)}
    text = port.translate(text, name, rules={"map": renamed})[0]
    return _NAMESPACE.sub("namespace musa", _IS_CUDA.sub("MUSART_VERSION", text))


def _renamed(word):
    translation = _names.names().translate(word)
    if translation is None or translation.status != "renamed" or word == "CUDA":
        return None
    return translation.musa


def _place(name):
    translation = _names.names().translate(name, "header") if "/cuda/" in name else None
    if translation is None or translation.status != "renamed":
        return name
    return translation.musa


def _write(path, text):
    """Write a header unless it is there: precompiled headers depend on its time."""
    data = text.encode("utf-8", "surrogateescape")
    if path.is_file() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
