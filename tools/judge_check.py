"""Judges `torchada check` by projects whose outcome is known, and by names that the simulator is asked about.

python tools/judge_check.py FOLDER              # fetches and checks them, prints the table
python tools/judge_check.py FOLDER --write      # and writes docs/judged-checks.md

The outcomes are those of docs/programs.md, docs/built-extensions.md and docs/musa-programs.md, and of packages that
tools/judged_packages.py has used; of other projects only the names are judged. A line of tools/judged_projects.txt is a project, its version and the SHA-256 of its sdist, or of its wheel where PyPI has
no sdist. Needs pypi-simple (`pip install torchada[port-corpus]`), torch and musasim. Exit status 1 when precision
or recall of the verdict "will not work" is below 0.9.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional

import judged_held_out
import port_corpus
from generated_page import row

from torchada._check import tree
from torchada._check.report import NOT, Report
from torchada._check.statements import FAILS

TOOLS = Path(__file__).resolve().parent
LIST = TOOLS / "judged_projects.txt"
PAGE = TOOLS.parent / "docs" / "judged-checks.md"
GOAL = 0.9
# Where outcomes are recorded; the pages are made of these.
PROGRAMS = TOOLS.parent / "tests" / "programs" / "results.json"
EXTENSIONS = TOOLS / "built_extensions" / "results.json"
PACKAGES = TOOLS / "judged_packages.json"
FOR_MUSA = TOOLS / "musa_programs" / "results.json"
# What a name of torch is on the simulator, for each of the lines of the standard input.
ASK = """
import importlib, json, sys, torch
from torchada._errors import UnsupportedError

def state(path):
    parts, found = path.split("."), torch
    for count, part in enumerate(parts[1:], 2):
        try:
            found = getattr(found, part)
        except UnsupportedError:
            return "refused"
        except AttributeError:
            try:
                found = importlib.import_module(".".join(parts[:count]))
            except ImportError:
                return "missing"
    return "refused" if getattr(found, "__module__", "") == "torchada._patch._unsupported" else "there"

json.dump({path: state(path) for path in sys.stdin.read().split()}, sys.stdout)
"""


class Known(NamedTuple):
    """What happened to a project on the simulator."""

    works: bool
    source: str
    remark: str = ""


class Judged(NamedTuple):
    """A project, what happened, and what the check says."""

    name: str
    version: str
    known: Optional[Known]
    report: Report

    def says_not(self, without: str = "") -> bool:
        """Whether it is said not to work, for another reason than the code `without`."""
        return any(statement.code != without for statement in self.report.blocking)


class Score(NamedTuple):
    """How often "will not work" was said, was true, and was said where it is true."""

    said: int
    true: int
    both: int

    @property
    def precision(self) -> float:
        return self.both / self.said if self.said else 1.0

    @property
    def recall(self) -> float:
        return self.both / self.true if self.true else 1.0

    @property
    def text(self) -> str:
        return (
            f"said {self.said}, true {self.true}, both {self.both}: precision "
            f"{self.precision:.2f}, recall {self.recall:.2f}"
        )


def outcomes() -> Dict[str, Known]:
    """The known outcome of each project."""
    known = {}
    for result in json.loads(FOR_MUSA.read_text()).values():
        known[result["name"]] = Known(
            not result["failure"], "[programs for MUSA](musa-programs.md)"
        )
    for result in json.loads(PROGRAMS.read_text()).values():
        # Each test that passes uses the project; a refusal is the project's own word that it cannot.
        works = result["passed"] > len(result["refuses"])
        remark = result["refuses"][0] if result["refuses"] else ""
        for package in result["packages"]:
            name = package.split()[0].replace("_", "-").lower()
            known.setdefault(name, Known(works, "[programs](programs.md)", remark))
    for name, result in json.loads(EXTENSIONS.read_text()).items():
        remark = result["failure"].partition(":")[0]
        known[name] = Known(not result["failure"], "[extensions](built-extensions.md)", remark)
    for name, failure in json.loads(PACKAGES.read_text()).items():
        known[name] = Known(not failure, "used by `tools/judged_packages.py`", failure)
    return known


def judge(folder: Path) -> List[Judged]:
    """Check every project."""
    known = outcomes()
    found = []
    for name, (version, _) in port_corpus.projects(LIST).items():
        place = port_corpus.fetch(folder, name, LIST)
        found.append(Judged(name, version, known.get(name), tree.check(str(place))))
    return found


def of_projects(judged: List[Judged], without: str = "") -> Score:
    """The verdicts against the outcomes, where these are known."""
    pairs = [(one.says_not(without), not one.known.works) for one in judged if one.known]
    said, true = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    return Score(sum(said), sum(true), pairs.count((True, True)))


def of_names(judged: List[Judged]) -> Dict[str, tuple]:
    """For each name of torch that a project uses: whether it is said to fail, and what it is."""
    said: Dict[str, bool] = {}
    for one in judged:
        for statement in one.report.statements:
            if statement.code.startswith("name-"):
                said[statement.subject] = statement.outcome == FAILS
    environment = {**os.environ, "MUSASIM": "1"}
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        input="\n".join(said),
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        check=True,
    )
    states = json.loads(done.stdout)
    return {name: (fails, states[name]) for name, fails in sorted(said.items())}


def score_of_names(names: Dict[str, tuple]) -> Score:
    """A name that is refused or missing will not work."""
    said = [name for name, (fails, _) in names.items() if fails]
    true = [name for name, (_, state) in names.items() if state != "there"]
    return Score(len(said), len(true), len(set(said) & set(true)))


HEAD = """\
# Judged checks

