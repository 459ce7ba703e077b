"""The report as text: a table by rich on a terminal, if rich is installed; plain text elsewhere."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Iterator, List, Sequence, Tuple

from .codes import code
from .report import NOT, Report, summary
from .statements import FAILS, OUTCOMES, REVIEW, Statement

_HEAD = ("outcome", "code", "places", "files", "about")
_STYLES = {"fails": "red", "review": "yellow", "setting": "cyan", "works": "green"}
# More of one list is in --json and --html.
_MOST = 10


def show(report: Report, is_verbose: bool) -> None:
    """Print the report."""
    rows = list(_rows(report))
    if not (sys.stdout.isatty() and _print_table(rows)):
        print(_plain(rows))
    for line in _lines(report, is_verbose):
        print(_printable(line))


def _printable(line: str) -> str:
    """Without what moves the cursor, ends the line or has no character: a file may have any name."""
    line = "".join(one if one.isprintable() else ascii(one)[1:-1] for one in line)
    encoding = sys.stdout.encoding or "utf-8"
    return line.encode(encoding, "backslashreplace").decode(encoding)


def _print_table(rows: Sequence[Tuple[str, ...]]) -> bool:
    """Print the table by rich; False where rich is not installed."""
    try:
        from rich.console import Console
        from rich.table import Table
    except ImportError:
        return False
    table = Table(*_HEAD, box=None, pad_edge=False)
    for row in rows:
        table.add_row(*row, style=_STYLES[row[0]])
    Console().print(table)
    return True


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


def _plain(rows: Sequence[Tuple[str, ...]]) -> str:
    table = [_HEAD, *rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(_HEAD))]
    lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in table)
    return "\n".join(lines)


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
    yield from _effort(report)
    yield from _verdict(report)


def _place(one: Statement) -> str:
    suffix = f" (optional: {one.optional})" if one.optional else ""
    return f"{one.path}:{one.line}: {one.outcome}[{one.code}]: {one.message}{suffix}"


def _settings(report: Report) -> Iterator[str]:
    for text in report.settings:
        yield f"setting: {text}"


def _effort(report: Report) -> Iterator[str]:
    """An estimate, and what it is made of."""
    costs = [cost for cost in report.costs if cost.hours]
    if costs:
        yield f"effort: about {report.hours:g} hours, by a fixed number for each place:"
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
