"""The summary of a run, of all its processes, on stderr."""

from __future__ import annotations

import os
import sys
from typing import Any, Dict, Iterator, List, NamedTuple, Sequence, Tuple

from .._counted import counted
from .._printing import printable, show_table
from . import files
from .kinds import CHANGED, EMULATED, MUSA, UNSUPPORTED
from .process import Process

_HEAD = ("kind", "name", "calls", "places", "seconds", "first place")
_STYLES = {UNSUPPORTED: "red", EMULATED: "cyan", CHANGED: "yellow", MUSA: "green"}
_KINDS = tuple(_STYLES)
# More are in the file.
_MOST = 15

Trace = Dict[str, Any]
Record = Dict[str, Any]


class _Total(NamedTuple):
    """All records of a name."""

    calls: int
    places: int
    seconds: float
    first: Record


def show(process: Process, trace: Trace) -> None:
    """Print what the processes of a run did, as far as they have ended."""
    if sys.stderr is None or sys.stderr.closed:
        return
    others = files.of_run(process.path, process.run)
    others.pop(process.file, None)
    traces = [trace, *others.values()]
    stream = sys.stderr
    _say(f"torchada trace: {process.file}", stream)
    rows = list(_calls(traces))
    if rows:
        show_table(_HEAD, rows[:_MOST], [_STYLES[row[0]] for row in rows[:_MOST]], stream)
    for line in (*_more(rows), *_devices(traces), *_unsupported(traces), *_others(others)):
        _say(line, stream)


def _say(line: str, stream: Any) -> None:
    print(printable(line, stream), file=stream)


def _totals(records: Iterator[Tuple[Any, Record]]) -> Dict[Any, _Total]:
    """By key; the most calls first."""
    found: Dict[Any, List[Record]] = {}
    for key, record in records:
        found.setdefault(key, []).append(record)
    totals = {key: _total(of_key) for key, of_key in found.items()}
    return dict(sorted(totals.items(), key=lambda item: -item[1].calls))


def _total(records: Sequence[Record]) -> _Total:
    places = {(one["path"], one["line"]) for one in records}
    seconds = sum(one.get("seconds", 0) for one in records)
    return _Total(sum(one["count"] for one in records), len(places), seconds, records[0])


def _calls(traces: Sequence[Trace]) -> Iterator[Tuple[str, ...]]:
    totals = _totals(
        ((one["kind"], one["name"]), one) for trace in traces for one in trace["calls"]
    )
    for kind in _KINDS:
        for (its, name), total in totals.items():
            if its == kind:
                numbers = (str(total.calls), str(total.places), f"{total.seconds:.3f}")
                yield (kind, name, *numbers, _place(total.first))


def _more(rows: Sequence[Any]) -> Iterator[str]:
    if len(rows) > _MOST:
        yield f"and {len(rows) - _MOST} more names in the file"
    if not rows:
        yield "no call became another on MUSA"


def _devices(traces: Sequence[Trace]) -> Iterator[str]:
    totals = _totals(((one["text"], one["became"]), one) for t in traces for one in t["devices"])
    for (text, became), total in list(totals.items())[:_MOST]:
        count = f"{counted(total.calls, 'time')} at {counted(total.places, 'place')}"
        yield f'device "{text}" -> "{became}": {count}, first at {_place(total.first)}'


def _unsupported(traces: Sequence[Trace]) -> Iterator[str]:
    for trace in traces:
        for one in trace["unsupported"][:_MOST]:
            how = "ended the program" if one["ended_the_program"] else "was caught"
            yield f"unsupported, {how}: {_place(one)}: {one['message']}"


def _others(others: Dict[str, Trace]) -> Iterator[str]:
    for path in list(others)[:_MOST]:
        yield f"one more process, counted above: {path}"
    if len(others) > _MOST:
        yield f"and {len(others) - _MOST} more processes, counted above"


def _place(record: Record) -> str:
    if not record["path"]:
        return "outside of Python code"
    path = os.path.relpath(record["path"]) if os.path.isabs(record["path"]) else record["path"]
    shorter = min(path, record["path"], key=len)
    return f"{shorter}:{record['line']}"
