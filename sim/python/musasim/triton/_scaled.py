"""tl.dot_scaled with operands that Triton's own pass does not write as tl.dot.

That pass takes numbers of 4 bits only where two neighbours along K share a byte, and only scales that are exponents. Others
are written as bf16 or fp16 in TTIR, where there are no layouts yet, and multiplied by their scales.
"""

import re

_OPERATION = re.compile(
    r"^ *(?P<result>%\S+) = tt\.dot_scaled (?P<a>%\S+?)(?: scale (?P<x>%\S+?))?, (?P<b>%\S+?)(?: scale (?P<y>%\S+?))?, "
    r"(?P<before>%\S+) lhs = (?P<af>\w+) rhs = (?P<bf>\w+) \{(?P<attributes>.*?)\} : "
    r"(?P<left>.*?) \* (?P<right>.*?) -> (?P<type>tensor<.*?>)(?P<line> loc\(.*)?$",
    re.M,
)
# Formats of operands as they may become here.
_WIDE = {"bf16": "bf16", "fp16": "f16"}
_TENSOR = re.compile(r"tensor<((?:\d+x)+)(\w+)>")


def widen_scaled_operands(ttir):
    """The text of TTIR."""
    return _OPERATION.sub(lambda found: _Rewriting(found).text(), ttir)


def _type(shape, element):
    return f"tensor<{''.join(f'{n}x' for n in shape)}{element}>"


class _Value:
    def __init__(self, name, mlir_type):
        self.name = name
        shape, self.element = _TENSOR.match(mlir_type).groups()
        self.shape = [int(n) for n in shape[:-1].split("x")]

    @property
    def type(self):
        return _type(self.shape, self.element)


