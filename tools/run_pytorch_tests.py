#!/usr/bin/env python3
"""Runs PyTorch's own tests of CUDA through torchada, and tells how they end and whose each failure is.

    python tools/run_pytorch_tests.py PYTORCH [--write docs/pytorch-tests.md] [--only FILE] [-k TEXT]
    python tools/run_pytorch_tests.py PYTORCH --from RECORDS ... --write docs/pytorch-tests.md

PYTORCH is a folder with PyTorch's sources, of which only test/ is read; its version should be near the
installed one. Run it with a Python that has torch, torchada, a MUSA platform (the simulator counts),
pytest, pytest-xdist, pytest-timeout and psutil. Nothing of PyTorch's sources is changed or kept.
Exit code: 0 every failure has a known reason, 1 one has none, 2 pytest could not run the tests.
"""

import argparse
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from judged_tests import NotRun
from pytest_runs import add_options, earlier_records, finish, run_pytest
from pytorch_tests.table import as_markdown, judge

FILES = (
    "test_cuda.py",
    "test_cuda_multigpu.py",
    "test_cuda_expandable_segments.py",
    "inductor/test_cudagraph_trees.py",
)


def variables() -> dict:
    """PyTorch's tests are made for a device that torch.cuda.is_available() finds."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("TORCHADA_")}
    env["TORCHADA_FORCE_CUDA_AVAILABLE"] = "1"
    env["PYTORCH_TESTING_DEVICE_ONLY_FOR"] = "cuda"
    env["OMP_NUM_THREADS"] = "1"
    env.setdefault("MUSASIM", "1")
    env.setdefault("MUSASIM_MEMORY", "8G")
    return env


def run(tests: Path, file: str, keyword: str) -> list:
    """What became of each test of this file."""
    # A process for the tests beside pytest's own: pytest lives on, and goes on, where one crashes.
    arguments = ["-p", "pytorch_tests.plugin", "-n", "1"]
    arguments += ["--noconftest", "-c", os.devnull, "--rootdir", str(tests)]
    folder, name = (tests / file).parent, Path(file).name
    print(file, file=sys.stderr, flush=True)
    return run_pytest([*arguments, name], folder, variables(), keyword)


def run_all(sources: Path, only: str, keyword: str) -> list:
    """[{"test", "outcome", "message"}]"""
    tests = sources / "test"
    files = [file for file in FILES if only in file and (tests / file).exists()]
    if not files:
        raise NotRun(f"{tests} has no file of that name")
    records = [row for file in files for row in run(tests, file, keyword)]
    if not records:
        raise NotRun(f"no test of {', '.join(files)} is one of -k {keyword}")
    return records


def main(arguments=None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("sources", type=Path, metavar="PYTORCH", help="a folder with its sources")
    add_options(parser)
    options = parser.parse_args(arguments)
    try:
        if options.earlier:
            records = earlier_records(options.earlier)
        else:
            records = run_all(options.sources, options.only, options.keyword)
    except NotRun as error:
        print(f"run_pytorch_tests: {error}", file=sys.stderr)
        return 2
    # A release's sources say 2.12.1a0.
    version = (options.sources / "version.txt").read_text().strip().partition("a")[0]
    results = judge(records)
    return finish(options, records, results, as_markdown(results, version))


if __name__ == "__main__":
    sys.exit(main())
