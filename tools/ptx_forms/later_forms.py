"""Forms of masks and bits, video instructions, constants, barriers that reduce, atomic vectors, wmma."""

from itertools import product
from typing import List

from form import Form, simple

WORDS = ("u32", "s32")


def bits() -> List[Form]:
    """Masks, parts of a number, products of 24 bits, bits that are found."""
    forms = [simple(f"bmsk.{mode}.b32", "r", "nn") for mode in ("clamp", "wrap")]
    for mode, name in product(("clamp", "wrap"), WORDS):
        forms.append(simple(f"szext.{mode}.{name}", "r", "rn"))
    for half, name in product(("lo", "hi"), WORDS):
        forms.append(simple(f"mul24.{half}.{name}", "r", "rr"))
        forms.append(simple(f"mad24.{half}.{name}", "r", "rrr"))
    forms.append(simple("mad24.hi.sat.s32", "r", "rrr"))
    for offset in (-3, -1, 0, 1, 2, 5):
        text = f"{{ .reg .u32 base; and.b32 base, %2, 31; fns.b32 %0, %1, base, {offset}; }}"
        forms.append(Form(text, "r", "rn"))
    for name in ("s4", "u4", "s2", "u2"):
        forms.append(simple(f"cvt.pack.sat.{name}.s32.b32", "r", "rrr"))
    for rounding in ("rn", "rz"):
        forms.append(simple(f"mad.{rounding}.f32", "F", "FFF"))
        forms.append(simple(f"mad.{rounding}.f64", "D", "DDD"))
    for operation, table in product(("or", "and"), (0x80, 0xFE, 0x96)):
        text = (
            "{ .reg .pred p, q; setp.lt.u32 q, %5, 20; "
            f"lop3.{operation}.b32 %0|p, %2, %3, %4, {table}, q; selp.u32 %1, 1, 0, p; }}"
        )
        forms.append(Form(text, "rr", "nnnn"))
    for compare, operation, to in product(("lt", "geu"), ("and", "or", "xor"), ("u32", "f32")):
        text = (
            "{ .reg .pred q; setp.lt.u32 q, %3, 20; "
            f"set.{compare}.{operation}.{to}.f32 %0, %1, %2, q; }}"
        )
        forms.append(Form(text, "F" if to == "f32" else "r", "FFn"))
    return forms


def video() -> List[Form]:
    """One, two or four integers in a register."""
    forms = []
    types = list(product(WORDS, repeat=3))
    for opcode, (to, left, right) in product(("vadd", "vsub", "vabsdiff", "vmin", "vmax"), types):
        name = f"{opcode}.{to}.{left}.{right}"
        forms += [simple(name + sat, "r", "rr") for sat in ("", ".sat")]
        forms.append(simple(name + ".add", "r", "rrr"))
    for operation in ("min", "max"):
        forms.append(simple(f"vadd.s32.s32.s32.sat.{operation}", "r", "rrr"))
    for opcode, mode, (to, left) in product(
        ("vshl", "vshr"), ("clamp", "wrap"), product(WORDS, repeat=2)
    ):
        for sat in ("", ".sat"):
            forms.append(simple(f"{opcode}.{to}.{left}.u32{sat}.{mode}", "r", "rn"))
    for compare, (left, right) in product(("eq", "lt", "ge"), product(WORDS, repeat=2)):
        forms.append(simple(f"vset.{left}.{right}.{compare}", "r", "rr"))
        forms += [simple(f"vset{k}.{left}.{right}.{compare}", "r", "rrr") for k in "24"]
        forms += [simple(f"vset{k}.{left}.{right}.{compare}.add", "r", "rrr") for k in "24"]
    lanes = ("vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax")
    for opcode, k, (to, left, right) in product(lanes, "24", types):
        name = f"{opcode}{k}.{to}.{left}.{right}"
        forms += [simple(name + more, "r", "rrr") for more in ("", ".sat", ".add")]
    return forms


