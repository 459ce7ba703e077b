#!/usr/bin/env python3
"""Runs PyTorch's own tests of CUDA through torchada, and tells how they end and whose each failure is.

    python tools/run_pytorch_tests.py PYTORCH [--write docs/pytorch-tests.md] [--only FILE] [-k TEXT]
    python tools/run_pytorch_tests.py PYTORCH --kept RECORDS ... --write docs/pytorch-tests.md

PYTORCH is a folder with PyTorch's sources, of which only test/ is read; its version should be near the
installed one. Run it with a Python that has torch, torchada, a MUSA platform (the simulator counts),
pytest, pytest-xdist, pytest-timeout and psutil. Nothing of PyTorch's sources is changed or kept.
Exit code: 0 every failure has a known reason, 1 one has none, 2 the tests did not run.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from judged_tests import NotRun, keep, read, renewed
from pytorch_tests.table import as_markdown, judge

FILES = (
    "test_cuda.py",
    "test_cuda_multigpu.py",
    "test_cuda_expandable_segments.py",
    "inductor/test_cudagraph_trees.py",
)
# Of one test. The simulator computes on the CPU, and some tests have a lot for it to compute.
TIMEOUT_S = 300


def environment(record: Path) -> dict:
    """PyTorch's tests are made for a device that torch.cuda.is_available() finds."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("TORCHADA_")}
    paths = [str(Path(__file__).resolve().parent), env.get("PYTHONPATH")]
    env["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    env["TESTS_RECORD"] = str(record)
    env["TORCHADA_FORCE_CUDA_AVAILABLE"] = "1"
    env["PYTORCH_TESTING_DEVICE_ONLY_FOR"] = "cuda"
    env["OMP_NUM_THREADS"] = "1"
    env.setdefault("MUSASIM", "1")
    env.setdefault("MUSASIM_MEMORY", "8G")
    return env


def run(tests: Path, file: str, keyword: str, record: Path) -> None:
    """Append what became of each test of this file to the record."""
    options = ["-p", "recorded_tests", "-p", "pytorch_tests.plugin", "-p", "no:cacheprovider"]
    # A process for the tests beside pytest's own: pytest lives on, and goes on, where one crashes.
    options += [
        "-n",
        "1",
        "--max-worker-restart=1000",
        f"--timeout={TIMEOUT_S}",
        "--timeout-method=signal",
    ]
    options += ["--noconftest", "-c", os.devnull, "--rootdir", str(tests), "-q", "--tb=no"]
    if keyword:
        options += ["-k", keyword]
    folder, name = (tests / file).parent, Path(file).name
    print(file, file=sys.stderr, flush=True)
    command = [sys.executable, "-m", "pytest", *options, name]
    subprocess.run(command, cwd=folder, env=environment(record), stdout=subprocess.DEVNULL)


def run_all(sources: Path, only: str, keyword: str) -> list:
    """[{"test", "outcome", "message"}]"""
    tests = sources / "test"
    files = [file for file in FILES if only in file and (tests / file).exists()]
    if not files:
        raise NotRun(f"{tests} has no file of that name")
    with tempfile.TemporaryDirectory(prefix="torchada-pytorch-") as scratch:
        record = Path(scratch) / "record.jsonl"
        for file in files:
            run(tests, file, keyword, record)
        if not record.exists():
            raise NotRun("no test was collected: are torch, torchada, pytest-xdist installed?")
        return read(record)


def main(arguments=None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("sources", type=Path, metavar="PYTORCH", help="a folder with its sources")
    parser.add_argument("--write", type=Path, help="write the page of the documentation here")
    parser.add_argument("--keep", type=Path, help="write the records of the tests here")
    parser.add_argument("--only", default="", help="only files whose name holds this text")
    parser.add_argument("-k", dest="keyword", default="", help="only tests that pytest's -k finds")
    parser.add_argument(
        "--earlier",
        type=Path,
        metavar="RECORDS",
        help="what an earlier run kept: of each test that runs again, this run counts",
    )
    parser.add_argument(
        "--kept", type=Path, nargs="+", metavar="RECORDS", help="run nothing: tell of what was kept"
    )
    options = parser.parse_args(arguments)
    try:
        if options.kept:
            records = [row for kept in options.kept for row in read(kept)]
        else:
            records = run_all(options.sources, options.only, options.keyword)
        if options.earlier:
            records = renewed(read(options.earlier), records)
    except NotRun as error:
        print(f"run_pytorch_tests: {error}", file=sys.stderr)
        return 2
    if options.keep:
        keep(options.keep, records)
    results = judge(records)
    # A release's sources say 2.12.1a0.
    version = (options.sources / "version.txt").read_text().strip().partition("a")[0]
    text = as_markdown(results, version)
    if options.write:
        options.write.write_text(text)
    else:
        print(text)
    return 1 if any(result.is_unexplained for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
