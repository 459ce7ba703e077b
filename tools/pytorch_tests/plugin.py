"""A pytest plugin for PyTorch's own test files: does what their runs in PyTorch's CI do."""

import gc
import os
import sys
import types

import pytest
import torch
import torch.testing._internal.common_utils as common_utils

# PyTorch's flag asks for torch.version.cuda, which torchada leaves None.
common_utils.TEST_CUDA_GRAPH = common_utils.TEST_CUDA and not common_utils.TEST_SKIP_CUDAGRAPH

_failed = set()
_EXPANDABLE = "test_cuda_expandable_segments"
# A part of PyTorch's repository beside test/, which the file of that name imports and asks which tests
# CI leaves out.
_STATS = "tools.stats.import_test_stats"


def pytest_configure(config):
    """Stand in for what a folder with test/ alone lacks."""
    if not (config.rootpath.parent / "tools" / "stats").exists():
        for name in ("tools", "tools.stats", _STATS):
            sys.modules.setdefault(name, types.ModuleType(name))
        sys.modules[_STATS].get_disabled_tests = lambda folder: {}


def pytest_collection_finish(session):
    """Set what the file sets where it is run as a program."""
    module = sys.modules.get(_EXPANDABLE)
    if module is not None:
        torch._C._accelerator_setAllocatorSettings("expandable_segments:True")
        for name in ("TestCuda", "TestBlockStateAbsorption"):
            getattr(module, name).expandable_segments = lambda self: True


@pytest.hookimpl(trylast=True)
def pytest_runtest_logreport(report):
    """Free what a failure leaves behind: the next tests measure the memory in use.

    PyTorch's CI begins another process then. Here a test that is out of time ends pytest-xdist's process,
    in which its threads would go on. Another failure's frames refer to each other, and hold tensors.
    """
    if report.failed:
        is_late = "Timeout (>" in str(report.longrepr)
        if is_late and "PYTEST_XDIST_WORKER" in os.environ:
            os._exit(1)
        _failed.add(report.nodeid)
    if report.when == "teardown" and report.nodeid in _failed:
        gc.collect()
