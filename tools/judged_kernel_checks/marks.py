"""The programs of tests/kernel_checks: what is marked in them, and what a tool's findings are worth by that."""

import re
from pathlib import Path
from typing import Dict, FrozenSet, List, NamedTuple, Set, Tuple

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "kernel_checks"
TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
RIGHT = "right"
_MARKS = re.compile(r"// finding: (\w+ [\w-]+(?:, \w+ [\w-]+)*)$")


class Finding(NamedTuple):
    """What a tool reports: of a race the lines of both threads. Line 0: none of the program's is named."""

    tool: str
    kind: str
    lines: FrozenSet[int]

    @property
    def text(self) -> str:
        """For people."""
        lines = ", ".join(map(str, sorted(self.lines)))
        return f"{self.tool} {self.kind} at {lines}"


class Program(NamedTuple):
    """A program, and the lines that each kind of finding may name."""

    name: str  # "memcheck/null_pointer"
    marks: Dict[Tuple[str, str], Set[int]]

    @property
    def path(self) -> Path:
        """Its source."""
        return FOLDER / f"{self.name}.cu"

    @property
    def folder(self) -> str:
        """The tool that is to find the mistake, or "right"."""
        return self.name.split("/")[0]

    @property
    def what(self) -> str:
        """Its first line."""
        return self.path.read_text().partition("\n")[0].removeprefix("// ")

    def fits(self, finding: Finding) -> bool:
        """Whether all lines of a finding are marked for it."""
        return any(
            tool == finding.tool and _same(kind, finding.kind) and finding.lines <= lines | {0}
            for (tool, kind), lines in self.marks.items()
        )

    def is_found(self, findings: List[Finding]) -> bool:
        """Whether a finding names the mistake."""
        return any(map(self.fits, findings))

    def false(self, findings: List[Finding]) -> List[Finding]:
        """The findings that fit no mark."""
        return [finding for finding in findings if not self.fits(finding)]


def _same(marked: str, kind: str) -> bool:
    """Some kinds stand for others."""
    return (
        marked == kind
        or (kind == "invalid-index" and marked.startswith("invalid-"))
        or (kind.startswith("divergent-") and marked.startswith("divergent-"))
    )


def programs() -> List[Program]:
    """All of them."""
    found = []
    for path in sorted(FOLDER.glob("*/*.cu")):
        marks: Dict[Tuple[str, str], Set[int]] = {}
        for number, line in enumerate(path.read_text().splitlines(), 1):
            marked = _MARKS.search(line)
            for mark in marked[1].split(", ") if marked else ():
                tool, kind = mark.split()
                marks.setdefault((tool, kind), set()).add(number)
        found.append(Program(f"{path.parent.name}/{path.stem}", marks))
    return found


def to_json(findings: List[Finding]) -> List[list]:
    """Findings as lists, in an order of their own."""
    return sorted([finding.tool, finding.kind, sorted(finding.lines)] for finding in findings)


def from_json(rows: List[list]) -> List[Finding]:
    """What to_json() gave."""
    return [Finding(tool, kind, frozenset(lines)) for tool, kind, lines in rows]
