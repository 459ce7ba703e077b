"""LLVM's IR for a GPU of AMD's, written for the host.

A host has one address space, and its threads are one thread of the operating system. The intrinsics get names that
intrinsics.ll defines by functions of sim/triton_runtime.
"""

import re

from . import _checks
from ._cas import define_cas_functions
from ._dot import replace_dots_by_loops
from ._half import accumulate_in_fp32
from ._ir_text import name_numbered_values
from ._llvm_types import LANES
from ._module import min_masked_bytes
from ._warp import vectorize_warp

# Pattern and replacement, in this order.
_CHANGES = [
    (re.compile(r"^target (datalayout|triple) = .*\n", re.M), ""),
    (re.compile(r",? addrspace\(\d+\)"), ""),
    (re.compile(r"\baddrspacecast\b"), "bitcast"),
    (re.compile(r"^@global_smem = .*$", re.M), "declare ptr @amdgcn.shared()"),
    (re.compile(r' syncscope\("[^"]*"\)'), ""),
    (re.compile(r"\bamdgpu_kernel "), ""),
    # A GPU waits for its memory here.
    (re.compile(r'^.*call void asm sideeffect "s_waitcnt [^"]*", ""\(\).*\n', re.M), ""),
    # A setting that makes later conversions to fp8 saturate. No such instruction is used here.
    (re.compile(r"^  call void @llvm\.amdgcn\.s\.setreg\(i32 1473, i32 1\).*\n", re.M), ""),
    # Address spaces in the names of LLVM's own intrinsics.
    (re.compile(r"(@llvm\.[\w.]+?)\.p\d+\b"), r"\1.p0"),
    # Attributes of the intrinsic need not hold for the function in its place.
    (re.compile(r"^(.*@llvm\.amdgcn\..*?) #\d+((?:, !.*)?)$", re.M), r"\1\2"),
    (
        re.compile(r"@llvm\.(amdgcn\.|trap\b)"),
        lambda found: f"@amdgcn.{found[1].replace('amdgcn.', '')}",
    ),
    (re.compile(r"^(declare .*@amdgcn\..*)$", re.M), lambda found: _without_attributes(found[1])),
]
# AMD's functions of half precision are computed in single precision.
_OF_HALF = re.compile(r"^declare half @(__ocml_\w+)_f16\((.*?)\).*$", re.M)
_FUNCTION = re.compile(r"^define .*?^}$", re.M | re.S)
_SHARED_SYMBOL = "@global_smem"
_FMULADD_F32 = "@llvm.fmuladd.f32("
# A constant that is computed from the address of shared memory.
_CONSTANT = re.compile(
    r"\b(getelementptr|bitcast|ptrtoint|inttoptr)\b([^(),]*) \(([^()]*%smem[^()]*)\)"
)


def translate_to_host(text, kernel, metadata):
    """The same module for the host; `kernel` is its first function's name.

    `metadata` says how many threads a block has: one for each warp, where a warp's lanes go in step.
    """
    text = _rewrite_intrinsics(text, kernel)
    functions = {
        each: accumulate_in_fp32(_load_shared_address_once(each))
        for each in _FUNCTION.findall(text)
    }
    return _try_warp_form(text, functions, metadata) or _lane_form(text, functions)


def _rewrite_intrinsics(text, kernel):
    if _checks.wanted():
        text = _checks.insert_checks(text)
    text = define_cas_functions(text)
    for pattern, replacement in _CHANGES:
        text = pattern.sub(replacement, text)
    _refuse_assembly(text, kernel)
    return _OF_HALF.sub(_define_half_by_float, text)


def _try_warp_form(text, functions, metadata):
    """The text with the kernel for a whole warp, which metadata["working_threads"] is set for; None without one."""
    if len(functions) != 1 or metadata["diverges"] or _checks.wanted():
        return None
    ((before, after),) = functions.items()
    warps = metadata["working_threads"] // LANES
    lines = name_numbered_values(after.split("\n"))
    in_step = vectorize_warp("\n".join(lines), warps, min_masked_bytes())
    if in_step is None:
        return None
    metadata["working_threads"] = warps
    return _declared(text.replace(before, in_step[0]), in_step[1])


def _lane_form(text, functions):
    """The text with functions for one lane."""
    dot_types: set = set()

    def changed(found):
        function, used = replace_dots_by_loops(functions[found[0]])
        dot_types.update(used)
        return function

    text = _FUNCTION.sub(changed, text)
    if _FMULADD_F32 in text and f"declare float {_FMULADD_F32}" not in text:
        text += f"declare float {_FMULADD_F32}float, float, float)\n"
    arguments = "ptr, ptr, ptr, i64, i64, i64"
    return text + "".join(
        f"declare void @amdgcn.dot.{dot_type}({arguments})\n" for dot_type in sorted(dot_types)
    )


def _declared(text, functions):
    """The text with declarations of the functions that it lacks."""
    known = set(re.findall(r"^(?:declare|define)\b.*?@([\w.]+)\(", text, re.M))
    return text + "".join(f"{each}\n" for name, each in functions.items() if name not in known)


def _refuse_assembly(text, kernel):
    found = re.search(r'\basm (?:sideeffect )?"([^"]*)".*?(?:!dbg !(\d+))?$', text, re.M)
    if found is None:
        return
    location = found[2] and re.search(rf"^!{found[2]} = .*?\bline: (\d+)", text, re.M)
    line = f", line {location[1]}" if location else ""
    raise NotImplementedError(
        f"the kernel {kernel}{line}: the simulated GPU has no assembly language, but this asks for "
        f"{found[1]!r}; write it in Triton's language, or as a function of libdevice"
    )


def _without_attributes(declaration):
    return re.sub(r" (noundef|immarg|range\([^)]*\))", "", declaration)


def _define_half_by_float(declaration):
    name = declaration[1]
    types = [each.split()[0] for each in declaration[2].split(",")]
    lines = [
        f"define internal half @{name}_f16({', '.join(f'{each} %a{i}' for i, each in enumerate(types))}) {{"
    ]
    passed = []
    for i, llvm_type in enumerate(types):
        if llvm_type == "half":
            lines.append(f"  %x{i} = fpext half %a{i} to float")
        passed.append(f"float %x{i}" if llvm_type == "half" else f"{llvm_type} %a{i}")
    lines.append(f"  %y = call float @{name}_f32({', '.join(passed)})")
    lines.append("  %z = fptrunc float %y to half\n  ret half %z\n}")
    return "\n".join(lines)


def _load_shared_address_once(function):
    """A function that asks for the address of shared memory where it begins."""
    if _SHARED_SYMBOL not in function:
        return function
    function = re.sub(re.escape(_SHARED_SYMBOL) + r"\b", "%smem", function)
    begin, names = ["  %smem = call ptr @amdgcn.shared()"], {}

    def hoisted(found):
        constant = "".join((found[1], found[2], " ", found[3]))
        if constant not in names:
            names[constant] = f"%smem.{len(begin)}"
            begin.append(f"  {names[constant]} = {constant}")
        return names[constant]

    # Constants within constants come first; a large kernel has thousands.
    count = 1
    while count:
        function, count = _CONSTANT.subn(hoisted, function)
    head, body = function.split("\n", 1)
    return "\n".join([head, *begin, body])
