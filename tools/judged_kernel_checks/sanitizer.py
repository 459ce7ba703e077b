"""What compute-sanitizer printed about the programs (on_cuda.sh), as findings."""

import re
from pathlib import Path
from typing import Dict, Iterator, List, Set, Tuple

from .marks import Finding

_INVALID = re.compile(r"Invalid __(\w+)__ (read|write|atomic)")
_UNINITIALIZED = re.compile(r"Uninitialized __(\w+)__ memory read")
_BARRIERS = {
    "Divergent thread(s) in block": "divergent-block",
    "Divergent thread(s) in warp": "divergent-warp",
    "Invalid arguments": "invalid-arguments",
}
_BEGIN = "========= "


def read(outputs: Path) -> Tuple[str, Dict[str, List[Finding]], List[str]]:
    """Who found it, the findings of each program that was run, and those that had to be stopped."""
    first, *sections = re.split(r"^#### ", outputs.read_text(), flags=re.MULTILINE)[1:]
    found: Dict[str, Set[Finding]] = {}
    stopped = set()
    for section in sections:
        title, _, output = section.partition("\n")
        tool, folder, stem = title.split(".")
        program = found.setdefault(f"{folder}/{stem}", set())
        program.update(_findings(tool, output, f"{stem}.cu"))
        if output.rstrip().endswith("exit status 124"):
            stopped.add(f"{folder}/{stem}")
    by = first.removeprefix("by ").strip()
    return by, {name: list(one) for name, one in found.items()}, sorted(stopped)


def _findings(tool: str, output: str, source: str) -> Iterator[Finding]:
    """The reports of a tool about one program."""
    place = re.compile(rf"\b{re.escape(source)}:(\d+)")
    for record in _records(output):
        kind = _kind(tool, record)
        if not kind:
            continue
        # Behind the kernel's frames come those of the host.
        frames = record.partition("Saved host backtrace")[0].splitlines()
        lines = [int(match[1]) for match in map(place.search, frames) if match] or [0]
        if tool == "racecheck":
            # The first access, and each that it is in conflict with.
            for other in lines[1:]:
                yield Finding(tool, kind, frozenset({lines[0], other}))
        else:
            yield Finding(tool, kind, frozenset(lines[:1]))


def _records(output: str) -> List[str]:
    """The reports: each begins in the first column, and goes on in later ones."""
    found: List[str] = []
    for line in output.splitlines():
        if line.startswith(_BEGIN):
            text = line[len(_BEGIN) :]
            if text.startswith("  ") and found:
                found[-1] += "\n" + text
            else:
                found.append(text)
    return found


def _kind(tool: str, record: str) -> str:
    """The kind of a report; "" for what is none."""
    invalid, unset = _INVALID.match(record), _UNINITIALIZED.match(record)
    if tool == "memcheck" and invalid:
        problem = "misaligned" if "is misaligned" in record else f"invalid-{invalid[1]}"
        return f"{problem}-{invalid[2]}"
    if tool == "initcheck" and unset:
        return f"uninitialized-{unset[1]}-read"
    if tool == "initcheck" and record.startswith("Host API memory access error"):
        return "uninitialized-copy"
    if tool == "racecheck" and "Race reported between" in record:
        return "race-shared"
    if tool == "synccheck" and record.startswith("Barrier error detected"):
        return next((kind for text, kind in _BARRIERS.items() if text in record), "barrier")
    return ""