class _Rewriting:
    """One operation, and the lines that come before it."""

    def __init__(self, found):
        self._found = found
        self._line = found["line"] or ""
        self._lines = []
        # Both operands have to be of one type.
        self._format = "fp16" if "fp16" in (found["af"], found["bf"]) else "bf16"
        self._element = _WIDE[self._format]

    def text(self):
        """The lines instead of the operation."""
        found = self._found
        a, a_types, a_format = self._operand("a", "x", "left", "lhs")
        b, b_types, b_format = self._operand("b", "y", "right", "rhs")
        if not self._lines:
            return found[0]
        attributes = found["attributes"]
        for side, operand_format in (("lhs", a_format), ("rhs", b_format)):
            if operand_format in _WIDE:
                attributes = re.sub(rf",? *{side}_k_pack = false", "", attributes)
        self._lines.append(
            f"{found['result']} = tt.dot_scaled {a}, {b}, {found['before']} lhs = {a_format} rhs = {b_format} "
            f"{{{attributes.lstrip(', ')}}} : {a_types} * {b_types} -> {found['type']}{self._line}"
        )
        return "\n".join(self._lines)

    def _operand(self, value, scale, types, side):
        """The operand with its scale, their types, and Triton's name of its format."""
        found = self._found
        operand_format = found["af" if side == "lhs" else "bf"]
        value, scale, mlir_types = found[value], found[scale], found[types].split(", ")
        is_across = operand_format == "e2m1" and f"{side}_k_pack = false" in found["attributes"]
        by_number = scale is not None and not _TENSOR.match(mlir_types[1])[2].startswith("i")
        if not is_across and not by_number:
            return value + (f" scale {scale}" if scale else ""), found[types], operand_format
        narrow = _Value(value, mlir_types[0])
        last = len(narrow.shape) - 1
        k, across = (last, last - 1) if side == "lhs" else (last - 1, last)
        wide = self._widened(narrow, operand_format, across if is_across else k)
        if by_number:
            wide = self._multiplied(wide, _Value(scale, mlir_types[1]), k)
        if by_number or scale is None:
            return wide.name, wide.type, self._format
        return f"{wide.name} scale {scale}", f"{wide.type}, {mlir_types[1]}", self._format

    def _add(self, operation, shape, element, types):
        name = f"%scaled_{self._found['result'][1:]}_{len(self._lines)}"
        self._lines.append(f"{name} = {operation} : {types}{self._line}")
        return _Value(name, _type(shape, element))

    def _changed(self, operation, value, element):
        word = "to" if operation.startswith("arith.") else "->"
        types = f"{value.type} {word} {_type(value.shape, element)}"
        return self._add(f"{operation} {value.name}", value.shape, element, types)

    def _shaped(self, operation, value, shape, attributes=""):
        types = f"{value.type} -> {_type(shape, value.element)}"
        return self._add(f"{operation} {value.name}{attributes}", shape, value.element, types)

    def _transposed(self, value, order):
        attributes = f" {{order = array<i32: {', '.join(map(str, order))}>}}"
        return self._shaped("tt.trans", value, [value.shape[i] for i in order], attributes)

    def _constant(self, number, like):
        return self._add(f"arith.constant dense<{number}>", like.shape, like.element, like.type)

    def _binary(self, operation, a, b):
        b = self._constant(b, a) if isinstance(b, int) else b
        return self._add(f"{operation} {a.name}, {b.name}", a.shape, a.element, a.type)

    def _widened(self, value, operand_format, axis):
        """The same numbers in the wide type; where two share a byte, they are neighbours along the axis."""
        if operand_format not in ("e2m1", *_WIDE):
            return self._changed("tt.fp_to_fp", value, self._element)
        value = self._unpacked(value, axis) if operand_format == "e2m1" else value
        if value.element == self._element:
            return value
        single = self._changed("arith.extf", value, "f32")
        return self._changed("arith.truncf", single, self._element)

    def _unpacked(self, value, axis):
        code = self._changed("arith.extui", value, "i16")
        low, high = self._number(code), self._number(self._binary("arith.shrui", code, 4))
        shape = [*value.shape, 2]
        types = f"{low.type} -> {_type(shape, 'bf16')}"
        both = self._add(f"tt.join {low.name}, {high.name}", shape, "bf16", types)
        rank = len(value.shape)
        if axis != rank - 1:
            both = self._transposed(both, [*range(axis + 1), rank, *range(axis + 1, rank)])
        shape = [2 * n if i == axis else n for i, n in enumerate(value.shape)]
        return self._shaped("tt.reshape", both, shape)

    def _number(self, code):
        """bf16 of the lowest 4 bits: a sign, 2 bits of exponent, 1 of mantissa."""
        size, half = self._binary("arith.andi", code, 7), self._constant(0x3F00, code)
        normal = self._binary("arith.addi", self._binary("arith.shli", size, 6), half)
        small = self._binary("arith.muli", size, half)  # of 0 or 1
        two = self._constant(2, code)
        flag = self._add(f"arith.cmpi uge, {size.name}, {two.name}", code.shape, "i1", code.type)
        names = f"{flag.name}, {normal.name}, {small.name}"
        types = f"{flag.type}, {code.type}"
        chosen = self._add(f"arith.select {names}", code.shape, "i16", types)
        sign = self._binary("arith.shli", self._binary("arith.andi", code, 8), 12)
        return self._changed("tt.bitcast", self._binary("arith.ori", chosen, sign), "bf16")

    def _multiplied(self, value, scale, k):
        """The operand times its scales, each of which is for several numbers along K."""
        scale = self._changed("tt.fp_to_fp", scale, self._element)
        rows, count, last = scale.shape[:-1], scale.shape[-1], len(value.shape) - 1
        axis = f" {{axis = {last + 1} : i32}}"
        scale = self._shaped("tt.expand_dims", scale, [*rows, count, 1], axis)
        scale = self._shaped("tt.broadcast", scale, [*rows, count, value.shape[k] // count])
        scale = self._shaped("tt.reshape", scale, [*rows, value.shape[k]])
        if k != last:
            scale = self._transposed(scale, [*range(last - 1), last, last - 1])
        return self._binary("arith.mulf", value, scale)
