"""Judges the checks of kernels by programs with known mistakes, and by right ones; writes docs/judged-kernel-checks.md.

python tools/judge_kernel_checks.py [--write] [--jobs N]     # builds and runs all on the simulator
python tools/judge_kernel_checks.py --read OUTPUTS           # takes what compute-sanitizer printed (on_cuda.sh)
python tools/judge_kernel_checks.py --page | --check         # makes the page of the results, or compares it

The programs are tests/kernel_checks, whose README says what a mark is, and tests/kernels, in which nothing is wrong.
Exit status 1 when a mistake is missed or a report is false.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Dict, List, Sequence, Tuple

import generated_page
from generated_page import row
from judged_kernel_checks import marks, sanitizer, simulator
from judged_kernel_checks.marks import RIGHT, TOOLS, Finding, Program

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "judged-kernel-checks.md"
RESULTS = ROOT / "tools" / "judged_kernel_checks" / "results.json"
HEAD = """\
# Judged checks of kernels

`tools/judge_kernel_checks.py --write` makes this page. It holds what the simulator's [checks of kernels](faults.md#check-kernels) report, and
what NVIDIA's compute-sanitizer reports on a real GPU, against the marks in small CUDA programs
([tests/kernel_checks](../tests/kernel_checks/README.md)). *found*: a report names the tool, the kind and the line of the mistake, and of a
race both lines. *false*: a report that fits no mark. The simulator's tools run all at once. `racecheck` of compute-sanitizer looks at
shared memory alone, and `initcheck` at global memory alone.

"""


def known() -> dict:
    """The results that are kept."""
    return json.loads(RESULTS.read_text()) if RESULTS.exists() else {}


def keep(who: str, by: str, found: Dict[str, List[Finding]], stopped: Sequence[str] = ()) -> None:
    """Write the results of one of the two."""
    results = known()
    programs = {name: marks.to_json(findings) for name, findings in found.items()}
    results[who] = {"by": by, "programs": programs, "stopped": list(stopped)}
    RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")


def outcome(program: Program, programs: dict, stopped: Sequence[str] = ()) -> str:
    """What the table says of a program."""
    if program.name not in programs:
        return "not run"
    findings = marks.from_json(programs[program.name])
    words = [finding.text + " (false)" for finding in program.false(findings)]
    if program.folder != RIGHT:
        words.insert(0, "found" if program.is_found(findings) else "**missed**")
    if program.name in stopped:
        words.append("never ends")
    return "; ".join(words) or "nothing"


def scores(programs: List[Program], found: dict) -> Dict[str, Tuple[int, int, int]]:
    """For each tool: mistakes that were looked for, those found, and its false reports in all programs."""
    result = {}
    for tool in TOOLS:
        wrong = [one for one in programs if one.folder == tool and one.name in found]
        hits = [one for one in wrong if one.is_found(marks.from_json(found[one.name]))]
        false = sum(
            finding.tool == tool
            for one in programs
            for finding in one.false(marks.from_json(found.get(one.name, [])))
        )
        false += sum(
            finding[0] == tool
            for name, findings in found.items()
            if name.startswith("tests/")
            for finding in findings
        )
        result[tool] = (len(wrong), len(hits), false)
    return result


def page(results: dict) -> str:
    """The text of the page."""
    programs = marks.programs()
    text = HEAD + row(("tool", "by", "mistakes", "found", "missed", "false"))
    text += row(("---",) * 6)
    for tool in TOOLS:
        for who in sorted(results, reverse=True):
            all_of_it, hits, false = scores(programs, results[who]["programs"])[tool]
            counts = (all_of_it, hits, all_of_it - hits, false)
            text += row((f"`{tool}`", results[who]["by"], *map(str, counts)))
    right = sum(program.folder == RIGHT for program in programs)
    kernels = sum(path.read_text().count("__global__") for path in simulator.SUITE.glob("*.cu"))
    text += (
        f"\nFalse reports are counted in all {len(programs)} programs, {right} of which are right"
    )
    text += f", and for the simulator in the {kernels} kernels of [tests/kernels](../tests/kernels/README.md).\n"
    for folder in (*TOOLS, RIGHT):
        text += f"\n## {folder}\n\n" + row(("program", "what", "simulator", "compute-sanitizer"))
        text += row(("---",) * 4)
        for program in programs:
            if program.folder == folder:
                cells = [
                    outcome(program, results[who]["programs"], results[who]["stopped"])
                    for who in ("simulator", "compute-sanitizer")
                ]
                text += row((f"`{program.path.stem}`", program.what, *cells))
    return text


def judge(jobs: int) -> Dict[str, List[Finding]]:
    """Build and run everything on the simulator, and print what is wrong."""
    found = {}
    programs = marks.programs()
    with tempfile.TemporaryDirectory() as folder:
        built = simulator.Programs(Path(folder), programs, jobs)
        for program in programs:
            run = built.run(program)
            found[program.name] = run.findings
            if program.false(run.findings) or not (
                program.folder == RIGHT or program.is_found(run.findings)
            ):
                print(
                    f"{program.name}: {outcome(program, {program.name: marks.to_json(run.findings)})}"
                )
        for name, run in simulator.run_suite(Path(folder), jobs).items():
            found[name] = run.findings
            for finding in run.findings:
                print(f"{name}: {finding.text} (false)")
    return found


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help=f"keep the results, write {PAGE.name}")
    parser.add_argument("--read", type=Path, metavar="OUTPUTS", help="of compute-sanitizer")
    parser.add_argument("--page", action="store_true", help="write the page of the results")
    parser.add_argument("--check", action="store_true", help="compare the page with the results")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    if arguments.check:
        return generated_page.check(
            PAGE, page(known()), "python tools/judge_kernel_checks.py --page"
        )
    if arguments.read:
        keep("compute-sanitizer", *sanitizer.read(arguments.read))
    failed = False
    if not (arguments.read or arguments.page):
        found = judge(arguments.jobs)
        if arguments.write:
            keep("simulator", "the simulator", found)
        programs = marks.programs()
        counts = scores(programs, {name: marks.to_json(one) for name, one in found.items()})
        for tool, (wrong, hits, false) in counts.items():
            print(f"{tool}: {hits} of {wrong} mistakes found, {false} false reports")
            failed = failed or wrong != hits or false != 0
    if arguments.read or arguments.page or arguments.write:
        PAGE.write_text(page(known()), encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
