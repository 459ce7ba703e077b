"""What the programs that run other projects' tests share: their options, pytest, and how they end."""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from judged_tests import NotRun, merge_records, read_records, write_records

# Of one test. The simulator computes on the CPU, and some tests have a lot for it to compute.
TIMEOUT_S = 300
# Of pytest: all passed, some failed. It has another where it could not run the tests.
_RAN = (0, 1)
_NOTHING_CHOSEN = 5


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options that all runners have."""
    parser.add_argument("--write", type=Path, help="write the page of the documentation here")
    parser.add_argument("--keep", type=Path, help="write the records of the tests here")
    parser.add_argument("--only", default="", help="only files whose name holds this text")
    parser.add_argument("-k", dest="keyword", default="", help="only tests that pytest's -k finds")
    parser.add_argument(
        "--from",
        dest="earlier",
        type=Path,
        nargs="+",
        metavar="RECORDS",
        help="run nothing: read what runs kept; of each test, the last file counts",
    )


def environment(variables: dict) -> dict:
    """Variables with which pytest finds the plugins of this folder."""
    paths = [str(Path(__file__).resolve().parent), variables.get("PYTHONPATH")]
    return {**variables, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}


def run_pytest(arguments: list, folder: Path, variables: dict, keyword: str) -> list:
    """[{"test", "outcome", "message"}] of the tests that these arguments of pytest choose in the folder."""
    options = ["-q", "--tb=no", "-p", "recorded_tests", "-p", "no:cacheprovider"]
    options += [f"--timeout={TIMEOUT_S}", "--timeout-method=signal", "--max-worker-restart=1000"]
    options += ["-k", keyword] if keyword else []
    command = [sys.executable, "-m", "pytest", *options, *arguments]
    with tempfile.TemporaryDirectory(prefix="torchada-tests-") as scratch:
        record = Path(scratch) / "record.jsonl"
        env = {**environment(variables), "TESTS_RECORD": str(record)}
        status = subprocess.run(command, cwd=folder, env=env, stdout=sys.stderr).returncode
        if keyword and status == _NOTHING_CHOSEN:
            return []
        if status not in _RAN or not record.exists():
            raise NotRun(
                f"pytest could not run the tests and ended with {status}, see above: are torch, "
                "torchada, pytest-xdist and pytest-timeout installed?"
            )
        return read_records(record)


def earlier_records(paths: list) -> list:
    """What several runs kept: of each test, the last file counts."""
    records: list = []
    for path in paths:
        records = merge_records(records, read_records(path))
    return records


def finish(options, records: list, results: list, text: str) -> int:
    """Write what the options ask for; the exit code."""
    if options.keep:
        write_records(options.keep, records)
    if options.write:
        options.write.write_text(text)
    else:
        print(text)
    return 1 if any(result.is_unexplained for result in results) else 0
