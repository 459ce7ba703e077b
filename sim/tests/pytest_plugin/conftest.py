"""Runs pytest on a small test file in a process of its own, whose environment says nothing of MUSA."""

import os

import pytest

# Of each run: nothing of the tests' own settings. Warnings are errors, as in many projects.
OPTIONS = ("-p", "no:cacheprovider", "-rs", "-W", "error", "--strict-markers")


@pytest.fixture
def run(pytester, monkeypatch):
    """run(source, *options, **files): the result of pytest on a file with that text."""
    for name in [name for name in os.environ if name.startswith(("MUSASIM", "MUSA_", "PYTEST_"))]:
        monkeypatch.delenv(name)

    def run_pytest(source, *options, **files):
        pytester.makepyfile(test_it=source, **files)
        return pytester.runpytest_subprocess(*OPTIONS, *options, timeout=300)

    return run_pytest
