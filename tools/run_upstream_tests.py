#!/usr/bin/env python3
"""Runs the tests of upstream's torchada (from PyPI) against this torchada, and tells how they end.

    python tools/run_upstream_tests.py [--write docs/upstream-tests.md] [--only TEXT]

Run it with a Python that has torch, torchada, pytest and a MUSA platform (the simulator counts). The
source distribution is downloaded into a temporary folder; only its tests are unpacked, and nothing
of it stays. Exit code: 0 every failure has a known reason, 1 one has none, 2 the tests did not run.
"""

import argparse
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from upstream_tests.table import as_markdown, count_unexplained, judge

VERSION = "0.1.103"
# A file's tests share a process; the slowest file takes about two minutes.
TIMEOUT_S = 900
# They fill the simulator's queue with big products, which it computes at once: many minutes.
DESELECTED = ("test_isfinite_leaves_queued_work_pending",)


class UpstreamError(Exception):
    """The tests could not be run; the text says why."""


def download(folder: Path) -> Path:
    """The folder with upstream's tests, and nothing else of it."""
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        "--no-binary",
        ":all:",
    ]
    done = subprocess.run([*command, "--dest", str(folder), f"torchada=={VERSION}"])
    archives = list(folder.glob("torchada-*.tar.gz"))
    if done.returncode != 0 or len(archives) != 1:
        raise UpstreamError(f"pip could not download torchada {VERSION}")
    with tarfile.open(archives[0]) as archive:
        for member in archive.getmembers():
            parts = Path(member.name).parts
            if len(parts) == 3 and parts[1] == "tests" and member.isfile():
                target = folder / "tests" / parts[2]
                target.parent.mkdir(exist_ok=True)
                target.write_bytes(archive.extractfile(member).read())
    return folder / "tests"


def environment(record: Path, native_modules) -> dict:
    """The simulator where no real torch_musa is, and the modules that see `musa`."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("TORCHADA_")}
    paths = [str(Path(__file__).resolve().parent), env.get("PYTHONPATH")]
    env["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    env["TESTS_RECORD"] = str(record)
    env["OMP_NUM_THREADS"] = "1"
    env.setdefault("MUSASIM", "1")
    if native_modules:
        env["TORCHADA_NATIVE_MODULES"] = ",".join(native_modules)
    return env


def run(tests: Path, files, native_modules=()) -> list:
    """What became of each test of these files: [{"test", "outcome", "message"}]."""
    record = tests.parent / "record.jsonl"
    record.unlink(missing_ok=True)
    options = [
        "-p",
        "upstream_tests.plugin",
        "-p",
        "recorded_tests",
        "-p",
        "no:cacheprovider",
        "-q",
        "--tb=no",
        "--no-header",
    ]
    options += [
        "-c",
        os.devnull,
        "--rootdir",
        str(tests),
        "-k",
        f"not {' and not '.join(DESELECTED)}",
    ]
    for file in files:
        command = [sys.executable, "-m", "pytest", *options, str(file)]
        env = environment(record, native_modules)
        print(
            f"{file.name}{' (knows MUSA)' if native_modules else ''}", file=sys.stderr, flush=True
        )
        try:
            subprocess.run(
                command, cwd=tests, env=env, stdout=subprocess.DEVNULL, timeout=TIMEOUT_S
            )
        except subprocess.TimeoutExpired:
            with record.open("a") as out:
                row = {
                    "test": file.name,
                    "outcome": "failed",
                    "message": f"not done in {TIMEOUT_S} s",
                }
                out.write(json.dumps(row) + "\n")
    if not record.exists():
        raise UpstreamError("no test was collected: are torch, torchada and pytest installed?")
    return [json.loads(line) for line in record.read_text().splitlines()]


def run_both_ways(tests: Path, only: str) -> list:
    """All tests as a user's code; what failed again, as code of a package that knows MUSA."""
    files = [file for file in sorted(tests.glob("test_*.py")) if only in file.name]
    as_user = run(tests, files)
    again = sorted({row["test"].split("::")[0] for row in as_user if row["outcome"] == "failed"})
    native = ["__main__", *(file.stem for file in files)]
    as_native = run(tests, [tests / name for name in again], native) if again else []
    return judge(as_user, as_native)


def main(arguments=None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--write", type=Path, help="write the page of the documentation here")
    parser.add_argument("--only", default="", help="only files whose name holds this text")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="torchada-upstream-") as scratch:
        try:
            results = run_both_ways(download(Path(scratch)), options.only)
        except UpstreamError as error:
            print(f"run_upstream_tests: {error}", file=sys.stderr)
            return 2
    text = as_markdown(results, VERSION)
    if options.write:
        options.write.write_text(text)
    else:
        print(text)
    return 1 if count_unexplained(results) else 0


if __name__ == "__main__":
    sys.exit(main())
