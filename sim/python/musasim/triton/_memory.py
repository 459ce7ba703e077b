"""Accesses to memory by all lanes of a warp: one of a vector where lanes lie side by side."""

from ._lanes import ALL, LANES, SIZES, Unsupported, Value
from ._vectors import vector_type

# No vector has more elements.
_MOST = 256
# Elements of all lanes, in a function.
_MOST_SINGLE = 160


class Memory:
    """Loads and stores. A mask says which lanes take part; None: all."""

    def __init__(self, code, least):
        self._code = code
        self._least = least  # bytes of an element that the processor has masked instructions for
        self._single = 0

    def load(self, kind, count, pointer, alignment, mask):
        """`count` neighbouring elements for each lane."""
        alignment = min(alignment, SIZES[kind])
        parts = range(count)
        if pointer.is_uniform:
            return [self._one(kind, pointer, part, alignment, mask) for part in parts]
        lanes = _active(mask)
        plan = None if pointer.vector else _Plan(pointer, lanes, count, SIZES[kind])
        if plan is None or not plan.near or (_varies(mask) and not self._has_masked(kind, plan)):
            if plan is not None and not _varies(mask) and self._may_be_single(count):
                return [self._lane_by_lane(kind, pointer, part, alignment, lanes) for part in parts]
            return [self._gather(kind, pointer, part, mask) for part in parts]
        vector = self._read(kind, pointer, plan, alignment, mask)
        if plan.size == 1:
            return [Value(kind, self._code.emit(f"extractelement <1 x {kind}> {vector}, i32 0"))]
        return [Value(kind, vector=self._picked(kind, plan, vector, part)) for part in parts]

    def _may_be_single(self, count):
        """Whether each lane may get an instruction of its own: that is quicker, but takes LLVM long to compile."""
        self._single += count
        return self._single <= _MOST_SINGLE

    def _has_masked(self, kind, plan):
        """Whether there is a masked access to the elements."""
        if SIZES[kind] >= self._least:
            return plan.apart
        count = plan.size // LANES
        return plan.owners == [(lane, part) for lane in ALL for part in range(count)]

    def _picked(self, kind, plan, vector, part):
        order = plan.elements_of(part)
        if order == list(range(plan.size)):
            return vector
        return self._code.shuffle(kind, plan.size, vector, "poison", order)

    def _read(self, kind, pointer, plan, alignment, mask):
        wide, address = vector_type(kind, plan.size), self._address(pointer, plan.first)
        if not _varies(mask):
            return self._code.emit(f"load {wide}, ptr {address}, align {alignment}")
        if SIZES[kind] < self._least:
            return self._read_lanes(kind, pointer, plan, mask)
        chosen = self._mask_of(plan, mask)
        return self._masked_load(kind, plan.size, address, alignment, chosen)

    def _masked_load(self, kind, count, address, alignment, chosen):
        wide = vector_type(kind, count)
        arguments = [("ptr", address), ("i32", str(alignment)), (f"<{count} x i1>", chosen)]
        function = f"llvm.masked.load.v{count}{_suffix(kind)}.p0"
        return self._code.call(function, wide, [*arguments, (wide, "zeroinitializer")])

    def _mask_of(self, plan, mask):
        order = [LANES if owner is None else owner[0] for owner in plan.owners]
        return self._code.shuffle("i1", LANES, self._code.vector(mask), "zeroinitializer", order)

    def _address(self, pointer, offset):
        return self._code.of_lane(pointer._replace(offsets=(offset,) * LANES), 0)

    def _one(self, kind, pointer, part, alignment, mask):
        """What all lanes read at one place."""
        code = self._code
        address = self._address(pointer, pointer.offsets[0] + part * SIZES[kind])
        if not _varies(mask):
            return Value(kind, code.emit(f"load {kind}, ptr {address}, align {alignment}"))
        chosen = code.emit(f"insertelement <1 x i1> poison, i1 {code.any_lane(mask)}, i32 0")
        vector = self._masked_load(kind, 1, address, alignment, chosen)
        return Value(kind, code.emit(f"extractelement <1 x {kind}> {vector}, i32 0"))

    def _lane_by_lane(self, kind, pointer, part, alignment, lanes):
        code, loaded, vector = self._code, {}, "poison"
        for lane in lanes:
            offset = pointer.offsets[lane] + part * SIZES[kind]
            if offset not in loaded:
                address = self._address(pointer, offset)
                loaded[offset] = code.emit(f"load {kind}, ptr {address}, align {alignment}")
            vector = code.emit(
                f"insertelement {vector_type(kind)} {vector}, {kind} {loaded[offset]}, i32 {lane}"
            )
        return Value(kind, vector=vector)

    def _addresses(self, pointer, part, size):
        """The lanes' addresses, in an array."""
        code = self._code
        if pointer.vector:
            wide = vector_type("ptr")
            vector = pointer.vector
            if part:
                vector = code.emit(f"getelementptr i8, {wide} {vector}, i64 {part * size}")
        else:
            moved = tuple(each + part * size for each in pointer.offsets)
            vector = code.vector(pointer._replace(offsets=moved))
        return code.kept("ptr", vector, "places")

    def _gather(self, kind, pointer, part, mask):
        code, array = self._code, self._code.array("out")
        places = self._addresses(pointer, part, SIZES[kind])
        numbers = [("i32", str(SIZES[kind])), ("i32", self._bits(mask))]
        code.call("musasim_triton_gather", "void", [("ptr", array), ("ptr", places), *numbers])
        return Value(kind, vector=code.emit(f"load {vector_type(kind)}, ptr {array}, align 64"))

    def _bits(self, mask):
        """The lanes that take part, as bits."""
        return "-1" if mask is None else self._code.bits(mask)

    # --- few bytes under a mask, which processors have no instruction for ---

    def _read_lanes(self, kind, pointer, plan, mask):
        code, array = self._code, self._code.array("out")
        size = plan.size // LANES * SIZES[kind]
        address = self._address(pointer, plan.first)
        numbers = [("i32", str(size)), ("i32", self._bits(mask))]
        code.call("musasim_triton_read", "void", [("ptr", array), ("ptr", address), *numbers])
        return code.emit(f"load {vector_type(kind, plan.size)}, ptr {array}, align 64")

    def _write_lanes(self, kind, vector, pointer, plan, mask):
        code, array = self._code, self._code.array("in0")
        code.run(f"store {vector_type(kind, plan.size)} {vector}, ptr {array}, align 64")
        address = self._address(pointer, plan.first)
        numbers = [("i32", str(plan.size // LANES * SIZES[kind])), ("i32", self._bits(mask))]
        code.call("musasim_triton_write", "void", [("ptr", address), ("ptr", array), *numbers])

    # --- stores ---

    def store(self, kind, values, pointer, alignment, mask):
        """Neighbouring elements of each lane."""
        alignment = min(alignment, SIZES[kind])
        lanes = _active(mask)
        if not lanes:
            return
        if pointer.is_uniform:
            for part, value in enumerate(values):
                self._store_one(kind, value, pointer, part, alignment, mask, lanes)
            return
        plan = None if pointer.vector else _Plan(pointer, lanes, len(values), SIZES[kind])
        if plan is not None and plan.dense and (not _varies(mask) or self._has_masked(kind, plan)):
            self._write(kind, values, pointer, plan, alignment, mask)
        elif plan is not None and not _varies(mask) and self._may_be_single(4 * len(values)):
            self._write_each(kind, values, pointer, alignment, lanes)
        else:
            for part, value in enumerate(values):
                self._scatter(kind, value, pointer, part, mask)

    def _write(self, kind, values, pointer, plan, alignment, mask):
        code, wide = self._code, vector_type(kind, plan.size)
        joined, width = self._joined(kind, [code.vector(value) for value in values])
        order = [lane + LANES * part for lane, part in plan.owners]
        if order != list(range(width)):
            joined = code.shuffle(kind, width, joined, "poison", order)
        address = self._address(pointer, plan.first)
        if not _varies(mask):
            code.run(f"store {wide} {joined}, ptr {address}, align {alignment}")
            return
        if SIZES[kind] < self._least:
            self._write_lanes(kind, joined, pointer, plan, mask)
            return
        arguments = [(wide, joined), ("ptr", address), ("i32", str(alignment))]
        arguments.append((f"<{plan.size} x i1>", self._mask_of(plan, mask)))
        code.call(f"llvm.masked.store.v{plan.size}{_suffix(kind)}.p0", "void", arguments)

    def _joined(self, kind, vectors):
        """One vector of all, whose number is a power of two."""
        width = LANES
        while len(vectors) > 1:
            pairs = zip(vectors[::2], vectors[1::2])
            order = range(2 * width)
            vectors = [self._code.shuffle(kind, width, a, b, order) for a, b in pairs]
            width *= 2
        return vectors[0], width

    def _write_each(self, kind, values, pointer, alignment, lanes):
        for lane in lanes:
            for part, value in enumerate(values):
                address = self._address(pointer, pointer.offsets[lane] + part * SIZES[kind])
                one = self._code.of_lane(value, lane)
                self._code.run(f"store {kind} {one}, ptr {address}, align {alignment}")

    def _store_one(self, kind, value, pointer, part, alignment, mask, lanes):
        """All lanes store at one place: the last one's value stays."""
        code = self._code
        address = self._address(pointer, pointer.offsets[0] + part * SIZES[kind])
        if not _varies(mask):
            one = code.of_lane(value, lanes[-1])
            code.run(f"store {kind} {one}, ptr {address}, align {alignment}")
            return
        bits = code.bits(mask)
        any_lane = code.any_lane(mask)
        last = code.call("llvm.ctlz.i32", "i32", [("i32", bits), ("i1", "false")])
        last = code.emit(f"xor i32 {last}, 31")
        last = code.emit(f"and i32 {last}, 31")
        if value.is_uniform:
            one = code.scalar(value)
        else:
            one = code.emit(f"extractelement {vector_type(kind)} {code.vector(value)}, i32 {last}")
        vector = code.emit(f"insertelement <1 x {kind}> poison, {kind} {one}, i32 0")
        chosen = code.emit(f"insertelement <1 x i1> poison, i1 {any_lane}, i32 0")
        arguments = [(f"<1 x {kind}>", vector), ("ptr", address), ("i32", str(alignment))]
        function = f"llvm.masked.store.v1{_suffix(kind)}.p0"
        code.call(function, "void", [*arguments, ("<1 x i1>", chosen)])

    def _scatter(self, kind, value, pointer, part, mask):
        code = self._code
        places = self._addresses(pointer, part, SIZES[kind])
        array = code.kept(kind, code.vector(value), "in0")
        numbers = [("i32", str(SIZES[kind])), ("i32", self._bits(mask))]
        code.call("musasim_triton_scatter", "void", [("ptr", places), ("ptr", array), *numbers])


class _Plan:
    """Which element of one vector is which lane's."""

    def __init__(self, pointer, lanes, count, size):
        self._places = {
            (lane, part): pointer.offsets[lane] + part * size
            for lane in lanes
            for part in range(count)
        }
        self.first = min(self._places.values(), default=0)
        distances = {each - self.first for each in self._places.values()}
        self._step = size
        self.size = max(distances, default=0) // size + 1
        # Whether a vector has all of them.
        self.near = all(each % size == 0 for each in distances) and 0 < len(distances)
        self.near = self.near and self.size <= _MOST
        self.owners = [None] * self.size if self.near else []
        if self.near:
            for owner, place in self._places.items():
                self.owners[(place - self.first) // size] = owner
        # Whether no element is that of two lanes.
        self.apart = self.near and len(distances) == len(self._places)
        self.dense = self.near and None not in self.owners and count & (count - 1) == 0

    def elements_of(self, part):
        """The element of each lane, None where it has none."""
        places = (self._places.get((lane, part)) for lane in ALL)
        return [None if each is None else (each - self.first) // self._step for each in places]


def _active(mask):
    """Lanes that may take part."""
    if mask is None or not mask.is_known:
        return ALL
    return tuple(lane for lane in ALL if mask.offsets[lane])


def _varies(mask):
    return mask is not None and not mask.is_known


def _suffix(kind):
    names = {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64", "ptr": "p0"}
    if kind == "i1":
        raise Unsupported("a bit in memory")
    return names.get(kind, kind)
