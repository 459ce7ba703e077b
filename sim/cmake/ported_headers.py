"""PyTorch's own headers for CUDA under MUSA's names, as the build of torch_musa makes them.

    ported_headers.py <include folder of torch> <folder of our own headers> <target folder>

Files below a folder named cuda move to one named musa, and every CUDA name in them gets MUSA's. Others ask
whether a compiler for devices is at work: of those copies are made that know MUSA's, too. What our own
folder has is left out; programs include either place.
"""

import re
import sys
from pathlib import Path

PORTED = "torch_musa/share/generated_cuda_compatible/include"
# Headers that torch_musa writes itself: what they take the place of, and where they are.
OWN = {
    "ATen/cuda/CUDABlas.h": "torch_musa/csrc/aten/musa/MUSABlas.h",
    "ATen/cuda/CUDAContext.h": "torch_musa/csrc/aten/musa/MUSAContext.h",
    "ATen/cuda/CUDAContextLight.h": "torch_musa/csrc/aten/musa/MUSAContextLight.h",
    "ATen/cuda/CUDADevice.h": "torch_musa/csrc/core/Device.h",
    "ATen/cuda/CUDAEvent.h": "torch_musa/csrc/core/MUSAEvent.h",
    "ATen/cuda/CUDAGeneratorImpl.h": "torch_musa/csrc/aten/musa/MUSAGeneratorImpl.h",
    "ATen/cuda/CUDAGraphsUtils.cuh": "torch_musa/csrc/aten/musa/MUSAGraphsUtils.muh",
    "ATen/cuda/Exceptions.h": "torch_musa/csrc/aten/musa/Exceptions.h",
    "ATen/cuda/PhiloxCudaState.h": "torch_musa/csrc/aten/musa/PhiloxMusaStateRaw.muh",
    "ATen/cuda/PhiloxUtils.cuh": "torch_musa/csrc/aten/musa/UnpackRaw.muh",
    "ATen/cuda/detail/PhiloxCudaStateRaw.cuh": "torch_musa/csrc/aten/musa/PhiloxMusaStateRaw.muh",
    "ATen/cuda/detail/UnpackRaw.cuh": "torch_musa/csrc/aten/musa/UnpackRaw.muh",
    "c10/cuda/CUDACachingAllocator.h": "torch_musa/csrc/core/MUSACachingAllocator.h",
    "c10/cuda/CUDADeviceAssertionHost.h": "torch_musa/csrc/core/MUSADeviceAssertionHost.h",
    "c10/cuda/CUDAEvent.h": "torch_musa/csrc/core/MUSAEvent.h",
    "c10/cuda/CUDAException.h": "torch_musa/csrc/core/MUSAException.h",
    "c10/cuda/CUDAFunctions.h": "torch_musa/csrc/core/MUSAFunctions.h",
    "c10/cuda/CUDAGraphsC10Utils.h": "torch_musa/csrc/core/MUSAGraphsC10Utils.h",
    "c10/cuda/CUDAGuard.h": "torch_musa/csrc/core/MUSAGuard.h",
    "c10/cuda/CUDAMiscFunctions.h": "torch_musa/csrc/core/MUSAMiscFunctions.h",
    "c10/cuda/CUDAStream.h": "torch_musa/csrc/core/MUSAStream.h",
    "c10/cuda/impl/CUDAGuardImpl.h": "torch_musa/csrc/core/GuardImpl.h",
}
# Others that no rule gives.
OTHERS = {
    "cuda/std/functional": "functional",
    "cuda/std/cassert": "cassert",
    "curand_philox4x32_x.h": "murand_philox4x32_10.h",
    "ATen/native/cuda/cuBlasCommonArgs.h": "ATen/native/musa/cuBlasCommonArgs.h",
}
WORDS = {
    "is_cuda": "is_privateuseone",
    "kCUDA": "kPrivateUse1",
    # Macros of c10 that are the same on every device.
    **{
        name: name
        for name in ("CUDA_KERNEL_ASSERT", "CUDA_KERNEL_ASSERT2", "CUDA_KERNEL_ASSERT_MSG")
    },
    **{
        name: name
        for name in ("USE_CUDA", "TORCH_USE_CUDA_DSA", "CUDAHooksInterface", "getCUDAHooks")
    },
}
# The rules for all other words, in their order.
RULES = [
    (re.compile("CUDA"), "MUSA"),
    (re.compile("Cuda"), "Musa"),
    (re.compile("cuda"), "musa"),
    (re.compile("^__nv_(?=bfloat16|fp8)"), "__mt_"),
    (re.compile("^cu(?=blas|sparse|solver|rand|fft|dnn)"), "mu"),
    (re.compile("^CU(?=BLAS|SPARSE|SOLVER|RAND|FFT|DNN|PTI)"), "MU"),
    (re.compile("^CU(?=[a-z]|_)"), "MU"),
    (re.compile("^cu(?=[A-Z])"), "mu"),
    (re.compile("^nvrtc"), "mtrtc"),
]
# PyTorch's C interface: torch_musa has its functions for CUDA under MUSA's names, whether USE_CUDA is defined or not.
_SHIMS = ("torch/csrc/inductor/aoti_torch/c/shim.h", "torch/csrc/stable/c/shim.h")
_FOR_CUDA = re.compile(r"^#ifdef USE_CUDA\n(.*?)^#endif.*?\n", re.MULTILINE | re.DOTALL)
# No code for MUSA is known to use torch_c10_cuda_*, under any name.
_CUDA_ALONE = re.compile(r"^(//.*\n)*AOTI_TORCH_EXPORT [^;]*torch_c10_cuda_[^;]*;\n", re.MULTILINE)
# How the functions of libmusa_python are exported.
_FIRST = f"#include <{PORTED}/c10/musa/MUSAMacros.h>\n"
_WORD = re.compile(r"[A-Za-z_]\w*")
_COMPILER = re.compile(
    r"__CUDACC__|__CUDACC_RTC__|__CUDA_ARCH__|__nv_bfloat16\w*|(?<=::)cuda(?=::)"
)
# What asks for a generation of NVIDIA's GPUs or for a release of CUDA gets 8.0 and 11.0.
_NUMBERS = {"__CUDA_ARCH__": "800", "CUDA_VERSION": "11000"}
_COMPARED = re.compile(r"\b(__CUDA_ARCH__|CUDA_VERSION)(?=\s*[<>=]=?\s*\d)")
_OF_CUDA = re.compile(r"/cuda/|^cu")
# PyTorch's own copy of cub is the platform's.
_WRAPPED_CUB = re.compile(r"(?:::)?\bat_cuda_detail::")
_NO_ROCM = re.compile(r"NO_ROCM\((?:::)?(?:at_cuda_detail|cuda)\)")
_KEY = re.compile(r"\b(DeviceType|DispatchKey|Backend)::CUDA\b")
_INCLUDE = re.compile(r'(#\s*include\s*)[<"]([^>"]+)[>"]')
_FOR_DEVICES = re.compile(r"__CUDACC__|__CUDA_ARCH__|#\s*include\s*<(?:ATen|c10)/cuda/")
_NOT_FOR_DEVICES = ("ATen/cpu/", "c10/test/", "torch/csrc/")


