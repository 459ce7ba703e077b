"""Checkpoints that CUDA and MUSA can exchange: torch.save and torch.load.

Storages are tagged and restored through torch.serialization's own registry. Ours comes first in it,
before torch_musa's, which tags "musa:N" and refuses "cuda:N".
"""

import re

from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "serialization"
# Before the first of PyTorch's (10), and not a round number: the registry sorts whole tuples, and
# two equal priorities make it compare functions.
PRIORITY = 7
# Under which PyTorch registers CUDA's own entry.
CUDA_PRIORITY = 20
_LOCATION = r"(?:cuda|musa)(?::(\d+))?"
# Locations that are meant for the GPU, though they may be misspelt.
_OURS = r"(?:cuda|musa)(?::|\d|$)"


@patch_function
@requires_import("torch_musa")
def _register_locations():
    """Tag with "cuda:N", restore "cuda:N" and "musa:N"."""
    from torch import serialization

    registry = serialization._package_registry
    # torch_musa put these in the place of CUDA's entry; with ours before them they would only
    # spoil PyTorch's own error for a location that nobody knows.
    refusals = [entry for entry in registry if _is_refusal(entry)]

    def register():
        registry[:] = [entry for entry in registry if entry not in refusals]
        serialization.register_package(PRIORITY, _tag, _restore)

    def unregister():
        others = [entry for entry in registry if entry[1] is not _tag]
        registry[:] = sorted(others + refusals, key=lambda entry: entry[0])

    current().call(register, unregister, "torch.serialization._package_registry", AREA)


@patch_function
@requires_import("torch_musa")
def _show_cuda_locations():
    """A map_location dict or function is the user's: it sees "cuda:N", whoever saved the file."""
    from torch import serialization

    original = serialization._get_restore_location

    def get_restore_location(map_location):
        restore = original(map_location)
        if not (isinstance(map_location, dict) or callable(map_location)):
            return restore

        def restore_location(storage, location):
            return restore(storage, as_users_location(location, map_location))

        return restore_location

    current().set_attr(serialization, "_get_restore_location", get_restore_location, area=AREA)


@patch_function
@requires_import("torch_musa")
def _validate_cuda_devices():
    """torch.serialization.validate_cuda_device, which asks whether CUDA is available."""
    from torch import serialization

    def validate_cuda_device(location):
        """The index of the device that a location such as "cuda:0" names; RuntimeError if none."""
        match = re.fullmatch(_LOCATION, location)
        if match is None:
            return original(location)
        return _existing_index(match[1])

    original = serialization.validate_cuda_device
    current().set_attr(serialization, "validate_cuda_device", validate_cuda_device, area=AREA)


def as_users_location(location, map_location):
    """A location in a file as map_location's author knows it: "cuda:N", unless it names musa."""
    if location.startswith("musa") and not _names_musa(map_location):
        return "cuda" + location[4:]
    return location


def _is_refusal(entry):
    priority, _, deserializer = entry
    home = getattr(deserializer, "__module__", None) or ""
    return priority == CUDA_PRIORITY and home.split(".")[0] == "torch_musa"


def _tag(storage):
    device = storage.device
    if device.type == "musa":
        return "cuda" if device.index is None else f"cuda:{device.index}"
    return None


def _restore(storage, location):
    if re.match(_OURS, location) is None:
        return None
    import torch

    match = re.fullmatch(_LOCATION, location)
    if match is None:
        return storage.to(device=torch.device(location))  # which says what is wrong with it
    return storage.to(device=torch.device("musa", _existing_index(match[1])))


def _existing_index(digits):
    """The device index in a location (the current device's where it has none), if there is one."""
    import torch_musa

    count = torch_musa.device_count()
    if count == 0:
        raise RuntimeError(
            "Attempting to deserialize object on a CUDA device but no MUSA device was found. If you "
            "are running on a CPU-only machine, please use torch.load with "
            "map_location=torch.device('cpu') to map your storages to the CPU."
        )
    index = torch_musa.current_device() if digits is None else int(digits)
    if index >= count:
        raise RuntimeError(
            f"Attempting to deserialize object on CUDA device {index} but "
            f"torch.cuda.device_count() is {count}. Please use torch.load with map_location to map "
            "your storages to an existing device."
        )
    return index


def _names_musa(map_location):
    return isinstance(map_location, dict) and any(
        isinstance(key, str) and key.startswith("musa") for key in map_location
    )
