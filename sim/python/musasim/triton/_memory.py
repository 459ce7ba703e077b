"""Accesses to memory by all lanes of a warp: one of a vector where lanes lie side by side."""

from ._lanes import ALL, Value
from ._llvm_types import LANES, SCALAR_TYPES, bytes_of, vector_type

# A vector also reads the gaps between lanes. Its 2 KiB at most touch only pages that hold its first or last element, so a
# gap cannot fault.
_MAX_VECTOR_ELEMENTS = 256
# Loads and stores of a function that are written for each lane.
_MAX_UNROLLED_ACCESSES = 160


class Memory:
    """Loads and stores. A mask says which lanes take part; None: all."""

    def __init__(self, code, min_masked_bytes):
        self._code = code
        self._min_masked_bytes = min_masked_bytes
        self._unrolled = 0

    def load(self, llvm_type, count, pointer, alignment, mask):
        """`count` neighbouring elements for each lane."""
        alignment = min(alignment, bytes_of(llvm_type))
        elements = range(count)
        if pointer.is_uniform:
            return [self._one(llvm_type, pointer, element, alignment, mask) for element in elements]
        lanes = _active(mask)
        plan = None if pointer.vector else _Plan(pointer, lanes, count, bytes_of(llvm_type))
        if (
            plan is None
            or not plan.fits_vector
            or (_varies(mask) and not self._has_masked(llvm_type, plan))
        ):
            if plan is not None and not _varies(mask) and self._may_unroll_lanes(count):
                return [
                    self._lane_by_lane(llvm_type, pointer, element, alignment, lanes)
                    for element in elements
                ]
            return [self._gather(llvm_type, pointer, element, mask) for element in elements]
        vector = self._read(llvm_type, pointer, plan, alignment, mask)
        if plan.size == 1:
            return [
                Value(
                    llvm_type, self._code.emit(f"extractelement <1 x {llvm_type}> {vector}, i32 0")
                )
            ]
        return [
            Value(llvm_type, vector=self._picked(llvm_type, plan, vector, element))
            for element in elements
        ]

    def _may_unroll_lanes(self, count):
        """Whether each lane may get an instruction of its own: that is quicker, but takes LLVM long to compile."""
        self._unrolled += count
        return self._unrolled <= _MAX_UNROLLED_ACCESSES

    def _has_masked(self, llvm_type, plan):
        """Whether there is a masked access to the elements."""
        if bytes_of(llvm_type) >= self._min_masked_bytes:
            return plan.is_injective
        count = plan.size // LANES
        return plan.owners == [(lane, element) for lane in ALL for element in range(count)]

    def _picked(self, llvm_type, plan, vector, element):
        order = plan.elements_of(element)
        if order == list(range(plan.size)):
            return vector
        return self._code.shuffle(llvm_type, plan.size, vector, "poison", order)

    def _read(self, llvm_type, pointer, plan, alignment, mask):
        wide, address = vector_type(llvm_type, plan.size), self._address(pointer, plan.first)
        if not _varies(mask):
            return self._code.emit(f"load {wide}, ptr {address}, align {alignment}")
        if bytes_of(llvm_type) < self._min_masked_bytes:
            return self._read_lanes(llvm_type, pointer, plan, mask)
        chosen = self._mask_of(plan, mask)
        return self._masked_load(llvm_type, plan.size, address, alignment, chosen)

    def _masked_load(self, llvm_type, count, address, alignment, chosen):
        wide = vector_type(llvm_type, count)
        arguments = [("ptr", address), ("i32", str(alignment)), (f"<{count} x i1>", chosen)]
        function = f"llvm.masked.load.v{count}{SCALAR_TYPES[llvm_type].suffix}.p0"
        return self._code.call(function, wide, [*arguments, (wide, "zeroinitializer")])

    def _mask_of(self, plan, mask):
        order = [LANES if owner is None else owner[0] for owner in plan.owners]
        return self._code.shuffle("i1", LANES, self._code.vector(mask), "zeroinitializer", order)

    def _address(self, pointer, offset):
        return self._code.of_lane(pointer._replace(offsets=(offset,) * LANES), 0)

    def _one(self, llvm_type, pointer, element, alignment, mask):
        """A load in which all lanes read one place."""
        code = self._code
        address = self._address(pointer, pointer.offsets[0] + element * bytes_of(llvm_type))
        if not _varies(mask):
            return Value(
                llvm_type, code.emit(f"load {llvm_type}, ptr {address}, align {alignment}")
            )
        chosen = code.emit(f"insertelement <1 x i1> poison, i1 {code.any_lane(mask)}, i32 0")
        vector = self._masked_load(llvm_type, 1, address, alignment, chosen)
        return Value(llvm_type, code.emit(f"extractelement <1 x {llvm_type}> {vector}, i32 0"))

    def _lane_by_lane(self, llvm_type, pointer, element, alignment, lanes):
        code, loaded, vector = self._code, {}, "poison"
        for lane in lanes:
            offset = pointer.offsets[lane] + element * bytes_of(llvm_type)
            if offset not in loaded:
                address = self._address(pointer, offset)
                loaded[offset] = code.emit(f"load {llvm_type}, ptr {address}, align {alignment}")
            vector = code.emit(
                f"insertelement {vector_type(llvm_type)} {vector}, {llvm_type} {loaded[offset]}, i32 {lane}"
            )
        return Value(llvm_type, vector=vector)

    def _addresses(self, pointer, element, size):
        """The lanes' addresses, in an array."""
        code = self._code
        if pointer.vector:
            wide = vector_type("ptr")
            vector = pointer.vector
            if element:
                vector = code.emit(f"getelementptr i8, {wide} {vector}, i64 {element * size}")
        else:
            moved = tuple(each + element * size for each in pointer.offsets)
            vector = code.vector(pointer._replace(offsets=moved))
        return code.kept("ptr", vector, "addresses")

    def _gather(self, llvm_type, pointer, element, mask):
        code, array = self._code, self._code.array("out")
        addresses = self._addresses(pointer, element, bytes_of(llvm_type))
        numbers = [("i32", str(bytes_of(llvm_type))), ("i32", self._bits(mask))]
        code.call("musasim_triton_gather", "void", [("ptr", array), ("ptr", addresses), *numbers])
        return Value(
            llvm_type, vector=code.emit(f"load {vector_type(llvm_type)}, ptr {array}, align 64")
        )

    def _bits(self, mask):
        """The lanes that take part, as bits."""
        return "-1" if mask is None else self._code.bits(mask)

    # --- few bytes under a mask, which processors have no instruction for ---

    def _read_lanes(self, llvm_type, pointer, plan, mask):
        code, array = self._code, self._code.array("out")
        size = plan.size // LANES * bytes_of(llvm_type)
        address = self._address(pointer, plan.first)
        numbers = [("i32", str(size)), ("i32", self._bits(mask))]
        code.call("musasim_triton_read", "void", [("ptr", array), ("ptr", address), *numbers])
        return code.emit(f"load {vector_type(llvm_type, plan.size)}, ptr {array}, align 64")

    def _write_lanes(self, llvm_type, vector, pointer, plan, mask):
        code, array = self._code, self._code.array("in0")
        code.run(f"store {vector_type(llvm_type, plan.size)} {vector}, ptr {array}, align 64")
        address = self._address(pointer, plan.first)
        numbers = [
            ("i32", str(plan.size // LANES * bytes_of(llvm_type))),
            ("i32", self._bits(mask)),
        ]
        code.call("musasim_triton_write", "void", [("ptr", address), ("ptr", array), *numbers])

    # --- stores ---

    def store(self, llvm_type, values, pointer, alignment, mask):
        """Neighbouring elements of each lane."""
        alignment = min(alignment, bytes_of(llvm_type))
        lanes = _active(mask)
        if pointer.is_uniform:
            for element, value in enumerate(values):
                self._store_one(llvm_type, value, pointer, element, alignment, mask, lanes)
            return
        plan = None if pointer.vector else _Plan(pointer, lanes, len(values), bytes_of(llvm_type))
        if (
            plan is not None
            and plan.is_contiguous
            and (not _varies(mask) or self._has_masked(llvm_type, plan))
        ):
            self._write(llvm_type, values, pointer, plan, alignment, mask)
        elif plan is not None and not _varies(mask) and self._may_unroll_lanes(4 * len(values)):
            self._write_each(llvm_type, values, pointer, alignment, lanes)
        else:
            for element, value in enumerate(values):
                self._scatter(llvm_type, value, pointer, element, mask)

    def _write(self, llvm_type, values, pointer, plan, alignment, mask):
        code, wide = self._code, vector_type(llvm_type, plan.size)
        joined, width = self._joined(llvm_type, [code.vector(value) for value in values])
        order = [lane + LANES * element for lane, element in plan.owners]
        if order != list(range(width)):
            joined = code.shuffle(llvm_type, width, joined, "poison", order)
        address = self._address(pointer, plan.first)
        if not _varies(mask):
            code.run(f"store {wide} {joined}, ptr {address}, align {alignment}")
            return
        if bytes_of(llvm_type) < self._min_masked_bytes:
            self._write_lanes(llvm_type, joined, pointer, plan, mask)
            return
        arguments = [(wide, joined), ("ptr", address), ("i32", str(alignment))]
        arguments.append((f"<{plan.size} x i1>", self._mask_of(plan, mask)))
        code.call(
            f"llvm.masked.store.v{plan.size}{SCALAR_TYPES[llvm_type].suffix}.p0", "void", arguments
        )

    def _joined(self, llvm_type, vectors):
        """One vector of all, whose number is a power of two."""
        width = LANES
        while len(vectors) > 1:
            pairs = zip(vectors[::2], vectors[1::2])
            order = range(2 * width)
            vectors = [self._code.shuffle(llvm_type, width, a, b, order) for a, b in pairs]
            width *= 2
        return vectors[0], width

    def _write_each(self, llvm_type, values, pointer, alignment, lanes):
        for lane in lanes:
            for element, value in enumerate(values):
                address = self._address(
                    pointer, pointer.offsets[lane] + element * bytes_of(llvm_type)
                )
                one = self._code.of_lane(value, lane)
                self._code.run(f"store {llvm_type} {one}, ptr {address}, align {alignment}")

    def _store_one(self, llvm_type, value, pointer, element, alignment, mask, lanes):
        """All lanes store at one place: the last one's value stays."""
        code = self._code
        address = self._address(pointer, pointer.offsets[0] + element * bytes_of(llvm_type))
        if not _varies(mask):
            one = code.of_lane(value, lanes[-1])
            code.run(f"store {llvm_type} {one}, ptr {address}, align {alignment}")
            return
        bits = code.bits(mask)
        any_lane = code.any_lane(mask)
        last = code.call("llvm.ctlz.i32", "i32", [("i32", bits), ("i1", "false")])
        last = code.emit(f"xor i32 {last}, 31")
        last = code.emit(f"and i32 {last}, 31")
        if value.is_uniform:
            one = code.scalar(value)
        else:
            one = code.emit(
                f"extractelement {vector_type(llvm_type)} {code.vector(value)}, i32 {last}"
            )
        vector = code.emit(f"insertelement <1 x {llvm_type}> poison, {llvm_type} {one}, i32 0")
        chosen = code.emit(f"insertelement <1 x i1> poison, i1 {any_lane}, i32 0")
        arguments = [(f"<1 x {llvm_type}>", vector), ("ptr", address), ("i32", str(alignment))]
        function = f"llvm.masked.store.v1{SCALAR_TYPES[llvm_type].suffix}.p0"
        code.call(function, "void", [*arguments, ("<1 x i1>", chosen)])

    def _scatter(self, llvm_type, value, pointer, element, mask):
        code = self._code
        addresses = self._addresses(pointer, element, bytes_of(llvm_type))
        array = code.kept(llvm_type, code.vector(value), "in0")
        numbers = [("i32", str(bytes_of(llvm_type))), ("i32", self._bits(mask))]
        code.call("musasim_triton_scatter", "void", [("ptr", addresses), ("ptr", array), *numbers])


class _Plan:
    """The elements of one vector, and the lane that each is for."""

    def __init__(self, pointer, lanes, count, size):
        self._offsets = {
            (lane, element): pointer.offsets[lane] + element * size
            for lane in lanes
            for element in range(count)
        }
        self.first = min(self._offsets.values())
        distances = {each - self.first for each in self._offsets.values()}
        self._step = size
        self.size = max(distances) // size + 1
        # Whether a vector has all of them.
        self.fits_vector = all(each % size == 0 for each in distances)
        self.fits_vector = self.fits_vector and self.size <= _MAX_VECTOR_ELEMENTS
        self.owners = [None] * self.size if self.fits_vector else []
        if self.fits_vector:
            for owner, offset in self._offsets.items():
                self.owners[(offset - self.first) // size] = owner
        # Whether no element is that of two lanes.
        self.is_injective = self.fits_vector and len(distances) == len(self._offsets)
        self.is_contiguous = (
            self.fits_vector and None not in self.owners and count & (count - 1) == 0
        )

    def elements_of(self, element):
        """The element of each lane, None where it has none."""
        offsets = (self._offsets.get((lane, element)) for lane in ALL)
        return [None if each is None else (each - self.first) // self._step for each in offsets]


def _active(mask):
    """Lanes that may take part."""
    if mask is None or not mask.is_constant:
        return ALL
    return tuple(lane for lane in ALL if mask.offsets[lane])


def _varies(mask):
    return mask is not None and not mask.is_constant
