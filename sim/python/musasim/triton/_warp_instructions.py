"""The instructions of LLVM's IR that a warp runs at once."""

import re

from ._lanes import constant
from ._llvm_types import LANES, SCALAR_TYPES, Unsupported, bytes_of, parts_of, split
from ._memory import Memory
from ._warp_calls import Calls

_BINARY = "add|sub|mul|shl|lshr|ashr|and|or|xor|udiv|sdiv|urem|srem|fadd|fsub|fmul|fdiv|frem"
_CASTS = "zext|sext|trunc|fpext|fptrunc|sitofp|uitofp|fptosi|fptoui|bitcast|ptrtoint|inttoptr"
# Flags of arithmetic, which are no part of a type.
_FLAGS = r"(?: (?:nsw|nuw|exact|disjoint|nneg|samesign|fast|nnan|ninf|nsz|arcp|contract|afn|reassoc|inbounds|nusw))*"
_KIND = r"(<\d+ x \w+>|\{.*?\}|\[\d+ x \w+\]|\w+)"
# An instruction that lanes may do of which the kernel does not say so.
_MASKABLE = re.compile(
    r"(?:%[\w.]+ = )?(?:load|store|getelementptr|extractelement|insertelement|extractvalue|insertvalue|bitcast|select"
    r"|icmp|fcmp|add|sub|mul|shl|lshr|ashr|and|or|xor|fadd|fsub|fmul|fdiv|fneg|zext|sext|trunc|fpext|fptrunc|freeze) "
)


