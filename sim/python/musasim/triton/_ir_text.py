"""Writes the parts of a function as LLVM does: constants, names, blocks."""

import re

from ._lanes import ZEROS, Value, constant
from ._llvm_types import LANES, Unsupported

_METADATA = re.compile(r"(?:, ![\w.]+ !\d+)+$")


def parse_constant(llvm_type, text):
    """A constant as a value."""
    if text in ("zeroinitializer", "undef", "poison", "null", "false"):
        return (
            constant(llvm_type, ZEROS)
            if llvm_type == "ptr" or llvm_type[0] == "i"
            else Value(llvm_type, "0.0")
        )
    if text == "true":
        return constant("i1", [1] * LANES)
    if llvm_type[0] == "i" and re.fullmatch(r"-?\d+", text):
        return constant(llvm_type, [int(text)] * LANES)
    if text[0] == "@" or re.fullmatch(r"-?[\d.]+(e[+-]\d+)?|0x[HRKLM]?[0-9A-F]+", text):
        return Value(llvm_type, text)
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
    # The number of lines stays: the label takes the place of the line break behind the head.
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
