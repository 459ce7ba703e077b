"""The facts of `musasim info` and musasim.info(): versions, folders, settings, devices."""

import os
import sys

import musasim

from . import _switch, home, is_enabled

VARIABLES = (
    "MUSASIM",
    "MUSASIM_FORCE",
    "MUSASIM_DEVICES",
    "MUSASIM_MODEL",
    "MUSASIM_MEMORY",
    "MUSASIM_OPERATORS",
    "MUSASIM_HEAVY_IMPORTS",
    "MUSASIM_CHECK",
    "MUSASIM_FAULTS",
    "MUSASIM_MCCL_TIMEOUT",
    "MUSA_VISIBLE_DEVICES",
    "TORCH_DEVICE_BACKEND_AUTOLOAD",
)


def devices() -> list:
    if not is_enabled():
        return []
    import torch
    import torch_musa

    rows = []
    for index in range(torch_musa.device_count()):
        properties = torch_musa.get_device_properties(index)
        rows.append(
            {
                "device": f"musa:{index}",
                "name": properties.name,
                "capability": f"{properties.major}.{properties.minor}",
                "multi_processor_count": properties.multi_processor_count,
                "total_memory": properties.total_memory,
            }
        )
    return rows


def _home() -> str:
    try:
        return home()
    except FileNotFoundError as error:
        return f"none: {error}"


def info() -> dict:
    facts = {
        "musasim": musasim.__version__,
        "home": _home(),
        "enabled": is_enabled(),
        "real_torch_musa": _switch.real_torch_musa(),
        "python": sys.version.split()[0],
        "environment": {name: os.environ[name] for name in VARIABLES if name in os.environ},
    }
    if is_enabled():
        import torch
        import torch_musa

        facts.update(torch=torch.__version__, torch_musa=torch_musa.__version__)
        facts["native"] = torch_musa._MUSAC.__file__
        facts["devices"] = devices()
    return facts
