"""The table of a module with one kernel, as musasim/kernel.h declares it, in LLVM's IR."""

import re

from . import _checks
from ._llvm_types import SCALAR_TYPES

# The function of one thread.
THREAD = "musasim_triton_thread"
# Functions in which a thread waits for others: sim/triton_runtime/api.h has them below "threads meet".
_WAITING_FUNCTIONS = (
    "barrier",
    "warp_barrier",
    "bpermute",
    "swizzle",
    "permlane",
    "read_lane",
    "ballot",
)
_WAITING = re.compile(rf"@musasim_triton_({'|'.join(_WAITING_FUNCTIONS)})\b")


def parameters_of(text, kernel):
    """LLVM's types of the kernel's parameters."""
    found = re.search(rf"^define [^@]*@{re.escape(kernel)}\((.*)\)[^()]*\{{$", text, re.M)
    if found is None:
        raise RuntimeError(f"LLVM's IR has no kernel {kernel}")
    # Attributes may have commas in parentheses.
    plain = re.sub(r"\([^()]*\)", "", found[1])
    return [each.split()[0] for each in plain.split(",") if each.strip()]


# A host's processor may have no instruction for these, and the libraries of older compilers not the function.
_BFLOAT = """
define hidden bfloat @__truncsfbf2(float %value) {
  %bits = bitcast float %value to i32
  %upper = lshr i32 %bits, 16
  %odd = and i32 %upper, 1
  %half = add i32 %odd, 32767
  %rounded = add i32 %bits, %half
  %nan = fcmp uno float %value, 0.0
  %quiet = or i32 %bits, 4194304
  %chosen = select i1 %nan, i32 %quiet, i32 %rounded
  %shifted = lshr i32 %chosen, 16
  %short = trunc i32 %shifted to i16
  %result = bitcast i16 %short to bfloat
  ret bfloat %result
}

; By a float that is odd where it is not exact, so that it is rounded once.
define hidden bfloat @__truncdfbf2(double %value) {
  %single = fptrunc double %value to float
  %back = fpext float %single to double
  %exact = fcmp ueq double %back, %value
  %size = call double @llvm.fabs.f64(double %value)
  %size.back = call double @llvm.fabs.f64(double %back)
  %away = fcmp ogt double %size.back, %size
  %step = sext i1 %away to i32
  %bits = bitcast float %single to i32
  %below = add i32 %bits, %step
  %odd = or i32 %below, 1
  %chosen = select i1 %exact, i32 %bits, i32 %odd
  %float = bitcast i32 %chosen to float
  %result = call bfloat @__truncsfbf2(float %float)
  ret bfloat %result
}
"""


def module_table(text, kernel, parameters, threads):
    """The module's text with its table: the kernel's name, entry, parameters and greatest number of threads."""
    text = re.sub(
        rf"^define (.*@{THREAD}\(.*\).*?)( \{{)$",
        rf'define internal \1 "probe-stack"="inline-asm"{_debug_location(text, kernel)}\2',
        text,
        flags=re.M,
    )
    entry, rows = (_CHECKED_ENTRY, []) if _checks.wanted() else _entry(text)
    functions = [entry, *rows]
    name, count = kernel.encode(), len(parameters)
    table = _TABLE.format(
        length=len(name) + 1,
        name=kernel,
        count=count,
        layout=_parameter_layout(parameters),
        threads=threads,
    )
    if "bfloat" in text:
        functions.append(_BFLOAT)
        if "@llvm.fabs.f64(" not in text:
            functions.append("declare double @llvm.fabs.f64(double)")
    return "\n".join([text, table, *functions])


def _debug_location(text, kernel):
    """The mark that gives the kernel's lines to the thread's function, into which the kernel was inlined."""
    inlined = re.search(rf"^define .*@{re.escape(kernel)}\(", text, re.M) is None
    found = re.search(rf'^(!\d+) = distinct !DISubprogram\(name: "{re.escape(kernel)}"', text, re.M)
    return f" !dbg {found[1]}" if inlined and found else ""


def _entry(text):
    """The function that runs a grid, and that of rows of threads if none waits for others."""
    if _WAITING.search(text):
        return _ENTRY.format(rows="null"), []
    return _ENTRY.format(rows="@musasim_entry_rows"), [_ROWS]


def _parameter_layout(parameters):
    """Size and offset of each parameter in a buffer of arguments."""
    layout, offset = [], 0
    for each in parameters:
        size = SCALAR_TYPES[each].bytes
        offset = (offset + size - 1) // size * size
        layout.append(f"{{ i64, i64 }} {{ i64 {size}, i64 {offset} }}")
        offset += size
    return ", ".join(layout)


_TABLE = """
@musasim_name = private constant [{length} x i8] c"{name}\\00"
@musasim_parameters = private constant [{count} x {{ i64, i64 }}] [{layout}]
@musasim_kernel = private constant {{ ptr, ptr, ptr, i32, ptr, i64, i64, i64, i32, i32 }} {{
  ptr @musasim_name, ptr @musasim_entry, ptr null, i32 {count}, ptr @musasim_parameters,
  i64 0, i64 0, i64 0, i32 0, i32 {threads} }}
@musasim_module = constant {{ i32, i32, ptr, i32, ptr, ptr }} {{
  i32 1, i32 1, ptr @musasim_kernel, i32 0, ptr null, ptr @musasim_name }}
"""
_ENTRY = """
declare void @musasim_triton_run(ptr, ptr, ptr, ptr)
define internal void @musasim_entry(ptr %launch, ptr %args) {{
  call void @musasim_triton_run(ptr %launch, ptr %args, ptr @musasim_triton_thread, ptr {rows})
  ret void
}}"""
_CHECKED_ENTRY = """
declare void @musasim_triton_run_checked(ptr, ptr, ptr)
define internal void @musasim_entry(ptr %launch, ptr %args) {
  call void @musasim_triton_run_checked(ptr %launch, ptr %args, ptr @musasim_triton_thread)
  ret void
}"""
_ROWS = """
declare void @musasim_triton_rows(ptr, ptr, ptr)
define internal void @musasim_entry_rows(ptr %args, ptr %rows) {
  call void @musasim_triton_rows(ptr %args, ptr %rows, ptr @musasim_triton_thread)
  ret void
}"""
