"""Triton's passes, from its frontend's TTIR to LLVM's IR for a GPU of AMD's.

That GPU is one without matrix units and with warps of 32 lanes. A warp of 128 lanes, which the lowering cannot make code
for, is four of these: a program cannot tell.
"""

import math
import re
import tempfile

import triton
from triton import knobs
from triton._C.libtriton import amd, ir, llvm, passes

from . import _checks
from ._cas import call_cas_functions
from ._llvm_types import LANES
from ._scaled import widen_scaled_operands

_ARCH = "gfx1010"
# Threads wait for each other at some cost, and a host has no hundreds of units: a thread gets so many elements before
# there is another one.
_ELEMENTS_OF_A_THREAD = 128
# The lowering's conversion from fp8 to bf16 turns infinities and NaNs into large finite numbers. That to fp32 keeps
# them, so bf16 is made from fp32.
_TO_BFLOAT = re.compile(
    r"^( *)(%\w+) = tt\.fp_to_fp (%\w+) : (tensor<(?:\d+x)*)?(f8E\w+)(>?) -> (?:tensor<(?:\d+x)*)?bf16>?(.*)$",
    re.M,
)
# Kernels with these keep their layouts: the operations derive a layout from their operand's, and LLVM is slow on
# vectors of fp8.
_SHAPING = re.compile(r"\btt\.(trans|reshape|join|split|cat|gather|histogram)\b|\bf8E")
_LAYOUT = re.compile(
    r"^(#\w+) = #ttg\.blocked<\{sizePerThread = \[(.*?)\], threadsPerWarp = \[(.*?)\], (warps.*order = \[(\d+).*)$",
    re.M,
)


def load_dialects(context):
    """Have the context know the dialect of AMD's GPUs."""
    amd.load_dialects(context)


def _run(module, name, *steps):
    manager = ir.pass_manager(module.context)
    manager.enable_debug()
    for step in steps:
        step(manager)
    manager.run(module, name)
    return module


def _convert_fp8_to_bf16_through_fp32(module):
    text = str(module)
    if not _TO_BFLOAT.search(text):
        return module
    return _parsed(_TO_BFLOAT.sub(_two_conversions, text), module.context)


def _parsed(text, context):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        module = ir.parse_mlir_module(file.name, context)
    module.context = context
    return module


def _two_conversions(found):
    indent, result, value, begin, narrow, end, location = found.groups()
    begin, single = begin or "", f"%single_{result[1:]}"
    return (
        f"{indent}{single} = tt.fp_to_fp {value} : {begin}{narrow}{end} -> {begin}f32{end}{location}\n"
        f"{indent}{result} = arith.truncf {single} : {begin}f32{end} to {begin}bf16{end}{location}"
    )


def make_ttir(module):
    """Inline, simplify, and write block pointers and tensor descriptors as plain pointers."""
    module = _simplified(module)
    if "tt.dot_scaled" in str(module):
        module = _parsed(widen_scaled_operands(str(module)), module.context)
    return _convert_fp8_to_bf16_through_fp32(module)


def _simplified(module):
    ttir, common = passes.ttir, passes.common
    return _run(
        module,
        "make_ttir",
        common.add_inliner,
        ttir.add_rewrite_tensor_pointer,
        ttir.add_rewrite_tensor_descriptor_to_pointer,
        common.add_canonicalizer,
        ttir.add_combine,
        ttir.add_reorder_broadcast,
        common.add_cse,
        ttir.add_triton_licm,
        common.add_symbol_dce,
        ttir.add_loop_unroll,
    )


def _count_warps(text, options):
    """The number of a launch's warps of 32 lanes that do the work; the others end at once."""
    most = options.num_warps * options.warp_size // LANES
    # tl.dot has much code for each element. A message comes from each thread.
    if "tt.dot" in text or "tt.print" in text:
        return most
    shapes = re.findall(r"tensor<((?:\d+x)+)", text)
    count = max((math.prod(map(int, shape[:-1].split("x"))) for shape in shapes), default=1)
    warps = 1
    while warps < most and warps * LANES * _ELEMENTS_OF_A_THREAD < count:
        warps *= 2
    return warps


def make_ttgir(module, options):
    """Choose which thread has which elements. Loops are not pipelined: loads of a host take no time to wait for."""
    ttgpuir, ttir = passes.ttgpuir, passes.ttir

    def to_ttgpuir(manager):
        target = f"hip:{_ARCH}"
        warps = _count_warps(str(module), options)
        ttir.add_convert_to_ttgpuir(manager, target, warps, LANES, options.num_ctas)

    _run(
        module,
        "make_ttgir",
        to_ttgpuir,
        ttgpuir.add_coalesce,
        lambda manager: ttgpuir.add_f32_dot_tc(manager, False),
    )
    module = _give_neighbours_to_lanes(module)
    _run(
        module,
        "place_ttgir",
        ttgpuir.add_remove_layout_conversions,
        ttgpuir.add_optimize_thread_locality,
    )
    if "tt.dot_scaled" in str(module):
        _write_scales(module)
    return _remove_layout_conversions(module)


