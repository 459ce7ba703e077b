"""LLVM's IR for all lanes of a warp: instructions for what they share, and vectors of 32 for the rest."""

import re

from ._lanes import ALL, BITS, LANES, Linear, Unsupported, Value, compared, known

_SHIFTS = ("shl", "lshr", "ashr")
_ALL_ONES = f"<{LANES} x i1>"


def vector_type(kind, count=LANES):
    """The type of a vector."""
    return f"<{count} x {kind}>"


def literal(kind, number):
    """A number as LLVM spells it."""
    if kind == "ptr":
        return "null" if number == 0 else f"inttoptr (i64 {number} to ptr)"
    return ("true" if number else "false") if kind == "i1" else str(number)


class Code:
    """The instructions of a function, one after the other."""

    def __init__(self):
        self.lines = []
        self.declared = {}
        self.arrays = set()
        self.line = ""  # of the source, as !dbg says it
        self._count = 0
        self._vectors = {}  # of values, in this block
        self.linear = Linear(self.emit)

    def begin(self, label):
        """Begin a block."""
        self.lines.append(f"{label}:")
        self._vectors.clear()

    def name(self):
        """A new one."""
        self._count += 1
        return f"%w{self._count}"

    def run(self, text):
        """Add an instruction without a result."""
        self.lines.append(f"  {text}{self.line}")

    def emit(self, text):
        """Add an instruction, and give its result a name."""
        name = self.name()
        self.run(f"{name} = {text}")
        return name

    def call(self, function, result, arguments, how=""):
        """A call of a function with operands and their types."""
        types = ", ".join(kind for kind, _ in arguments)
        self.declared[function] = f"declare {result} @{function}({types})"
        text = f"call {how}{result} @{function}({', '.join(map(' '.join, arguments))})"
        return self.run(text) if result == "void" else self.emit(text)

    # --- operands ---

    def scalar(self, value):
        """The operand of a value that all lanes share."""
        if not value.is_uniform:
            raise Unsupported(f"lanes differ in {value}")
        return self.of_lane(value, 0)

    def of_lane(self, value, lane):
        """The operand of one lane."""
        if value.vector:
            return self.emit(f"extractelement {vector_type(value.kind)} {value.vector}, i32 {lane}")
        offset = value.offsets[lane]
        if value.base is None:
            return literal(value.kind, offset)
        if offset == 0:
            return value.base
        if value.kind == "ptr":
            return self.emit(f"getelementptr i8, ptr {value.base}, i64 {offset}")
        return self.emit(f"add {value.kind} {value.base}, {offset}")

    def vector(self, value):
        """The operand of a vector with all lanes."""
        if value.vector:
            return value.vector
        if value.is_known:
            numbers = (f"{value.kind} {literal(value.kind, each)}" for each in value.offsets)
            return f"<{', '.join(numbers)}>"
        if value not in self._vectors:
            self._vectors[value] = self._spread(value)
        return self._vectors[value]

    def _spread(self, value):
        kind = value.kind
        if kind == "ptr" and not value.is_uniform:
            offsets = self.vector(known("i64", value.offsets))
            return self.emit(f"getelementptr i8, ptr {value.base}, {vector_type('i64')} {offsets}")
        shared = value._replace(offsets=(value.offsets[0],) * LANES)
        one = self.emit(
            f"insertelement {vector_type(kind)} poison, {kind} {self.scalar(shared)}, i32 0"
        )
        spread = self.shuffle(kind, LANES, one, "poison", (0,) * LANES)
        rest = value.pattern
        if not any(rest):
            return spread
        return self.emit(f"add {vector_type(kind)} {spread}, {self.vector(known(kind, rest))}")

    def shuffle(self, kind, count, first, second, order):
        """Elements of two vectors of `count`, by their numbers; None for any."""
        width = vector_type(kind, count)
        numbers = ", ".join("i32 poison" if each is None else f"i32 {each}" for each in order)
        return self.emit(
            f"shufflevector {width} {first}, {width} {second}, <{len(order)} x i32> <{numbers}>"
        )

    # --- operations ---

    def each(self, kind, write, *values):
        """One instruction for all lanes if they share the operands, else one of vectors. `write` gets the width and operands."""
        if all(value.is_uniform for value in values):
            return Value(kind, self.emit(write(str, *map(self.scalar, values))))
        result = self.emit(write(vector_type, *map(self.vector, values)))
        return Value(kind, vector=result)

    def operation(self, text, a, b):
        """An operation of two values of the same type; `text` has its flags, too."""
        operation = text.split()[0]
        if a.kind in BITS and not operation.startswith("f"):
            by_sum = "or disjoint" in text
            result = self.linear.result(operation, a, b)
            if result is None and by_sum:
                result = self.linear.result("add", a, b)
            if result is not None:
                return result
            if operation in _SHIFTS and a.kind in ("i8", "i16"):
                # Code for such vectors takes LLVM long, and an assertion of its own ends some of its versions.
                raise Unsupported(text)
            text = operation
        return self.each(a.kind, lambda wide, x, y: f"{text} {wide(a.kind)} {x}, {y}", a, b)

    def compare(self, text, a, b):
        """icmp or fcmp with its predicate."""
        if text.startswith("icmp") and a.is_known and b.is_known:
            return compared(text.split()[-1], a, b)
        return self.each("i1", lambda wide, x, y: f"{text} {wide(a.kind)} {x}, {y}", a, b)

    def select(self, condition, yes, no, flags=""):
        """What the condition chooses in each lane."""
        if yes == no or (condition.is_known and all(condition.offsets)):
            return yes
        if condition.is_known and not any(condition.offsets):
            return no
        kind = yes.kind
        if condition.is_known and yes.is_known and no.is_known:
            chosen = zip(condition.offsets, yes.offsets, no.offsets)
            return known(kind, [a if choice else b for choice, a, b in chosen])
        return self.each(
            kind,
            lambda wide, c, a, b: f"select {flags}{wide('i1')} {c}, {wide(kind)} {a}, {wide(kind)} {b}",
            condition,
            yes,
            no,
        )

    def cast(self, text, value, kind):
        """A conversion, by its name and flags."""
        operation, before = text.split()[0], value.kind
        if operation == "bitcast" and before == kind:
            return value
        if before in BITS and kind in BITS and value.vector is None:
            result = self._resized(operation, value, kind)
            if result is not None:
                return result
        return self.each(
            kind, lambda wide, x: f"{operation} {wide(before)} {x} to {wide(kind)}", value
        )

    def _resized(self, operation, value, kind):
        if value.is_known:
            mask = (1 << BITS[value.kind]) - 1
            signed = operation != "zext"
            numbers = [each if signed else each & mask for each in value.offsets]
            if value.kind == "i1" and operation == "sext":
                numbers = [-each for each in numbers]
            return known(kind, numbers)
        within = all(0 <= each < 1 << value.zeros for each in value.offsets)
        if operation == "zext" and not within:
            return None
        base = self.emit(f"{operation} {value.kind} {value.base} to {kind}")
        zeros = min(value.zeros, BITS[kind])
        return Value(kind, base, known(kind, value.offsets).offsets, None, zeros)

    def place(self, pointer, index, size):
        """The address so many elements behind a pointer, which LLVM calls getelementptr."""
        if index.vector or pointer.vector:
            base, steps = self.vector(pointer), self.vector(index)
            scaled = f"[{size} x i8]"
            types = f"{vector_type('ptr')} {base}, {vector_type(index.kind)} {steps}"
            return Value("ptr", vector=self.emit(f"getelementptr {scaled}, {types}"))
        base = pointer.base or literal("ptr", 0)
        if index.base:
            base = self.emit(f"getelementptr [{size} x i8], ptr {base}, {index.kind} {index.base}")
        offsets = tuple(p + size * i for p, i in zip(pointer.offsets, index.offsets))
        return Value("ptr", base if pointer.base or index.base else None, offsets)

    def bits(self, mask):
        """A mask as a number: bit i is lane i's."""
        return self.emit(f"bitcast {_ALL_ONES} {self.vector(mask)} to i32")

    def any_lane(self, mask):
        """A bit that says whether any lane of a mask is set."""
        return self.emit(f"icmp ne i32 {self.bits(mask)}, 0")

    # --- arrays, for what is done lane by lane ---

    def array(self, name):
        """The function's array of that name."""
        self.arrays.add(name)
        return f"%lanes.{name}"

    def kept(self, kind, vector, name):
        """An array with the elements of a vector."""
        array = self.array(name)
        self.run(f"store {vector_type(kind)} {vector}, ptr {array}, align 64")
        return array

    def each_lane(self, function, kind, values):
        """What a function gives for each lane's values."""
        kinds = [value.kind for value in values]
        # Some have to be constants.
        fixed = {i: self.scalar(v) for i, v in enumerate(values) if v.is_known and v.is_uniform}
        kept = [i for i in range(len(values)) if i not in fixed]
        arrays = [self.kept(kinds[i], self.vector(values[i]), f"in{i}") for i in kept]
        out = self.array("out")
        loop = ".".join(["lanes", function, *fixed.values()])
        self.call(loop, "void", [("ptr", each) for each in [out, *arrays]])
        self.declared[function] = f"declare {kind} @{function}({', '.join(kinds)})"
        self.declared[loop] = _loop(loop, f"{kind} @{function}", kinds, fixed)
        return Value(kind, vector=self.emit(f"load {vector_type(kind)}, ptr {out}, align 64"))

    def from_lanes(self, value, lanes):
        """The values of the lanes that each lane names."""
        if value.is_uniform:
            return value
        if value.is_known:
            return known(value.kind, [value.offsets[each] for each in lanes])
        if lanes == ALL:
            return value
        vector = self.shuffle(value.kind, LANES, self.vector(value), "poison", lanes)
        return Value(value.kind, vector=vector)


