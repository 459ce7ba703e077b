"""Forms of numbers of floating point, of comparisons and choices."""

from itertools import product
from typing import List

from form import ROUNDINGS, Form, simple


def arithmetic() -> List[Form]:
    """Numbers of floating point."""
    forms = []
    for opcode, rounding, ftz, sat in product(
        ("add", "sub", "mul"), ROUNDINGS, ("", ".ftz"), ("", ".sat")
    ):
        forms.append(simple(f"{opcode}.{rounding}{ftz}{sat}.f32", "F", "FF"))
    for rounding, ftz, sat in product(ROUNDINGS, ("", ".ftz"), ("", ".sat")):
        forms.append(simple(f"fma.{rounding}{ftz}{sat}.f32", "F", "FFF"))
    for rounding in ROUNDINGS:
        forms += [
            simple(f"{opcode}.{rounding}.f64", "D", "DD") for opcode in ("add", "sub", "mul", "div")
        ]
        forms.append(simple(f"fma.{rounding}.f64", "D", "DDD"))
        forms += [simple(f"{opcode}.{rounding}.f64", "D", "D") for opcode in ("rcp", "sqrt")]
        for ftz in ("", ".ftz"):
            forms.append(simple(f"div.{rounding}{ftz}.f32", "F", "FF"))
            forms += [
                simple(f"{opcode}.{rounding}{ftz}.f32", "F", "F") for opcode in ("rcp", "sqrt")
            ]
    for name, kind in (("f16", "h"), ("f16x2", "H")):
        for opcode, ftz, sat in product(("add", "sub", "mul"), ("", ".ftz"), ("", ".sat")):
            forms.append(simple(f"{opcode}.rn{ftz}{sat}.{name}", kind, kind * 2))
        for ftz, more in product(("", ".ftz"), ("", ".sat", ".relu")):
            forms.append(simple(f"fma.rn{ftz}{more}.{name}", kind, kind * 3))
    for name, kind in (("bf16", "b"), ("bf16x2", "B")):
        forms += [simple(f"{opcode}.rn.{name}", kind, kind * 2) for opcode in ("add", "sub", "mul")]
        forms += [simple(f"fma.rn{more}.{name}", kind, kind * 3) for more in ("", ".relu")]
    for name, kind in (
        ("f16", "h"),
        ("f16x2", "H"),
        ("bf16", "b"),
        ("bf16x2", "B"),
        ("f32", "F"),
        ("f64", "D"),
    ):
        forms += [simple(f"{opcode}.{name}", kind, kind) for opcode in ("abs", "neg")]
        forms += [simple(f"{opcode}.{name}", kind, kind * 2) for opcode in ("min", "max")]
        if name == "f64":
            continue
        for opcode, words in product(("min", "max"), (".NaN", ".xorsign.abs", ".NaN.xorsign.abs")):
            forms.append(simple(f"{opcode}{words}.{name}", kind, kind * 2))
        if name[0] == "f":
            forms += [simple(f"{opcode}.ftz.{name}", kind, kind * 2) for opcode in ("min", "max")]
            forms += [simple(f"{opcode}.ftz.{name}", kind, kind) for opcode in ("abs", "neg")]
    for name, kind in (("f32", "F"), ("f64", "D")):
        forms.append(simple(f"copysign.{name}", kind, kind * 2))
    for opcode, ulps in (("ex2", 4), ("lg2", 64), ("rcp", 2), ("rsqrt", 4), ("sqrt", 4)):
        forms += [simple(f"{opcode}.approx{ftz}.f32", "F", "F", ulps=ulps) for ftz in ("", ".ftz")]
    # Of f64 they have about as many bits as a float.
    for opcode in ("rcp.approx.ftz", "rsqrt.approx", "rsqrt.approx.ftz"):
        for kind in "Dd":
            text = f"{{ .reg .f64 t; {opcode}.f64 t, %1; cvt.rn.f32.f64 %0, t; }}"
            forms.append(Form(text, "F", kind, ulps=32))
    return forms


def comparisons() -> List[Form]:
    """Comparisons and choices."""
    forms = []
    ordered = ("eq", "ne", "lt", "le", "gt", "ge")
    unordered = ("equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan")
    for name, kind in (("f32", "F"), ("f16", "h"), ("bf16", "b"), ("f64", "D")):
        for compare in ordered + unordered:
            text = f"{{ .reg .pred p; setp.{compare}.{name} p, %1, %2; selp.u32 %0, 1, 0, p; }}"
            forms.append(Form(text, "r", kind * 2))
    for name, kind in (("s32", "r"), ("u32", "r"), ("s64", "l"), ("u16", "w")):
        for compare in ordered:
            text = f"{{ .reg .pred p; setp.{compare}.{name} p, %1, %2; selp.u32 %0, 7, 3, p; }}"
            forms.append(Form(text, "r", kind * 2))
    for compare in ("lo", "ls", "hi", "hs"):
        text = f"{{ .reg .pred p, q; setp.{compare}.u32 p|q, %2, %3; selp.u32 %0, 1, 0, p; selp.u32 %1, 1, 0, q; }}"
        forms.append(Form(text, "rr", "rr"))
    for operation in ("and", "or", "xor"):
        text = (
            "{ .reg .pred p, q, s; setp.lt.u32 s, %4, 0x80000000; "
            f"setp.lt.{operation}.f32 p|q, %2, %3, s; selp.u32 %0, 1, 0, p; selp.u32 %1, 1, 0, q; }}"
        )
        forms.append(Form(text, "rr", "FFr"))
    for name, kind in (("f16x2", "H"), ("bf16x2", "B")):
        text = f"{{ .reg .pred p, q; setp.gt.{name} p|q, %2, %3; selp.u32 %0, 1, 0, p; selp.u32 %1, 1, 0, q; }}"
        forms.append(Form(text, "rr", kind * 2))
    for compare in ("lt", "ge", "gtu", "eq"):
        forms += [
            simple(f"set.{compare}.{to}.f32", out, "FF") for to, out in (("u32", "r"), ("f32", "F"))
        ]
        forms.append(simple(f"set.{compare}.f16x2.f16x2", "H", "HH"))
        if compare != "gtu":
            forms.append(simple(f"set.{compare}.s32.s32", "r", "rr"))
    forms.append(simple("slct.f32.f32", "F", "FFF"))
    forms.append(simple("slct.u32.s32", "r", "rrr"))
    for what, (name, kind) in product(
        ("finite", "infinite", "number", "notanumber", "normal", "subnormal"),
        (("f32", "F"), ("f64", "D")),
    ):
        forms.append(
            Form(f"{{ .reg .pred p; testp.{what}.{name} p, %1; selp.u32 %0, 1, 0, p; }}", "r", kind)
        )
    return forms
