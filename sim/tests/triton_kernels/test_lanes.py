"""What is known of the lanes of a warp, held against the same operation on each lane's number."""

import random

import pytest

pytest.importorskip("triton")
LANES = 32
BITS = 16
BASE = 0x3A40  # of what lanes share, with 6 zeros at its end
OPERATIONS = ("add", "sub", "mul", "shl", "lshr", "udiv", "urem", "and", "or", "xor")


def unsigned(number, bits=BITS):
    return number & ((1 << bits) - 1)


def result_of(operation, a, b):
    """LLVM's, for unsigned numbers; None where any number is right."""
    if operation in ("shl", "lshr") and b >= BITS or operation in ("udiv", "urem") and b == 0:
        return None
    names = {"add": "+", "sub": "-", "mul": "*", "shl": "<<", "lshr": ">>", "udiv": "//"}
    names.update({"urem": "%", "and": "&", "or": "|", "xor": "^"})
    return unsigned(eval(f"a {names[operation]} b", {"a": a, "b": b}))


class Machine:
    """Runs the instructions that Linear emits for what lanes share."""

    def __init__(self):
        self.values = {"%base": BASE, "%other": 0x0140}

    def emit(self, text):
        operation, _, a, b = text.replace(",", "").split()
        name = f"%{len(self.values)}"
        self.values[name] = result_of(operation, self.number(a), self.number(b))
        return name

    def number(self, text):
        return self.values[text] if text in self.values else unsigned(int(text))

    def lanes(self, value):
        base = self.number(value.base) if value.base else 0
        return [unsigned(base + each) for each in value.offsets]


def values():
    from musasim.triton._lanes import Value, constant

    chance = random.Random(1)
    for zeros in (0, 4, 6):
        for offsets in (
            range(LANES),
            [0] * LANES,
            [3] * LANES,
            [chance.randrange(64) for _ in range(LANES)],
        ):
            yield Value("i16", "%base", tuple(offsets), None, zeros)
    yield Value("i16", "%other", tuple(range(LANES)), None, 6)
    for number in (0, 1, 2, 7, 8, 63, 64, -1):
        yield constant("i16", [number] * LANES)
    yield constant("i16", range(LANES))
    yield constant("i16", [-each for each in range(LANES)])


@pytest.mark.parametrize("operation", OPERATIONS)
def test_what_lanes_have_is_the_result_of_each(operation):
    from musasim.triton._lanes import Linear

    found = 0
    for a in values():
        for b in values():
            machine = Machine()
            value = Linear(machine.emit).result(operation, a, b)
            if value is None:
                continue
            pairs = zip(machine.lanes(a), machine.lanes(b))
            expected = [result_of(operation, *each) for each in pairs]
            results = [None if e is None else n for e, n in zip(expected, machine.lanes(value))]
            assert results == expected, (operation, a, b, value)
            if value.base:
                assert machine.number(value.base) % (1 << value.trailing_zeros) == 0
            found += 1
    assert found > 40


@pytest.mark.parametrize(
    "predicate, expected",
    [("eq", 0), ("ne", 1), ("ult", 1), ("ugt", 0), ("slt", 0), ("sgt", 1), ("sle", 0), ("sge", 1)],
)
def test_bits_are_compared_as_llvm_does(predicate, expected):
    """false with true, which as a signed number is -1."""
    from musasim.triton._lanes import compared, constant

    result = compared(predicate, constant("i1", [0] * LANES), constant("i1", [1] * LANES))
    assert result.offsets == (expected,) * LANES


def test_numbers_are_compared_by_their_sign():
    from musasim.triton._lanes import compared, constant

    a, b = constant("i8", [-1] * LANES), constant("i8", [1] * LANES)
    assert compared("slt", a, b).offsets[0] == 1 and compared("ult", a, b).offsets[0] == 0


@pytest.mark.parametrize(
    "operation, a, b, expected",
    [
        ("sdiv", -7, 2, -3),
        ("srem", -7, 2, -1),
        ("ashr", -7, 1, -4),
        ("add", 127, 1, -128),
        ("sdiv", 1, 0, None),
    ],
)
def test_constants_are_computed(operation, a, b, expected):
    from musasim.triton._lanes import computed, constant

    result = computed(operation, constant("i8", [a] * LANES), constant("i8", [b] * LANES))
    assert (result and result.offsets[0]) == expected
