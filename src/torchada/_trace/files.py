"""Files of traces: written whole, found again, and read."""

from __future__ import annotations

import glob
import json
import os
from typing import Any, Dict

VERSION = 1


def write(path: str, trace: Dict[str, Any]) -> None:
    """Whole or not at all."""
    beside = f"{path}.{os.getpid()}.tmp"
    with open(beside, "w", encoding="utf-8") as file:
        json.dump(trace, file, indent=1)
        file.write("\n")
    os.replace(beside, path)


def read(path: str) -> Dict[str, Any]:
    """The trace of a file; ValueError for another file."""
    with open(path, encoding="utf-8") as file:
        trace = json.load(file)
    if not isinstance(trace, dict) or "run" not in trace or "calls" not in trace:
        raise ValueError("it is not a trace of torchada")
    if trace.get("version") != VERSION:
        raise ValueError(f"its version is {trace.get('version')}, not {VERSION}")
    return trace


def of_run(path: str, run: str) -> Dict[str, Dict[str, Any]]:
    """The traces of other processes of a run, by the path of each file."""
    root, suffix = os.path.splitext(path)
    found = {}
    for other in sorted(glob.glob(f"{glob.escape(root)}.*{glob.escape(suffix)}")):
        try:
            trace = read(other)
        except (OSError, ValueError):
            continue  # another file of such a name, or one that is being replaced
        if trace["run"] == run:
            found[other] = trace
    return found
