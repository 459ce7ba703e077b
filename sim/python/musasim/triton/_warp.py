"""A kernel for a whole warp: its lanes go in step, and LLVM's vectors have their values.

Control flow of Triton's programs is the same for all threads, but for tl.map_elementwise, whose kernels do not come
here. Where the lowering jumps over an access to memory, the lanes that would jump are masked out. What is not
understood here leaves the function to run lane by lane.
"""

import re

from ._lanes import LANES, ZEROS, Unsupported, Value, known
from ._vectors import Code, split, vector_type
from ._warp_instructions import Instructions

_SCALARS = {"i1", "i8", "i16", "i32", "i64", "half", "bfloat", "float", "double", "ptr"}
# More would take LLVM too long.
_MOST_LINES, _MOST_RESULTS, _MOST_NARROW = 8000, 17000, 600
# What lanes have of one value, at most, and of a load of several elements.
_ARRAY = 2048
_METADATA = re.compile(r"(?:, ![\w.]+ !\d+)+$")
_NARROW = re.compile(r" x i(?:8|16)>")
_PHI = re.compile(r"\[ (.+?), %([\w.]+) \]")


def of_warp(function, warps, least):
    """The text of a function for a warp, and declarations; None: it has to run lane by lane.

    `least` is the size of the elements that the processor has masked instructions for, or larger ones.
    """
    lines = function.split("\n")
    if len(lines) > _MOST_LINES:
        return None
    assumed = {}
    try:
        while True:
            attempt = _Attempt(lines, warps, least, assumed)
            text = attempt.text()
            if text.count("\n") > _MOST_RESULTS or len(_NARROW.findall(text)) > _MOST_NARROW:
                return None
            if not attempt.wrong:
                return text, attempt.code.declared
    except Unsupported:
        return None


def parts_of(kind):
    """The types of an aggregate's elements; None: it is none."""
    vector = re.fullmatch(r"[<\[](\d+) x (\w+)[>\]]", kind)
    if vector and vector[2] in _SCALARS:
        return [vector[2]] * int(vector[1])
    if kind[0] == "{":
        parts = split(kind[1:-1])
        if all(part in _SCALARS for part in parts):
            return parts
    if kind not in _SCALARS:
        raise Unsupported(kind)
    return None


