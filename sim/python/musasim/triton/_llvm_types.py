"""LLVM's types, and how it writes them."""

import re
from typing import NamedTuple

# The lanes of a warp as kernels see it.
LANES = 32
_SPLIT = re.compile(r"[,<>{}()\[\]]")


class Unsupported(Exception):
    """The function is to run lane by lane."""


class ScalarType(NamedTuple):
    """A scalar type of LLVM: its sizes, and its names in MLIR and in LLVM's functions."""

    bits: int
    bytes: int  # in memory
    mlir: str
    suffix: str  # of LLVM's own functions


SCALAR_TYPES = {
    "ptr": ScalarType(64, 8, "!llvm.ptr", "p0"),
    "i1": ScalarType(1, 1, "i1", "i1"),
    "i8": ScalarType(8, 1, "i8", "i8"),
    "i16": ScalarType(16, 2, "i16", "i16"),
    "i32": ScalarType(32, 4, "i32", "i32"),
    "i64": ScalarType(64, 8, "i64", "i64"),
    "half": ScalarType(16, 2, "f16", "f16"),
    "bfloat": ScalarType(16, 2, "bf16", "bf16"),
    "float": ScalarType(32, 4, "f32", "f32"),
    "double": ScalarType(64, 8, "f64", "f64"),
}
INTEGER_BITS = {name: each.bits for name, each in SCALAR_TYPES.items() if name[0] == "i"}


def bytes_of(llvm_type):
    """The size of a scalar in memory."""
    if llvm_type not in SCALAR_TYPES or llvm_type == "i1":
        raise Unsupported(f"{llvm_type} in memory")
    return SCALAR_TYPES[llvm_type].bytes


def parts_of(llvm_type):
    """The types of an aggregate's elements; None: it is none."""
    vector = re.fullmatch(r"[<\[](\d+) x (\w+)[>\]]", llvm_type)
    if vector and vector[2] in SCALAR_TYPES:
        return [vector[2]] * int(vector[1])
    if llvm_type[0] == "{":
        parts = split(llvm_type[1:-1])
        if all(part in SCALAR_TYPES for part in parts):
            return parts
    if llvm_type not in SCALAR_TYPES:
        raise Unsupported(llvm_type)
    return None


def vector_type(llvm_type, count=LANES):
    """The type of a vector."""
    return f"<{count} x {llvm_type}>"


def literal(llvm_type, number):
    """A number as LLVM spells it."""
    if llvm_type == "ptr":
        return "null" if number == 0 else f"inttoptr (i64 {number} to ptr)"
    return ("true" if number else "false") if llvm_type == "i1" else str(number)


def split(text):
    """The parts between commas that are not in brackets."""
    parts, depth, begin = [], 0, 0
    for found in _SPLIT.finditer(text):
        character = found[0]
        if character == ",":
            if depth == 0:
                parts.append(text[begin : found.start()].strip())
                begin = found.end()
        else:
            depth += 1 if character in "<{([" else -1
    parts.append(text[begin:].strip())
    return parts
