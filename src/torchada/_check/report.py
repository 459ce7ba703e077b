"""What follows from the statements: the verdict, the effort, and the report for programs."""

from __future__ import annotations

from collections import Counter
from typing import Any, Dict, List, NamedTuple, Optional

from .codes import code
from .files import File, is_read, is_test
from .runs import Runs
from .sources import Sources
from .statements import FAILS, OUTCOMES, REVIEW, SETTING, Statement

VERSION = 1
READY, EDITS, NOT = "works", "works with edits", "will not work"
# There is no file that the check reads.
NOTHING = "nothing to check"


class Cost(NamedTuple):
    """The hours of one code."""

    code: str
    places: int
    hours_each: float

    @property
    def hours(self) -> float:
        return self.places * self.hours_each


class Report(NamedTuple):
    """All that was found."""

    folder: str
    files: Dict[str, int]
    statements: List[Statement]
    mentions: Dict[str, int]
    edits: Dict[str, int]
    ptx: Dict[str, int]
    # Whether a file was read at all.
    is_empty: bool = False
    # What traces tell, where some were given.
    runs: Optional[Runs] = None

    @property
    def failing(self) -> List[Statement]:
        """The places that the verdict rests on."""
        return [one for one in self.work if one.outcome == FAILS]

    @property
    def blocking(self) -> List[Statement]:
        """Why the project as a whole does not work."""
        return [one for one in self.statements if one.is_blocking]

    @property
    def work(self) -> List[Statement]:
        """The places that need a person: what fails or may fail, and is not optional."""
        return [
            one
            for one in self.statements
            if one.outcome in (FAILS, REVIEW)
            and not (one.optional or one.is_blocking or is_test(one.path))
        ]

    @property
    def settings(self) -> List[str]:
        """What is to be set, each once, most frequent first."""
        helps = Counter(
            one.help
            for one in self.statements
            if one.outcome == SETTING and not (one.optional or is_test(one.path))
        )
        return [text for text, _ in helps.most_common()]

    @property
    def verdict(self) -> str:
        """One of four."""
        if self.is_empty:
            return NOTHING
        if self.blocking:
            return NOT
        return EDITS if self.failing else READY

    @property
    def costs(self) -> List[Cost]:
        """The effort by code; a name counts once for a file, a package once for the project."""
        places = Counter(code_of for code_of, _, _ in {_place(one) for one in self.work})
        found = [Cost(name, count, code(name).hours) for name, count in places.items()]
        return sorted(found, key=lambda cost: (-cost.hours, cost.code))

    @property
    def hours(self) -> float:
        return sum(cost.hours for cost in self.costs)


def _place(one: Statement) -> Any:
    if one.code.startswith("port-"):
        return one.code, one.path, one.line
    # A package is replaced once.
    return one.code, "" if one.code == "import" else one.path, one.subject


def make(
    folder: str,
    files: List[File],
    statements: List[Statement],
    mentions: Dict[str, int],
    ported: Sources,
) -> Report:
    """The report of what was read."""
    kinds = Counter(file.suffix for file in files)
    is_empty = not (statements or any(is_read(file) for file in files))
    found = (dict(kinds), statements, dict(mentions), ported.edits, ported.ptx)
    return Report(folder, *found, is_empty)


def summary(report: Report) -> Dict[str, int]:
    """How many statements there are of each outcome; optional ones are counted apart."""
    count = Counter(one.outcome for one in report.statements if not one.optional)
    return {
        **{outcome: count[outcome] for outcome in OUTCOMES},
        "optional": sum(1 for one in report.statements if one.optional),
    }


def called(statements: List[Statement]) -> int:
    """How many of these places the runs called."""
    return sum(1 for one in statements if one.calls)


def _runs(report: Report) -> Optional[Dict[str, int]]:
    if report.runs is None:
        return None
    return {
        "files": len(report.runs.files),
        "calls": sum(one.calls for one in report.statements),
        "places": called(report.statements),
        "failing_called": called(report.failing),
        "failing_not_called": len(report.failing) - called(report.failing),
        "devices": report.runs.devices,
    }


def as_json(report: Report) -> Dict[str, Any]:
    """What schema.json describes."""
    return {
        "version": VERSION,
        "project": report.folder,
        "verdict": report.verdict,
        "reasons": sorted({one.message for one in report.blocking}),
        "settings": report.settings,
        "summary": summary(report),
        "effort": {
            "hours": report.hours,
            "basis": [cost._asdict() for cost in report.costs],
        },
        "runs": _runs(report),
        "files": {suffix or "other": count for suffix, count in sorted(report.files.items())},
        "mentions": report.mentions,
        "edits": report.edits,
        "ptx": report.ptx,
        "statements": [one._asdict() for one in report.statements],
    }