`tools/judge_check.py FOLDER --write` makes this page. It holds what [`torchada check`](check.md) says about projects from PyPI against what
happened when they were installed or built, and used on the simulator. The check reads the source distribution, or the wheel where there is
none or where the wheel was used. Its rules were written by a person who knew most of these outcomes, so projects that nobody has tried may
be judged worse. Where `package` is the reason, the project stands in the table of packages for NVIDIA GPUs.

"""

HELD_OUT = """
## Held out

These projects were chosen by their names, judged, and only then used on the simulator (`tools/judged_held_out.py`). No rule had been
written with them in mind: {before}.

Rules were added for what had been missed: a project that uses no PyTorch and is for CUDA by its own summary, and a row for
torch-memory-saver in the table of packages. With these, which are no longer a test: {later}.

"""


def page(judged: List[Judged], names: Dict[str, tuple]) -> str:
    """The text of the page."""
    projects, of_them = of_projects(judged), score_of_names(names)
    known = [(one.known.works, one.name, _row(one, one.known)) for one in judged if one.known]
    text = HEAD + f'Projects that are said to be "{NOT}": {projects.text}.\n\n'
    text += f"The same without what the table knows of the project itself: {of_projects(judged, 'package').text}.\n\n"
    text += f"Names of torch that these and {len(judged) - len(known)} more projects use, said to fail: {of_them.text}.\n\n"
    text += row(("project", "outcome", "source", "verdict", "fails", "review", "hours", "agrees"))
    text += row(("---",) * 8)
    text += "".join(line for _, _, line in sorted(known))
    text += "\n*fails* and *review* count places that are not optional; a project that works may have parts that fail.\n"
    text += _held_out()
    wrong = {name: pair for name, pair in names.items() if pair[0] != (pair[1] != "there")}
    if wrong:
        text += "\n## Names that are judged wrongly\n\n" + row(("name", "said", "on the simulator"))
        text += row(("---",) * 3)
        for name, (fails, state) in wrong.items():
            text += row((f"`{name}`", "fails" if fails else "does not fail", state))
    return text


def _held_out() -> str:
    """The section about projects that the rules were not written for."""
    known = judged_held_out.record()

    def score(said: str) -> str:
        pairs = [(one[said] == NOT, bool(one["failure"])) for one in known.values()]
        told, true = sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
        return Score(told, true, pairs.count((True, True))).text

    text = HELD_OUT.format(before=score("said"), later=score("said_later"))
    text += row(("project", "outcome", "verdict before", "verdict with the new rules"))
    text += row(("---",) * 4)
    for name, one in sorted(known.items(), key=lambda pair: (not pair[1]["failure"], pair[0])):
        outcome = f"fails: {one['failure']}" if one["failure"] else "works"
        text += row((f"{name} {one['version']}", outcome, one["said"], one["said_later"]))
    return text


def _row(one: Judged, known: Known) -> str:
    outcome = "works" if known.works else "fails"
    if known.remark:
        outcome += f": {known.remark}"
    counts = [
        sum(1 for statement in one.report.work if statement.outcome == kind)
        for kind in ("fails", "review")
    ]
    agrees = "yes" if one.says_not() != known.works else "**no**"
    codes = ", ".join(sorted({statement.code for statement in one.report.blocking}))
    verdict = f"{one.report.verdict}: {codes}" if codes else one.report.verdict
    cells = (f"{one.name} {one.version}", outcome, known.source, verdict, *map(str, counts))
    return row((*cells, f"{one.report.hours:g}", agrees))


def main() -> int:
    """Judge, print, and write what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the projects are unpacked")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    arguments = parser.parse_args()
    judged = judge(arguments.folder)
    names = of_names(judged)
    text = page(judged, names)
    print(text)
    if arguments.write:
        PAGE.write_text(text, encoding="utf-8")
    score = of_projects(judged)
    return 0 if min(score.precision, score.recall) >= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
