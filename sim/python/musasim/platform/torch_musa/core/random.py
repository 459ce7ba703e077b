"""Random number generators: seeds and states of the devices' default generators."""

import contextlib
from typing import Iterable, List, Union

import torch
import torch_musa
from torch import Tensor

from ._lazy_init import _lazy_call, _lazy_init
from ._utils import _get_musa_device_index
from .device import current_device, device_count

__all__ = [
    "get_rng_state",
    "get_rng_state_all",
    "set_rng_state",
    "set_rng_state_all",
    "manual_seed",
    "manual_seed_all",
    "seed",
    "seed_all",
    "initial_seed",
    "fork_rng",
]

_torch_fork_rng = torch.random.fork_rng


def _get_generator(device) -> torch.Generator:
    """A device's generator. PyTorch asks each device's module for it by this name."""
    return torch_musa.default_generators[_get_musa_device_index(device)]


def get_rng_state(device: Union[int, str, torch.device] = "musa") -> Tensor:
    """The state of a device's generator, a CPU tensor of bytes."""
    _lazy_init()
    return _get_generator(device).get_state()


def get_rng_state_all() -> List[Tensor]:
    """The states of all devices' generators."""
    return [get_rng_state(index) for index in range(device_count())]


def set_rng_state(new_state: Tensor, device: Union[int, str, torch.device] = "musa") -> None:
    """Set the state of a device's generator."""
    # The tensor may change before a queued call is made.
    with torch._C._DisableFuncTorch():
        state = new_state.clone(memory_format=torch.contiguous_format)
    _lazy_call(lambda: _get_generator(device).set_state(state))


def set_rng_state_all(new_states: Iterable[Tensor]) -> None:
    """Set the states of all devices' generators."""
    for index, state in enumerate(new_states):
        set_rng_state(state, index)


def manual_seed(seed: int) -> None:
    """Seed the current device's generator; without a device, do nothing."""
    seed = int(seed)
    _lazy_call(lambda: _get_generator(current_device()).manual_seed(seed), seed=True)


def manual_seed_all(seed: int) -> None:
    """Seed every device's generator; without a device, do nothing."""
    seed = int(seed)

    def seed_every_device():
        for generator in torch_musa.default_generators:
            generator.manual_seed(seed)

    _lazy_call(seed_every_device, seed_all=True)


def seed() -> None:
    """Seed the current device's generator with a random number."""
    _lazy_call(lambda: _get_generator(current_device()).seed())


def seed_all() -> None:
    """Seed every device's generator with the same random number."""

    def seed_every_device():
        generators = torch_musa.default_generators
        value = generators[0].seed() if generators else None
        for generator in generators[1:]:
            generator.manual_seed(value)

    _lazy_call(seed_every_device)


def initial_seed() -> int:
    """The seed that the current device's generator started from."""
    _lazy_init()
    return _get_generator(current_device()).initial_seed()


@contextlib.contextmanager
def fork_rng(
    devices=None, enabled=True, _caller="fork_rng", _devices_kw="devices", device_type="musa"
):
    """torch.random.fork_rng with MUSA as its default device."""
    with _torch_fork_rng(devices, enabled, _caller, _devices_kw, device_type):
        yield
