"""What the tests of torch.distributed share."""

import pytest

from .ranks import run_all


@pytest.fixture(scope="module")
def results(request, tmp_path_factory):
    """What became of the cases of the test's module."""
    return run_all(request.module, tmp_path_factory.mktemp("ranks"))
