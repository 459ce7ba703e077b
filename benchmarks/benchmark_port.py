#!/usr/bin/env python3
"""How fast the porting engine is: from memory and on disk, against cp, hipify and upstream's torchada.

    python tools/port_corpus.py CORPUS                           # fetches the sources, once
    python benchmarks/benchmark_port.py CORPUS --upstream VENV   # everything
    python benchmarks/benchmark_port.py CORPUS --rows disk:      # rows whose name holds one of these
    python benchmarks/benchmark_port.py CORPUS --quick           # a first look

Exit code: 0 all rows within their limits, 1 a row misses its limit, 2 nothing could be measured.
How to read the table: benchmarks/README.md.
"""

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

from port.sides import BenchmarkError

from port import corpus, measure, programs, report, rows

ROUNDS = 15
QUICK_ROUNDS = 3


def parse_args(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpus", type=Path, nargs="?", help="a folder of CUDA projects")
    parser.add_argument(
        "--rows", nargs="+", default=[], metavar="TEXT", help="only rows whose name holds one"
    )
    parser.add_argument("--rounds", type=int, help=f"default {ROUNDS}")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_ROUNDS} rounds: noisy")
    parser.add_argument("--upstream", type=Path, metavar="VENV", help="as of make_upstream_venv.sh")
    parser.add_argument(
        "--json", nargs="?", const="-", metavar="FILE", help="in place of the table"
    )
    parser.add_argument(
        "--build", type=Path, default=programs.ROOT / "build" / "bench-port", metavar="FOLDER"
    )
    parser.add_argument(
        "--programs", type=Path, metavar="FOLDER", help="take the programs there, build nothing"
    )
    parser.add_argument("--list", action="store_true", help="print the names of the rows")
    args = parser.parse_args(argv)
    if not args.list and (args.corpus is None or not args.corpus.is_dir()):
        parser.error("a folder of CUDA projects is needed: tools/port_corpus.py fetches one")
    if args.rounds is not None and args.rounds < 1:
        parser.error("--rounds needs at least 1")
    if args.upstream and not (args.upstream / "bin" / "python").exists():
        parser.error(f"{args.upstream} has no bin/python: tools/make_upstream_venv.sh makes it")
    return args


def choose_rows(args):
    """Without upstream's environment its rows are left out, and that is said."""
    chosen = rows.select(args.rows)
    if not chosen:
        raise BenchmarkError(f"no row matches {args.rows}: --list prints the names")
    if not args.upstream:
        for row in filter(rows.Row.needs_upstream, chosen):
            print(f"left out, it needs --upstream: {row.name}", file=sys.stderr)
        chosen = [row for row in chosen if not row.needs_upstream()]
    return chosen


def show_progress(done):
    if sys.stderr.isatty():
        print(f"\rround {done}", end="", file=sys.stderr, flush=True)


def run(args):
    """Measure what was asked for; the report."""
    chosen = choose_rows(args)
    load = os.getloadavg()[0]
    found = corpus.find(args.corpus.resolve())
    if not found.paths:
        raise BenchmarkError(f"{args.corpus} holds no CUDA sources")
    built = programs.find(args.programs) if args.programs else programs.build(args.build)
    rounds = args.rounds or (QUICK_ROUNDS if args.quick else ROUNDS)
    # Beside the build, so that all trees are on one file system.
    args.build.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=args.build) as scratch:
        upstream = args.upstream.absolute() if args.upstream else None
        bench = rows.Bench(args.corpus.resolve(), found, Path(scratch).resolve(), built, upstream)
        results = measure.measure(chosen, bench, rounds, show_progress)
    return report.build(results, found, rounds, load)


def main(argv=None):
    args = parse_args(argv)
    if args.list:
        print(*(row.name for row in rows.ROWS), sep="\n")
        return 0
    try:
        result = run(args)
    except BenchmarkError as error:
        print(f"benchmark_port: {error}", file=sys.stderr)
        return 2
    text = json.dumps(result, indent=1)
    print(text if args.json == "-" else report.as_text(result))
    if args.json and args.json != "-":
        Path(args.json).write_text(text + "\n")
    return 0 if result["ok"] else 1


if __name__ == "__main__":
    sys.exit(main())
