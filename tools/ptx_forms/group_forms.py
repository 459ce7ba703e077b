"""Forms of matrices beyond a warp's dense ones, of warp groups, of barrier objects and clusters of one block."""

from itertools import product
from typing import List

from form import Form


def more_matrices() -> List[Form]:
    """mma.sync of f64, of bits, of four lanes twice; mma.sp."""
    forms = []

    def add(opcode: str, counts: tuple, kinds: str, end: str = "") -> None:
        operands, at = [], 0
        for count in counts:
            operands.append("{" + ", ".join(f"%{at + i}" for i in range(count)) + "}")
            at += count
        inputs = "".join(kind * count for kind, count in zip(kinds[1:], counts[1:]))
        if end:
            inputs += end[0]
            operands += [f"%{at}", end[1:]]
        forms.append(Form(f"{opcode} {', '.join(operands)};", kinds[0] * counts[0], inputs))

    mma = "mma.sync.aligned."
    add(mma + "m8n8k4.row.col.f64.f64.f64.f64", (2, 1, 1, 2), "Dddd")
    for k, a in (("4", 2), ("8", 4), ("16", 8)):
        add(mma + f"m16n8k{k}.row.col.f64.f64.f64.f64", (4, a, a // 2, 4), "Dddd")
    for operation in ("and", "xor"):
        end = f".row.col.s32.b1.b1.s32.{operation}.popc"
        add(mma + "m8n8k128" + end, (2, 1, 1, 2), "rrrr")
        add(mma + "m16n8k128" + end, (4, 2, 1, 4), "rrrr")
        add(mma + "m16n8k256" + end, (4, 4, 2, 4), "rrrr")
    for left, right in product(("row", "col"), repeat=2):
        add(mma + f"m8n8k4.{left}.{right}.f16.f16.f16.f16", (4, 2, 2, 4), "rmmm")
        add(mma + f"m8n8k4.{left}.{right}.f32.f16.f16.f32", (8, 2, 2, 8), "Fmmf")
    for sp in ("mma.sp.sync.aligned.", "mma.sp::ordered_metadata.sync.aligned."):
        for k, a, selectors in (("16", 2, "0123"), ("32", 4, "01")):
            for selector in selectors:
                add(sp + f"m16n8k{k}.row.col.f32.f16.f16.f32", (4, a, a, 4), "Fmmf", "s" + selector)
            add(sp + f"m16n8k{k}.row.col.f16.f16.f16.f16", (2, a, a, 2), "rmmm", "s0")
            add(sp + f"m16n8k{k}.row.col.f32.bf16.bf16.f32", (4, a, a, 4), "FMMf", "s1")
        for k, a, selectors in (("8", 2, "0123"), ("16", 4, "01")):
            for selector in selectors:
                opcode = sp + f"m16n8k{k}.row.col.f32.tf32.tf32.f32"
                add(opcode, (4, a, a, 4), "FTTf", "t" + selector)
        for left, right in product(("s8", "u8"), repeat=2):
            for sat in ("", ".satfinite"):
                opcode = f".row.col.s32.{left}.{right}.s32{sat}"
                add(sp + "m16n8k64" + opcode, (4, 4, 4, 4), "rrrr", "s0")
                for selector in "01":
                    add(sp + "m16n8k32" + opcode, (4, 2, 2, 4), "rrrr", "s" + selector)
        for left, right in product(("s4", "u4"), repeat=2):
            add(sp + f"m16n8k128.row.col.s32.{left}.{right}.s32", (4, 4, 4, 4), "rrrr", "s0")
            opcode = sp + f"m16n8k128.row.col.s32.{left}.{right}.s32.satfinite"
            add(opcode, (4, 4, 4, 4), "rrrr", "s0")
        for (left, one), (right, other) in product((("e4m3", "E"), ("e5m2", "Q")), repeat=2):
            opcode = sp + f"m16n8k64.row.col.f32.{left}.{right}.f32"
            add(opcode, (4, 4, 4, 4), f"F{one}{other}f", "s0")
    return forms


# Distances and mode of a matrix whose lines lie one after the other, and of one stored across.
ALONG = ((128, 256, 0), (16, 256, 3), (16, 512, 2), (16, 1024, 1))
ACROSS = ((1024, 128, 0), (512, 256, 3), (1024, 512, 2), (2048, 1024, 1))


def group(opcode: str, columns: int, kinds: str, tiles: tuple, **more) -> Form:
    """wgmma. `end`: what is behind the predicate; `registers`: A is there; `selector` of a sparse A."""
    count = columns // (4 if kinds[0] == "h" else 2)
    outputs = {"h": "r", "F": "F", "r": "r"}[kinds[0]] * count
    inputs = kinds[1] * 4 if more.get("registers") else ""
    sparse, metadata = "", ""
    if "selector" in more:
        metadata = "t" if kinds[1] == "T" else "s"
        sparse = f", %{count + len(inputs)}, {more['selector']}"
    place = count + len(inputs) + len(metadata)
    left = "{" + ", ".join(f"%{count + i}" for i in range(4)) + "}" if inputs else f"%{place}"
    vector = "{" + ", ".join(f"%{i}" for i in range(count)) + "}"
    # The layouts make the text another one.
    stored = " ".join("-".join(str(number) for number in tile) for tile in tiles)
    text = f"{{ /* {stored} */ .reg .pred p; setp.ne.b32 p, {more.get('adds', 1)}, 0; {opcode} {vector}, {left}, "
    text += f"%{place + 1}{sparse}, p{more.get('end', '')}; }}"
    return Form(text, outputs, inputs + metadata + kinds[1:3], tiles=tiles)


def warp_groups() -> List[Form]:
    """Products of a warp group."""
    forms = []
    for sp in ("", ".sp"):
        opcode = f"wgmma.mma_async{sp}.sync.aligned."
        some = [{"selector": one} for one in (0, 1)] if sp else [{}]
        whole = some[:1]
        k = 2 if sp else 1
        # Lines of 64 bytes are wider than the narrowest rows.
        along = ALONG[2:] if sp else ALONG
        for which, tile in product(some, along):
            text = opcode + f"m64n16k{16 * k}.f32.f16.f16"
            tiles = (ALONG[1] if sp and tile == ALONG[2] else tile, tile)
            forms.append(group(text, 16, "Fmm", tiles, end=", 1, 1, 0, 0", **which))
            more = dict(which, registers=True, adds=0)
            forms.append(group(text, 16, "Fmm", tiles, end=", 1, -1, 0", **more))
        text = opcode + f"m64n64k{16 * k}.f32.bf16.bf16"
        for tile in ACROSS:
            tiles = (tile, tile)
            forms.append(group(text, 64, "FMM", tiles, end=", 1, 1, 1, 1", **whole[0]))
        forms.append(group(text, 64, "FMM", (ALONG[3], ACROSS[3]), end=", -1, 1, 0, 1", **whole[0]))
        forms.append(group(text, 64, "FMM", (ACROSS[3], ALONG[3]), end=", 1, 1, 1, 0", **whole[0]))
        text = opcode + f"m64n128k{16 * k}.f16.f16.f16"
        forms.append(group(text, 128, "hmm", (ALONG[3],) * 2, end=", 1, 1, 0, 0", **whole[0]))
        for registers, which in product((False, True), some):
            more = dict(which, registers=registers)
            text = opcode + f"m64n24k{8 * k}.f32.tf32.tf32"
            forms.append(group(text, 24, "FTT", (ALONG[3],) * 2, end=", 1, 1", **more))
        for registers in (False, True):
            more = dict(whole[0], registers=registers)
            for to, (left, one), (right, other) in product(
                ("f32", "f16"), (("e4m3", "E"), ("e5m2", "Q")), (("e4m3", "E"), ("e5m2", "Q"))
            ):
                text = opcode + f"m64n8k{32 * k}.{to}.{left}.{right}"
                kinds = ("F" if to == "f32" else "h") + one + other
                forms.append(group(text, 8, kinds, (ALONG[3],) * 2, end=", 1, 1", **more))
            for left, right, sat in product(("s8", "u8"), ("s8", "u8"), ("", ".satfinite")):
                text = opcode + f"m64n8k{32 * k}.s32.{left}.{right}{sat}"
                forms.append(group(text, 8, "rrr", (ALONG[3],) * 2, **more))
    return forms


def barriers() -> List[Form]:
    """Barrier objects, bulk copies, clusters of one block, named barriers."""
    forms = []
    object_of = "mbarrier.{0}.shared::cta.b64"
    waits = (
        "W_%=: mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; @p bra D_%=; bra W_%=; D_%=: "
    )
    end = "mbarrier.inval.shared::cta.b64 [%1]; st.shared.b64 [%1], 7; }"
    init = "{ .reg .pred p; .reg .b64 s; .reg .u32 a; mov.u32 a, 0; mbarrier.init.shared::cta.b64 [%1], COUNT; "
    see = "selp.u32 a, 1, 0, p; shl.b32 %0, %0, 1; or.b32 %0, %0, a; "
    test = "mbarrier.test_wait.parity.shared::cta.b64 p, [%1], {0}; " + see
    steps = "mov.u32 %0, 0; " + test.format(0) + test.format(1)
    arrive = object_of.format("arrive") + " s, [%1]; "
    of_state = "mbarrier.test_wait.shared::cta.b64 p, [%1], s; " + see
    for count, body in (
        (1, arrive + of_state + test.format(0) + test.format(1) + arrive + of_state),
        (3, arrive + of_state + arrive + of_state + arrive + of_state + test.format(0)),
        (2, object_of.format("arrive") + " s, [%1], 2; " + of_state),
        (2, object_of.format("arrive_drop") + " s, [%1]; " + arrive + of_state + arrive + of_state),
        (
            1,
            object_of.format("arrive.expect_tx")
            + " s, [%1], 64; "
            + of_state
            + "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%1], 64; "
            + of_state,
        ),
        (1, object_of.format("expect_tx") + " [%1], 16; " + arrive + of_state),
        (1, "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%1]; " + waits),
        (4, arrive + "mbarrier.pending_count.b64 a, s; add.u32 %0, %0, a; "),
    ):
        text = init.replace("COUNT", str(count)) + steps + body + end
        forms.append(Form(text, "r", "", memory=True))
    copy = (
        "{ .reg .pred p; mbarrier.init.shared::cta.b64 [%0], 1; fence.mbarrier_init.release.cluster; "
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 16; "
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0+16], [%1+16], 16, [%0]; "
        + waits.replace("%1", "%0")
        + "mbarrier.inval.shared::cta.b64 [%0]; st.shared.b64 [%0], 7; }"
    )
    forms.append(Form(copy, "", "", memory=True))
    store = "cp.async.bulk.global.shared::cta.bulk_group [%1+16], [%0], 16; "
    store = "fence.proxy.async.shared::cta; " + store
    forms.append(
        Form(store + "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;", "", "", memory=True)
    )
    for text in ("bar.sync 1, 64;", "barrier.sync 2, 64;", "bar.sync 3;", "bar.sync 4, 64;"):
        forms.append(Form(f"{text} mov.u32 %0, %1;", "r", "n"))
    cluster = "barrier.cluster.arrive{0}.aligned; barrier.cluster.wait.aligned; "
    for more in ("", ".relaxed", ".release"):
        forms.append(Form(cluster.format(more) + "mov.u32 %0, %%cluster_ctarank;", "r", ""))
    for name in ("cluster_ctaid", "cluster_nctaid", "clusterid", "nclusterid"):
        forms += [Form(f"mov.u32 %0, %%{name}.{axis};", "r", "") for axis in "xyz"]
    forms.append(Form("mov.u32 %0, %%cluster_nctarank;", "r", ""))
    text = "{ .reg .u32 a; mapa.shared::cluster.u32 a, %1, 0; st.shared::cluster.u32 [a], %0; }"
    forms.append(Form(text, "", "r", memory=True))
    return forms
