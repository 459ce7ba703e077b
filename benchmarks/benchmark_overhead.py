#!/usr/bin/env python3
"""What torchada costs: the same work spelled `musa` natively and spelled `cuda` through torchada.

    python benchmarks/benchmark_overhead.py                    # everything, about 15 minutes
    python benchmarks/benchmark_overhead.py --quick            # a first look, under a minute
    python benchmarks/benchmark_overhead.py --rows torch.empty is_cuda
    python benchmarks/benchmark_overhead.py --upstream VENV    # and against upstream's torchada
    python benchmarks/benchmark_overhead.py --save             # add to benchmark_history.json

Exit code: 0 all rows within their limits, 1 a row is over, 2 nothing could be measured.
How to read the table: benchmarks/README.md.
"""

import argparse
import json
import sys
from pathlib import Path

from overhead import processes, report, rows

HISTORY = Path(__file__).resolve().parent / "benchmark_history.json"
QUICK = {"pairs": 3, "repeats": 10, "target_ms": 1.0, "imports": 2}
# Many short loops: one that fits between two switches of a busy processor is undisturbed.
FULL = {"pairs": 30, "repeats": 40, "target_ms": 1.5, "imports": processes.IMPORT_PROCESSES}


def parse_args(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--rows", nargs="+", default=[], metavar="TEXT", help="only rows whose name holds one"
    )
    parser.add_argument("--pairs", type=int, help=f"process pairs (default {FULL['pairs']})")
    parser.add_argument("--quick", action="store_true", help="few pairs, short loops: noisy")
    parser.add_argument(
        "--json",
        nargs="?",
        const="-",
        metavar="FILE",
        help="JSON in place of the table, or to FILE",
    )
    parser.add_argument(
        "--upstream",
        type=Path,
        metavar="VENV",
        help="an environment with upstream's torchada (tools/make_upstream_venv.sh makes one)",
    )
    parser.add_argument("--save", action="store_true", help=f"append to {HISTORY.name}")
    parser.add_argument("--list", action="store_true", help="print the names of the rows")
    args = parser.parse_args(argv)
    if args.pairs is not None and args.pairs < 1:
        parser.error("--pairs needs at least 1")
    if args.upstream and not (args.upstream / "bin" / "python").exists():
        parser.error(f"{args.upstream} has no bin/python: tools/make_upstream_venv.sh makes it")
    return args


def show_progress(total):
    """Returns a function that rewrites one line on stderr, where that is a terminal."""

    def progress(done):
        if sys.stderr.isatty():
            end = "\n" if done == total else ""
            print(f"\rround {done} of {total}", end=end, file=sys.stderr, flush=True)

    return progress


def measure(args):
    """Run everything that was asked for; the report."""
    plan = dict(QUICK if args.quick else FULL)
    if args.pairs is not None:
        plan["pairs"] = args.pairs
    chosen = rows.select(rows.ROWS, args.rows)
    imports = rows.select(rows.IMPORT_ROWS, args.rows)
    if not chosen and not imports:
        raise processes.BenchmarkError(f"no row matches {args.rows}: --list prints the names")
    simulate = processes.needs_simulator()
    times = {spelling: {} for spelling in processes.SPELLINGS}
    versions = {}
    if chosen:
        times, versions = processes.measure_pairs(
            chosen,
            plan["pairs"],
            plan["repeats"],
            plan["target_ms"],
            simulate,
            show_progress(plan["pairs"]),
            str(args.upstream / "bin" / "python") if args.upstream else None,
        )
    import_times = processes.measure_imports(imports, plan["imports"], simulate)
    return report.build(times, import_times, versions, plan["pairs"])


def show(result, json_target):
    """The table on stdout, or JSON there ("-"), or the table and JSON in a file."""
    text = json.dumps(result, indent=1)
    if json_target == "-":
        print(text)
        return
    print(report.as_text(result))
    if json_target:
        Path(json_target).write_text(text + "\n")


def main(argv=None):
    args = parse_args(argv)
    if args.list:
        print(*(row.name for row in rows.ROWS + rows.IMPORT_ROWS), sep="\n")
        return 0
    try:
        result = measure(args)
    except processes.BenchmarkError as error:
        print(f"benchmark_overhead: {error}", file=sys.stderr)
        return 2
    show(result, args.json)
    if args.save:
        report.append_history(HISTORY, result)
        print(f"added to {HISTORY.name}", file=sys.stderr)
    return 0 if result["ok"] else 1


if __name__ == "__main__":
    sys.exit(main())
