"""The folders of sim/machine and sim/backend are layers: each includes headers of those above it in its README's table."""

import re
from pathlib import Path

import pytest

SIM = Path(__file__).resolve().parents[2]
# Includes that look down, with the reason in sim/backend/README.md.
LOOKS_DOWN = {
    "machine": set(),
    "backend": {
        ("torch_glue", "graph/recording.h"),
        ("aten", "graph/recording.h"),
        ("aten", "graph/frozen_call.h"),
    },
}
PREFIX = {"machine": "machine/", "backend": ""}


def layers(part: str) -> list:
    """The rows of the first table, from the lowest layer on: each a list of folders or files."""
    text = (SIM / part / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[^|]*) \|", text, re.MULTILINE)
    names = [re.findall(r"`([^`]+)`", row) for row in rows]
    known = {path.name for path in (SIM / part).iterdir()}
    return [row for row in names if any(name.rstrip("/") in known for name in row)]


def layer_of(path: str, order: list):
    """The number of the layer that a file below `part` belongs to, or None (tests, installed headers)."""
    for number, row in enumerate(order):
        for name in row:
            if path == name or (name.endswith("/") and path.startswith(name)):
                return number
    # A source stands beside its header, and headers of the same subject share a row.
    stem = path.rsplit(".", 1)[0]
    for number, row in enumerate(order):
        if any("/" not in name and stem.startswith(name.rsplit(".", 1)[0]) for name in row):
            return number
    return None


def includes(part: str) -> list:
    """Pairs of a file below `part` and a header of `part` that it includes."""
    found = []
    for path in sorted((SIM / part).rglob("*")):
        if path.suffix not in (".h", ".cpp") or "tests" in path.parts or "include" in path.parts:
            continue
        name = path.relative_to(SIM / part).as_posix()
        for header in re.findall(r'#include "([^"]+)"', path.read_text(encoding="utf-8")):
            header = header[len(PREFIX[part]) :] if header.startswith(PREFIX[part]) else None
            if header and (SIM / part / header).exists():
                found.append((name, header))
    return found


@pytest.mark.parametrize("part", ("machine", "backend"))
def test_every_source_belongs_to_a_layer(part):
    order = layers(part)
    assert len(order) > 6
    names = {name for pair in includes(part) for name in pair}
    assert sorted(name for name in names if layer_of(name, order) is None) == []


@pytest.mark.parametrize("part", ("machine", "backend"))
def test_layers_include_those_above_them_only(part):
    order = layers(part)
    down, used = [], set()
    for name, header in includes(part):
        if layer_of(header, order) <= layer_of(name, order):
            continue
        exception = (name.split("/")[0], header)
        used.add(exception)
        if exception not in LOOKS_DOWN[part]:
            down.append(f"{name} includes {header}")
    assert down == []
    assert used == LOOKS_DOWN[part], "an exception that nobody needs any more"