def constants() -> List[Form]:
    """Constant expressions, vectors of registers, numbers in vectors, scopes."""
    numbers = ("(1 << 4) | 3", "~5", "5*4", "0b101", "0x1fU", "-0x10", "-8 >> 1", "7 - 2 * 3")
    forms = [Form(f"add.s64 %0, %1, {number};", "l", "l") for number in numbers]
    forms += [Form(f"add.s32 %0, %1, {number};", "r", "r") for number in numbers]
    forms.append(Form("add.s32 %0, %1, WARP_SZ;", "r", "r"))
    texts = (
        ("mov.b64 %0, {%1, 1};", "l", "r"),
        ("mov.b64 %0, {7, %1};", "l", "r"),
        (
            "{ .reg .v2 .f32 v; mov.f32 v.x, %1; mov.f32 v.y, 1.5; add.rn.f32 %0, v.x, v.y; }",
            "F",
            "F",
        ),
        (
            "{ .reg .b32 %%own<4>, own3; mov.b32 %%own3, %1; mov.b32 own3, 5; sub.u32 %0, %%own3, own3; }",
            "r",
            "r",
        ),
        (
            "{ .reg .pred p; .reg .u32 i; mov.u32 %0, 0; { mov.u32 i, %1; L: setp.eq.u32 p, i, 0; @p bra M; "
            "add.u32 %0, %0, i; sub.u32 i, i, 1; bra.uni L; M: } { mov.u32 i, %1; L: setp.le.u32 p, i, 2; @p bra M; "
            "add.u32 %0, %0, 100; sub.u32 i, i, 2; bra.uni L; M: } }",
            "r",
            "n",
        ),
        ("{ .reg .b128 q; mov.b128 q, {%2, %3}; mov.b128 {%1, %0}, q; }", "ll", "ll"),
    )
    return forms + [Form(*one) for one in texts]


def reductions() -> List[Form]:
    """Barriers that count."""
    forms = []
    says = "{ .reg .pred p, q; setp.lt.u32 q, %1, 20; "
    for name, threads in (("bar.red", ""), ("barrier.cta.red", ""), ("bar.red", ", 64")):
        for number in (0, 3):
            place = f"{number}{threads}"
            forms.append(Form(f"{says}{name}.popc.u32 %0, {place}, q; }}", "r", "n"))
            forms.append(Form(f"{says}{name}.popc.u32 %0, {place}, !q; }}", "r", "n"))
            for operation in ("and", "or"):
                text = f"{name}.{operation}.pred p, {place}, q; selp.u32 %0, 1, 0, p; }}"
                forms.append(Form(says + text, "r", "n"))
    twice = f"{says}bar.red.popc.u32 %0, 5, q; bar.red.popc.u32 %1, 5, !q; bar.red.popc.u32 %2, 5, q; }}"
    forms.append(Form(twice.replace("q, %1", "q, %3"), "rrr", "n"))
    return forms


def vector_atomics() -> List[Form]:
    """Atomic operations on vectors, and on 16 bits."""
    forms = []

    def add(opcode: str, kind: str, count: int) -> None:
        outputs = "{" + ", ".join(f"%{i}" for i in range(count)) + "}"
        inputs = "{" + ", ".join(f"%{count + i}" for i in range(count)) + "}"
        text = f"atom.global.{opcode} {outputs}, [%{2 * count + 1}], {inputs};"
        forms.append(Form(text, kind * count, kind * count, memory=True))
        inputs = "{" + ", ".join(f"%{i}" for i in range(count)) + "}"
        forms.append(
            Form(f"red.global.{opcode} [%{count + 1}], {inputs};", "", kind * count, memory=True)
        )

    for count in (2, 4):
        add(f"add.v{count}.f32", "F", count)
    for name, kind in (("f16", "h"), ("bf16", "b")):
        for operation, count in product(("add", "min", "max"), (2, 4)):
            add(f"{operation}.noftz.v{count}.{name}", kind, count)
            add(f"{operation}.noftz.v{count}.{name}x2", kind.upper(), count)
    for place, number in (("shared", 3), ("global", 4)):
        text = f"atom.{place}.cas.b16 %0, [%{number}], %1, %2;"
        forms.append(Form(text, "w", "ww", memory=True))
    return forms


