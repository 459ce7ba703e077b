#!/usr/bin/env python3
"""What the simulated platform's C libraries cost: launches, events, copies, all-reduce.

    python benchmarks/benchmark_platform.py                # everything, about a minute
    python benchmarks/benchmark_platform.py copy           # one program of benchmarks/platform
    python benchmarks/benchmark_platform.py --json FILE    # the rows as JSON too

Each program of benchmarks/platform is built with the system's C++ compiler against `musasim home`,
as a user would, and prints a row a line. Exit code: 0 all rows within their limits, 1 a row is over,
2 nothing could be measured.
"""

import argparse
import json
import operator
import subprocess
import sys
import tempfile
from pathlib import Path

import musasim

FOLDER = Path(__file__).resolve().parent / "platform"
COMPARISONS = {">=": operator.ge, "<=": operator.le}
TIMEOUT = 300  # seconds, of a program; each takes less than a minute
LIBRARIES = ("mccl", "musart", "musa", "musasim")


class BenchmarkError(RuntimeError):
    """A program could not be built or run."""


def programs() -> list:
    return sorted(path.stem for path in FOLDER.glob("*.cpp"))


def parse_args(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help=", ".join(programs()))
    parser.add_argument("--json", metavar="FILE", help="write the rows there as well")
    args = parser.parse_args(argv)
    unknown = set(args.programs) - set(programs())
    if unknown:
        parser.error(
            f"no program {', '.join(sorted(unknown))}: choose from {', '.join(programs())}"
        )
    return args


def build(name: str, folder: str) -> Path:
    home = Path(musasim.home())
    target = Path(folder) / name
    command = ["c++", "-std=c++17", "-O2", str(FOLDER / f"{name}.cpp"), "-o", str(target)]
    command += [f"-I{home}/include", f"-L{home}/lib", f"-Wl,-rpath,{home}/lib", "-pthread"]
    _run(command + [f"-l{library}" for library in LIBRARIES])
    return target


def _run(command) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=TIMEOUT)
    except subprocess.TimeoutExpired as error:
        raise BenchmarkError(f"{command[0]} took more than {TIMEOUT} s") from error
    if done.returncode != 0:
        raise BenchmarkError(f"{command[0]} failed ({done.returncode}):\n{done.stderr}")
    return done.stdout


def measure(names) -> list:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            for line in _run([str(build(name, folder))]).splitlines():
                rows.append({"program": name, **json.loads(line)})
    return rows


def is_within(row) -> bool:
    limit = row["limit"]
    return not limit or COMPARISONS[limit[:2]](row["value"], float(limit[2:]))


def main(argv=None) -> int:
    args = parse_args(argv)
    try:
        rows = measure(args.programs or programs())
    except (BenchmarkError, FileNotFoundError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for row in rows:
        verdict = "" if not row["limit"] else "ok" if is_within(row) else "OVER"
        print(
            f"{row['program']:<12} {row['row']:<48} {row['value']:>10.4g} {row['unit']:<6}"
            f" {row['limit']:<8} {verdict}".rstrip()
        )
    if args.json:
        Path(args.json).write_text(json.dumps(rows, indent=2) + "\n")
    return 0 if all(map(is_within, rows)) else 1


if __name__ == "__main__":
    sys.exit(main())
