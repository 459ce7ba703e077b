"""Which process of a traced program this is, and the file that it writes."""

from __future__ import annotations

import json
import os
import time
from typing import NamedTuple

from . import MARK

_RESTARTS = "TORCHELASTIC_RESTART_COUNT"


class Process(NamedTuple):
    """A process of a traced program."""

    # The same in all processes of a run.
    run: str
    # What TORCHADA_TRACE says, as an absolute path.
    path: str
    # That of this process.
    file: str
    rank: str
    # Whether it shows the summary.
    is_first: bool

    @property
    def is_child(self) -> bool:
        """Whether its number is in the name of its file."""
        return self.file != named(self.path, _with_rank(self.rank))


def this_process() -> Process:
    """Find out, and tell the processes that this one starts."""
    given, pid, rank = os.environ["TORCHADA_TRACE"], os.getpid(), os.environ.get("RANK", "")
    run, owner, its_rank, its_given, path = json.loads(os.environ.get(MARK, '["", 0, "", "", ""]'))
    is_of_run = its_given == given
    if not is_of_run:
        run, path = f"{pid}-{time.time_ns():x}", os.path.abspath(given)
    elif owner != pid and rank == its_rank:
        return Process(run, path, named(path, _with_rank(rank), str(pid)), rank, False)
    os.environ[MARK] = json.dumps([run, pid, rank, given, path])
    is_first = rank in ("", "0") if not is_of_run else owner == pid
    return Process(run, path, named(path, _with_rank(rank)), rank, is_first)


def forked(parent: Process) -> Process:
    """What a process is that was forked from the parent."""
    file = named(parent.path, _with_rank(parent.rank), str(os.getpid()))
    return parent._replace(file=file, is_first=False)


def _with_rank(rank: str) -> str:
    restarts = os.environ.get(_RESTARTS, "0")
    again = f"-restart{restarts}" if restarts != "0" else ""
    return f"rank{rank}{again}" if rank else ""


def named(path: str, *parts: str) -> str:
    """The path with these parts before its suffix: trace.json, trace.rank0.json."""
    root, suffix = os.path.splitext(path)
    return ".".join([root, *filter(None, parts)]) + suffix
