"""One value of LLVM's IR in the 32 lanes of a warp, and the part of it that is known without running anything."""

from typing import NamedTuple, Optional, Tuple

from ._llvm_types import INTEGER_BITS, LANES

ALL = tuple(range(LANES))
ZEROS = (0,) * LANES


class Value(NamedTuple):
    """Lane i has base + offsets[i], where no base is 0; or it has element i of a vector."""

    llvm_type: str  # LLVM's type of one lane's
    base: Optional[str] = None
    offsets: Tuple[int, ...] = ZEROS
    vector: Optional[str] = None
    trailing_zeros: int = 0  # of the base, as many as are known

    @property
    def is_constant(self) -> bool:
        return self.base is None and self.vector is None

    @property
    def is_uniform(self) -> bool:
        return self.vector is None and len(set(self.offsets)) == 1

    @property
    def lane_differences(self):
        """The differences of the lanes from the first one; None where they are not known."""
        return None if self.vector else tuple(each - self.offsets[0] for each in self.offsets)


def constant(llvm_type, numbers):
    """A value that differs between lanes in a known way."""
    return Value(llvm_type, None, tuple(_wrapped(llvm_type, number) for number in numbers))


def _wrapped(llvm_type, number):
    bits = INTEGER_BITS.get(llvm_type, 64)
    number &= (1 << bits) - 1
    return number - (1 << bits) if bits > 1 and number >> (bits - 1) else number


def _unsigned(llvm_type, numbers):
    return [number & ((1 << INTEGER_BITS[llvm_type]) - 1) for number in numbers]


_SIGNED_OPERATIONS = {
    "sdiv": lambda a, b: None if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1),
    "srem": lambda a, b: None if b == 0 else abs(a) % abs(b) * (-1 if a < 0 else 1),
    "ashr": lambda a, b: a >> b if 0 <= b < 64 else None,
}
_UNSIGNED_OPERATIONS = {
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
    if operation in _SIGNED_OPERATIONS:
        numbers = [_SIGNED_OPERATIONS[operation](*each) for each in zip(a.offsets, b.offsets)]
    else:
        left, right = _unsigned(a.llvm_type, a.offsets), _unsigned(a.llvm_type, b.offsets)
        numbers = [_UNSIGNED_OPERATIONS[operation](*each) for each in zip(left, right)]
    return None if None in numbers else constant(a.llvm_type, numbers)


def compared(predicate, a, b):
    """The result of icmp for known integers."""
    left, right = a.offsets, b.offsets
    if predicate[0] == "u":
        left, right = _unsigned(a.llvm_type, left), _unsigned(a.llvm_type, right)
    elif (
        predicate[0] == "s" and a.llvm_type == "i1"
    ):  # whose true is 1 here, but -1 as LLVM's signed number
        left, right = [-each for each in left], [-each for each in right]
    order = _ORDERS[predicate if predicate in _ORDERS else predicate[1:]]
    return constant("i1", [order(*each) for each in zip(left, right)])


class Linear:
    """Operations of integers that leave it known how lanes differ. `emit` makes an instruction for what they share."""

    def __init__(self, emit):
        self._emit = emit

    def result(self, operation, a, b):
        """None: there is no such result."""
        if a.vector or b.vector:
            return None
        if a.is_constant and b.is_constant:
            return computed(operation, a, b)
        if operation in ("add", "sub"):
            return self._sum(operation, a, b)
        if operation == "mul" and a.is_constant:
            a, b = b, a
        factor = b.offsets[0] if b.is_constant and b.is_uniform else None
        if factor is None:
            return self._bitwise(operation, a, b) if operation in ("and", "or", "xor") else None
        if operation == "mul":
            return self._multiplied(a, factor)
        if operation == "shl":
            return (
                self._multiplied(a, 1 << factor)
                if 0 <= factor < INTEGER_BITS[a.llvm_type]
                else None
            )
        if operation in ("udiv", "urem") and (factor <= 0 or factor & (factor - 1)):
            return None
        if operation == "udiv":
            return self._shifted_right(a, factor.bit_length() - 1)
        if operation == "lshr":
            return self._shifted_right(a, factor)
        if operation == "urem":
            return self._bitwise("and", a, constant(a.llvm_type, [factor - 1] * LANES))
        return self._bitwise(operation, a, b) if operation in ("and", "or", "xor") else None

    def _sum(self, operation, a, b):
        sign = 1 if operation == "add" else -1
        offsets = [left + sign * right for left, right in zip(a.offsets, b.offsets)]
        if b.base is None:
            base, trailing_zeros = a.base, a.trailing_zeros
        elif a.base is None and operation == "add":
            base, trailing_zeros = b.base, b.trailing_zeros
        else:
            base = self._emit(f"{operation} {a.llvm_type} {a.base or 0}, {b.base}")
            trailing_zeros = min(a.trailing_zeros if a.base else 64, b.trailing_zeros)
        return Value(
            a.llvm_type, base, constant(a.llvm_type, offsets).offsets, None, trailing_zeros
        )

    def _multiplied(self, a, factor):
        if factor == 0:
            return constant(a.llvm_type, ZEROS)
        base = a.base if factor == 1 else self._emit(f"mul {a.llvm_type} {a.base}, {factor}")
        trailing_zeros = a.trailing_zeros + (factor & -factor).bit_length() - 1
        offsets = constant(a.llvm_type, [factor * each for each in a.offsets]).offsets
        return Value(a.llvm_type, base, offsets, None, trailing_zeros)

    def _shifted_right(self, a, count):
        if not 0 <= count < INTEGER_BITS[a.llvm_type] or not _fits(a.offsets, a.trailing_zeros):
            return None
        base = self._emit(f"lshr {a.llvm_type} {a.base}, {count}") if count else a.base
        offsets = tuple(each >> count for each in a.offsets)
        return Value(a.llvm_type, base, offsets, None, max(0, a.trailing_zeros - count))

    def _bitwise(self, operation, a, b):
        """The shared bits and the others apart, where no bit is of both."""
        if a.base is None:
            a, b = b, a
        trailing_zeros = min(a.trailing_zeros, b.trailing_zeros) if b.base else a.trailing_zeros
        low = (1 << trailing_zeros) - 1
        if not _fits(a.offsets, trailing_zeros) or (
            b.base and not _fits(b.offsets, trailing_zeros)
        ):
            return None
        upper = {each & ~low for each in b.offsets}
        if len(upper) != 1:
            return None
        offsets = constant(
            a.llvm_type,
            [_UNSIGNED_OPERATIONS[operation](x, y & low) for x, y in zip(a.offsets, b.offsets)],
        ).offsets
        other = b.base or constant(a.llvm_type, upper).offsets[0]
        if other == 0:
            base = None if operation == "and" else a.base
        else:
            base = self._emit(f"{operation} {a.llvm_type} {a.base}, {other}")
        return Value(a.llvm_type, base, offsets, None, trailing_zeros)


def _fits(offsets, bits):
    return all(0 <= each < 1 << bits for each in offsets)
