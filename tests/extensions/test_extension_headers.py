"""The headers that ported sources include: they are where the table of names says."""

from pathlib import Path

import pytest

from torchada import _names
from torchada._extensions import toolchain

pytestmark = pytest.mark.musa
FOLDERS = ("ATen/cuda", "ATen/native/cuda", "c10/cuda")
# What other projects include, also where PyTorch has it no longer.
USED = ("THC/THCAtomics.cuh", "ATen/cuda/CUDAConfig.h", "ATen/cuda/PhiloxCudaState.h")


def of_pytorch():
    import torch

    include = Path(torch.__file__).parent / "include"
    for folder in FOLDERS:
        for path in sorted((include / folder).rglob("*")):
            if path.suffix in (".h", ".cuh"):
                yield path.relative_to(include).as_posix()


def test_each_header_for_cuda_has_one_for_musa():
    folders = [Path(folder) for folder in toolchain.include_paths()]
    names = _names.names()
    missing = {}
    for header in [*of_pytorch(), *USED]:
        place = names.translate(header, "header").musa
        if not any((folder / place).is_file() for folder in folders):
            missing[header] = place
    assert missing == {}
    assert sum(1 for _ in of_pytorch()) > 100
