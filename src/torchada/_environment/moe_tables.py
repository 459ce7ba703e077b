"""TORCHADA_MOE_CONFIG_DIR: a folder of tuned tables for the fused-MoE kernels of SGLang and vLLM.

It has the form that SGLang's tuner writes, configs/triton_3_2_0/E=64,N=768,device_name=MTT_S5000.json.
SGLang looks for the folder of its Triton itself; vLLM asks for the folder that the tables lie in.
"""

import os
import re
from importlib import metadata
from typing import List, Optional, Tuple

from .rows import MOE_TABLES

FOR_VLLM = "VLLM_TUNED_CONFIG_FOLDER"
_VERSIONED = re.compile(r"triton_(\d+(?:_\d+)*)")


def for_sglang(value: str) -> Tuple[Optional[str], str]:
    """(SGLANG_MOE_CONFIG_DIR, what to tell the user)."""
    root = _absolute(value)
    return (root, "") if _versions(root) else (None, _problem(value))


def for_vllm(value: str) -> Tuple[Optional[str], str]:
    """(VLLM_TUNED_CONFIG_FOLDER, what to tell the user): for the installed Triton, else the newest."""
    root = _absolute(value)
    versions = _versions(root)
    if not versions:
        return None, _problem(value)
    wanted = _release_of_triton()
    version = wanted if wanted in versions else max(versions)
    name = "triton_" + "_".join(str(part) for part in version)
    return os.path.join(root, "configs", name), ""


def name_in_folder(name: str) -> str:
    """The name under which vLLM's folder has a table.

    SGLang's names have a blank in block_shape=[128, 128], and vLLM's have none.
    """
    folder = os.environ.get(FOR_VLLM, "")
    if os.path.isdir(folder) and not os.path.exists(os.path.join(folder, name)):
        for other in sorted(os.listdir(folder)):
            if other.replace(" ", "") == name:
                return other
    return name


def _absolute(value: str) -> str:
    return os.path.abspath(os.path.expanduser(value))


def _versions(root: str) -> List[Tuple[int, ...]]:
    configs = os.path.join(root, "configs")
    names = os.listdir(configs) if os.path.isdir(configs) else []
    matches = (_VERSIONED.fullmatch(name) for name in names)
    return [_numbers(match[1], "_") for match in matches if match]


def _release_of_triton() -> Optional[Tuple[int, ...]]:
    """(3, 2, 0) for 3.2.0.post1 and 3.2.0+git: tables are named by the release alone."""
    try:
        match = re.match(r"\d+(?:\.\d+)*", metadata.version("triton"))
    except metadata.PackageNotFoundError:
        return None
    return _numbers(match[0], ".") if match else None


def _numbers(text: str, separator: str) -> Tuple[int, ...]:
    return tuple(int(part) for part in text.split(separator))


def _problem(value: str) -> str:
    return (
        f"{MOE_TABLES}={value} has no effect: there is no folder configs/triton_<version> in it. "
        "Name the folder that SGLang's tuner has written its tables below"
    )
