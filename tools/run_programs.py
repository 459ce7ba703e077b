"""Runs the programs of tests/programs, a process each, and writes what became of them into docs/programs.md.

run_programs.py [--write] [--compiled] | --page | --check | -k WORD, [name...]     a name is test_NAME.py's, or part of it

Called by tools/test_third_party.sh, which installs the packages. Without --write the page stays as it is;
with names, only their rows are written anew.
"""

import argparse
import ast
import importlib.metadata
import json
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path
from typing import Optional

import compiled_programs
import generated_page

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "programs"
PAGE = ROOT / "docs" / "programs.md"
RESULTS = FOLDER / "results.json"
HEAD = """\
# Programs

This page lists unmodified programs and libraries from PyPI on the simulator with two GPUs. Each has a file of tests in `tests/programs` that
is written for CUDA. The environment has only `MUSASIM=1` and `TORCHADA_FORCE_CUDA_AVAILABLE=1`, on torch {torch}. `make third-party` makes
this page from `tests/programs/results.json`.

*refuses* means that the program itself reports, by an error that a test checks, that it cannot do this here.
*fails* means that something should work and does not; the table has the reason.

{total}

| program | tests | pass | remarks |
| --- | --- | --- | --- |
"""


def main() -> int:
    """Run what was asked for; 1 when a test failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write docs/programs.md")
    parser.add_argument(
        "--page", action="store_true", help="only write it, of the results there are"
    )
    parser.add_argument(
        "--check", action="store_true", help="only: is the page that of the results?"
    )
    parser.add_argument(
        "--compiled", action="store_true", help="run only the tests that compile, by both ways"
    )
    parser.add_argument("-k", default="", help="pytest's -k")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    if arguments.k and arguments.write:
        parser.error("--write needs whole programs, without -k")
    if arguments.check:
        return check(json.loads(RESULTS.read_text()))
    if arguments.page:
        PAGE.write_text(page(json.loads(RESULTS.read_text())))
        return 0
    failed = False
    for path in sorted(FOLDER.glob("test_*.py")):
        if arguments.names and not any(name in path.stem for name in arguments.names):
            continue
        found = {} if arguments.compiled else run(path, ["-k", arguments.k])
        failed |= bool(found) and report(path.stem, found)
        if not arguments.k and compiled_programs.MARK in path.read_text():
            found["compiled"], bad = run_compiled(path)
            failed |= bad
        if arguments.write and found:
            write(path.stem, found)
    return int(failed)


def report(name: str, found: dict) -> bool:
    """Say what became of a file's tests; whether that is bad."""
    counts = [f"{found['passed']} pass", f"{len(found['failed'])} fail"]
    counts.insert(1, f"{len(found['refuses'])} refuse")
    print(f"{name}: {', '.join(counts)}", flush=True)
    return bool(found["failed"]) or not (found["passed"] or found["refuses"])


def run_compiled(path: Path) -> tuple:
    """The tests that compile, by each generator of code; and whether that is bad."""
    made, bad = {}, False
    for generator in compiled_programs.GENERATORS:
        found = run(path, ["-m", "compiles"], compiled_programs.environment(generator))
        bad |= report(f"{path.stem}, compiled in {generator}", found)
        made[generator] = {key: found[key] for key in ("passed", "failed", "counts")}
        made[generator].update(made[generator].pop("counts"))
    return made, bad


def write(name: str, found: dict) -> None:
    """Put a program's results in the page, beside those that are there by now."""
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    results[name] = {**results.get(name, {}), **found}
    results = {each: results[each] for each in results if (FOLDER / f"{each}.py").exists()}
    generated_page.keep(RESULTS, results, PAGE, page(results))


def check(results: dict) -> int:
    """Whether every program has a row, and the page is made of the rows."""
    names = {path.stem for path in FOLDER.glob("test_*.py")}
    if set(results) != names:
        sys.stderr.write(f"{RESULTS} does not match the programs: run make third-party\n")
        return 1
    return generated_page.check(PAGE, page(results), "make third-party")


def run(path: Path, chosen: list, environment: Optional[dict] = None) -> dict:
    """Counts and reasons of a file's tests, of those that pytest's options choose."""
    with tempfile.TemporaryDirectory() as folder:
        xml_report = Path(folder) / "report.xml"
        options = ["-c", FOLDER / "pytest.ini", "--rootdir", FOLDER, "--confcutdir", FOLDER]
        command = [
            sys.executable,
            "-m",
            "pytest",
            path,
            *options,
            "--tb=short",
            "--show-capture=no",
            "-q",
            *chosen,
        ]
        done = subprocess.run(
            [*map(str, command), f"--junitxml={xml_report}"],
            capture_output=True,
            text=True,
            env=environment,
        )
        cases = list(xml.parse(xml_report).iter("testcase")) if xml_report.exists() else []
    found = {"passed": 0, "failed": [], "refuses": [], "packages": versions(path)}
    found["torch"] = importlib.metadata.version("torch").partition("+")[0]
    for case in cases:
        sort(case, found)
    if "-m" in chosen:
        found["counts"] = compiled_programs.counted(cases)
    if found["failed"] or not cases:
        print(done.stdout[-6000:], done.stderr[-2000:])
    return found


def sort(case: xml.Element, found: dict) -> None:
    marks = {each.get("name"): each.get("value") for each in case.iter("property")}
    ended = [each for kind in ("failure", "error", "skipped") for each in case.iter(kind)]
    if ended:
        reason = (ended[0].get("message") or "").splitlines() or [""]
        found["failed"].append(f"{case.get('name')}: {reason[0]}")
    elif "refuses" in marks:
        found["refuses"].append(marks["refuses"])
    else:
        found["passed"] += 1


def versions(path: Path) -> list:
    """What the file's PACKAGES are, with their versions."""
    text = re.search(r"^PACKAGES = (\(.*?\))$", path.read_text(), re.M | re.S)[1]
    return [f"{name} {importlib.metadata.version(name)}" for name in ast.literal_eval(text)]


def page(results: dict) -> str:
    """The page: a row a program."""
    rows, counts = [], [0, 0, 0]
    for name, found in sorted(results.items()):
        about = ast.get_docstring(ast.parse((FOLDER / f"{name}.py").read_text())).splitlines()[0]
        remarks = [f"*refuses*: {reason}" for reason in dict.fromkeys(found["refuses"])]
        remarks += [f"*fails*: {reason}" for reason in found["failed"]]
        cells = (
            ", ".join(found["packages"]),
            about,
            str(found["passed"]),
            "; ".join(remarks),
        )
        rows.append(generated_page.row(cells))
        for position, key in enumerate(("passed", "refuses", "failed")):
            counts[position] += found[key] if key == "passed" else len(found[key])
    total = f"{len(results)} programs: {counts[0]} tests pass, {counts[1]} see a refusal, {counts[2]} fail."
    torch = ", ".join(sorted({found["torch"] for found in results.values()}))
    text = HEAD.format(total=total, torch=torch) + "".join(rows)
    return text + compiled_programs.table(results)


if __name__ == "__main__":
    sys.exit(main())
