#!/usr/bin/env python3
"""Runs Triton's own tests of its language through torchada, and tells how they end and whose each failure is.

    python tools/run_triton_tests.py TRITON [--write docs/triton-tests.md] [--only FILE] [-k TEXT]

TRITON is a folder with Triton's sources, of which only python/test/ is read; its version should be the
installed one. Run it with a Python that has torch, torchada, musasim[triton], pytest, pytest-xdist,
pytest-timeout and scipy. Nothing of Triton's sources is changed or kept. All of the tests take 16
processors 20 minutes; --from reads what earlier runs kept instead. Exit code: 0 every test has run and
every failure has a known reason, 1 a failure has none or a test was not run, 2 pytest could not run them.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from judged_tests import NotRun
from pytest_runs import add_options, earlier_records, environment, finish, run_pytest
from triton_tests.table import as_markdown, judge


def variables(cache: Path) -> dict:
    """The simulated S5000, of which each test uses one processor."""
    return {
        **os.environ,
        "MUSASIM": "1",
        "MUSASIM_MODEL": "S5000",
        "OMP_NUM_THREADS": "1",
        "TORCHADA_HINTS": "0",
        "TRITON_CACHE_DIR": str(cache),
    }


def arguments_for(unit: Path, files: list) -> list:
    """pytest's arguments for these files; conftest.py is beside their folder."""
    places = ["-c", os.devnull, "--rootdir", str(unit), "--confcutdir", str(unit.parent)]
    return [*places, "--device", "cuda", *files]


def chosen(unit: Path, only: str) -> list:
    """The files whose name holds the text."""
    files = [f"language/{path.name}" for path in sorted((unit / "language").glob("test_*.py"))]
    files = [file for file in files if only in file]
    if not files:
        raise NotRun(f"{unit / 'language'} has no file of that name")
    return files


def run(unit: Path, options) -> list:
    """[{"test", "outcome", "message"}]"""
    arguments = ["-n", str(options.jobs), *arguments_for(unit, chosen(unit, options.only))]
    with tempfile.TemporaryDirectory(prefix="torchada-triton-") as cache:
        return run_pytest(arguments, unit, variables(Path(cache)), options.keyword)


def collect(unit: Path) -> list:
    """All tests that there are."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--collect-only"]
    command += arguments_for(unit, chosen(unit, ""))
    with tempfile.TemporaryDirectory(prefix="torchada-triton-") as cache:
        env = environment(variables(Path(cache)))
        done = subprocess.run(command, cwd=unit, env=env, capture_output=True, text=True)
    if done.returncode != 0:
        said = (done.stdout + done.stderr)[-2000:]
        raise NotRun(f"pytest --collect-only ended with {done.returncode}:\n{said}")
    return [line for line in done.stdout.splitlines() if line.startswith("language/")]


def installed() -> str:
    """What the tests run with, in words."""
    import torch
    import triton

    return f"torch {torch.__version__.split('+')[0]} and Triton {triton.__version__}"


def main(arguments=None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("sources", type=Path, metavar="TRITON", help="a folder with its sources")
    add_options(parser)
    parser.add_argument("-n", dest="jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument(
        "--versions", help="what the runs of --from had: 'torch 2.11.0 and Triton 3.6.0'"
    )
    options = parser.parse_args(arguments)
    unit = options.sources.resolve() / "python" / "test" / "unit"
    versions = options.versions or installed()
    try:
        records = earlier_records(options.earlier) if options.earlier else run(unit, options)
        whole = not options.only and not options.keyword
        results = judge(records, versions, collect(unit) if whole else ())
    except NotRun as error:
        print(f"run_triton_tests: {error}", file=sys.stderr)
        return 2
    return finish(options, records, results, as_markdown(results, versions))


if __name__ == "__main__":
    sys.exit(main())
