"""Starts a trace when torchada is activated, and ends it with the process."""

from __future__ import annotations

import atexit
import os
import sys
import time
from typing import Any, Iterator, List, Optional

from .. import _core, _log
from .._errors import UnsupportedError
from .._patch._ledger import Ledger
from . import files, process, records
from .names import AREA, REFUSED, Names

_UNCAUGHT = "_torchada_recorded"


class _Recording:
    """The trace of this process."""

    def __init__(self) -> None:
        self.names = Names()
        self.process = process.this_process()
        self.started = time.time()

    def fork(self) -> None:
        """In a new process."""
        _core.forget_recorded()
        self.process = process.forked(self.process)
        self.started = time.time()
        self.finish_with_multiprocessing()

    def finish_with_multiprocessing(self) -> None:
        """Its processes end without atexit's functions."""
        util = sys.modules.get("multiprocessing.util")
        if util is None or self.process.is_first:
            return
        # It forgets finalizers when it begins with a process; that may have been, or still come.
        self._finalize()
        util.register_after_fork(self, _Recording._finalize)

    def _finalize(self) -> None:
        from multiprocessing.util import Finalize

        # After the program's own finalizers.
        Finalize(None, self.finish, exitpriority=-100)

    def finish(self) -> None:
        """Write the file; the first process shows the summary."""
        trace = records.as_json(self.names.known, _uncaught(), self.process, self.started)
        is_empty = not (trace["calls"] or trace["devices"] or trace["unsupported"])
        if self.process.is_child and is_empty:
            return
        try:
            files.write(self.process.file, trace)
        except OSError as error:
            _log.say(f"cannot write the trace {self.process.file}: {error.strerror}")
            return
        if self.process.is_first:
            from . import summary

            summary.show(self.process, trace)


_recording: Optional[_Recording] = None


def start(ledger: Ledger) -> None:
    """Record from now on. Undone with the ledger; what was recorded is written all the same."""
    global _recording
    if _recording is None:
        _core.forget_recorded()  # the self-test of the core
        _recording = _Recording()
        atexit.register(_recording.finish)
        os.register_at_fork(after_in_child=_recording.fork)
        _recording.finish_with_multiprocessing()
    ledger.set_attr(UnsupportedError, "__init__", _recorded_init, area=AREA)
    _recording.names.bind(ledger)


def _recorded_init(self: Any, *args: Any, **kwargs: Any) -> None:
    super(UnsupportedError, self).__init__(*args, **kwargs)
    name = f"{REFUSED} {self}"
    setattr(self, _UNCAUGHT, name)
    _core.record(name)


def _uncaught() -> List[str]:
    """The errors of unsupported calls that have ended the program."""
    last: Any = getattr(sys, "last_value", None)
    return [getattr(one, _UNCAUGHT) for one in _chain(last) if hasattr(one, _UNCAUGHT)]


def _chain(error: Optional[BaseException]) -> Iterator[BaseException]:
    seen = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__
