"""What the pytest plugin of musasim costs a test suite: without its option, and with it.

A file of empty tests, and one of tests that add two tensors, run in turns under pytest without the plugin,
with it, with --musasim and with --musasim-check. The table has the least processor time of each, which a busy
machine changes less than the time on the clock, and its ratio to the first row of the same file; what a test
adds is the difference to that row divided by the number of tests.

    python benchmarks/benchmark_pytest_plugin.py [--rounds 5] [--tests 2000]
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

EMPTY = "import pytest\n@pytest.mark.parametrize('n', range({tests}))\ndef test(n): pass\n"
TENSORS = """
import pytest, torch
x = torch.ones(1000, device="musa")
@pytest.mark.parametrize("n", range({tests}))
def test(n): x + 1
"""
ROWS = (  # name, file, options; the first of a file is what the others are compared with
    ("empty tests, no plugin", EMPTY, ("-p", "no:musasim")),
    ("empty tests, no option", EMPTY, ()),
    ("empty tests, --musasim", EMPTY, ("--musasim",)),
    ("empty tests, --musasim-check", EMPTY, ("--musasim", "--musasim-check")),
    ("tensors, MUSASIM=1, no option", TENSORS, ()),
    ("tensors, --musasim", TENSORS, ("--musasim",)),
    ("tensors, --musasim-check", TENSORS, ("--musasim", "--musasim-check")),
)


def seconds(source, options, tests) -> float:
    """The processor time of such a run, the start of Python and the imports included."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "test_it.py"
        file.write_text(source.format(tests=tests))
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, file]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("MUSA")}
        environment.update(
            {"TORCHADA_AUTOLOAD": "0", **({"MUSASIM": "1"} if source is TENSORS else {})}
        )
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tests", type=int, default=2000)
    options = parser.parse_args()
    times = [[] for _ in ROWS]
    for _ in range(options.rounds):
        for row, (_, source, arguments) in zip(times, ROWS):
            row.append(seconds(source, arguments, options.tests))
    best = list(map(min, times))
    for (name, source, _), time in zip(ROWS, best):
        base = best[[other for _, other, _ in ROWS].index(source)]
        more = (time - base) / options.tests * 1e6
        print(f"{name:32} {time:7.2f} s  {time / base:5.2f}  {more:+7.0f} us a test")


if __name__ == "__main__":
    main()