class Instructions:
    """`operand` gives the value of a type and a text."""

    def __init__(self, code, operand, warps, min_masked_bytes):
        self._code = code
        self._operand = operand
        self._memory = Memory(code, min_masked_bytes)
        self._calls = Calls(code, self._memory, warps)
        self._forms = [
            (re.compile(rf"((?:{_BINARY}){_FLAGS}) {_KIND} (.+)$"), self._binary),
            (re.compile(rf"(fneg{_FLAGS}) {_KIND} (.+)$"), self._negated),
            (re.compile(rf"((?:icmp|fcmp){_FLAGS} \w+) {_KIND} (.+)$"), self._compared),
            (re.compile(rf"((?:{_CASTS}){_FLAGS}) {_KIND} (\S+) to (.+)$"), self._cast),
            (re.compile(rf"select({_FLAGS}) i1 (.+)$"), self._selected),
            (re.compile(rf"getelementptr{_FLAGS} (\w+), ptr (.+)$"), self._element_address),
            (
                re.compile(rf"load (?:volatile )?{_KIND}, ptr ([^,]+)(?:, align (\d+))?$"),
                self._load,
            ),
            (re.compile(rf"store (?:volatile )?{_KIND} (.+)$"), self._store),
            (re.compile(r"(extract|insert)(?:element|value) (.+)$"), self._element),
            (
                re.compile(rf"(?:tail |noalias )*call{_FLAGS} {_KIND} @([\w.]+)\((.*)\)$"),
                self._call,
            ),
            (re.compile(r"fence .*$"), lambda *_: None),
            (re.compile(rf"freeze {_KIND} (.+)$"), self._frozen),
        ]

    def run(self, text, mask):
        """The result of an instruction."""
        for pattern, method in self._forms:
            found = pattern.match(text)
            if found:
                return method(mask, *found.groups())
        raise Unsupported(text)

    @staticmethod
    def may_be_masked(line):
        """Whether an instruction does no harm where a lane is masked out."""
        return bool(_MASKABLE.match(line.strip())) and " atomic " not in line

    def chosen(self, condition, inside, outside):
        """The values of lanes that went through a block, and of those that did not."""
        if isinstance(inside, list):
            pairs = zip(inside, outside)
            return [self._code.select(condition, *each) for each in pairs]
        return self._code.select(condition, inside, outside)

    def _each(self, method, llvm_type, *texts):
        """A method for values or for the elements of aggregates."""
        values = [self._operand(llvm_type, text) for text in texts]
        if isinstance(values[0], list):
            return [method(*each) for each in zip(*values)]
        return method(*values)

    # --- numbers ---

    def _binary(self, _, text, llvm_type, operands):
        return self._each(
            lambda a, b: self._code.operation(text, a, b), llvm_type, *split(operands)
        )

    def _negated(self, _, text, llvm_type, operand):
        code = self._code
        return self._each(
            lambda a: code.each(a.llvm_type, lambda wide, x: f"{text} {wide(a.llvm_type)} {x}", a),
            llvm_type,
            operand,
        )

    def _compared(self, _, text, llvm_type, operands):
        return self._each(lambda a, b: self._code.compare(text, a, b), llvm_type, *split(operands))

    def _selected(self, _, flags, operands):
        condition, yes, no = split("i1 " + operands)
        chosen = self._operand(*condition.split(" ", 1))
        values = [self._operand(*_typed(each)) for each in (yes, no)]
        if isinstance(values[0], list):
            return [self._code.select(chosen, *each) for each in zip(*values)]
        return self._code.select(chosen, *values, flags=f"{flags.strip()} ".lstrip())

    def _frozen(self, _, llvm_type, operand):
        return self._operand(llvm_type, operand)

    def _cast(self, _, text, before, operand, after):
        value = self._operand(before, operand)
        llvm_types = parts_of(after)
        if not isinstance(value, list) and llvm_types is None:
            return self._code.cast(text, value, after)
        values = value if isinstance(value, list) else [value]
        results = llvm_types or [after]
        if len(values) == len(results):
            cast = [self._code.cast(text, *pair) for pair in zip(values, results)]
        elif text == "bitcast":
            cast = self._repacked(values, results)
        else:
            raise Unsupported(text)
        return cast if llvm_types else cast[0]

    def _repacked(self, values, llvm_types):
        """The same bits in elements of another size."""
        code = self._code
        before, after = (SCALAR_TYPES[each].bits for each in (values[0].llvm_type, llvm_types[0]))
        results = []
        if before < after:
            step = after // before
            for i, llvm_type in enumerate(llvm_types):
                results.append(
                    self._packed(values[i * step : (i + 1) * step], before, after, llvm_type)
                )
            return results
        for value in values:
            whole = code.cast("bitcast", value, f"i{before}")
            for part in range(before // after):
                shift = constant(whole.llvm_type, [part * after] * LANES)
                moved = code.operation("lshr", whole, shift)
                piece = code.cast("trunc", moved, f"i{after}")
                results.append(code.cast("bitcast", piece, llvm_types[0]))
        return results

    def _packed(self, values, before, after, llvm_type):
        code, whole = self._code, constant(f"i{after}", [0] * LANES)
        for part, value in enumerate(values):
            piece = code.cast("zext", code.cast("bitcast", value, f"i{before}"), f"i{after}")
            shift = constant(piece.llvm_type, [part * before] * LANES)
            whole = code.operation("or", whole, code.operation("shl", piece, shift))
        return code.cast("bitcast", whole, llvm_type)

    # --- memory ---

    def _element_address(self, _, llvm_type, operands):
        pointer, *indices = split(operands)
        if len(indices) != 1:
            raise Unsupported(operands)
        index = self._operand(*indices[0].split(" ", 1))
        base = self._operand("ptr", pointer)
        return self._code.element_address(
            base, index, 1 if llvm_type == "i1" else bytes_of(llvm_type)
        )

    def _load(self, mask, llvm_type, pointer, alignment):
        llvm_types = parts_of(llvm_type)
        one = llvm_types[0] if llvm_types else llvm_type
        address = self._operand("ptr", pointer)
        values = self._memory.load(
            one,
            len(llvm_types or [0]),
            address,
            int(alignment or bytes_of(one)),
            mask,
        )
        return values if llvm_types else values[0]

    def _store(self, mask, llvm_type, operands):
        value, pointer, *rest = split(operands)
        llvm_types = parts_of(llvm_type)
        given = self._operand(llvm_type, value)
        one = llvm_types[0] if llvm_types else llvm_type
        alignment = int(rest[0].split()[1]) if rest else bytes_of(one)
        address = self._operand("ptr", pointer.split(" ", 1)[1])
        self._memory.store(one, given if llvm_types else [given], address, alignment, mask)

    def _element(self, _, what, operands):
        whole, *rest = split(operands)
        values = self._operand(*_typed(whole))
        number = self._number(rest[-1])
        if not isinstance(values, list) or not 0 <= number < len(values):
            raise Unsupported(operands)
        if what == "extract":
            return values[number]
        values = list(values)
        values[number] = self._operand(*_typed(rest[0]))
        return values

    def _number(self, text):
        if " " not in text:
            return int(text)
        value = self._operand(*text.split(" ", 1))
        if not value.is_constant or not value.is_uniform:
            raise Unsupported(text)
        return value.offsets[0]

    def _call(self, _, llvm_type, function, arguments):
        values = []
        for each in split(arguments) if arguments else []:
            one = _typed(re.sub(r" (noundef|nofpclass\(\w+\)|align \d+)", "", each))
            values.append(self._operand(*one))
        if any(isinstance(value, list) for value in values):
            raise Unsupported(function)
        return self._calls.run(llvm_type, function, values)


def _typed(text):
    found = re.match(rf"{_KIND} (.+)$", text)
    return found[1], found[2]
