"""The forms of PTX instructions that are run on an NVIDIA GPU and compared with torchada/ptx.h.

A form is its text, the kinds of its outputs and inputs (a letter each), and how it is run. Kinds: r 32 bits, l 64
bits, h f16, b bf16, H and B pairs of them, F f32, D f64, w 16 bits, n numbers up to 40, p selectors of bytes, m
small whole numbers in pairs of f16, M the same in bf16, T in tf32, E in e4m3, Q in e5m2, f in f32, d in f64; s and t say
which numbers of a sparse matrix are there.
"""

from itertools import product
from typing import List, NamedTuple


class Form(NamedTuple):
    """One form."""

    text: str
    outputs: str
    inputs: str
    ulps: int = 0  # of f32, by which an approximate function may differ
    memory: bool = (
        False  # operands behind the inputs: an address in shared memory, one in global memory
    )
    lanes: int = 0xFFFFFFFF  # those that take part
    # Of a warp group: the distances and the mode of the descriptors of A and B.
    tiles: tuple = ()


ROUNDINGS = ("rn", "rz", "rm", "rp")
PARTS = 0x0F0F3C5A


def simple(opcode: str, outputs: str, inputs: str, **more) -> Form:
    """Operands in their order."""
    count = len(outputs) + len(inputs)
    return Form(
        f"{opcode} " + ", ".join(f"%{i}" for i in range(count)) + ";", outputs, inputs, **more
    )


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


def memory() -> List[Form]:
    """Loads, stores, atomic operations, copies. The last two operands are addresses: shared, then global."""
    forms = []

    def add(text: str, outputs: str = "", inputs: str = "") -> None:
        count = len(outputs) + len(inputs)
        text = text.replace("SHARED", f"%{count}").replace("GLOBAL", f"%{count + 1}")
        forms.append(Form(text, outputs, inputs, memory=True))

    kinds = {
        "b32": "r",
        "u32": "r",
        "s32": "r",
        "f32": "F",
        "b64": "l",
        "u64": "l",
        "f64": "D",
        "b16": "w",
    }
    kinds.update({"u16": "w", "s16": "w", "u8": "r", "s8": "r", "b8": "r"})
    for (name, kind), place in product(kinds.items(), ("shared", "global")):
        address = place.upper()
        add(f"ld.{place}.{name} %0, [{address}+8];", kind)
        add(f"ld.volatile.{place}.{name} %0, [{address}];", kind)
        add(f"st.{place}.{name} [{address}+8], %0;", "", kind)
        add(f"st.volatile.{place}.{name} [{address}], %0;", "", kind)
    for name, place in product(("b32", "f32", "u32"), ("shared", "global")):
        kind, address = kinds[name], place.upper()
        add(f"ld.{place}.v2.{name} {{%0, %1}}, [{address}+8];", kind * 2)
        add(f"ld.{place}.v4.{name} {{%0, %1, %2, %3}}, [{address}+16];", kind * 4)
        add(f"st.{place}.v2.{name} [{address}+8], {{%0, %1}};", "", kind * 2)
        add(f"st.{place}.v4.{name} [{address}+16], {{%0, %1, %2, %3}};", "", kind * 4)
    for words in (
        "global.nc",
        "global.ca",
        "global.cg",
        "global.cs",
        "global.cv",
        "global.nc.L1::no_allocate",
    ):
        add(f"ld.{words}.u32 %0, [GLOBAL];", "r")
    for words in (
        "relaxed.gpu.global",
        "acquire.gpu.global",
        "acquire.sys.global",
        "relaxed.cta.global",
    ):
        add(f"ld.{words}.u32 %0, [GLOBAL];", "r")
    for words in (
        "relaxed.gpu.global",
        "release.gpu.global",
        "release.sys.global",
        "global.cs",
        "global.wt",
    ):
        add(f"st.{words}.u32 [GLOBAL], %0;", "", "r")
    for place, (name, kind) in product(
        ("shared", "global"), (("u32", "r"), ("s32", "r"), ("u64", "l"), ("s64", "l"))
    ):
        for operation in ("add", "min", "max"):
            if operation == "add" and name == "s64":
                continue
            add(f"atom.{place}.{operation}.{name} %0, [{place.upper()}], %1;", kind, kind)
            add(f"red.{place}.{operation}.{name} [{place.upper()}], %0;", "", kind)
    for place, (name, kind) in product(("shared", "global"), (("b32", "r"), ("b64", "l"))):
        for operation in ("and", "or", "xor", "exch"):
            add(f"atom.{place}.{operation}.{name} %0, [{place.upper()}], %1;", kind, kind)
        add(f"atom.{place}.cas.{name} %0, [{place.upper()}], %1, %2;", kind, kind * 2)
    for operation in ("inc", "dec"):
        add(f"atom.global.{operation}.u32 %0, [GLOBAL], %1;", "r", "r")
    add("atom.global.add.f32 %0, [GLOBAL], %1;", "F", "F")
    add("atom.global.add.f64 %0, [GLOBAL], %1;", "D", "D")
    add("atom.global.add.noftz.f16x2 %0, [GLOBAL], %1;", "H", "H")
    add("atom.global.add.noftz.bf16x2 %0, [GLOBAL], %1;", "B", "B")
    add("atom.global.add.noftz.f16 %0, [GLOBAL], %1;", "h", "h")
    add("red.relaxed.gpu.global.add.s32 [GLOBAL], %0;", "", "r")
    add("red.release.gpu.global.add.u32 [GLOBAL], %0;", "", "r")
    add("atom.acq_rel.gpu.global.add.u32 %0, [GLOBAL], %1;", "r", "r")
    for how, size in (("ca", 4), ("ca", 8), ("ca", 16), ("cg", 16)):
        wait = "cp.async.commit_group; cp.async.wait_group 0;"
        add(f"cp.async.{how}.shared.global [SHARED], [GLOBAL], {size}; {wait}")
        add(
            f"cp.async.{how}.shared.global [SHARED], [GLOBAL], {size}, {size // 2}; cp.async.wait_all;"
        )
    add("cp.async.cg.shared.global.L2::128B [SHARED+16], [GLOBAL+16], 16, 0; cp.async.wait_all;")
    add("{ .reg .u64 a; cvta.to.global.u64 a, GLOBAL; ld.global.u32 %0, [a]; }", "r")
    for words in ("membar.cta", "membar.gl", "membar.sys", "fence.acq_rel.gpu", "fence.sc.cta"):
        add(f"st.global.u32 [GLOBAL], %0; {words};", "", "r")
    add("prefetch.global.L2 [GLOBAL];")
    for count, trans in product((1, 2, 4), ("", ".trans")):
        vector = "{" + ", ".join(f"%{i}" for i in range(count)) + "}"
        add(
            f"ldmatrix.sync.aligned.m8n8.x{count}{trans}.shared.b16 {vector}, [SHARED];",
            "r" * count,
        )
        add(
            f"stmatrix.sync.aligned.m8n8.x{count}{trans}.shared.b16 [SHARED], {vector};",
            "",
            "r" * count,
        )
    forms.append(simple("movmatrix.sync.aligned.m8n8.trans.b16", "r", "r"))
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


def all_forms() -> List[Form]:
    """Every form, each text once."""
    from group_forms import barriers, more_matrices, warp_groups

    later = more_matrices() + warp_groups() + barriers()
    forms = (
        integers()
        + arithmetic()
        + comparisons()
        + conversions()
        + moves()
        + warps()
        + memory()
        + matrices()
    )
    return list({form.text: form for form in forms + later}.values())