class _Attempt:
    """One pass over a function. What it assumes of values that a loop changes may turn out to be wrong."""

    def __init__(self, lines, warps, least, assumed):
        self.code = Code()
        self.wrong = False
        self._assumed = assumed
        self._values = {}
        self._head, self._blocks = _blocks_of(lines)
        self._next = {label: _targets(body[-1]) for label, body in self._blocks.items()}
        self._phis = {}  # lines of the result, and what comes in from where
        self._merged = set()
        self._own = None  # the label that the block has in the result
        for parameter in re.findall(r"(\w+)(?: [\w()]+)* (%[\w.]+)(?=[,)])", self._head):
            self._values[parameter[1]] = Value(parameter[0], parameter[1])
        self.instructions = Instructions(self.code, self.operand, warps, least)

    def text(self):
        """The whole function."""
        for label in self._blocks:
            if label not in self._merged:
                self.code.begin(label)
                self._own = label
                self._phis_of(label)
                self._from(label)
        lines = self.code.lines
        for index, kind, name, incoming in self._phis.values():
            places = ", ".join(f"[ {value}, %{label} ]" for value, label in incoming)
            lines[index] = f"  {name} = phi {kind} {places}"
        arrays = (
            f"  %lanes.{name} = alloca [{_ARRAY} x i8], align 64"
            for name in sorted(self.code.arrays)
        )
        return "\n".join([self._head, lines[0], *arrays, *lines[1:], "}"])

    def _from(self, label):
        """The block, and those that follow it in the same block of the result."""
        while label is not None:
            self._body(label, None)
            label = self._end(label)

    def _body(self, label, mask):
        for line in self._blocks[label][:-1]:
            if " = phi " not in line:
                self._instruction(line, mask)

    def _instruction(self, line, mask):
        plain, self.code.line = _without_metadata(line)
        found = re.match(r"(%[\w.]+) = (.*)", plain)
        result = self.instructions.run(found[2] if found else plain, mask)
        if found:
            if result is None:
                raise Unsupported(plain)
            self._values[found[1]] = result

    # --- control flow ---

    def _end(self, label):
        """The end of a block; the label of the one that follows it in the same block of the result, if any."""
        last, self.code.line = _without_metadata(self._blocks[label][-1])
        targets = self._next[label]
        if last == "ret void":
            self.code.run(last)
        elif len(targets) == 1:
            self._leave(label, targets)
            self.code.run(f"br label %{targets[0]}")
        elif len(targets) == 2:
            return self._branch(label, self.operand("i1", split(last[3:])[0][3:]), targets)
        else:
            raise Unsupported(last)
        return None

    def _branch(self, label, condition, targets):
        if not condition.is_uniform:
            joined = self._masked(label, condition, targets)
            if joined is not None:
                return joined
            # All lanes have the same: they have it from each other.
            condition = Value("i1", self.code.of_lane(condition, 0))
        self._leave(label, targets)
        yes, no = targets
        self.code.run(f"br i1 {self.code.scalar(condition)}, label %{yes}, label %{no}")
        return None

    def _masked(self, label, condition, targets):
        """A block that some lanes jump over."""
        for inner, outer in (targets, targets[::-1]):
            before = [each for each, after in self._next.items() if inner in after]
            joining = [each for each, after in self._next.items() if outer in after]
            if before != [label] or self._next[inner] != [outer] or len(joining) != 2:
                continue
            if not all(map(self.instructions.may_be_masked, self._blocks[inner][:-1])):
                return None
            if inner != targets[0]:
                one = known("i1", [1] * LANES)
                condition = self.code.operation("xor", condition, one)
            self._body(inner, condition)
            self._merged |= {inner, outer}
            self._join(outer, inner, condition)
            return outer
        return None

    def _join(self, label, inner, condition):
        for name, kind, incoming in self._phi_lines(label):
            values = {place: self.operand(kind, value) for value, place in incoming}
            inside = values.pop(inner)
            (outside,) = values.values()
            self._values[name] = self.instructions.chosen(condition, inside, outside)

    # --- values that come from several blocks ---

    def _phi_lines(self, label):
        for line in self._blocks[label]:
            plain, _ = _without_metadata(line)
            found = re.match(r"(%[\w.]+) = phi (.*?) (\[ .*)$", plain)
            if found:
                yield found[1], (
                    found[2].split(" ")[-1] if found[2][0] not in "<{[" else found[2]
                ), _PHI.findall(found[3])

    def _leave(self, label, targets):
        """Make what the blocks behind this one get from it."""
        for target in dict.fromkeys(targets):
            for name, kind, incoming in self._phi_lines(target):
                (value,) = {value for value, place in incoming if place == label}
                given = self.operand(kind, value)
                for part, one in enumerate(given if isinstance(given, list) else [given]):
                    self._come_in((name, part), one)

    def _come_in(self, place, value):
        pattern = value.pattern
        if self._assumed.setdefault(place, pattern) != pattern:
            self.wrong = self.wrong or self._assumed[place] is not None
            self._assumed[place] = pattern = None
        code = self.code
        operand = code.vector(value) if pattern is None else code.of_lane(value, 0)
        entry = self._phis.setdefault(place, [None, None, None, []])
        entry[3].append((operand, self._own))

    def _phis_of(self, label):
        for name, kind, _ in self._phi_lines(label):
            parts = parts_of(kind)
            results = [self._phi((name, i), each) for i, each in enumerate(parts or [kind])]
            self._values[name] = results if parts else results[0]

    def _phi(self, place, kind):
        if place not in self._phis:
            raise Unsupported("a block before those that lead to it")
        pattern, entry = self._assumed[place], self._phis[place]
        own = self.code.name()
        entry[:3] = len(self.code.lines), vector_type(kind) if pattern is None else kind, own
        self.code.lines.append("")
        return Value(kind, vector=own) if pattern is None else Value(kind, own, pattern)

    # --- operands ---

    def operand(self, kind, text):
        """A value, or a list of those of an aggregate."""
        if text in self._values:
            return self._values[text]
        parts = parts_of(kind)
        if parts is None:
            return _constant(kind, text)
        if text in ("zeroinitializer", "undef", "poison"):
            return [_constant(part, text) for part in parts]
        if text.startswith("splat ("):
            return [_constant(part, text[7:-1].split()[1]) for part in parts]
        if text[0] in "<{[":
            each = split(text.strip("<{[ ]}>"))
            return [self.operand(*one.split(" ", 1)) for one in each]
        raise Unsupported(text)


def _constant(kind, text):
    if text in ("zeroinitializer", "undef", "poison", "null", "false"):
        return known(kind, ZEROS) if kind == "ptr" or kind[0] == "i" else Value(kind, "0.0")
    if text == "true":
        return known("i1", [1] * LANES)
    if kind[0] == "i" and re.fullmatch(r"-?\d+", text):
        return known(kind, [int(text)] * LANES)
    if text[0] == "@" or re.fullmatch(r"-?[\d.]+(e[+-]\d+)?|0x[HRKLM]?[0-9A-F]+", text):
        return Value(kind, text)
    raise Unsupported(text)


def _without_metadata(line):
    """The instruction, and what says its line."""
    line = line.strip()
    found = _METADATA.search(line)
    if not found:
        return line, ""
    debug = re.search(r", !dbg !\d+", found[0])
    return line[: found.start()], debug[0] if debug else ""


def _blocks_of(lines):
    """The head of a function, and the instructions of its blocks."""
    blocks, body = {}, None
    for line in lines[1:-1]:
        label = re.match(r"([\w.]+):", line)
        if label:
            body = blocks.setdefault(label[1], [])
        elif body is None:
            raise Unsupported(line)
        elif line.strip():
            body.append(line)
    return lines[0], blocks


def _targets(line):
    return re.findall(r"label %([\w.]+)", line) if line.strip().startswith("br ") else []
