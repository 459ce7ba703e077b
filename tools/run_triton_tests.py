#!/usr/bin/env python3
"""Runs Triton's own tests of its language through torchada, and tells how they end and whose each failure is.

    python tools/run_triton_tests.py TRITON [--write docs/triton-tests.md] [--only FILE] [-k TEXT]

TRITON is a folder with Triton's sources, of which only python/test/ is read; its version should be the
installed one. Run it with a Python that has torch, torchada, musasim[triton], pytest, pytest-xdist,
pytest-timeout and scipy. Nothing of Triton's sources is changed or kept. All of the tests take 16
processors 20 minutes; --from reads what an earlier run kept instead. Exit code: 0 every failure has a
known reason, 1 one has none, 2 the tests did not run.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from judged_tests import NotRun, keep, read, renewed
from triton_tests.table import as_markdown, judge, record

# Of one test. The simulator computes on the CPU, and some tests have a lot for it to compute.
TIMEOUT_S = 300


def environment(kept: Path) -> dict:
    """The simulated S5000, of which each test uses one processor."""
    env = dict(os.environ)
    paths = [str(Path(__file__).resolve().parent), env.get("PYTHONPATH")]
    env["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    env["TESTS_RECORD"] = str(kept)
    env.update(MUSASIM="1", OMP_NUM_THREADS="1", TORCHADA_HINTS="0")
    env.setdefault("MUSASIM_MODEL", "S5000")
    return env


def command(unit: Path, files: list, *options) -> list:
    """pytest, in the folder of these files; conftest.py is beside that."""
    places = ["-c", os.devnull, "--rootdir", str(unit), "--confcutdir", str(unit.parent)]
    return [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        *places,
        *options,
        "--device",
        "cuda",
        *files,
    ]


def chosen(unit: Path, only: str) -> list:
    """The files whose name holds the text."""
    files = [f"language/{path.name}" for path in sorted((unit / "language").glob("test_*.py"))]
    files = [file for file in files if only in file]
    if not files:
        raise NotRun(f"{unit / 'language'} has no file of that name")
    return files


def run(unit: Path, files: list, keyword: str, jobs: int) -> list:
    """[{"test", "outcome", "message"}]"""
    options = ["-p", "recorded_tests", "-n", str(jobs), "--max-worker-restart=1000", "--tb=no"]
    options += [f"--timeout={TIMEOUT_S}", "--timeout-method=signal"]
    options += ["-k", keyword] if keyword else []
    with tempfile.TemporaryDirectory(prefix="torchada-triton-") as scratch:
        kept = Path(scratch) / "record.jsonl"
        env = {**environment(kept), "TRITON_CACHE_DIR": str(Path(scratch) / "cache")}
        subprocess.run(command(unit, files, *options), cwd=unit, env=env, stdout=sys.stderr)
        if not kept.exists():
            raise NotRun("no test was collected: are torch, torchada, pytest-xdist installed?")
        return read(kept)


def collect(unit: Path, files: list) -> list:
    """The tests that there are."""
    options = command(unit, files, "--collect-only")
    env = environment(Path(os.devnull))
    done = subprocess.run(options, cwd=unit, env=env, capture_output=True, text=True)
    return [line for line in done.stdout.splitlines() if line.startswith("language/")]


def installed() -> str:
    """What the tests run with, in words."""
    import torch
    import triton

    return f"torch {torch.__version__.split('+')[0]} and Triton {triton.__version__}"


def records_of(options, unit: Path) -> list:
    """The records of this run, or those of earlier ones."""
    if not options.earlier:
        return run(unit, chosen(unit, options.only), options.keyword, options.jobs)
    records: list = []
    for path in options.earlier:
        records = renewed(records, [record(row) for row in read(path)])
    return records


def main(arguments=None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("sources", type=Path, metavar="TRITON", help="a folder with its sources")
    parser.add_argument("--write", type=Path, help="write the page of the documentation here")
    parser.add_argument("--keep", type=Path, help="write the records of the tests here")
    parser.add_argument("--only", default="", help="only files whose name holds this text")
    parser.add_argument("-k", dest="keyword", default="", help="only tests that pytest's -k finds")
    parser.add_argument("-n", dest="jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument(
        "--from",
        dest="earlier",
        type=Path,
        nargs="+",
        metavar="RECORDS",
        help="run nothing: read what runs kept; of each test, the last file counts",
    )
    parser.add_argument("--versions", help="what those runs had: 'torch 2.11.0 and Triton 3.6.0'")
    options = parser.parse_args(arguments)
    unit = options.sources.resolve() / "python" / "test" / "unit"
    try:
        records = records_of(options, unit)
        whole = not options.only and not options.keyword
        results = judge(records, collect(unit, chosen(unit, "")) if whole else ())
    except NotRun as error:
        print(f"run_triton_tests: {error}", file=sys.stderr)
        return 2
    if options.keep:
        keep(options.keep, records)
    text = as_markdown(results, options.versions or installed())
    if options.write:
        options.write.write_text(text)
    else:
        print(text)
    return 1 if any(result.is_unexplained for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
