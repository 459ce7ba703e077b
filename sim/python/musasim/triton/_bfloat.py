"""bfloat16 that is moved and not computed with, as the integers that have its bits.

LLVM for x86-64 takes minutes for vectors of bfloat16 whose elements are put in one by one, and a second for integers.
"""

import re

_MOVES = "load|store|insertelement|extractelement|shufflevector|phi|select|bitcast|freeze"
# With flags of floats behind its name (`select nnan`) an instruction is none that integers have.
_MOVE = re.compile(rf"  (?:%\S+ = )?(?:(?:{_MOVES}) (?:bfloat|i\d+|float|ptr|<)|getelementptr )")
_CONSTANT = re.compile(r"\b0xR([0-9A-F]{4})\b")
_FUNCTION = re.compile(r"^define .*?^}$", re.M | re.S)


def as_bits(text):
    """A module whose functions have i16 for bfloat where they do no more than move it."""
    if "bfloat" not in text:
        return text
    return _FUNCTION.sub(lambda found: _changed(found[0]), text)


def _changed(function):
    lines = function.split("\n")
    concerned = [number for number, line in enumerate(lines) if "bfloat" in line]
    if not all(_MOVE.match(lines[number]) for number in concerned):
        return function
    for number in concerned:
        line = _CONSTANT.sub(lambda found: str(int(found[1], 16)), lines[number])
        lines[number] = re.sub(r"\bbfloat\b", "i16", line)
    return "\n".join(lines)
