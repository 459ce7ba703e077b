"""The instructions of LLVM's IR that a warp runs at once."""

import re

from ._ir_text import parts_of
from ._lanes import LANES, SIZES, Unsupported, known
from ._memory import Memory
from ._vectors import split
from ._warp_calls import Calls

_BINARY = "add|sub|mul|shl|lshr|ashr|and|or|xor|udiv|sdiv|urem|srem|fadd|fsub|fmul|fdiv|frem"
_CASTS = "zext|sext|trunc|fpext|fptrunc|sitofp|uitofp|fptosi|fptoui|bitcast|ptrtoint|inttoptr"
# Of numbers, not of types.
_FLAGS = r"(?: (?:nsw|nuw|exact|disjoint|nneg|samesign|fast|nnan|ninf|nsz|arcp|contract|afn|reassoc|inbounds|nusw))*"
_KIND = r"(<\d+ x \w+>|\{.*?\}|\[\d+ x \w+\]|\w+)"
# An instruction that lanes may do of which the kernel does not say so.
_MASKABLE = re.compile(
    r"(?:%[\w.]+ = )?(?:load|store|getelementptr|extractelement|insertelement|extractvalue|insertvalue|bitcast|select"
    r"|icmp|fcmp|add|sub|mul|shl|lshr|ashr|and|or|xor|fadd|fsub|fmul|fdiv|fneg|zext|sext|trunc|fpext|fptrunc|freeze) "
)
_BITS = {**{f"i{bits}": bits for bits in (8, 16, 32, 64)}, "half": 16, "bfloat": 16}
_BITS.update({"float": 32, "double": 64, "ptr": 64, "i1": 1})


class Instructions:
    """`operand` gives the value of a type and a text."""

    def __init__(self, code, operand, warps, least):
        self._code = code
        self._operand = operand
        self._memory = Memory(code, least)
        self._calls = Calls(code, self._memory, warps)
        self._forms = [
            (re.compile(rf"((?:{_BINARY}){_FLAGS}) {_KIND} (.+)$"), self._binary),
            (re.compile(rf"(fneg{_FLAGS}) {_KIND} (.+)$"), self._negated),
            (re.compile(rf"((?:icmp|fcmp){_FLAGS} \w+) {_KIND} (.+)$"), self._compared),
            (re.compile(rf"((?:{_CASTS}){_FLAGS}) {_KIND} (\S+) to (.+)$"), self._cast),
            (re.compile(rf"select({_FLAGS}) i1 (.+)$"), self._selected),
            (re.compile(rf"getelementptr{_FLAGS} (\w+), ptr (.+)$"), self._place),
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
            (re.compile(r"(fence) .*$"), lambda *_: None),
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
        """What lanes have that went through a block, or not."""
        if isinstance(inside, list):
            pairs = zip(inside, outside)
            return [self._code.select(condition, *each) for each in pairs]
        return self._code.select(condition, inside, outside)

    def _each(self, method, kind, *texts):
        """A method for values or for the elements of aggregates."""
        values = [self._operand(kind, text) for text in texts]
        if isinstance(values[0], list):
            return [method(*each) for each in zip(*values)]
        return method(*values)

    # --- numbers ---

    def _binary(self, _, text, kind, operands):
        return self._each(lambda a, b: self._code.operation(text, a, b), kind, *split(operands))

    def _negated(self, _, text, kind, operand):
        code = self._code
        return self._each(
            lambda a: code.each(a.kind, lambda wide, x: f"{text} {wide(a.kind)} {x}", a),
            kind,
            operand,
        )

    def _compared(self, _, text, kind, operands):
        return self._each(lambda a, b: self._code.compare(text, a, b), kind, *split(operands))

    def _selected(self, _, flags, operands):
        condition, yes, no = split("i1 " + operands)
        chosen = self._operand(*condition.split(" ", 1))
        values = [self._operand(*_typed(each)) for each in (yes, no)]
        if isinstance(values[0], list):
            return [self._code.select(chosen, *each) for each in zip(*values)]
        return self._code.select(chosen, *values, flags=f"{flags.strip()} ".lstrip())

    def _frozen(self, _, kind, operand):
        return self._operand(kind, operand)

    def _cast(self, _, text, before, operand, after):
        value = self._operand(before, operand)
        kinds = parts_of(after)
        if not isinstance(value, list) and kinds is None:
            return self._code.cast(text, value, after)
        values = value if isinstance(value, list) else [value]
        results = kinds or [after]
        if len(values) == len(results):
            cast = [self._code.cast(text, *pair) for pair in zip(values, results)]
        elif text == "bitcast":
            cast = self._repacked(values, results)
        else:
            raise Unsupported(text)
        return cast if kinds else cast[0]

    def _repacked(self, values, kinds):
        """The same bits in elements of another size."""
        code, before, after = self._code, _BITS[values[0].kind], _BITS[kinds[0]]
        results = []
        if before < after:
            step = after // before
            for i, kind in enumerate(kinds):
                results.append(self._packed(values[i * step : (i + 1) * step], before, after, kind))
            return results
        for value in values:
            whole = code.cast("bitcast", value, f"i{before}")
            for part in range(before // after):
                shift = known(whole.kind, [part * after] * LANES)
                moved = code.operation("lshr", whole, shift)
                piece = code.cast("trunc", moved, f"i{after}")
                results.append(code.cast("bitcast", piece, kinds[0]))
        return results

    def _packed(self, values, before, after, kind):
        code, whole = self._code, known(f"i{after}", [0] * LANES)
        for part, value in enumerate(values):
            piece = code.cast("zext", code.cast("bitcast", value, f"i{before}"), f"i{after}")
            shift = known(piece.kind, [part * before] * LANES)
            whole = code.operation("or", whole, code.operation("shl", piece, shift))
        return code.cast("bitcast", whole, kind)

    # --- memory ---

    def _place(self, _, kind, operands):
        pointer, *indices = split(operands)
        if len(indices) != 1:
            raise Unsupported(operands)
        index = self._operand(*indices[0].split(" ", 1))
        base = self._operand("ptr", pointer)
        return self._code.place(base, index, 1 if kind == "i1" else SIZES[_stored(kind)])

    def _load(self, mask, kind, pointer, alignment):
        kinds = parts_of(kind)
        one = kinds[0] if kinds else kind
        place = self._operand("ptr", pointer)
        values = self._memory.load(
            _stored(one), len(kinds or [0]), place, int(alignment or SIZES[_stored(one)]), mask
        )
        return values if kinds else values[0]

    def _store(self, mask, kind, operands):
        value, pointer, *rest = split(operands)
        kinds = parts_of(kind)
        given = self._operand(kind, value)
        one = _stored(kinds[0] if kinds else kind)
        alignment = int(rest[0].split()[1]) if rest else SIZES[one]
        place = self._operand("ptr", pointer.split(" ", 1)[1])
        self._memory.store(one, given if kinds else [given], place, alignment, mask)

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
        if not value.is_known or not value.is_uniform:
            raise Unsupported(text)
        return value.offsets[0]

    def _call(self, mask, kind, function, arguments):
        values = []
        for each in split(arguments) if arguments else []:
            one = _typed(re.sub(r" (noundef|nofpclass\(\w+\)|align \d+)", "", each))
            values.append(self._operand(*one))
        if mask is not None or any(isinstance(value, list) for value in values):
            raise Unsupported(function)
        return self._calls.run(kind, function, values)


def _typed(text):
    found = re.match(rf"{_KIND} (.+)$", text)
    return found[1], found[2]


def _stored(kind):
    if kind not in SIZES:
        raise Unsupported(kind)
    return kind
