#!/usr/bin/env python3
"""What the simulated platform costs: launches, events, copies, all-reduce, kernels of .mu files.

    python benchmarks/benchmark_platform.py                # everything, about a minute
    python benchmarks/benchmark_platform.py copy           # one program of benchmarks/platform
    python benchmarks/benchmark_platform.py --json FILE    # the rows as JSON too
    python benchmarks/benchmark_platform.py --home FOLDER  # a simulator that was built and not installed

Each program of benchmarks/platform is built with the system's C++ compiler, or with mcc (.mu), against
`musasim home`, as a user would, and prints a row a line. Exit code: 0 all rows within their limits, 1 a row is over,
2 nothing could be measured.
"""

import argparse
import json
import operator
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "platform"
COMPARISONS = {">=": operator.ge, "<=": operator.le}
TIMEOUT = 300  # seconds, of a program; each takes less than a minute
LIBRARIES = ("mccl", "musart", "musa", "musasim")


class BenchmarkError(RuntimeError):
    """A program could not be built or run."""


def programs() -> list:
    return sorted(path.stem for path in FOLDER.iterdir() if path.suffix in (".cpp", ".mu"))


def parse_args(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help=", ".join(programs()))
    parser.add_argument("--json", metavar="FILE", help="write the rows there as well")
    parser.add_argument("--home", metavar="FOLDER", help="instead of `musasim home`")
    args = parser.parse_args(argv)
    unknown = set(args.programs) - set(programs())
    if unknown:
        parser.error(
            f"no program {', '.join(sorted(unknown))}: choose from {', '.join(programs())}"
        )
    return args


def installed_home() -> str:
    import musasim

    return musasim.home()


def build(name: str, folder: str, home: str) -> Path:
    target = Path(folder) / name
    libraries = [f"-l{library}" for library in LIBRARIES]
    if (FOLDER / f"{name}.mu").exists():
        command = [f"{home}/bin/mcc", "-O2", "-Xcompiler", "-fopenmp", str(FOLDER / f"{name}.mu")]
        libraries.append("-lgomp")
    else:
        command = ["c++", "-std=c++17", "-O2", str(FOLDER / f"{name}.cpp"), "-pthread"]
    command += ["-o", str(target), f"-I{home}/include", f"-L{home}/lib", f"-Wl,-rpath,{home}/lib"]
    _run(command + libraries)
    return target


def _run(command) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=TIMEOUT)
    except subprocess.TimeoutExpired as error:
        raise BenchmarkError(f"{command[0]} took more than {TIMEOUT} s") from error
    if done.returncode != 0:
        raise BenchmarkError(f"{command[0]} failed ({done.returncode}):\n{done.stderr}")
    return done.stdout


def measure(names, home: str) -> list:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            for line in _run([str(build(name, folder, home))]).splitlines():
                rows.append({"program": name, **json.loads(line)})
    return rows


def is_within(row) -> bool:
    limit = row["limit"]
    return not limit or COMPARISONS[limit[:2]](row["value"], float(limit[2:]))


def main(argv=None) -> int:
    args = parse_args(argv)
    try:
        rows = measure(args.programs or programs(), args.home or installed_home())
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