def _loop(name, function, kinds, fixed):
    """A function that calls another one for each lane, with elements of arrays."""
    places, loads, given, parameters = [], [], [], ["ptr %out"]
    for i, each in enumerate(kinds):
        given.append(f"{each} {fixed.get(i, f'%a{i}')}")
        if i not in fixed:
            parameters.append(f"ptr %in{i}")
            places.append(f"  %p{i} = getelementptr {each}, ptr %in{i}, i32 %lane")
            loads.append(f"  %a{i} = load {each}, ptr %p{i}")
    kind = function.split()[0]
    return "\n".join(
        [
            f"define internal void @{name}({', '.join(parameters)}) noinline {{",
            "entry:\n  br label %each",
            "each:\n  %lane = phi i32 [ 0, %entry ], [ %next, %each ]",
            *places,
            *loads,
            f"  %result = call {function}({', '.join(given)})",
            f"  %place = getelementptr {kind}, ptr %out, i32 %lane",
            f"  store {kind} %result, ptr %place",
            "  %next = add i32 %lane, 1",
            f"  %more = icmp ult i32 %next, {LANES}",
            "  br i1 %more, label %each, label %end",
            "end:\n  ret void\n}",
        ]
    )


_SPLIT = re.compile(r"[,<>{}()\[\]]")


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
