"""LLVM's IR for all lanes of a warp: instructions for what they share, and vectors of 32 for the rest."""

from ._lanes import ALL, Linear, Value, compared, constant
from ._llvm_types import INTEGER_BITS, LANES, Unsupported, literal, vector_type

_SHIFTS = ("shl", "lshr", "ashr")
_MASK_TYPE = f"<{LANES} x i1>"


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
        """Make a new name for a value."""
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

    def call(self, function, result, arguments):
        """A call of a function with operands and their types."""
        types = ", ".join(llvm_type for llvm_type, _ in arguments)
        self.declared[function] = f"declare {result} @{function}({types})"
        text = f"call {result} @{function}({', '.join(map(' '.join, arguments))})"
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
            return self.emit(
                f"extractelement {vector_type(value.llvm_type)} {value.vector}, i32 {lane}"
            )
        offset = value.offsets[lane]
        if value.base is None:
            return literal(value.llvm_type, offset)
        if offset == 0:
            return value.base
        if value.llvm_type == "ptr":
            return self.emit(f"getelementptr i8, ptr {value.base}, i64 {offset}")
        return self.emit(f"add {value.llvm_type} {value.base}, {offset}")

    def vector(self, value):
        """The operand of a vector with all lanes."""
        if value.vector:
            return value.vector
        if value.is_constant:
            numbers = (
                f"{value.llvm_type} {literal(value.llvm_type, each)}" for each in value.offsets
            )
            return f"<{', '.join(numbers)}>"
        if value not in self._vectors:
            self._vectors[value] = self._spread(value)
        return self._vectors[value]

    def _spread(self, value):
        llvm_type = value.llvm_type
        if llvm_type == "ptr" and not value.is_uniform:
            offsets = self.vector(constant("i64", value.offsets))
            return self.emit(f"getelementptr i8, ptr {value.base}, {vector_type('i64')} {offsets}")
        shared = value._replace(offsets=(value.offsets[0],) * LANES)
        one = self.emit(
            f"insertelement {vector_type(llvm_type)} poison, {llvm_type} {self.scalar(shared)}, i32 0"
        )
        spread = self.shuffle(llvm_type, LANES, one, "poison", (0,) * LANES)
        rest = value.lane_differences
        if not any(rest):
            return spread
        return self.emit(
            f"add {vector_type(llvm_type)} {spread}, {self.vector(constant(llvm_type, rest))}"
        )

    def shuffle(self, llvm_type, count, first, second, order):
        """Elements of two vectors of `count`, by their numbers; None for any."""
        width = vector_type(llvm_type, count)
        numbers = ", ".join("i32 poison" if each is None else f"i32 {each}" for each in order)
        return self.emit(
            f"shufflevector {width} {first}, {width} {second}, <{len(order)} x i32> <{numbers}>"
        )

    # --- operations ---

    def each(self, llvm_type, write, *values):
        """One instruction for all lanes if they share the operands, else one of vectors. `write` gets the width and operands."""
        if all(value.is_uniform for value in values):
            return Value(llvm_type, self.emit(write(str, *map(self.scalar, values))))
        result = self.emit(write(vector_type, *map(self.vector, values)))
        return Value(llvm_type, vector=result)

    def operation(self, text, a, b):
        """An operation of two values of the same type; `text` has its flags, too.

        Where lanes share a base, flags are dropped: they held for a lane's own numbers, not for the base.
        """
        operation = text.split()[0]
        if a.llvm_type in INTEGER_BITS and not operation.startswith("f"):
            by_sum = "or disjoint" in text
            result = self.linear.result(operation, a, b)
            if result is None and by_sum:
                result = self.linear.result("add", a, b)
            if result is not None:
                return result
            if operation in _SHIFTS and a.llvm_type in ("i8", "i16"):
                # Code for such vectors takes LLVM long, and an assertion of its own ends some of its versions.
                raise Unsupported(text)
            text = operation
        return self.each(
            a.llvm_type, lambda wide, x, y: f"{text} {wide(a.llvm_type)} {x}, {y}", a, b
        )

    def compare(self, text, a, b):
        """icmp or fcmp with its predicate."""
        if text.startswith("icmp") and a.is_constant and b.is_constant:
            return compared(text.split()[-1], a, b)
        return self.each("i1", lambda wide, x, y: f"{text} {wide(a.llvm_type)} {x}, {y}", a, b)

    def select(self, condition, yes, no, flags=""):
        """The value that the condition chooses in each lane."""
        if yes == no or (condition.is_constant and all(condition.offsets)):
            return yes
        if condition.is_constant and not any(condition.offsets):
            return no
        llvm_type = yes.llvm_type
        if condition.is_constant and yes.is_constant and no.is_constant:
            chosen = zip(condition.offsets, yes.offsets, no.offsets)
            return constant(llvm_type, [a if choice else b for choice, a, b in chosen])
        return self.each(
            llvm_type,
            lambda wide, c, a, b: f"select {flags}{wide('i1')} {c}, {wide(llvm_type)} {a}, {wide(llvm_type)} {b}",
            condition,
            yes,
            no,
        )

    def cast(self, text, value, llvm_type):
        """A conversion; its flags are dropped."""
        operation, before = text.split()[0], value.llvm_type
        if operation == "bitcast" and before == llvm_type:
            return value
        if before in INTEGER_BITS and llvm_type in INTEGER_BITS and value.vector is None:
            result = self._resized(operation, value, llvm_type)
            if result is not None:
                return result
        return self.each(
            llvm_type, lambda wide, x: f"{operation} {wide(before)} {x} to {wide(llvm_type)}", value
        )

    def _resized(self, operation, value, llvm_type):
        if value.is_constant:
            mask = (1 << INTEGER_BITS[value.llvm_type]) - 1
            signed = operation != "zext"
            numbers = [each if signed else each & mask for each in value.offsets]
            if value.llvm_type == "i1" and operation == "sext":
                numbers = [-each for each in numbers]
            return constant(llvm_type, numbers)
        within = all(0 <= each < 1 << value.trailing_zeros for each in value.offsets)
        if operation == "zext" and not within:
            return None
        base = self.emit(f"{operation} {value.llvm_type} {value.base} to {llvm_type}")
        trailing_zeros = min(value.trailing_zeros, INTEGER_BITS[llvm_type])
        return Value(
            llvm_type, base, constant(llvm_type, value.offsets).offsets, None, trailing_zeros
        )

    def element_address(self, pointer, index, size):
        """The address so many elements behind a pointer, which LLVM calls getelementptr."""
        if index.vector or pointer.vector:
            base, steps = self.vector(pointer), self.vector(index)
            scaled = f"[{size} x i8]"
            types = f"{vector_type('ptr')} {base}, {vector_type(index.llvm_type)} {steps}"
            return Value("ptr", vector=self.emit(f"getelementptr {scaled}, {types}"))
        base = pointer.base or literal("ptr", 0)
        if index.base:
            base = self.emit(
                f"getelementptr [{size} x i8], ptr {base}, {index.llvm_type} {index.base}"
            )
        offsets = tuple(p + size * i for p, i in zip(pointer.offsets, index.offsets))
        return Value("ptr", base if pointer.base or index.base else None, offsets)

    def bits(self, mask):
        """A mask as a number: bit i is lane i's."""
        return self.emit(f"bitcast {_MASK_TYPE} {self.vector(mask)} to i32")

    def any_lane(self, mask):
        """A bit that says whether any lane of a mask is set."""
        return self.emit(f"icmp ne i32 {self.bits(mask)}, 0")

    # --- arrays, for what is done lane by lane ---

    def array(self, name):
        """The function's array of that name."""
        self.arrays.add(name)
        return f"%lanes.{name}"

    def kept(self, llvm_type, vector, name):
        """An array with the elements of a vector."""
        array = self.array(name)
        self.run(f"store {vector_type(llvm_type)} {vector}, ptr {array}, align 64")
        return array

    def each_lane(self, function, llvm_type, values):
        """The results of a function for each lane's values."""
        llvm_types = [value.llvm_type for value in values]
        # Some have to be constants.
        fixed = {i: self.scalar(v) for i, v in enumerate(values) if v.is_constant and v.is_uniform}
        kept = [i for i in range(len(values)) if i not in fixed]
        arrays = [self.kept(llvm_types[i], self.vector(values[i]), f"in{i}") for i in kept]
        out = self.array("out")
        loop = ".".join(["lanes", function, *fixed.values()])
        self.call(loop, "void", [("ptr", each) for each in [out, *arrays]])
        self.declared[function] = f"declare {llvm_type} @{function}({', '.join(llvm_types)})"
        self.declared[loop] = _loop(loop, f"{llvm_type} @{function}", llvm_types, fixed)
        return Value(
            llvm_type, vector=self.emit(f"load {vector_type(llvm_type)}, ptr {out}, align 64")
        )

    def from_lanes(self, value, lanes):
        """The values of the lanes that each lane names."""
        if value.is_uniform:
            return value
        if value.is_constant:
            return constant(value.llvm_type, [value.offsets[each] for each in lanes])
        if lanes == ALL:
            return value
        vector = self.shuffle(value.llvm_type, LANES, self.vector(value), "poison", lanes)
        return Value(value.llvm_type, vector=vector)


def _loop(name, function, llvm_types, fixed):
    """A function that calls another one for each lane, with elements of arrays."""
    addresses, loads, given, parameters = [], [], [], ["ptr %out"]
    for i, each in enumerate(llvm_types):
        given.append(f"{each} {fixed.get(i, f'%a{i}')}")
        if i not in fixed:
            parameters.append(f"ptr %in{i}")
            addresses.append(f"  %p{i} = getelementptr {each}, ptr %in{i}, i32 %lane")
            loads.append(f"  %a{i} = load {each}, ptr %p{i}")
    llvm_type = function.split()[0]
    return "\n".join(
        [
            f"define internal void @{name}({', '.join(parameters)}) noinline {{",
            "entry:\n  br label %each",
            "each:\n  %lane = phi i32 [ 0, %entry ], [ %next, %each ]",
            *addresses,
            *loads,
            f"  %result = call {function}({', '.join(given)})",
            f"  %address = getelementptr {llvm_type}, ptr %out, i32 %lane",
            f"  store {llvm_type} %result, ptr %address",
            "  %next = add i32 %lane, 1",
            f"  %more = icmp ult i32 %next, {LANES}",
            "  br i1 %more, label %each, label %end",
            "end:\n  ret void\n}",
        ]
    )
