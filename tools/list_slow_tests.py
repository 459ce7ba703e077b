#!/usr/bin/env python3
"""Writes slow_tests.txt: the tests that the default run leaves out, chosen by their measured time.

    .venv/bin/python -m pytest tests -n 2 --dist loadfile -m '' --durations=0 -vv | tee log
    python tools/list_slow_tests.py log tests --over 6

Of each parametrized test and of each file the quickest stays in the default run, unless it takes more
than four times the bound. So do the tests of ESSENTIAL, which show what the README promises.
"""

import argparse
import re
from collections import defaultdict
from pathlib import Path

ESSENTIAL = (
    "cli/test_cli.py::TestDoctor::test_active",
    "docs/test_docs_pages.py::",
    "docs/test_docs_site.py::",
    "docs/test_readme.py::",
    "examples/test_examples.py::test_demo_ends",
    "examples/test_examples_compile.py::test_compile",
    "extensions/test_extension_kernels.py::test_setup_py_builds",
    "extensions/test_extension_load.py::test_paths_and_names",
    "extensions/test_extensions.py::test_setup_py_builds",
)
# Setup is left out: the first test is charged for a fixture that others share.
DURATION = re.compile(r"\s*([\d.]+)s call\s+(?:sim/)?tests/(.+?)\s*$")
HEADER = """\
# Tests that took more than {bound:g} s each on a busy machine; without "[...]", all parameters are meant.
# Written by tools/list_slow_tests.py. `make test-slow` runs them.
"""


def read_times(log: Path, folder: str) -> "dict[str, float]":
    """Seconds of each test of the folder, by its name below it."""
    times: "dict[str, float]" = defaultdict(float)
    for line in log.read_text().splitlines():
        match = DURATION.match(line)
        if match and Path(folder, match[2].partition("::")[0]).is_file():
            times[match[2]] += float(match[1])
    return times


def choose(times: "dict[str, float]", bound: float) -> "list[str]":
    """The tests to leave out."""
    slow = {test for test, seconds in times.items() if seconds > bound}
    for group_of in (lambda test: test.partition("[")[0], lambda test: test.partition("::")[0]):
        groups = defaultdict(list)
        for test in times:
            groups[group_of(test)].append(test)
        for tests in groups.values():
            quickest = min(tests, key=times.__getitem__)
            if slow.issuperset(tests) and len(tests) > 1 and times[quickest] <= 4 * bound:
                slow.discard(quickest)
    whole = {test.partition("[")[0] for test in slow}
    for function in list(whole):
        mine = [test for test in times if test.partition("[")[0] == function]
        if slow.issuperset(mine):
            slow.difference_update(mine)
            slow.add(function)
    return sorted(slow)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("log", type=Path)
    parser.add_argument("folder", help="tests or sim/tests")
    parser.add_argument("--over", type=float, default=6, metavar="SECONDS")
    args = parser.parse_args()
    times = read_times(args.log, args.folder)
    slow = [test for test in choose(times, args.over) if not test.startswith(ESSENTIAL)]
    target = Path(args.folder, "slow_tests.txt")
    target.write_text(HEADER.format(bound=args.over) + "\n".join(slow) + "\n")
    left = sum(times.values()) - sum(
        seconds for test, seconds in times.items() if test in slow or test.partition("[")[0] in slow
    )
    print(f"{target}: {len(slow)} entries; {left:.0f} of {sum(times.values()):.0f} s are left")


if __name__ == "__main__":
    main()
