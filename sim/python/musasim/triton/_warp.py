"""A kernel for a whole warp: its lanes go in step, and LLVM's vectors have their values.

Control flow of Triton's programs is the same for all threads, but for tl.map_elementwise, whose kernels do not come
here. Where the lowering jumps over an access to memory, the lanes that would jump are masked out. What is not
understood here leaves the function to run lane by lane.
"""

import re

from ._ir_text import blocks_of, parse_constant, targets_of, without_metadata
from ._lanes import Value, constant
from ._limits import GENERAL, Held, Noted, has_effect
from ._llvm_types import LANES, Unsupported, parts_of, split, vector_type
from ._vectors import Code
from ._warp_instructions import Instructions

# More would take LLVM too long.
_MOST_LINES, _MOST_RESULTS, _MOST_NARROW = 8000, 17000, 600
# A body of more lines is the only one.
_MOST_OF_TWO = 6000
# Bytes of each scratch array: 32 lanes of up to 8 elements of 8 bytes.
_ARRAY = 2048
_NARROW = re.compile(r" x i(?:8|16)>")
_TOGETHER = re.compile(
    r"@amdgcn\.(?:s\.barrier|wave\.barrier|ds\.|permlane|readlane|readfirstlane|ballot)"
)
_PHI = re.compile(r"\[ (.+?), %([\w.]+) \]")


def vectorize_warp(function, warps, min_masked_bytes):
    """The text of a function for a warp, and declarations; None: it has to run lane by lane.

    `min_masked_bytes` is that of the smallest element that the processor loads and stores under a mask.
    """
    lines = function.split("\n")
    if len(lines) > _MOST_LINES:
        return None
    try:
        general = _attempt(lines, warps, min_masked_bytes)
        if general is None:
            return None
        limits = general.limits.asked() if len(general.code.lines) <= _MOST_OF_TWO else {}
        held = _attempt(lines, warps, min_masked_bytes, limits) if limits else None
    except Unsupported:
        return None
    bodies = [each for each in (held, general) if each]
    arrays = sorted(set().union(*(each.code.arrays for each in bodies)))
    declared = {name: text for each in bodies for name, text in each.code.declared.items()}
    first, *rest = held.code.lines + _renamed(general.code.lines) if held else general.code.lines
    arrays = [f"  %lanes.{name} = alloca [{_ARRAY} x i8], align 64" for name in arrays]
    return "\n".join([general.head, first, *arrays, *rest, "}"]), declared


def _attempt(lines, warps, min_masked_bytes, limits=None):
    """A pass that assumes nothing wrong; None: it makes too much."""
    assumed = {}
    while True:
        attempt = _Attempt(lines, warps, min_masked_bytes, assumed, limits)
        attempt.run()
        made = attempt.code.lines
        if len(made) > _MOST_RESULTS or len(_NARROW.findall("\n".join(made))) > _MOST_NARROW:
            return None
        if not attempt.assumption_failed:
            return attempt


def _renamed(lines):
    """The lines of a body behind another one."""
    labels = {line[:-1] for line in lines if line.endswith(":")}
    lines = [GENERAL + line if line.endswith(":") else line for line in lines]

    def changed(found):
        return (
            f"%{GENERAL}{found[1]}"
            if found[1] in labels or re.fullmatch(r"w\d+", found[1])
            else found[0]
        )

    return re.sub(r"%([\w.]+)", changed, "\n".join(lines)).split("\n")


