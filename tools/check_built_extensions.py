"""Builds CUDA extensions from PyPI, unmodified, on the simulated platform, and compares what they compute.

python tools/check_built_extensions.py SCRATCH                       # all; an hour or two on two cores
python tools/check_built_extensions.py SCRATCH --only torchsort      # one of them (may be repeated)
python tools/check_built_extensions.py SCRATCH --write               # and docs/built-extensions.md
python tools/check_built_extensions.py --check                       # only: is the page that of the results?

Needs torch, torchada, musasim, setuptools and a C++ compiler; sdists come by tools/port_corpus.py. The projects are
modules of tools/built_extensions/projects; results are kept in tools/built_extensions/results.json.
Exit status 1 when one fails that should work.
"""

import argparse
import json
import sys
from pathlib import Path

import generated_page
from built_extensions import page
from built_extensions.build import build, built_before, environment
from built_extensions.check import check, fetch
from built_extensions.project import Project, names

TOOLS = Path(__file__).resolve().parent
RESULTS = TOOLS / "built_extensions" / "results.json"
PAGE = TOOLS.parent / "docs" / "built-extensions.md"


def main() -> int:
    """Check the projects asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scratch", type=Path, nargs="?", help="where they are built")
    parser.add_argument(
        "--only", action="append", choices=names(), metavar="NAME", help=f"of {', '.join(names())}"
    )
    parser.add_argument("--write", action="store_true", help="keep the results, write the page")
    parser.add_argument("--check", action="store_true", help="only compare page and results")
    parser.add_argument("--built", action="store_true", help="ask what SCRATCH has, build nothing")
    parser.add_argument("--corpus", type=Path, help="where port_corpus.py unpacked them")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    if arguments.check:
        return check_page(json.loads(RESULTS.read_text()))
    if not arguments.scratch:
        parser.error("name a folder to build in")
    scratch = arguments.scratch.resolve()
    surprises = 0
    for name in arguments.only or names():
        project = Project(name)
        record = look_at(project, scratch, arguments)
        surprises += bool(record["failure"]) != bool(project.blocked)
        print(f"{name}: {record['failure'] or page.result(record)}", flush=True)
        if arguments.write:
            write(name, record)
    return 1 if surprises else 0


def look_at(project: Project, scratch: Path, arguments: argparse.Namespace) -> dict:
    """The record of a project, which is built unless it was before."""
    original = fetch(project, arguments.corpus or scratch / "corpus")
    if arguments.built:
        built = built_before(project, scratch)
    else:
        built = build(project, original, scratch, arguments.jobs)
    return check(project, original, built, environment(project, arguments.jobs, scratch))


def write(name: str, record: dict) -> None:
    """Keep a result beside those there are, and write the page."""
    records = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    records[name] = record
    records = {each: records[each] for each in names() if each in records}
    generated_page.keep(RESULTS, records, PAGE, page.text(records))


def check_page(records: dict) -> int:
    """Whether every project has a result, and the page is made of them."""
    if set(records) != set(names()):
        sys.stderr.write(f"{RESULTS} does not match the projects: run make built-extensions\n")
        return 1
    return generated_page.check(PAGE, page.text(records), "make built-extensions")


if __name__ == "__main__":
    sys.exit(main())
