"""Forms of what the lanes of a warp do together."""

from itertools import product
from typing import List

from form import Form

PARTS = 0x0F0F3C5A


def warps() -> List[Form]:
    """What the lanes of a warp do together."""
    forms = []
    for how, clamp in (
        ("up", 0),
        ("up", 0x1800),
        ("down", 0x1F),
        ("down", 0x181F),
        ("bfly", 0x1F),
        ("bfly", 0x1C1F),
        ("idx", 0x1F),
        ("idx", 0x1C1F),
    ):
        text = f"{{ .reg .pred p; shfl.sync.{how}.b32 %0|p, %2, %3, {clamp}, -1; selp.u32 %1, 1, 0, p; }}"
        forms.append(Form(text, "rr", "rn"))
    forms.append(Form("shfl.sync.bfly.b32 %0, %1, 16, 0x1f, 0xffffffff;", "r", "r"))
    for lanes in (0xFFFFFFFF, PARTS):
        for how in ("all", "any", "uni"):
            forms.append(
                Form(
                    "{ .reg .pred p, q; setp.lt.u32 q, %1, 20; "
                    f"vote.sync.{how}.pred p, q, {lanes}; selp.u32 %0, 1, 0, p; }}",
                    "r",
                    "n",
                    lanes=lanes,
                )
            )
        forms.append(
            Form(
                f"{{ .reg .pred q; setp.lt.u32 q, %1, 20; vote.sync.ballot.b32 %0, q, {lanes}; }}",
                "r",
                "n",
                lanes=lanes,
            )
        )
        forms += [Form(f"match.any.sync.b32 %0, %1, {lanes};", "r", "n", lanes=lanes)]
        forms += [Form(f"match.any.sync.b64 %0, %1, {lanes};", "r", "l", lanes=lanes)]
        forms.append(
            Form(
                f"{{ .reg .pred p; match.all.sync.b32 %0|p, %2, {lanes}; selp.u32 %1, 1, 0, p; }}",
                "rr",
                "n",
                lanes=lanes,
            )
        )
        for operation, name in product(("add", "min", "max"), ("u32", "s32")):
            forms.append(
                Form(f"redux.sync.{operation}.{name} %0, %1, {lanes};", "r", "r", lanes=lanes)
            )
        for operation in ("and", "or", "xor"):
            forms.append(
                Form(f"redux.sync.{operation}.b32 %0, %1, {lanes};", "r", "r", lanes=lanes)
            )
        forms.append(
            Form(
                f"{{ .reg .pred p; elect.sync %0|p, {lanes}; selp.u32 %1, 1, 0, p; }}",
                "rr",
                "",
                lanes=lanes,
            )
        )
        forms.append(Form("activemask.b32 %0;", "r", "", lanes=lanes))
    return forms


def matrices() -> List[Form]:
    """mma.sync on numbers whose sums are exact."""
    forms = []

    def add(opcode: str, out: str, counts: tuple, kinds: tuple) -> None:
        operands, at = [], 0
        for count in counts:
            operands.append("{" + ", ".join(f"%{at + i}" for i in range(count)) + "}")
            at += count
        inputs = "".join(kind * count for kind, count in zip(kinds, counts[1:]))
        forms.append(
            Form(f"mma.sync.aligned.{opcode} {', '.join(operands)};", out * counts[0], inputs)
        )

    for shape, a, b in (("m16n8k8", 2, 1), ("m16n8k16", 4, 2)):
        add(f"{shape}.row.col.f32.f16.f16.f32", "F", (4, a, b, 4), ("m", "m", "f"))
        add(f"{shape}.row.col.f16.f16.f16.f16", "r", (2, a, b, 2), ("m", "m", "m"))
        add(f"{shape}.row.col.f32.bf16.bf16.f32", "F", (4, a, b, 4), ("M", "M", "f"))
    add("m16n8k4.row.col.f32.tf32.tf32.f32", "F", (4, 2, 1, 4), ("T", "T", "f"))
    add("m16n8k8.row.col.f32.tf32.tf32.f32", "F", (4, 4, 2, 4), ("T", "T", "f"))
    for left, right in product(("s8", "u8"), repeat=2):
        for sat in ("", ".satfinite"):
            add(f"m8n8k16.row.col{sat}.s32.{left}.{right}.s32", "r", (2, 1, 1, 2), ("r", "r", "r"))
            add(f"m16n8k16.row.col{sat}.s32.{left}.{right}.s32", "r", (4, 2, 1, 4), ("r", "r", "r"))
            add(f"m16n8k32.row.col{sat}.s32.{left}.{right}.s32", "r", (4, 4, 2, 4), ("r", "r", "r"))
    for left, right in product(("s4", "u4"), repeat=2):
        add(f"m8n8k32.row.col.s32.{left}.{right}.s32", "r", (2, 1, 1, 2), ("r", "r", "r"))
        add(f"m16n8k32.row.col.s32.{left}.{right}.s32", "r", (4, 2, 1, 4), ("r", "r", "r"))
        add(f"m16n8k64.row.col.s32.{left}.{right}.s32", "r", (4, 4, 2, 4), ("r", "r", "r"))
    for (left, one), (right, other) in product((("e4m3", "E"), ("e5m2", "Q")), repeat=2):
        add(f"m16n8k32.row.col.f32.{left}.{right}.f32", "F", (4, 4, 2, 4), (one, other, "f"))
    return forms
