"""A statement about one place of a project, and what kinds of statements there are."""

from __future__ import annotations

from typing import NamedTuple

# It runs as it is, with torchada.
WORKS = "works"
# It runs when something outside of the code is set, such as an environment variable.
SETTING = "setting"
# It may be right; only a person can tell.
REVIEW = "review"
# It raises, does not build, or is not there. The help says what to use instead.
FAILS = "fails"

OUTCOMES = (FAILS, REVIEW, SETTING, WORKS)


class Statement(NamedTuple):
    """What will happen on MUSA to one thing at one place."""

    code: str
    outcome: str
    # The name that it is about: torch.cuda.Stream, a package, a file.
    subject: str
    path: str
    line: int
    message: str
    help: str = ""
    # Why the program goes on without it, or ""; an optional place needs no edit.
    optional: str = ""
    # Whether the project as a whole stands or falls with it.
    is_blocking: bool = False
    # How often runs called it, as far as traces tell.
    calls: int = 0
    # The cell of a notebook, from 1, that the line is in; 0 in other files.
    cell: int = 0

    @property
    def place(self) -> str:
        """For people."""
        return f"{self.path}:{f'cell {self.cell}:' if self.cell else ''}{self.line}"
