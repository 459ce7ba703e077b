"""MUSASIM_CHECK_KERNELS=1: before each access to memory a kernel tells sim/kernel_runtime which one it is.

These are the functions that kernels of mcc call (sim/kernel_runtime/check). They find the line of the source by the address
that they return to, so each call has the line of its access.
"""

import os
import re

from ._llvm_types import SCALAR_TYPES

_PREFIX = "musasim_checked_"
# AMD's address spaces; others hold a thread's own variables, and constants.
_GLOBAL_ADDRESS_SPACE, _SHARED_ADDRESS_SPACE = "1", "3"
_CHECKED_SPACES = f"[{_GLOBAL_ADDRESS_SPACE}{_SHARED_ADDRESS_SPACE}]"
_TYPE = r"(?:<\d+ x \w+>|\w+)"
# A value, or a constant that is computed from the address of shared memory.
_ADDRESS = (
    rf"ptr addrspace\(({_CHECKED_SPACES})\) " r"([%@][\w.]+|null|\w[\w ]*\((?:[^()]|\([^()]*\))*\))"
)
_ACCESSES = {
    "read": re.compile(rf"^  %\S+ = load (?:volatile )?({_TYPE}), {_ADDRESS}"),
    "write": re.compile(rf"^  store (?:volatile )?({_TYPE}) .+?, {_ADDRESS}(?=,|$)"),
    "atomic": re.compile(
        rf"^  (?:%\S+ = (?:load atomic|cmpxchg|atomicrmw)|store atomic)\b.*?\b{_ADDRESS}.*?, align (\d+)"
    ),
    "exchange": re.compile(rf"^  %\S+ = call (\w+) @musasim_cas_\w+\({_ADDRESS}"),
}
# Any access to the memory that is checked.
_ANY_ACCESS = re.compile(
    rf"^  (?:%\S+ = load .*, |store .*, |(?:%\S+ = )?(?:atomicrmw|cmpxchg) .*)ptr addrspace\({_CHECKED_SPACES}\) "
)
# Bytes that sim/kernel_runtime/check has functions for.
_CHECKED_SIZES = (1, 2, 4, 8, 16)
_ALIGNED = re.compile(r", align (\d+)")
_LINE = re.compile(r", !dbg !\d+")


def wanted() -> bool:
    """Whether kernels are to be checked, as the rest of the simulator reads it."""
    return os.environ.get("MUSASIM_CHECK_KERNELS", "") not in ("", "0")


def insert_checks(text):
    """The text of a module of AMD's whose accesses to global and shared memory are told."""
    lines, called = [], set()
    for line in text.split("\n"):
        told = _told(line)
        if told is not None:
            function, space, address = told
            called.add(function)
            where = f"ptr addrspace({space}) {address}"
            lines.append(f"  call void @{_PREFIX}{function}({where}){_line_of(line)}")
        lines.append(line)
    lines += [f"declare void @{_PREFIX}{function}(ptr)" for function in sorted(called)]
    return "\n".join(lines) + "\n"


def _told(line):
    """The function to call, the address space and the address; None: it is no access to check."""
    found = _ACCESSES["atomic"].match(line)
    if found:
        return f"atomic{found[3]}", found[1], found[2]
    found = _ACCESSES["exchange"].match(line)
    if found:
        return f"atomic{_size(found[1], line)}", found[2], found[3]
    for use in ("read", "write"):
        found = _ACCESSES[use].match(line)
        if found:
            return _function(use, _size(found[1], line), line), found[2], found[3]
    if _ANY_ACCESS.match(line):
        raise _cannot_check(line)
    return None


def _function(use, size, line):
    alignment = _ALIGNED.search(line)
    aligned = size == 1 or alignment is None or int(alignment[1]) >= size
    return f"{'' if aligned else 'unaligned_'}{use}{size}"


def _size(llvm_type, line):
    vector = re.match(r"<(\d+) x (\w+)>", llvm_type)
    count, element = (int(vector[1]), vector[2]) if vector else (1, llvm_type)
    size = count * SCALAR_TYPES[element].bytes if element in SCALAR_TYPES else 0
    if size not in _CHECKED_SIZES:
        raise _cannot_check(line)
    return size


def _cannot_check(line):
    return NotImplementedError(
        f"MUSASIM_CHECK_KERNELS=1 cannot check the access {line.strip()!r}: run the kernel without it"
    )


def _line_of(line):
    found = _LINE.search(line)
    return found[0] if found else ""
