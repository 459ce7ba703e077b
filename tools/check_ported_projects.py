"""Ports real CUDA extension projects, checks what came out for syntax, writes docs/ported-projects.md.

python tools/check_ported_projects.py SCRATCH                    # all projects; about an hour on two cores
python tools/check_ported_projects.py SCRATCH torch-scatter      # one of them; no page is written

Needs torch, a C++ compiler (CXX, or g++), and what port_corpus.py needs. Each ported source is compiled with
-fsyntax-only against the simulator's headers and PyTorch's: a .mu file as the host sees it and as a kernel
does. It has to pass, or the porting report has to name the lines on which it does not; else the exit code is 1.
"""

import argparse
import importlib.metadata
import importlib.util
import sys
from collections import Counter
from pathlib import Path

import port_corpus
from ported_projects import overlay, page, verdict
from ported_projects.check import Checker
from ported_projects.compiler import Compiler
from ported_projects.projects import PROJECTS

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "ported-projects.md"


def make_compiler(scratch: Path) -> Compiler:
    """The compiler, with PyTorch's headers for CUDA ported."""
    (torch_folder,) = importlib.util.find_spec("torch").submodule_search_locations
    torch_include = Path(torch_folder, "include")
    overlay.make(torch_include, scratch / "torch")
    return Compiler(scratch / "pch", ROOT / "sim" / "include", scratch / "torch", torch_include)


def main() -> int:
    """Check the projects named, or all and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scratch", type=Path)
    parser.add_argument("project", nargs="*", help=f"of {', '.join(PROJECTS)}")
    parser.add_argument("--corpus", type=Path, help="where port_corpus.py unpacked them")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_intermixed_args()
    scratch = arguments.scratch.resolve()
    checker = Checker(scratch, make_compiler(scratch), arguments.jobs)
    rows, violations = [], 0
    for name in arguments.project or PROJECTS:
        original = port_corpus.fetch(arguments.corpus or scratch / "corpus", name)
        done = checker.check(name, PROJECTS[name], original)
        rows.append(page.Row(name, port_corpus.projects()[name][0], *done))
        violations += print_verdicts(name, done.verdicts)
    if not arguments.project:
        text = page.text(rows, importlib.metadata.version("torch"))
        PAGE.write_text(text, encoding="utf-8")
    return 1 if violations else 0


def print_verdicts(name, verdicts) -> int:
    """Print a line for the project and what is wrong in it; how many files break the rule."""
    counts = Counter(one.state for one in verdicts)
    print(name, ", ".join(f"{count} {state}" for state, count in counts.items()), flush=True)
    for one in verdicts:
        if one.state == verdict.VIOLATION:
            print(f"  {one.path}")
            print("".join(f"    {reason}\n" for reason in one.reasons), end="", flush=True)
    return counts[verdict.VIOLATION]


if __name__ == "__main__":
    sys.exit(main())
