#!/usr/bin/env python3
"""What kernels of Triton cost on the simulated device: compiling them, launching them from the cache, running them.

    python benchmarks/benchmark_triton.py                       # everything, about two minutes
    python benchmarks/benchmark_triton.py --kernels dot softmax # kernels whose name holds one of these
    python benchmarks/benchmark_triton.py --json out.json

Exit code: 0 all kernels within their limits, 1 a kernel is over, 2 nothing could be measured.
How to read the table: benchmarks/README.md.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def parse_args(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--kernels", nargs="+", default=[], metavar="TEXT", help="only those whose name holds one"
    )
    parser.add_argument("--rounds", type=int, default=15, help="of each measured run (default 15)")
    parser.add_argument("--json", metavar="FILE", help="write the numbers there, too")
    return parser.parse_args(argv)


def measured(names, rounds, cache):
    """What a process with that folder of compiled kernels measures: rows as the worker prints them."""
    environment = {**os.environ, "MUSASIM": "1", "TORCHADA_AUTOLOAD": "0"}
    environment["TRITON_CACHE_DIR"] = cache
    command = [sys.executable, str(HERE / "triton_kernels" / "worker.py"), str(rounds), *names]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(2)
    return [json.loads(line) for line in done.stdout.splitlines()]


def over(row):
    """Which of the figures are over their limits."""
    figures = {"cold": 5.0, "warm": 0.05, "ratio": row["limit"]}
    return [name for name, limit in figures.items() if row[name] > limit]


def print_table(rows):
    print(
        f"{'kernel':28}{'cold, s':>10}{'warm, ms':>10}{'run, ms':>10}{'CPU, ms':>10}{'ratio':>8}  limit"
    )
    for row in rows:
        times = f"{row['cold']:10.2f}{1e3 * row['warm']:10.1f}{1e3 * row['run']:10.2f}{1e3 * row['cpu']:10.2f}"
        verdict = "".join(f"  {name} is over" for name in over(row))
        print(f"{row['name']:28}{times}{row['ratio']:8.2f}{row['limit']:7}{verdict}")


def main(argv=None):
    args = parse_args(argv)
    with tempfile.TemporaryDirectory() as cache:
        cold = measured(args.kernels, 0, cache)
        warm = measured(args.kernels, args.rounds, cache)
    if not cold:
        print("no kernel has such a name", file=sys.stderr)
        return 2
    rows = [
        {**after, "cold": before["first"], "warm": max(0.0, after["first"] - after["run"])}
        for before, after in zip(cold, warm)
    ]
    print_table(rows)
    if args.json:
        Path(args.json).write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return 1 if any(map(over, rows)) else 0


if __name__ == "__main__":
    sys.exit(main())
