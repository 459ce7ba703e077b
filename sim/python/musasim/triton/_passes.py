"""Triton's passes, from its frontend's TTIR to LLVM's IR for a GPU of AMD's.

That GPU is one without matrix units and with warps of 32 lanes. A warp of 128 lanes, which the lowering cannot make code
for, is four of these: a program cannot tell.
"""

import math
import re

import triton
from triton import knobs
from triton._C.libtriton import amd, ir, llvm, passes

_ARCH = "gfx1010"
_LANES = 32
# Threads wait for each other at some cost, and a host has no hundreds of units: a thread gets so many elements before
# there is another one.
_ELEMENTS = 128


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


def make_ttir(module):
    """Inline, simplify, and write block pointers and tensor descriptors as plain pointers."""
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


def _warps(text, options):
    """How many warps of 32 lanes do the work, of those that a launch has; the others end at once."""
    most = options.num_warps * options.warp_size // _LANES
    # tl.dot has much code for each element.
    if "tt.dot" in text:
        return most
    shapes = re.findall(r"tensor<((?:\d+x)+)", text)
    count = max((math.prod(map(int, shape[:-1].split("x"))) for shape in shapes), default=1)
    # Triton 3.6 has no tl.atomic_cas on more than one element of a thread.
    elements = 1 if "tt.atomic_cas" in text else _ELEMENTS
    warps = 1
    while warps < most and warps * _LANES * elements < count:
        warps *= 2
    return warps


def make_ttgir(module, options):
    """Choose which thread has which elements. Loops are not pipelined: loads of a host take no time to wait for."""
    ttgpuir, ttir, common = passes.ttgpuir, passes.ttir, passes.common

    def to_ttgpuir(manager):
        target = f"hip:{_ARCH}"
        warps = _warps(str(module), options)
        ttir.add_convert_to_ttgpuir(manager, target, warps, _LANES, options.num_ctas)

    return _run(
        module,
        "make_ttgir",
        to_ttgpuir,
        ttgpuir.add_coalesce,
        lambda manager: ttgpuir.add_f32_dot_tc(manager, False),
        ttgpuir.add_remove_layout_conversions,
        ttgpuir.add_optimize_thread_locality,
        # For this GPU: operands of tl.dot get the type of the result, and tl.dot_scaled becomes tl.dot.
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


_CAS = re.compile(r"= tt\.atomic_cas .*-> tensor<([\dx]+)x\w+, (.*?)>(?: loc.*)?$", re.M)


def _refuse_copies(module, threads):
    """The lowering lets each thread that has a copy of an element compare and exchange, not one of them."""
    for shape, layout in _CAS.findall(str(module)):
        count = math.prod(map(int, shape.split("x")))
        if count < threads or not layout.startswith("#blocked"):
            raise NotImplementedError(
                f"tl.atomic_cas on a block of {count} elements that {threads} threads hold: the simulated GPU needs "
                f"a block of {threads} elements or more, or a scalar"
            )


def make_llir(module, metadata, options):
    """LLVM's IR as text, and the name of the kernel in it."""
    metadata["working_threads"] = _LANES * module.get_int_attr("ttg.num-warps")
    _refuse_copies(module, metadata["working_threads"])
    _lower(module)
    llvm.init_targets()
    context = llvm.context()
    llvm_module = llvm.to_module(module, context)
    functions = [each for each in llvm_module.get_functions() if not each.is_declaration()]
    metadata["name"] = functions[0].name
    metadata["shared"] = module.get_int_attr("ttg.shared")
    return str(llvm_module), metadata["name"]


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
