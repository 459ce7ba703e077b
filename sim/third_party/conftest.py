"""Packages from PyPI on the simulator; run by tools/test_third_party.sh, which installs them."""

import os

import pytest


def pytest_addoption(parser):
    parser.addoption("--with-torchada", action="store_true", help="import the adapter first")


def pytest_configure(config):
    with_adapter = config.getoption("--with-torchada")
    # Children (accelerate launch) are to be as this process.
    os.environ["TORCHADA_AUTOLOAD"] = "1" if with_adapter else "0"
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    if with_adapter:
        import torchada  # noqa: F401
    import musasim

    musasim.enable(devices=2)
    os.environ["MUSASIM"], os.environ["MUSASIM_DEVICES"] = "1", "2"


@pytest.fixture(autouse=True)
def known_seed():
    """Every test starts from the same random state."""
    import torch

    torch.manual_seed(0)
