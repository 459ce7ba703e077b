"""Masks that are true for all lanes in nearly every program: numbers below a limit.

A kernel gets a second body, in which such masks are no masks. It is the one that runs first; where a lane is over a limit,
the program begins again in the general body. So this is asked for only before the kernel has changed anything.
"""

import re

from ._lanes import constant
from ._llvm_types import INTEGER_BITS, LANES

_COMPARED = re.compile(r"icmp (?:samesign )?([su])([lg])([te]) (i\d+) (\S+), (\S+)$")
_BOTH = re.compile(r"and i1 (\S+), (\S+)$")
_EFFECT = re.compile(
    r"  store (?!.*, ptr %lanes\.)|.*\bcall void @(?!lanes\.|musasim_triton_(?:gather|read)\()"
)
# The prefix of the names of blocks and values in the general body.
GENERAL = "general."


class _Limit:
    """Comparisons with the same limit of numbers that differ in a known way."""

    def __init__(self):
        self.names = set()  # of their results
        self.offsets = set()

    def takes(self, llvm_type, offsets):
        """Whether it can be seen by the least and the greatest number that none is wrapped."""
        every = self.offsets.union(offsets)
        return max(every) - min(every) < 1 << (INTEGER_BITS[llvm_type] - 1)


class Noted:
    """The limits that comparisons of the general body name."""

    def __init__(self):
        self._limits = {}
        self._origins = {}  # of masks: the limits, whose comparisons all have to be true
        self._asked = set()

    @staticmethod
    def result(*_):
        """None: limits are masks here."""

    def note(self, name, text, value, operand, may_leave):
        """An instruction and its result; `may_leave`: whether it comes before anything that the kernel changes."""
        found = _BOTH.match(text)
        if found:
            masks = [self._origins.get(operand("i1", each)) for each in found.groups()]
            if None not in masks:
                self._origins[value] = masks[0] | masks[1]
            return
        compared = _compared(text, operand)
        if compared is None or value.is_constant:
            return
        key = compared[0]
        if key not in self._limits and not may_leave():
            return
        limit = self._limits.setdefault(key, _Limit())
        if not limit.takes(key[1], compared[1]):
            return
        limit.names.add(name)
        limit.offsets.update(compared[1])
        self._origins[value] = frozenset([key])

    def jump(self, mask):
        """Lanes of which this is not true jump over an access to memory."""
        self._asked |= self._origins.get(mask, frozenset())

    def asked(self):
        """By the names of comparisons, the least and the greatest number beside what lanes share."""
        result = {}
        for key in self._asked:
            limit = self._limits[key]
            extremes = min(limit.offsets), max(limit.offsets)
            result.update(dict.fromkeys(limit.names, extremes))
        return result


class Held:
    """The body in which the limits hold."""

    def __init__(self, code, asked, body):
        self._code = code
        self._asked = asked
        self._body = body
        self._checked = set()

    def note(self, *_):
        """Everything is known already."""

    def jump(self, mask):
        """The same."""

    def result(self, name, text, operand):
        """The result of an instruction that is such a comparison."""
        compared = _compared(text, operand) if name in self._asked else None
        if compared is None:
            return None
        key = (compared[0], self._asked[name])
        if key not in self._checked:
            if not self._body.may_leave():
                return None
            self._checked.add(key)
            self._check(*key)
        return constant("i1", [1] * LANES)

    def _check(self, key, extremes):
        order, llvm_type, base, limit = key
        limit = self._number(llvm_type, *limit)
        edges = [self._number(llvm_type, base, each) for each in extremes]
        least = (
            order[0] + "le"
        )  # no number is wrapped, so that all lie between the first and the last
        conditions = [f"icmp {least} {llvm_type} {edges[0]}, {edges[1]}"]
        conditions.append(f"icmp {order} {llvm_type} {edges[order[1] == 'l']}, {limit}")
        first, second = map(self._code.emit, conditions)
        self._body.leave_limits(self._code.emit(f"and i1 {first}, {second}"))

    def _number(self, llvm_type, base, offset):
        if base is None:
            return str(offset)
        return self._code.emit(f"add {llvm_type} {base}, {offset}") if offset else base


def _compared(text, operand):
    """The order, the type, what lanes share and the limit; then what they differ in. None: it is no such comparison."""
    found = _COMPARED.match(text)
    if not found or found[4] not in INTEGER_BITS:
        return None
    sign, way, equal, llvm_type = found.groups()[:4]
    a, b = (operand(llvm_type, each) for each in found.groups()[4:])
    if a.vector or b.vector:
        return None
    if not b.is_uniform:
        a, b, way = b, a, "gl"[way == "g"]
    if not b.is_uniform:
        return None
    return (sign + way + equal, llvm_type, a.base, (b.base, b.offsets[0])), a.offsets


def has_effect(lines):
    """Whether instructions change what another body would find."""
    return any(map(_EFFECT.match, lines))
