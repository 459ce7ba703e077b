"""Holds the compiler's errors against the porting report: each must be at a place that it names."""

import os
import re
from pathlib import Path
from typing import Dict, List, NamedTuple

from .sources import Source

PASSES, NAMED, VIOLATION = "passes", "named", "violation"
_QUOTED = re.compile(r"['\"](?:[\w:]*::)?([A-Za-z_]\w*)")


class Verdict(NamedTuple):
    """What became of a file: its state, and the errors' places with the codes that name them."""

    path: str
    state: str
    reasons: List[str]


class Report:
    """The findings of a project's report that ask for hand work, by place and by name."""

    def __init__(self, sources: List[Source]):
        self._places: Dict[tuple, str] = {}
        self._names: Dict[str, str] = {}
        for source in sources:
            for finding in source.warnings():
                self._places[source.path, finding["line"]] = finding["code"]
                self._names[finding["name"]] = finding["code"]

    def code_of(self, error, root: Path):
        """The code of the finding that names the error's line, or the name it complains about."""
        for path, line in [(error.path, error.line), *reversed(error.via)]:
            place = (os.path.relpath(os.path.realpath(path), root), line)
            if place in self._places:
                return self._places[place]
        for name in _QUOTED.findall(error.text):
            if name in self._names:
                return self._names[name]
        return None


def judge(source: Source, errors, report: Report, root: Path) -> Verdict:
    """The verdict on one file after all views of it."""
    named, unnamed = [], []
    for error in errors:
        place = os.path.relpath(os.path.realpath(error.path), root)
        code = report.code_of(error, root)
        if code is None:
            unnamed.append(f"{place}:{error.line}: {error.text}")
        else:
            named.append(f"{code} ({place}:{error.line})")
    if unnamed:
        return Verdict(source.path, VIOLATION, _unique(unnamed))
    return Verdict(source.path, NAMED if named else PASSES, _unique(named))


def _unique(texts):
    return list(dict.fromkeys(texts))
