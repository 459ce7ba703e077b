"""Forms of loads, stores, atomic operations and copies."""

from itertools import product
from typing import List

from form import Form, simple


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
