"""Chooses the platform of the test session, skips what it lacks, and starts fresh interpreters.

Where no real torch_musa is installed the simulator takes its place, in this process and, by
run_python, in others. TORCHADA_PLATFORM=cuda or cpu tests without it.
"""

import importlib.util
import os
import sys
import textwrap
from pathlib import Path

import pytest
from support.processes import HAS_REAL_TORCH_MUSA, run_command

# Before torch: tests run side by side, and threads of their operators would only be in the way.
os.environ.setdefault("OMP_NUM_THREADS", "1")


def _choose_platform() -> None:
    if HAS_REAL_TORCH_MUSA or os.environ.get("TORCHADA_PLATFORM", "musa") != "musa":
        return
    if importlib.util.find_spec("musasim") is None:
        # Not optional: without it nearly every test would be skipped.
        pytest.exit(
            "the tests need a MUSA platform: install the simulator (make install, or "
            "pip install --no-build-isolation -e ./sim), or set TORCHADA_PLATFORM=cpu",
            returncode=2,
        )
    import musasim

    musasim.enable()


_choose_platform()

import torchada  # noqa: E402

# They need packages from PyPI: tools/test_third_party.sh runs them.
collect_ignore = ["programs"]


def _lacks(marker):
    """Why a test with this marker cannot run here; empty when it can."""
    platform = torchada.detect_platform().value
    wanted = {"musa": ("musa",), "cuda": ("cuda",), "gpu": ("musa", "cuda")}[marker]
    return "" if platform in wanted else f"needs platform {' or '.join(wanted)}, this is {platform}"


def pytest_report_header():
    """What is being tested, on top of the output."""
    kind = "real" if HAS_REAL_TORCH_MUSA else "simulated"
    platform = torchada.detect_platform().value
    about = f"musa ({kind})" if platform == "musa" else platform
    return f"torchada {torchada.get_version()}, platform {about}, active: {torchada.is_patched()}"


# Tests that take long; tools/list_slow_tests.py writes the file.
SLOW = frozenset((Path(__file__).parent / "slow_tests.txt").read_text().splitlines())


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark the tests of slow_tests.txt as slow; skip those of another platform, with the reason."""
    for item in items:
        name = item.nodeid.partition("tests/")[2]
        if name in SLOW or name.partition("[")[0] in SLOW:
            item.add_marker(pytest.mark.slow)
        for marker in ("musa", "cuda", "gpu"):
            reason = _lacks(marker) if item.get_closest_marker(marker) else ""
            if reason:
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def run_python():
    """Run code in a fresh interpreter: run_python(code, *arguments, env=None, musasim=True, ...).

    The environment says nothing about torchada and MUSA but what `env` says and, unless musasim is
    False, MUSASIM=1. The result is a CompletedProcess; check=False allows a failure.
    """

    def run(code, *arguments, env=None, musasim=True, check=True, flags=(), **options):
        command = [sys.executable, *flags, "-c", textwrap.dedent(code), *map(str, arguments)]
        done = run_command(command, env=env, musasim=musasim, **options)
        assert not check or done.returncode == 0, f"{done.stdout}\n{done.stderr}"
        return done

    return run


@pytest.fixture
def no_torch_musa():
    """For tests of machines without torch_musa; a real one cannot be hidden."""
    if HAS_REAL_TORCH_MUSA:
        pytest.skip("a real torch_musa is installed")


@pytest.fixture
def needs_simulator():
    """For tests that set up the platform by the simulator's variables."""
    if HAS_REAL_TORCH_MUSA:
        pytest.skip("a real torch_musa is installed; this test sets the simulator's variables")
