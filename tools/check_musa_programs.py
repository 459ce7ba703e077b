"""Builds programs written for MUSA, from PyPI, by their own CMake on the simulated platform, and runs their tests.

python tools/check_musa_programs.py SCRATCH                       # all; some hours on two cores
python tools/check_musa_programs.py SCRATCH --only pywhispercpp   # one of them (may be repeated)
python tools/check_musa_programs.py SCRATCH --model S5000         # for one GPU only
python tools/check_musa_programs.py SCRATCH --write               # and docs/musa-programs.md
python tools/check_musa_programs.py --check                       # only: is the page that of the results?

Needs musasim, cmake, ninja, gguf, diskcache and pillow; sdists come by tools/port_corpus.py. The programs are modules of
tools/musa_programs/programs; results are kept in tools/musa_programs/results.json. Exit status 1 when one fails.
"""

import argparse
import json
import sys
from pathlib import Path

import generated_page
import port_corpus
from musa_programs import page
from musa_programs.build import build, options
from musa_programs.program import ARCHITECTURES, Place, Program, names

TOOLS = Path(__file__).resolve().parent
LISTING = TOOLS / "musa_programs" / "sdists.txt"
RESULTS = TOOLS / "musa_programs" / "results.json"
PAGE = TOOLS.parent / "docs" / "musa-programs.md"


def main() -> int:
    """Check the programs asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scratch", type=Path, nargs="?", help="where they are built")
    parser.add_argument(
        "--only", action="append", choices=names(), metavar="NAME", help=f"of {', '.join(names())}"
    )
    parser.add_argument("--model", choices=ARCHITECTURES, help="for this GPU only")
    parser.add_argument("--write", action="store_true", help="keep the results, write the page")
    parser.add_argument("--check", action="store_true", help="only compare page and results")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    if arguments.check:
        text = page.text(json.loads(RESULTS.read_text()))
        return generated_page.check(PAGE, text, "make musa-programs")
    if not arguments.scratch:
        parser.error("name a folder to build in")
    failures = 0
    for name in arguments.only or names():
        program = Program(name)
        for model in program.module.MODELS:
            if arguments.model in (None, model):
                record = look_at(program, model, arguments.scratch.resolve(), arguments.jobs)
                failures += bool(record["failure"])
                print(f"{name} on {model}: {page.result(record)}", flush=True)
                if arguments.write:
                    write(f"{name} {model}", record)
    return 1 if failures else 0


def look_at(program: Program, model: str, scratch: Path, jobs: int) -> dict:
    """Build the program for a GPU and check it; "failure" says what is wrong, or is empty."""
    version = program.module.MODELS[model]
    digest = digests()[program.name, version]
    unpacked = port_corpus.fetch_version(
        scratch / "sdists" / f"{program.name}-{version}", program.name, version, digest
    )
    place = Place(port_corpus.top(unpacked), scratch / f"{program.name}-{model}", model)
    failure = build(program, place, jobs)
    record = {
        "name": program.name,
        "version": version,
        "about": program.about,
        "how": program.module.COMPARED,
        "model": model,
        "options": options(program, model),
        "failure": failure,
        "results": [],
    }
    for name, words, wrong in () if failure else program.module.checks(place):
        record["results"].append([name, words])
        record["failure"] = record["failure"] or (wrong and f"{name}: {wrong}")
    return record


def digests() -> dict:
    """The SHA-256 of each sdist of the listing, by name and version."""
    lines = (line.split() for line in LISTING.read_text().splitlines())
    return {(name, version): digest for name, version, digest in lines}


def write(key: str, record: dict) -> None:
    """Keep a result beside those there are, and write the page."""
    records = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    records[key] = record
    generated_page.keep(RESULTS, records, PAGE, page.text(records))


if __name__ == "__main__":
    sys.exit(main())
