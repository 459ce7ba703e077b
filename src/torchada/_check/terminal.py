"""The report as text."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Iterator, List, Tuple

from .._counted import counted
from .._printing import printable, show_table
from .codes import code
from .report import NOT, Report, called, summary
from .statements import FAILS, OUTCOMES, REVIEW, Statement

_HEAD = ("outcome", "code", "places", "files", "about")
_STYLES = {"fails": "red", "review": "yellow", "setting": "cyan", "works": "green"}
# More of one list is in --json and --html.
_MOST = 10


def show(report: Report, is_verbose: bool) -> None:
    """Print the report."""
    rows = list(_rows(report))
    show_table(_HEAD, rows, [_STYLES[row[0]] for row in rows], sys.stdout)
    for line in _lines(report, is_verbose):
        print(printable(line, sys.stdout))


def _rows(report: Report) -> Iterator[Tuple[str, ...]]:
    """A row for each outcome and code; optional places are not in it."""
    count: "Counter[Tuple[str, str]]" = Counter()
    files = set()
    for one in report.statements:
        if not one.optional:
            count[one.outcome, one.code] += 1
            files.add((one.outcome, one.code, one.path))
    spread = Counter((outcome, name) for outcome, name, _ in files)
    for outcome in OUTCOMES:
        for (its, name), places in count.most_common():
            if its == outcome:
                numbers = (str(places), str(spread[its, name]))
                yield (outcome, name, *numbers, code(name).about)


def _lines(report: Report, is_verbose: bool) -> Iterator[str]:
    if is_verbose:
        yield ""
        for one in report.statements:
            if one.outcome in (FAILS, REVIEW):
                yield _place(one)
                if one.help:
                    yield f"    {one.help}"
    yield ""
    optional = summary(report)["optional"]
    if optional:
        yield f"optional places: {optional}, which the project can do without"
    if report.mentions:
        parts = (f"{count} {what}" for what, count in sorted(report.mentions.items()))
        yield f"works everywhere: {', '.join(parts)}"
    yield from _settings(report)
    yield from _runs(report)
    yield from _effort(report)
    yield from _verdict(report)


def _place(one: Statement) -> str:
    suffix = f" (optional: {one.optional})" if one.optional else ""
    calls = f" (called {counted(one.calls, 'time')})" if one.calls else ""
    return f"{one.place}: {one.outcome}[{one.code}]: {one.message}{suffix}{calls}"


def _runs(report: Report) -> Iterator[str]:
    """What traces add to the verdict."""
    if report.runs is not None:
        calls = sum(one.calls for one in report.statements)
        if calls:
            places = counted(called(report.statements), "place")
            yield f"runs: {counted(calls, 'call')} at {places} of the project"
        else:
            yield "runs: no call in the traces was made by the files that were read"
        failing = report.failing
        if failing:
            yield f"runs: {called(failing)} of {counted(len(failing), 'failing place')} called"


def _settings(report: Report) -> Iterator[str]:
    for text in report.settings:
        yield f"setting: {text}"


def _effort(report: Report) -> Iterator[str]:
    """An estimate, and what it is made of."""
    costs = [cost for cost in report.costs if cost.hours]
    if costs:
        yield f"effort: about {report.hours:g} h, by a fixed number for each place:"
        for cost in costs[:_MOST]:
            yield f"    {cost.hours:g} h = {cost.places} x {cost.hours_each:g} h {cost.code}"


def _verdict(report: Report) -> Iterator[str]:
    if report.verdict == NOT:
        reasons: List[str] = sorted({one.message for one in report.blocking})
        for reason in reasons[:_MOST]:
            yield f"reason: {reason}"
        if len(reasons) > _MOST:
            yield f"reason: and {len(reasons) - _MOST} more"
    yield f"verdict: {report.verdict}"
