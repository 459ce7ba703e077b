#!/usr/bin/env python3
"""Runs PyTorch's operator database on the simulated device and writes sim/OPERATORS.md.

    python tools/make_operator_table.py                      # all samples; minutes on many cores
    python tools/make_operator_table.py --processes 16
    python tools/make_operator_table.py --limit 2 --print    # the first two samples, only the sums
    python tools/make_operator_table.py --operators add mul --print

Exit status: 0 at least 99 % of the samples pass, 1 fewer do.
"""

import argparse
import os
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "sim" / "OPERATORS.md"
LEAST = 0.99
sys.path.insert(0, str(ROOT / "sim" / "tests"))
os.environ["TORCHADA_AUTOLOAD"] = "0"

VARIANTS = ("forward", "backward", "in-place", "out", "errors")
GROUPS = ("float32", "float64", "complex", "integer", "bool", "half")

HEAD = """# Operators of the simulated device

Written by `tools/make_operator_table.py`; do not edit. Each sample of PyTorch's operator database (torch {version},
`torch.testing._internal.common_methods_invocations.op_db`) that the CPU can do is done on the device too, from inputs with the same
storages and strides. It passes when there is no error, and values, dtypes, strides and lazy bits are the CPU's, the results lie on
the device and in the device's memory. Nothing is skipped or expected to fail. Of random operators the form is compared, that
equal seeds give equal results, and the means. `errors` are inputs that have to be refused with the same type of exception.

A cell is passed/total; one number when all pass.

"""


def fraction(passed, total):
    if not total:
        return ""
    return str(total) if passed == total else f"{passed}/{total}"


def sums(answers):
    """(by variant, by group, all): Counters of passed and total."""
    passed, total = Counter(), Counter()
    for answer in answers.values():
        for variant, group, good, count in answer["rows"]:
            for key in (variant, "errors" if variant == "errors" else group, "all"):
                if key in (variant, "all") or variant != "errors":
                    passed[key] += good
                    total[key] += count
    return passed, total


def row_of(answer):
    cells = Counter()
    totals = Counter()
    for variant, group, good, count in answer["rows"]:
        column = "errors" if variant == "errors" else group
        cells[column] += good
        totals[column] += count
    columns = [fraction(cells[group], totals[group]) for group in (*GROUPS, "errors")]
    every = fraction(sum(cells.values()), sum(totals.values()))
    return f"| `{answer['name']}` | {every} | " + " | ".join(columns) + " |"


def as_markdown(answers, version):
    passed, total = sums(answers)
    share = 100.0 * passed["all"] / total["all"]
    text = HEAD.format(version=version)
    text += f"{passed['all']} of {total['all']} pass: {share:.3f} %.\n\n"
    text += "| kind | passed | of |\n| --- | ---: | ---: |\n"
    for key in (*VARIANTS, "process", *GROUPS):
        if total[key]:
            text += f"| {key} | {passed[key]} | {total[key]} |\n"
    text += "\n## What fails\n\n" + failures_of(answers)
    text += "\n## By operator\n\n| operator | all | " + " | ".join((*GROUPS, "errors")) + " |\n"
    text += "| --- " * (len(GROUPS) + 3) + "|\n"
    rows = [row_of(answer) for _, answer in sorted(answers.items()) if answer["rows"]]
    return text + "\n".join(rows) + "\n"


def failures_of(answers):
    lines = []
    for name, answer in sorted(answers.items()):
        for where, failure in sorted(answer["failures"].items()):
            safe = failure.replace("|", "/").encode("ascii", "replace").decode()[:200]
            lines.append(f"- `{name}` {where}: {safe}")
    return "\n".join(lines or ["Nothing."]) + "\n"


def parse_args():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--limit", type=int, help="only the first samples of each kind")
    parser.add_argument("--operators", nargs="+", help="only these")
    parser.add_argument("--print", action="store_true", help="the sums, and write nothing")
    parser.add_argument("--output", type=Path, default=TABLE)
    return parser.parse_args()


def main():
    args = parse_args()
    import musasim

    musasim.enable(devices=1)
    import torch
    from opinfo.database import operators
    from opinfo.pool import run_all

    names = list(operators())
    chosen = [name for name in names if not args.operators or name in args.operators]

    def report(answer, done):
        for where, failure in answer["failures"].items():
            print(f"FAIL {answer['name']} {where}: {failure}", flush=True)
        if sys.stderr.isatty():
            print(f"\r{done} of {len(chosen)}", end="", file=sys.stderr)

    answers = run_all(chosen, args.processes, args.limit, report)
    passed, total = sums(answers)
    print(f"{passed['all']} of {total['all']} pass")
    if not args.print:
        args.output.write_text(as_markdown(answers, torch.__version__.split("+")[0]))
    return 0 if passed["all"] >= LEAST * total["all"] else 1


if __name__ == "__main__":
    sys.exit(main())
