"""What the tests of torch.distributed share."""

import pytest

from .ranks import run_all


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where the cases of a module write."""
    return tmp_path_factory.mktemp("ranks")


@pytest.fixture(scope="module")
def results(request, folder):
    """What became of the cases of the test's module."""
    return run_all(request.module, folder)
