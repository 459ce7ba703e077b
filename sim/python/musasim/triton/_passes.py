"""Triton's passes, from its frontend's TTIR to LLVM's IR for a GPU of AMD's.

That GPU is one without matrix units and with warps of 32 lanes. A warp of 128 lanes, which the lowering cannot make code
for, is four of these: a program cannot tell.
"""

import re

from triton import knobs
from triton._C.libtriton import amd, ir, llvm, passes

_ARCH = "gfx1010"
_LANES = 32


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


def make_ttgir(module, options):
    """Choose which thread has which elements. Loops are not pipelined: loads of a host take no time to wait for."""
    ttgpuir, ttir, common = passes.ttgpuir, passes.ttir, passes.common

    def to_ttgpuir(manager):
        target = f"hip:{_ARCH}"
        warps = options.num_warps * options.warp_size // _LANES
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


def _refuse_copies(module, options):
    """The lowering lets each thread that has a copy of an element compare and exchange, not one of them."""
    threads = options.num_warps * options.warp_size
    for shape, layout in _CAS.findall(str(module)):
        count = 1
        for size in shape.split("x"):
            count *= int(size)
        if count < threads or not layout.startswith("#blocked"):
            raise NotImplementedError(
                f"tl.atomic_cas on {count} elements by {threads} threads: the simulated GPU needs an element "
                "or more for each thread; launch with a smaller num_warps, or give it a scalar"
            )


def make_llir(module, metadata, options):
    """LLVM's IR as text, and the name of the kernel in it."""
    _refuse_copies(module, options)
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
    steps.append(lambda manager: of_amd.add_builtin_func_to_llvmir(manager, _ARCH, True))
    _run(module, "make_llir", *steps)
