"""Forms of conversions and moves."""

from itertools import product
from typing import List

from form import ROUNDINGS, Form, simple


def conversions() -> List[Form]:
    """cvt."""
    forms = []
    whole = {
        "u8": "r",
        "s8": "r",
        "u16": "w",
        "s16": "w",
        "u32": "r",
        "s32": "r",
        "u64": "l",
        "s64": "l",
    }
    floating = {"f16": "h", "f32": "F", "f64": "D"}
    for rounding, to, source in product(("rni", "rzi", "rmi", "rpi"), whole, floating):
        forms.append(simple(f"cvt.{rounding}.{to}.{source}", whole[to], floating[source]))
    for rounding, to in product(("rni", "rzi"), whole):
        forms.append(simple(f"cvt.{rounding}.sat.{to}.f32", whole[to], "F"))
    for rounding, to, source in product(ROUNDINGS, floating, whole):
        forms.append(simple(f"cvt.{rounding}.{to}.{source}", floating[to], whole[source]))
    for to, source in product(whole, whole):
        if to == source:
            continue
        size, source_size = int(to[1:]), int(source[1:])
        holds_all = size > source_size and (to[0] == source[0] or to[0] == "s")
        if holds_all:  # ptxas refuses .sat
            forms.append(simple(f"cvt.{to}.{source}", whole[to], whole[source]))
            continue
        forms += [
            simple(f"cvt{sat}.{to}.{source}", whole[to], whole[source]) for sat in ("", ".sat")
        ]
    for rounding, ftz, sat in product(ROUNDINGS, ("", ".ftz"), ("", ".sat")):
        forms.append(simple(f"cvt.{rounding}{ftz}{sat}.f16.f32", "h", "F"))
        forms.append(simple(f"cvt.{rounding}{ftz}{sat}.f32.f64", "F", "D"))
    forms += [simple(f"cvt.{rounding}.f16.f64", "h", "D") for rounding in ROUNDINGS]
    for rounding, ftz, sat in product(("rni", "rzi", "rmi", "rpi"), ("", ".ftz"), ("", ".sat")):
        forms.append(simple(f"cvt.{rounding}{ftz}{sat}.f32.f32", "F", "F"))
    forms += [
        simple(f"cvt.{rounding}.f64.f64", "D", "D") for rounding in ("rni", "rzi", "rmi", "rpi")
    ]
    forms += [
        simple("cvt.f32.f16", "F", "h"),
        simple("cvt.f64.f16", "D", "h"),
        simple("cvt.f64.f32", "D", "F"),
    ]
    forms += [simple("cvt.sat.f32.f16", "F", "h"), simple("cvt.ftz.f32.f16", "F", "h")]
    forms.append(simple("cvt.f32.bf16", "F", "b"))
    for rounding, relu in product(("rn", "rz"), ("", ".relu")):
        forms.append(simple(f"cvt.{rounding}{relu}.bf16.f32", "b", "F"))
        forms.append(simple(f"cvt.{rounding}{relu}.f16.f32", "h", "F"))
        for to, kind in (("f16x2", "H"), ("bf16x2", "B")):
            forms.append(simple(f"cvt.{rounding}{relu}.{to}.f32", kind, "FF"))
    for to, relu in product(("e4m3x2", "e5m2x2"), ("", ".relu")):
        forms.append(simple(f"cvt.rn.satfinite{relu}.{to}.f32", "w", "FF"))
        forms.append(simple(f"cvt.rn.satfinite{relu}.{to}.f16x2", "w", "H"))
        forms.append(simple(f"cvt.rn{relu}.f16x2.{to}", "H", "w"))
    forms += [simple(f"cvt.{rounding}.tf32.f32", "r", "F") for rounding in ("rna", "rn", "rz")]
    forms += [simple(f"cvt.pack.sat.{to}.s32.b32", "r", "rrr") for to in ("s8", "u8")]
    forms += [simple(f"cvt.pack.sat.{to}.s32", "r", "rr") for to in ("s16", "u16")]
    return forms


def moves() -> List[Form]:
    """Vectors, special registers, predicates, labels."""
    forms = [
        Form("mov.b64 %0, {%1, %2};", "l", "rr"),
        Form("mov.b64 {%0, %1}, %2;", "rr", "l"),
        Form("mov.b32 %0, {%1, %2};", "r", "ww"),
        Form("mov.b32 {%0, %1}, %2;", "ww", "r"),
        Form("{ .reg .b16 low; mov.b32 {low, %0}, %1; }", "w", "r"),
        Form("mov.b64 %0, {%1, %2, %3, %4};", "l", "wwww"),
        Form("mov.f32 %0, 0f3FC00000;", "F", ""),
        Form(
            "{ .reg .pred p; setp.ne.u32 p, %1, 0; mov.u32 %0, 5; @p add.u32 %0, %0, %1; }",
            "r",
            "n",
        ),
        Form(
            "{ .reg .pred p; .reg .u32 i; mov.u32 %0, 0; mov.u32 i, %1; LOOP_%=: setp.eq.u32 p, i, 0; @p bra DONE_%=; "
            "add.u32 %0, %0, i; sub.u32 i, i, 1; bra.uni LOOP_%=; DONE_%=: }",
            "r",
            "n",
        ),
    ]
    for name in (
        "laneid",
        "lanemask_eq",
        "lanemask_lt",
        "lanemask_le",
        "lanemask_ge",
        "lanemask_gt",
    ):
        forms.append(Form(f"mov.u32 %0, %%{name};", "r", ""))
    for name, axis in product(("tid", "ntid", "ctaid", "nctaid"), "xyz"):
        forms.append(Form(f"mov.u32 %0, %%{name}.{axis};", "r", ""))
    return forms