class _Attempt:
    """One pass over a function. What it assumes of values that a loop changes may turn out to be wrong."""

    def __init__(self, lines, warps, min_masked_bytes, assumed, limits):
        self.code = Code()
        self.limits = Noted() if limits is None else Held(self.code, limits, self)
        self._is_begin = True  # of the function; the kernel has changed nothing
        self._seen = 0  # lines of the result
        self.assumption_failed = False
        self._assumed = assumed
        self._values = {}
        self.head, self._blocks = blocks_of(lines)
        self._successors = {label: targets_of(body[-1]) for label, body in self._blocks.items()}
        self._phis = {}  # lines of the result, and what comes in from where
        self._merged = set()
        self._current_label = None  # the label that the block has in the result
        for parameter in re.findall(r"(\w+)(?: [\w()]+)* (%[\w.]+)(?=[,)])", self.head):
            self._values[parameter[1]] = Value(parameter[0], parameter[1])
        self.instructions = Instructions(self.code, self.operand, warps, min_masked_bytes)

    def run(self):
        """Write the whole body."""
        for label in self._blocks:
            if label not in self._merged:
                self.code.begin(label)
                self._current_label = label
                self._begin_phis(label)
                self._from(label)
                self._is_begin = False
        lines = self.code.lines
        for index, llvm_type, name, incoming in self._phis.values():
            pairs = ", ".join(f"[ {value}, %{label} ]" for value, label in incoming)
            lines[index] = f"  {name} = phi {llvm_type} {pairs}"

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
        plain, self.code.line = without_metadata(line)
        found = re.match(r"(%[\w.]+) = (.*)", plain)
        if not found:
            self.instructions.run(plain, mask)
            return
        result = self.limits.result(*found.groups(), self.operand)
        if result is None:
            result = self.instructions.run(found[2], mask)
        if result is None:
            raise Unsupported(plain)
        self._values[found[1]] = result
        self.limits.note(*found.groups(), result, self.operand, self.may_leave)

    # --- control flow ---

    def _end(self, label):
        """The end of a block; the label of the one that follows it in the same block of the result, if any."""
        last, self.code.line = without_metadata(self._blocks[label][-1])
        targets = self._successors[label]
        if last == "ret void":
            self.code.run(last)
        elif len(targets) == 1:
            self._pass_to_successors(label, targets)
            self.code.run(f"br label %{targets[0]}")
        elif len(targets) == 2:
            return self._branch(label, self.operand("i1", split(last[3:])[0][3:]), targets)
        else:
            raise Unsupported(last)
        return None

    def _branch(self, label, condition, targets):
        jumped = self._jumped_over(label, targets, condition.is_uniform)
        if jumped is not None:
            if jumped[0] == targets[0]:
                self.limits.jump(condition)
            is_wanted = jumped[0] == targets[0]
            if not condition.is_uniform or (
                condition.is_constant and is_wanted and condition.offsets[0]
            ):
                return self._masked(condition, *jumped, is_wanted)
        if not condition.is_uniform:
            # Triton's control flow is uniform, so the condition is equal in all lanes although it is held in a vector
            # (for instance after a reduction). Lane 0 decides.
            condition = Value("i1", self.code.of_lane(condition, 0))
        self._pass_to_successors(label, targets)
        yes, no = targets
        self.code.run(f"br i1 {self.code.scalar(condition)}, label %{yes}, label %{no}")
        return None

    def may_leave(self):
        """Whether the general body may do all that was done so far again."""
        lines = self.code.lines
        if self._is_begin and has_effect(lines[self._seen :]):
            self._is_begin = False
        self._seen = len(lines)
        return self._is_begin

    def leave_limits(self, condition):
        """Go on in the general body unless the condition is true."""
        inside, general = f"held.{len(self.code.lines)}", GENERAL + next(iter(self._blocks))
        self.code.run(f"br i1 {condition}, label %{inside}, label %{general}")
        self.code.lines.append(f"{inside}:")
        self._current_label = inside

    def _jumped_over(self, label, targets, is_uniform):
        """A block that some lanes may jump over, and the block where they go; None without one."""
        for inner, outer in (targets, targets[::-1]):
            before = [each for each, after in self._successors.items() if inner in after]
            joining = [each for each, after in self._successors.items() if outer in after]
            if before != [label] or self._successors[inner] != [outer] or len(joining) != 2:
                continue
            body = self._blocks[inner][:-1]
            unmaskable = [line for line in body if not self.instructions.may_be_masked(line)]
            if unmaskable and not is_uniform:
                _refuse_masked_access(body, unmaskable[0])
            return None if unmaskable else (inner, outer)
        return None

    def _masked(self, condition, inner, outer, is_wanted):
        """Write a block that only some lanes do; returns the label behind it."""
        if not is_wanted:
            condition = self.code.operation("xor", condition, constant("i1", [1] * LANES))
        self._body(inner, condition)
        self._merged |= {inner, outer}
        self._join(outer, inner, condition)
        return outer

    def _join(self, label, inner, condition):
        for name, llvm_type, incoming in self._phi_lines(label):
            values = {before: self.operand(llvm_type, value) for value, before in incoming}
            inside = values.pop(inner)
            (outside,) = values.values()
            self._values[name] = self.instructions.chosen(condition, inside, outside)

    # --- values that come from several blocks ---

    def _phi_lines(self, label):
        for line in self._blocks[label]:
            plain, _ = without_metadata(line)
            found = re.match(r"(%[\w.]+) = phi (.*?) (\[ .*)$", plain)
            if found:
                yield found[1], (
                    found[2].split(" ")[-1] if found[2][0] not in "<{[" else found[2]
                ), _PHI.findall(found[3])

    def _pass_to_successors(self, label, targets):
        """Make what the blocks behind this one get from it."""
        for target in dict.fromkeys(targets):
            for name, llvm_type, incoming in self._phi_lines(target):
                (value,) = {value for value, before in incoming if before == label}
                given = self.operand(llvm_type, value)
                for part, one in enumerate(given if isinstance(given, list) else [given]):
                    self._add_incoming((name, part), one)

    def _add_incoming(self, phi_key, value):
        differences = value.lane_differences
        if self._assumed.setdefault(phi_key, differences) != differences:
            self.assumption_failed = self.assumption_failed or self._assumed[phi_key] is not None
            self._assumed[phi_key] = differences = None
        code = self.code
        operand = code.vector(value) if differences is None else code.of_lane(value, 0)
        entry = self._phis.setdefault(phi_key, [None, None, None, []])
        entry[3].append((operand, self._current_label))

    def _begin_phis(self, label):
        for name, llvm_type, _ in self._phi_lines(label):
            parts = parts_of(llvm_type)
            results = [self._phi((name, i), each) for i, each in enumerate(parts or [llvm_type])]
            self._values[name] = results if parts else results[0]

    def _phi(self, phi_key, llvm_type):
        if phi_key not in self._phis:
            raise Unsupported("a block before those that lead to it")
        differences, entry = self._assumed[phi_key], self._phis[phi_key]
        own = self.code.name()
        entry[:3] = (
            len(self.code.lines),
            vector_type(llvm_type) if differences is None else llvm_type,
            own,
        )
        self.code.lines.append("")
        return (
            Value(llvm_type, vector=own)
            if differences is None
            else Value(llvm_type, own, differences)
        )

    # --- operands ---

    def operand(self, llvm_type, text):
        """A value, or a list of those of an aggregate."""
        if text in self._values:
            return self._values[text]
        parts = parts_of(llvm_type)
        if parts is None:
            return parse_constant(llvm_type, text)
        if text in ("zeroinitializer", "undef", "poison"):
            return [parse_constant(part, text) for part in parts]
        if text.startswith("splat ("):
            return [parse_constant(part, text[7:-1].split()[1]) for part in parts]
        if text[0] in "<{[":
            each = split(text.strip("<{[ ]}>"))
            return [self.operand(*one.split(" ", 1)) for one in each]
        raise Unsupported(text)


def _refuse_masked_access(body, unmaskable):
    """Raise where lanes may jump over the block, unless it has what all lanes of a warp have to do together."""
    text = "\n".join(body)
    if re.search(r" (?:load|store) ", text) and not _TOGETHER.search(text):
        raise Unsupported(f"a masked access beside {unmaskable}")
