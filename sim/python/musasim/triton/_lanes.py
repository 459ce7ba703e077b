"""What the 32 lanes of a warp have for one value of LLVM's IR, and what of it is known without running anything."""

from typing import NamedTuple, Optional, Tuple

LANES = 32
ALL = tuple(range(LANES))
ZEROS = (0,) * LANES
BITS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64}
SIZES = {"i8": 1, "i16": 2, "i32": 4, "i64": 8, "ptr": 8}
SIZES.update({"half": 2, "bfloat": 2, "float": 4, "double": 8})


class Unsupported(Exception):
    """The function is to run lane by lane."""


class Value(NamedTuple):
    """Lane i has base + offsets[i], where no base is 0; or it has element i of a vector."""

    kind: str  # LLVM's type of one lane's
    base: Optional[str] = None
    offsets: Tuple[int, ...] = ZEROS
    vector: Optional[str] = None
    zeros: int = 0  # so many of the lowest bits of the base are zeros

    @property
    def is_known(self) -> bool:
        return self.base is None and self.vector is None

    @property
    def is_uniform(self) -> bool:
        return self.vector is None and len(set(self.offsets)) == 1

    @property
    def pattern(self):
        """How lanes differ; None: that is not known."""
        return None if self.vector else tuple(each - self.offsets[0] for each in self.offsets)


def known(kind, numbers):
    """A value that differs between lanes in a known way."""
    return Value(kind, None, tuple(_wrapped(kind, number) for number in numbers))


def _wrapped(kind, number):
    bits = BITS.get(kind, 64)
    number &= (1 << bits) - 1
    return number - (1 << bits) if bits > 1 and number >> (bits - 1) else number


def _unsigned(kind, numbers):
    return [number & ((1 << BITS[kind]) - 1) for number in numbers]


def _shifted(compute):
    return lambda a, b, bits: compute(a, b) if b < bits else None


_SIGNED = {
    "sdiv": lambda a, b: None if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1),
    "srem": lambda a, b: None if b == 0 else abs(a) % abs(b) * (-1 if a < 0 else 1),
    "ashr": lambda a, b: a >> b if 0 <= b < 64 else None,
}
_PLAIN = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "shl": lambda a, b: a << b if b < 64 else None,
    "lshr": lambda a, b: a >> b if b < 64 else None,
    "udiv": lambda a, b: a // b if b else None,
    "urem": lambda a, b: a % b if b else None,
}
_ORDERS = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}


def computed(operation, a, b):
    """The result of an operation of known integers; None: it has none."""
    if operation in _SIGNED:
        numbers = [_SIGNED[operation](*each) for each in zip(a.offsets, b.offsets)]
    else:
        left, right = _unsigned(a.kind, a.offsets), _unsigned(a.kind, b.offsets)
        numbers = [_PLAIN[operation](*each) for each in zip(left, right)]
    return None if None in numbers else known(a.kind, numbers)


def compared(predicate, a, b):
    """The result of icmp for known integers."""
    left, right = a.offsets, b.offsets
    if predicate[0] == "u":
        left, right = _unsigned(a.kind, left), _unsigned(a.kind, right)
    order = _ORDERS[predicate if predicate in _ORDERS else predicate[1:]]
    return known("i1", [order(*each) for each in zip(left, right)])


class Linear:
    """Operations of integers that leave it known how lanes differ. `emit` makes an instruction for what they share."""

    def __init__(self, emit):
        self._emit = emit

    def result(self, operation, a, b):
        """None: there is no such result."""
        if a.vector or b.vector:
            return None
        if a.is_known and b.is_known:
            return computed(operation, a, b)
        if operation in ("add", "sub"):
            return self._sum(operation, a, b)
        if operation == "mul" and a.is_known:
            a, b = b, a
        factor = b.offsets[0] if b.is_known and b.is_uniform else None
        if factor is None:
            return self._both(operation, a, b) if operation in ("and", "or", "xor") else None
        if operation == "mul":
            return self._times(a, factor)
        if operation == "shl":
            return self._times(a, 1 << factor) if 0 <= factor < BITS[a.kind] else None
        if operation in ("udiv", "urem") and (factor <= 0 or factor & (factor - 1)):
            return None
        if operation == "udiv":
            return self._right(a, factor.bit_length() - 1)
        if operation == "lshr":
            return self._right(a, factor)
        if operation == "urem":
            return self._both("and", a, known(a.kind, [factor - 1] * LANES))
        return self._both(operation, a, b) if operation in ("and", "or", "xor") else None

    def _sum(self, operation, a, b):
        sign = 1 if operation == "add" else -1
        offsets = [left + sign * right for left, right in zip(a.offsets, b.offsets)]
        if b.base is None:
            base, zeros = a.base, a.zeros
        elif a.base is None and operation == "add":
            base, zeros = b.base, b.zeros
        else:
            base = self._emit(f"{operation} {a.kind} {a.base or 0}, {b.base}")
            zeros = min(a.zeros if a.base else 64, b.zeros)
        return Value(a.kind, base, known(a.kind, offsets).offsets, None, zeros)

    def _times(self, a, factor):
        if factor == 0:
            return known(a.kind, ZEROS)
        base = a.base if factor == 1 else self._emit(f"mul {a.kind} {a.base}, {factor}")
        zeros = a.zeros + (factor & -factor).bit_length() - 1
        offsets = known(a.kind, [factor * each for each in a.offsets]).offsets
        return Value(a.kind, base, offsets, None, zeros)

    def _right(self, a, count):
        if not 0 <= count < BITS[a.kind] or not _fits(a.offsets, a.zeros):
            return None
        base = self._emit(f"lshr {a.kind} {a.base}, {count}") if count else a.base
        offsets = tuple(each >> count for each in a.offsets)
        return Value(a.kind, base, offsets, None, max(0, a.zeros - count))

    def _both(self, operation, a, b):
        """The shared bits and the others apart, where no bit is of both kinds."""
        if a.base is None:
            a, b = b, a
        zeros = min(a.zeros, b.zeros) if b.base else a.zeros
        low = (1 << zeros) - 1
        if not _fits(a.offsets, zeros) or (b.base and not _fits(b.offsets, zeros)):
            return None
        upper = {each & ~low for each in b.offsets}
        if len(upper) != 1:
            return None
        offsets = known(
            a.kind, [_PLAIN[operation](x, y & low) for x, y in zip(a.offsets, b.offsets)]
        ).offsets
        other = b.base or known(a.kind, upper).offsets[0]
        if other == 0:
            base = None if operation == "and" else a.base
        else:
            base = self._emit(f"{operation} {a.kind} {a.base}, {other}")
        return Value(a.kind, base, offsets, None, zeros)


def _fits(offsets, bits):
    return all(0 <= each < 1 << bits for each in offsets)
