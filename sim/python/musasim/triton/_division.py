"""Integer division as on a GPU: no divisor ends the kernel.

A host's processor raises SIGFPE for zero and for the least integer by -1, also in lanes whose result nobody uses.
"""

import re

_DIVISION = re.compile(
    r"^  %(?P<name>\S+) = (?P<sign>[su])(?P<kind>div|rem) (?:exact )?(?P<type>i\d+|<\d+ x i\d+>) (?P<dividend>\S+|<[^>]*>|splat \([^)]*\)), "
    r"(?P<divisor>%[^\s,]+)(?P<end>(?:, ![\w.]+ !\d+)*)$",
    re.M,
)


def let_every_divisor_pass(text):
    """A module in which 1 takes the place of a divisor of 0, and x / -1 is -x. Constants stay."""
    return _DIVISION.sub(_guarded, text)


def _guarded(found):
    name, kind, llvm_type, end = found["name"], found["kind"], found["type"], found["end"]
    own = f"%divisor.{name.strip(chr(34))}"
    bits = _alike(llvm_type, "i1")
    lines = [
        f"{own}.frozen = freeze {llvm_type} {found['divisor']}",
        f"{own}.zero = icmp eq {llvm_type} {own}.frozen, {_all(llvm_type, 0)}",
    ]
    refused = f"{own}.zero"
    if found["sign"] == "s":
        refused = f"{own}.refused"
        lines += [
            f"{own}.minus = icmp eq {llvm_type} {own}.frozen, {_all(llvm_type, -1)}",
            f"{refused} = or {bits} {own}.zero, {own}.minus",
        ]
    one = f"{llvm_type} {_all(llvm_type, 1)}"
    lines.append(f"{own}.safe = select {bits} {refused}, {one}, {llvm_type} {own}.frozen")
    division = f"{found['sign']}{kind} {llvm_type} {found['dividend']}, {own}.safe"
    if found["sign"] == "s" and kind == "div":
        lines += [
            f"{own}.opposite = sub {llvm_type} {_all(llvm_type, 0)}, {found['dividend']}",
            f"{own}.quotient = {division}",
            f"%{name} = select {bits} {own}.minus, {llvm_type} {own}.opposite, {llvm_type} {own}.quotient",
        ]
    else:
        lines.append(f"%{name} = {division}")
    return "\n".join(f"  {line}{end}" for line in lines)


def _alike(llvm_type, element):
    """The type that has as many elements."""
    return re.sub(r"i\d+", element, llvm_type)


def _all(llvm_type, number):
    """A constant whose elements are that number."""
    vector = re.fullmatch(r"<(\d+) x (i\d+)>", llvm_type)
    if vector is None:
        return str(number)
    return "<" + ", ".join([f"{vector[2]} {number}"] * int(vector[1])) + ">"
