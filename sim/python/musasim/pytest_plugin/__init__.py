"""The pytest plugin: `pytest --musasim` runs tests on a simulated GPU.

pytest imports this module in every run, so it must stay light: no torch, and nothing that is only
needed while the simulator is on.
"""

import os

import pytest

import musasim

from . import _options
from ._devices import musa_devices, skip_without_devices
from ._faults import musa_faults, skip_without_simulator

__all__ = ["musa_devices", "musa_faults"]  # the fixtures

_MARKERS = (
    "musa_devices(count): skip the test where there are fewer GPUs",
    "musa_faults(rules, optional=False): what fails during the test; optional: or does not",
    "musa_unchecked(reason): what --musasim-check finds does not fail the test",
)


def pytest_addoption(parser):
    _options.add(parser)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config):
    """Switch the simulator on before any conftest.py can import torch."""
    _options.apply(early_config.known_args_namespace)


def pytest_configure(config):
    for marker in _MARKERS:
        config.addinivalue_line("markers", marker)
    if config.option.musasim is not None:
        from ._report import Report
        from ._watch import Watch

        config.pluginmanager.register(Watch(config), "musasim_watch")
        config.pluginmanager.register(Report(config), "musasim_report")


def pytest_report_header(config):
    if config.option.musasim is None:
        return None
    names = sorted(name for name in os.environ if name.startswith("MUSASIM_"))
    return " ".join(
        [f"musasim {musasim.__version__}: on", *(f"{n}={os.environ[n]}" for n in names)]
    )


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    skip_without_devices(item)
    skip_without_simulator(item)
