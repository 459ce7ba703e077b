"""Saving and loading: the location "musa:<index>", and an error for the location "cuda"."""

from typing import Any

from torch.serialization import _package_registry, register_package

from ._utils import _get_musa_device_index
from .device import device_count

_REGISTRATION_KEY = 999
# The priority under which torch registers CUDA's locations.
_CUDA_KEY = 20


def _validate_musa_device(location: str) -> None:
    """Refuse a location whose device does not exist here."""
    count = device_count()
    if count == 0:
        raise RuntimeError(
            "Attempting to deserialize object on a MUSA device but torch.musa.is_available() is "
            "False. If you are running on a CPU-only machine, please use torch.load with "
            "map_location=torch.device('cpu') to map your storages to the CPU."
        )
    index = _get_musa_device_index(location)
    if not 0 <= index < count:
        raise RuntimeError(
            f"Attempting to deserialize object on MUSA device {index} but torch.musa.device_count() "
            f"is {count}. Please use torch.load with map_location to map your storages to an "
            "existing device."
        )


def _musa_tag(obj: Any) -> Any:
    return f"musa:{obj.get_device()}" if obj.device.type == "musa" else None


def _musa_deserialize(obj: Any, location: str) -> Any:
    if not location.startswith("musa"):
        return None
    _validate_musa_device(location)
    return obj.musa(location)


def _cuda_deserialize(_: Any, location: str) -> Any:
    if location.startswith("cuda"):
        raise RuntimeError(
            "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is "
            "False. If you are running on a MUSA enabled machine, please use torch.load with "
            "map_location='musa' (or 'cpu') to map your storages."
        )


def register_deserialization() -> None:
    """Register MUSA's location, and replace torch's entry for CUDA by the error, once."""
    if any(entry[0] == _REGISTRATION_KEY for entry in _package_registry):
        return
    position, (key, tagger, _) = next(
        (i, entry) for i, entry in enumerate(_package_registry) if entry[0] == _CUDA_KEY
    )
    _package_registry.pop(position)
    register_package(key, tagger, _cuda_deserialize)
    register_package(_REGISTRATION_KEY, _musa_tag, _musa_deserialize)
