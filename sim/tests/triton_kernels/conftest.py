"""Kernels of Triton on the simulated GPU. They run on the model with warps of 128 lanes; test_launches.py has the others."""

import pytest


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory):
    """A folder for compiled kernels, so that each run of the tests compiles them."""
    knobs = pytest.importorskip("triton", minversion="3.6").knobs

    knobs.cache.dir = str(tmp_path_factory.mktemp("triton"))
