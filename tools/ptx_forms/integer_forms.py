"""Forms of integers and bits."""

from itertools import product
from typing import List

from form import Form, simple


def integers() -> List[Form]:
    """Integers and bits."""
    forms = []
    kinds = {"16": "w", "32": "r", "64": "l"}
    for sign, size in product("us", kinds):
        kind, name = kinds[size], sign + size
        for opcode in ("add", "sub", "mul.lo", "mul.hi", "div", "rem", "min", "max"):
            forms.append(simple(f"{opcode}.{name}", kind, kind * 2))
        forms += [simple(f"{one}.{name}", kind, kind * 3) for one in ("mad.lo", "sad")]
        if size != "64":
            wide = {"16": "r", "32": "l"}[size]
            forms.append(simple(f"mul.wide.{name}", wide, kind * 2))
            forms.append(simple(f"mad.wide.{name}", wide, kind * 2 + wide))
        if size != "16":
            forms.append(simple(f"mad.hi.{name}", kind, kind * 3))
            forms.append(simple(f"bfe.{name}", kind, kind + "nn"))
            forms += [simple(f"bfind{more}.{name}", "r", kind) for more in ("", ".shiftamt")]
        if sign == "s":
            forms += [simple(f"{opcode}.{name}", kind, kind) for opcode in ("abs", "neg")]
        forms.append(simple(f"shr.{name}", kind, kind + "n"))
    for size, kind in kinds.items():
        forms += [simple(f"{opcode}.b{size}", kind, kind * 2) for opcode in ("and", "or", "xor")]
        forms += [simple(f"{opcode}.b{size}", kind, kind) for opcode in ("not", "cnot")]
        forms += [simple(f"{opcode}.b{size}", kind, kind + "n") for opcode in ("shl", "shr")]
        if size != "16":
            forms += [simple(f"{opcode}.b{size}", "r", kind) for opcode in ("popc", "clz")]
            forms.append(simple(f"brev.b{size}", kind, kind))
            forms.append(simple(f"bfi.b{size}", kind, kind * 2 + "nn"))
    forms += [simple(f"{one}.sat.s32", "r", "rr") for one in ("add", "sub")]
    forms.append(simple("mad.hi.sat.s32", "r", "rrr"))
    forms += [simple(f"shf.{a}.{b}.b32", "r", "rrn") for a, b in product("lr", ("clamp", "wrap"))]
    for table in (0xEA, 0x96, 0x1B, 0x6A, 0xF8):
        forms.append(Form(f"lop3.b32 %0, %1, %2, %3, {table};", "r", "rrr"))
    for mode in ("", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"):
        forms.append(simple(f"prmt.b32{mode}", "r", "rrp"))
    for left, right in product(("u32", "s32"), repeat=2):
        forms.append(simple(f"dp4a.{left}.{right}", "r", "rrr"))
        forms += [simple(f"dp2a.{half}.{left}.{right}", "r", "rrr") for half in ("lo", "hi")]
    for name in ("u16x2", "s16x2"):
        forms += [simple(f"{opcode}.{name}", "r", "rr") for opcode in ("add", "min", "max")]
    forms += [simple(f"{opcode}.relu.s16x2", "r", "rr") for opcode in ("min", "max")]
    forms += [simple(f"{opcode}.relu.s32", "r", "rr") for opcode in ("min", "max")]
    for first, second in (("add.cc", "addc"), ("sub.cc", "subc")):
        forms.append(Form(f"{first}.u32 %0, %2, %3; {second}.u32 %1, %4, %5;", "rr", "rrrr"))
        forms.append(
            Form(
                f"{first}.u32 %0, %3, %4; {second}.cc.u32 %1, %5, %6; {second}.u32 %2, %3, %6;",
                "rrr",
                "rrrr",
            )
        )
    forms.append(Form("mad.lo.cc.u32 %0, %2, %3, %4; madc.hi.u32 %1, %2, %3, %5;", "rr", "rrrr"))
    return forms
