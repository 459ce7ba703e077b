"""What traces of runs (docs/trace.md) add: how often places were called, and places that reading did not find."""

from __future__ import annotations

import os
from typing import Any, Container, Dict, Iterator, List, NamedTuple, Sequence

from .._errors import CommandError
from .._trace import files
from .._trace.kinds import UNSUPPORTED
from .statements import FAILS, WORKS, Statement

Trace = Dict[str, Any]


class _Place(NamedTuple):
    """A line of the project, and the last part of a name: `import torch.cuda as c` has other first ones."""

    path: str
    line: int
    leaf: str


class _Calls:
    """All calls of a name from one place."""

    def __init__(self) -> None:
        self.name = ""
        self.count = 0
        # What served them, or the error.
        self.message = ""
        self.is_unsupported = False
        self.ended_a_program = False


class Runs:
    """The calls by the places of a project."""

    def __init__(self, folder: str) -> None:
        self.files: List[str] = []
        self.devices = 0
        self._folder = os.path.realpath(folder)
        self._calls: Dict[_Place, _Calls] = {}

    def add(self, file: str, trace: Trace) -> None:
        """Add a trace, once."""
        file = os.path.realpath(file)
        if file in self.files:
            return
        self.files.append(file)
        for one in trace["calls"]:
            for calls in self._of(one, trace):
                calls.count += one["count"]
                calls.is_unsupported |= one["kind"] == UNSUPPORTED
                calls.message = calls.message or f"`{one['name']}` became {one['became']}"
        for one in trace["unsupported"]:
            for calls in self._of(one, trace):
                calls.count = max(calls.count, one["count"])  # a call may be in both lists
                calls.is_unsupported, calls.message = True, one["message"]
                calls.ended_a_program |= one["ended_the_program"]
        inside = (one["count"] for one in trace["devices"] if self._path(one["path"], trace))
        self.devices += sum(inside)

    def _of(self, record: Dict[str, Any], trace: Trace) -> Iterator[_Calls]:
        """The calls that a record is of; none where its file is not the project's."""
        path = self._path(record["path"], trace)
        if path:
            place = _Place(path, record["line"], _leaf(record["name"]))
            calls = self._calls.setdefault(place, _Calls())
            calls.name = calls.name or record["name"]
            yield calls

    def _path(self, path: str, trace: Trace) -> str:
        """The path below the project with `/`; empty for other files."""
        whole = os.path.realpath(os.path.join(trace["process"]["folder"], path)) if path else ""
        start = self._folder.rstrip(os.sep) + os.sep
        return whole[len(start) :].replace(os.sep, "/") if whole.startswith(start) else ""

    def merge(self, statements: List[Statement], paths: Container[str]) -> List[Statement]:
        """The statements with the number of calls, and those about further places of these files."""
        merged, told = [], set()
        for one in statements:
            place = _Place(one.path, one.line, _leaf(one.subject))
            calls = self._calls.get(place)
            if calls is not None and one.code.startswith("name-"):
                told.add(place)
                # What a run could not go on without is not optional.
                optional = "" if calls.ended_a_program else one.optional
                one = one._replace(calls=calls.count, optional=optional)
            merged.append(one)
        for place, calls in self._calls.items():
            if place not in told and place.path in paths:
                merged.append(_statement(place, calls))
        return merged


def _leaf(name: str) -> str:
    return name.rpartition(".")[2]


def _statement(place: _Place, calls: _Calls) -> Statement:
    """About a place that only a run has found."""
    code, outcome, optional = "name-called", WORKS, ""
    if calls.is_unsupported:
        code, outcome = "name-unsupported", FAILS
        optional = "" if calls.ended_a_program else "a run caught the error"
    message, _, help_text = calls.message.partition(". Instead: ")
    help_text = f"Instead: {help_text}." if help_text else ""
    about = (calls.name, place.path, place.line, message, help_text, optional)
    return Statement(code, outcome, *about, calls=calls.count)


def read(paths: Sequence[str], folder: str) -> Runs:
    """The traces of these files, and of other processes of their runs."""
    runs = Runs(folder)
    for path in paths:
        try:
            trace = files.read(path)
        except OSError as error:
            raise CommandError(f"cannot read the trace {path}: {error.strerror}") from error
        except ValueError as error:
            advice = "give a file that torchada trace has written"
            raise CommandError(f"cannot read the trace {path}: {error}; {advice}") from error
        runs.add(path, trace)
        for other, its_trace in files.of_run(path, trace["run"]).items():
            runs.add(other, its_trace)
    return runs