# Of a matrix: the shape, how many registers A, B, C and D have, kinds of their numbers, the types.
HALVES = (("m16n16k16", 8, 8), ("m32n8k16", 8, 8), ("m8n32k16", 8, 8))
BRAINS = (("m16n16k16", 4, 4), ("m32n8k16", 8, 2), ("m8n32k16", 2, 8))
BYTES = (("m16n16k16", 2, 2), ("m32n8k16", 4, 1), ("m8n32k16", 1, 4))


def chain(
    kinds: str, shape: str, a: tuple, b: tuple, c: tuple, mma: str, layouts: tuple = ("row", "col")
) -> Form:
    """Loads, a product and a store. A part: its type, how many registers it has, and their type."""
    text, names = "{ ", {}
    for name, (_, count, holder) in zip("abcd", (a, b, c, c)):
        text += f".reg .{holder} {name}<{count}>; "
        names[name] = "{" + ", ".join(f"{name}{i}" for i in range(count)) + "}"
    where = f"sync.aligned.{{}}.{shape}.shared"
    for number, (name, part, layout) in enumerate(zip("abc", (a, b, c), (*layouts, "row"))):
        text += f"wmma.load.{name}.{where.format(layout)}.{part[0]} {names[name]}, [%{number}]; "
    text += f"wmma.mma{mma} {names['d']}, {names['a']}, {names['b']}, {names['c']}; "
    text += f"wmma.store.d.{where.format('row')}.{c[0]} [%3], {names['d']}; }}"
    return Form(text, "", kinds[0] * 2 + kinds[1], wmma=kinds)


def wmma() -> List[Form]:
    """Products of matrices that a warp loads and stores."""
    forms = []
    for (shape, a, b), layouts in product(HALVES, product(("row", "col"), repeat=2)):
        words = f".sync.aligned.{layouts[0]}.{layouts[1]}.{shape}"
        for to, count, holder, kinds in (("f32", 8, "f32", "mf"), ("f16", 4, "b32", "mm")):
            parts = (("f16", a, "b32"), ("f16", b, "b32"), (to, count, holder))
            forms.append(chain(kinds, shape, *parts, f"{words}.{to}.{to}", layouts))
    for shape, a, b in BRAINS:
        parts = (("bf16", a, "b32"), ("bf16", b, "b32"), ("f32", 8, "f32"))
        words = f".sync.aligned.row.col.{shape}.f32.bf16.bf16.f32"
        forms.append(chain("Mf", shape, *parts, words))
    for (shape, a, b), name, sat in product(BYTES, ("s8", "u8"), ("", ".satfinite")):
        parts = ((name, a, "b32"), (name, b, "b32"), ("s32", 8, "b32"))
        words = f".sync.aligned.row.col.{shape}.s32.{name}.{name}.s32{sat}"
        forms.append(chain("rr", shape, *parts, words))
    for name in ("s4", "u4"):
        parts = ((name, 1, "b32"), (name, 1, "b32"), ("s32", 2, "b32"))
        words = f".sync.aligned.row.col.m8n8k32.s32.{name}.{name}.s32"
        forms.append(chain("rr", "m8n8k32", *parts, words))
    for operation in ("xor", "and"):
        parts = (("b1", 1, "b32"), ("b1", 1, "b32"), ("s32", 2, "b32"))
        words = f".{operation}.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32"
        forms.append(chain("rr", "m8n8k128", *parts, words))
    parts = (("tf32", 4, "b32"), ("tf32", 4, "b32"), ("f32", 8, "f32"))
    words = ".sync.aligned.row.col.m16n16k8.f32.tf32.tf32.f32"
    forms.append(chain("Tf", "m16n16k8", *parts, words))
    doubles = (("f64", 1, "f64"), ("f64", 1, "f64"), ("f64", 2, "f64"))
    words = ".sync.aligned.row.col.m8n8k4.rn.f64.f64.f64.f64"
    forms.append(chain("dd", "m8n8k4", *doubles, words))
    return forms
