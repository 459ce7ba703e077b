"""How LLVM writes the parts of a function: types, constants, names, blocks."""

import re

from ._lanes import LANES, ZEROS, Unsupported, Value, known
from ._vectors import split

_SCALARS = {"i1", "i8", "i16", "i32", "i64", "half", "bfloat", "float", "double", "ptr"}
_METADATA = re.compile(r"(?:, ![\w.]+ !\d+)+$")


def parts_of(kind):
    """The types of an aggregate's elements; None: it is none."""
    vector = re.fullmatch(r"[<\[](\d+) x (\w+)[>\]]", kind)
    if vector and vector[2] in _SCALARS:
        return [vector[2]] * int(vector[1])
    if kind[0] == "{":
        parts = split(kind[1:-1])
        if all(part in _SCALARS for part in parts):
            return parts
    if kind not in _SCALARS:
        raise Unsupported(kind)
    return None


def constant(kind, text):
    """A constant as a value."""
    if text in ("zeroinitializer", "undef", "poison", "null", "false"):
        return known(kind, ZEROS) if kind == "ptr" or kind[0] == "i" else Value(kind, "0.0")
    if text == "true":
        return known("i1", [1] * LANES)
    if kind[0] == "i" and re.fullmatch(r"-?\d+", text):
        return known(kind, [int(text)] * LANES)
    if text[0] == "@" or re.fullmatch(r"-?[\d.]+(e[+-]\d+)?|0x[HRKLM]?[0-9A-F]+", text):
        return Value(kind, text)
    raise Unsupported(text)


def name_numbered_values(lines):
    """The lines of a function whose values have names instead of numbers, which would have to be without gaps.

    The first block gets its label.
    """
    head = lines[0]
    if re.match(r"v\d+:$", lines[1]):  # they have names
        return lines
    count = len(re.findall(r"%\d+\b", head))
    named = [re.sub(r"%(\d+)\b", r"%v\1", line) for line in lines]
    named = [re.sub(r"^(\d+):", r"v\1:", line) for line in named]
    # As many lines as before: the label takes the place of the line break behind the head.
    return [named[0] + f"\nv{count}:", *named[1:]]


def without_metadata(line):
    """The instruction, and what says its line."""
    line = line.strip()
    found = _METADATA.search(line)
    if not found:
        return line, ""
    debug = re.search(r", !dbg !\d+", found[0])
    return line[: found.start()], debug[0] if debug else ""


def blocks_of(lines):
    """The head of a function, and the instructions of its blocks."""
    blocks, body = {}, None
    for line in lines[1:-1]:
        label = re.match(r"([\w.]+):", line)
        if label:
            body = blocks.setdefault(label[1], [])
        elif body is None:
            raise Unsupported(line)
        elif line.strip():
            body.append(line)
    return lines[0], blocks


def targets_of(line):
    """The labels that the last instruction of a block may jump to."""
    return re.findall(r"label %([\w.]+)", line) if line.strip().startswith("br ") else []
