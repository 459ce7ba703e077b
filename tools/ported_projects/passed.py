"""Remembers which files passed, so that a second check compiles only what changed."""

import hashlib
import json
import os
from pathlib import Path
from typing import Iterable, List, Optional


class Passed:
    """Commands that succeeded, with the times of the files they read; kept in a folder."""

    def __init__(self, folder: Path):
        self._folder = folder

    def files_read(self, command: List[str]) -> Optional[List[str]]:
        """What the command read when it succeeded, or None where it has not or something changed."""
        path = self._place(command)
        if not path.exists():
            return None
        times = json.loads(path.read_text())
        return list(times) if all(_time(name) == time for name, time in times.items()) else None

    def add(self, command: List[str], files: Iterable[str]) -> None:
        """The command succeeded and read the files."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._place(command).write_text(json.dumps({name: _time(name) for name in files}))

    def _place(self, command):
        return self._folder / hashlib.sha256("\0".join(command).encode()).hexdigest()


def _time(name):
    return os.stat(name).st_mtime_ns if os.path.exists(name) else None