def _give_neighbours_to_lanes(module):
    """Neighbouring elements are those of neighbouring lanes, where a warp's lanes go in step (_warp)."""
    text = str(module)
    if _checks.wanted() or _SHAPING.search(text):
        return module
    changed = _LAYOUT.sub(lambda found: _with_neighbours(found, text), text)
    return module if changed == text else _parsed(changed, module.context)


def _with_neighbours(found, text):
    name, sizes, threads, rest, inner = found.groups()
    sizes, threads = ([int(each) for each in part.split(", ")] for part in (sizes, threads))
    shapes = re.findall(rf"tensor<((?:\d+x)+)[^<>]*, {name}>", text)
    if shapes:
        dimension = int(inner)
        lanes = min(int(shape[:-1].split("x")[dimension]) for shape in shapes)
        sizes[dimension] = 1
        threads = [1] * len(sizes)
        threads[dimension] = min(LANES, lanes)
        order = [int(each) for each in re.search(r"order = \[(.*?)\]", rest)[1].split(", ")]
        if len(order) > 1:
            threads[order[1]] *= LANES // threads[dimension]
        else:
            threads[dimension] = LANES
    numbers = (", ".join(map(str, each)) for each in (sizes, threads))
    return "{} = #ttg.blocked<{{sizePerThread = [{}], threadsPerWarp = [{}], {}".format(
        name, *numbers, rest
    )


def _write_scales(module):
    """Write tl.dot_scaled as tl.dot. The pass that does it is for NVIDIA's GPUs; this one has no matrix units."""
    builder = ir.builder(module.context)
    module.set_attr("ttg.target", builder.get_string_attr("cuda:60"))
    _run(module, "write_scales", passes.ttgpuir.add_accelerate_matmul)
    module.set_attr("ttg.target", builder.get_string_attr(f"hip:{_ARCH}"))


def _remove_layout_conversions(module):
    ttgpuir, ttir, common = passes.ttgpuir, passes.ttir, passes.common
    return _run(
        module,
        "finish_ttgir",
        # For this GPU: operands of tl.dot get the type of the result.
        lambda manager: amd.passes.ttgpuir.add_accelerate_matmul(manager, _ARCH, 0, 1),
        ttgpuir.add_remove_layout_conversions,
        ttgpuir.add_fuse_nested_loops,
        common.add_canonicalizer,
        ttir.add_triton_licm,
        common.add_canonicalizer,
        ttgpuir.add_reduce_data_duplication,
        ttgpuir.add_remove_layout_conversions,
        common.add_canonicalizer,
        common.add_cse,
        common.add_symbol_dce,
    )


def make_llir(module, metadata, options):
    """LLVM's IR as text, and the name of the kernel in it."""
    metadata["working_threads"] = LANES * module.get_int_attr("ttg.num-warps")
    text = str(module)
    # Only there may threads of a warp go different ways.
    metadata["diverges"] = "tt.map_elementwise" in text
    if "tt.atomic_cas" in text:
        module = _parsed(call_cas_functions(text), module.context)
    _lower(module)
    llvm.init_targets()
    context = llvm.context()
    llvm_module = llvm.to_module(module, context)
    functions = [each for each in llvm_module.get_functions() if not each.is_declaration()]
    metadata["name"] = functions[0].name
    metadata["shared"] = module.get_int_attr("ttg.shared") or _reduction_bytes(
        text, options.num_warps
    )
    return str(llvm_module), metadata["name"]


def _reduction_bytes(text, warps):
    """Shared memory that a reduction over all warps of the launch would need.

    It is reported although fewer warps run, since programs compute from it how many blocks fit.
    """
    return 4 * warps if warps > 1 and ("tt.reduce" in text or "tt.scan" in text) else 0


def _lower(module):
    convert, common, of_amd = passes.convert, passes.common, amd.passes.ttgpuir
    steps = [
        convert.add_scf_to_cf,
        passes.gluon.add_inliner,
        convert.add_index_to_llvmir,
        of_amd.add_allocate_shared_memory,
        lambda manager: of_amd.add_to_llvmir(manager, _ARCH, True),
        common.add_canonicalizer,
        common.add_cse,
        convert.add_cf_to_llvmir,
        convert.add_arith_to_llvmir,
        common.add_canonicalizer,
        common.add_cse,
        common.add_symbol_dce,
    ]
    if not knobs.compilation.disable_line_info:
        steps.append(passes.llvmir.add_di_scope)
    # Triton 3.6 does not ask for the GPU here.
    arch = () if triton.__version__.startswith("3.6.") else (_ARCH,)
    steps.append(lambda manager: of_amd.add_builtin_func_to_llvmir(manager, *arch, True))
    _run(module, "make_llir", *steps)
