"""LLVM's scalar types."""

from typing import NamedTuple


class ScalarType(NamedTuple):
    """What a type is elsewhere."""

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
