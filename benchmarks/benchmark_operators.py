#!/usr/bin/env python3
"""What an operator costs on the simulated device: time there divided by time on the CPU, side by side.

    python benchmarks/benchmark_operators.py                  # everything, about two minutes
    python benchmarks/benchmark_operators.py --quick          # a first look
    python benchmarks/benchmark_operators.py --rows cat fill  # rows whose name holds one of these

Exit code: 0 all rows within their limits, 1 a row is over, 2 nothing could be measured.
How to read the table: benchmarks/README.md.
"""

import argparse
import json
import os
import sys
from pathlib import Path

QUICK = {"rounds": 6, "repeats": 6}
FULL = {"rounds": 30, "repeats": 12}


def parse_args(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--rows", nargs="+", default=[], metavar="TEXT", help="only rows whose name holds one"
    )
    parser.add_argument("--quick", action="store_true", help="few rounds, short: noisy")
    parser.add_argument("--json", metavar="FILE", help="write the numbers there, too")
    return parser.parse_args(argv)


def prepared_device():
    """Switches the simulator on in this process, with one thread for the kernels."""
    os.environ["TORCHADA_AUTOLOAD"] = "0"
    import musasim

    musasim.enable(devices=1)
    import torch

    torch.set_num_threads(1)
    return "musa"


def as_text(results):
    width = max(map(len, results))
    head = f"{'':{width}} {'cpu us':>9} {'device us':>10} {'ratio':>6}  {'95 % interval':15} limit"
    lines = [head]
    for name, result in results.items():
        ratio = result["ratio"]
        interval = f"[{ratio['low']:.2f}, {ratio['high']:.2f}]"
        lines.append(
            f"{name:{width}} {result['cpu_us']:9.2f} {result['device_us']:10.2f} "
            f"{ratio['median']:6.2f}  {interval:15} <={result['limit']:.1f}"
            + ("" if result["ok"] else "  OVER")
        )
    return "\n".join(lines)


def main(argv=None):
    args = parse_args(argv)
    try:
        device = prepared_device()
    except ImportError as error:
        print(f"benchmark_operators: {error}", file=sys.stderr)
        return 2
    from operators.measure import measure
    from operators.rows import make_rows

    rows = [
        row
        for row in make_rows(device)
        if not args.rows or any(text in row.name for text in args.rows)
    ]
    if not rows:
        print(f"benchmark_operators: no row matches {args.rows}", file=sys.stderr)
        return 2
    results = measure(rows, **(QUICK if args.quick else FULL))
    print(as_text(results))
    if args.json:
        Path(args.json).write_text(json.dumps(results, indent=1) + "\n")
    return 0 if all(result["ok"] for result in results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
