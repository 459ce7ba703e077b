"""A form of a PTX instruction: its text, the kinds of its outputs and inputs (a letter each), and how it is run.

Kinds: r 32 bits, l 64
bits, h f16, b bf16, H and B pairs of them, F f32, D f64, w 16 bits, n numbers up to 40, p selectors of bytes, m
small whole numbers in pairs of f16, M the same in bf16, T in tf32, E in e4m3, Q in e5m2, f in f32, d in f64; s and t say
which numbers of a sparse matrix are there.
"""

from typing import NamedTuple


class Form(NamedTuple):
    """One form."""

    text: str
    outputs: str
    inputs: str
    ulps: int = 0  # of f32, by which an approximate function may differ
    memory: bool = (
        False  # operands behind the inputs: an address in shared memory, one in global memory
    )
    lanes: int = 0xFFFFFFFF  # those that take part
    # Of a warp group: the distances and the mode of the descriptors of A and B.
    tiles: tuple = ()
    # Of a chain of wmma, whose operands are the addresses of A, B, C and D: kinds of their numbers.
    wmma: str = ""


ROUNDINGS = ("rn", "rz", "rm", "rp")


def simple(opcode: str, outputs: str, inputs: str, **more) -> Form:
    """Operands in their order."""
    count = len(outputs) + len(inputs)
    return Form(
        f"{opcode} " + ", ".join(f"%{i}" for i in range(count)) + ";", outputs, inputs, **more
    )