def rename(word: str) -> str:
    """MUSA's word for one of CUDA's."""
    if word in WORDS:
        return WORDS[word]
    for pattern, replacement in RULES:
        word = pattern.sub(replacement, word)
    return word


def place(name: str) -> str:
    """Where a header that is included by this name is found."""
    known = {**OWN, **OTHERS}.get(name)
    if known is not None:
        return known
    if name.startswith("cub/"):
        return name
    return _WORD.sub(lambda found: rename(found[0]), re.sub(r"\.cuh$", ".muh", name))


def _include(found) -> str:
    name = found[2]
    return f"{found[1]}<{place(name)}>" if _OF_CUDA.search(name) else found[0]


def _numbers(text: str) -> str:
    return _COMPARED.sub(lambda found: _NUMBERS[found[1]], text)


def port(text: str) -> str:
    """A header's text under MUSA's names."""
    pieces = []
    text = _WRAPPED_CUB.sub("::", _NO_ROCM.sub("", _KEY.sub(r"\1::PrivateUse1", _numbers(text))))
    for line in text.splitlines(keepends=True):
        if _INCLUDE.search(line):
            pieces.append(_INCLUDE.sub(_include, line))
        else:
            pieces.append(_WORD.sub(lambda found: rename(found[0]), line))
    return "".join(pieces)


def know_compiler(text: str) -> str:
    """A header's text that takes MUSA's compiler for one of devices."""
    text = _COMPILER.sub(lambda found: rename(found[0]), _numbers(text))
    return _INCLUDE.sub(_include, text)


def headers(torch: Path):
    """The headers to make: (name, its text)."""
    for part in ("ATen", "c10", "torch/headeronly", "torch/csrc/cuda"):
        for path in sorted((torch / part).rglob("*")):
            if path.suffix in (".h", ".cuh", ".hpp"):
                text = path.read_text(encoding="utf-8", errors="surrogateescape")
                name = path.relative_to(torch).as_posix()
                for_devices = _FOR_DEVICES.search(text) and not name.startswith(_NOT_FOR_DEVICES)
                if "/cuda/" in name or for_devices:
                    yield name, text


def with_functions_of_musa(text: str) -> str:
    """A header of PyTorch's C interface that declares MUSA's functions beside CUDA's."""

    def both(found) -> str:
        of_musa = _WORD.sub(lambda word: rename(word[0]), _CUDA_ALONE.sub("", found[1]))
        return f"{found[0]}\n{of_musa}"

    return _FOR_CUDA.sub(both, text)


def forwarder(why: str, name: str) -> str:
    """The text of a header that includes another."""
    return f"// {why}\n#pragma once\n\n#include <{name}>\n"


def older_names(made) -> dict:
    """Forwarders for what programs for torch_musa up to 2.0 include: it put MUSA_PORT_ where CUDA stood."""
    of_musa = [name for name in made if "/musa/MUSA" in name]
    return {
        name.replace("/musa/MUSA", "/musa/MUSA_PORT_"): forwarder(
            "The name up to torch_musa 2.0.", name
        )
        for name in of_musa
    }


def main(torch: Path, ours: Path, target: Path) -> None:
    """Make all headers."""
    made = {}
    for name, text in headers(torch):
        ours_alone = "/cuda/" in name
        made[place(name)] = _FIRST + port(text) if ours_alone else know_compiler(text)
    for name in _SHIMS:
        if (torch / name).exists():
            made[name] = with_functions_of_musa((torch / name).read_text(encoding="utf-8"))
    for name, own in OWN.items():
        text = forwarder("PyTorch's place of what torch_musa has elsewhere.", own)
        made[_WORD.sub(lambda found: rename(found[0]), name)] = text
    made.update(older_names(made))
    for name, text in made.items():
        if not name.startswith("torch_musa/") and not (ours / PORTED / name).exists():
            path = target / PORTED / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8", "surrogateescape"))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
