"""From LLVM's IR for the host to a module that muModuleLoad takes: optimisation, object, link."""

import ctypes
import functools
import hashlib
import os
import platform
import re
import shutil
import subprocess
import tempfile

import triton
from triton._C.libtriton import ir, llvm

from . import _checks
from ._bfloat import as_bits
from ._division import let_every_divisor_pass
from ._llvm_types import SCALAR_TYPES
from ._table import THREAD, module_table, parameters_of

_MACHINES = {"x86_64": "X86", "aarch64": "AArch64"}
_FOLDER = os.path.dirname(os.path.abspath(__file__))
_DEFINITIONS = [os.path.join(_FOLDER, name) for name in ("intrinsics.ll", "vectors.ll")]
_DEVICE_FUNCTION = re.compile(r"^declare .*@((?:amdgcn\.|__ocml_|__ockl_|__nv_)[\w.]+)\(", re.M)
_NO_MASKED_ACCESS = 16
# Vectors that are loaded between two fences.
_LOADS_BETWEEN_FENCES = 64
# Compiled with these, code may use AVX2.
_X86_64_V3_FLAGS = {"avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"}


@functools.lru_cache()
def _triple():
    machine = platform.machine()
    if machine not in _MACHINES:
        raise RuntimeError(
            f"kernels of Triton are compiled for x86_64 and aarch64, but this is {machine}"
        )
    return f"{machine}-unknown-linux-gnu"


@functools.lru_cache()
def _cpu():
    """LLVM's name of the host's processor; one of few, so that folders of kernels can be shared."""
    if platform.machine() != "x86_64":
        return "generic"
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        flags = next((set(line.split()) for line in lines if line.startswith("flags")), set())
    return "x86-64-v3" if _X86_64_V3_FLAGS <= flags else "x86-64"


def min_masked_bytes():
    """Bytes of the smallest element that the processor loads and stores under a mask.

    Larger than any element where it has no such instruction.
    """
    return 4 if _cpu() == "x86-64-v3" else _NO_MASKED_ACCESS


@functools.lru_cache()
def _library_folder():
    import musasim

    return os.path.join(musasim.home(), "lib")


@functools.lru_cache()
def identity():
    """A text that differs where the same kernel may become another module."""
    names = sorted(name for name in os.listdir(_FOLDER) if name.endswith((".py", ".ll")))
    content = hashlib.sha256()
    for name in names:
        with open(os.path.join(_FOLDER, name), "rb") as file:
            content.update(file.read())
    checked = "checked-" if _checks.wanted() else ""
    return f"{checked}{_triple()}-{_cpu()}-{_library_folder()}-{content.hexdigest()}"


def make_module(text, metadata, options):
    """The bytes of the module."""
    kernel = metadata["name"]
    parameters = parameters_of(text, kernel)
    text = let_every_divisor_pass(text)
    optimized = as_bits(_optimize(text, kernel, parameters, options))
    _refuse_unknown_functions(optimized, kernel)
    threads = options.num_warps * options.warp_size
    source = module_table(_insert_fences(optimized), kernel, parameters, threads)
    code = llvm.translate_to_asm(source, _triple(), _cpu(), "", [], options.enable_fp_fusion, True)
    return _link(code, kernel)


def _refuse_unknown_functions(text, kernel):
    """Raise where a kernel calls a function of the device that neither intrinsics.ll nor libmusasim_triton.so has."""
    library = ctypes.CDLL(os.path.join(_library_folder(), "libmusasim_triton.so"))
    called = set(_DEVICE_FUNCTION.findall(text))
    missing = sorted(name for name in called if not hasattr(library, name))
    if missing:
        raise NotImplementedError(
            f"the kernel {kernel} calls functions that the simulated GPU does not have ({', '.join(missing)}); "
            "musasim/triton/intrinsics.ll and sim/triton_runtime/functions.def list what it has"
        )


def _insert_fences(text):
    """Fences for the compiler alone, between loads of vectors: LLVM for x86-64 compares each with all others that
    memory does not keep apart from it, which takes most of the time where tl.dot has large blocks.
    """
    lines, loads = [], 0
    for line in text.split("\n"):
        lines.append(line)
        loads += " = load <" in line
        if loads == _LOADS_BETWEEN_FENCES:
            lines.append('  call void asm sideeffect "", "~{memory}"()')
            loads = 0
    return "\n".join(lines)


def _optimize(text, kernel, parameters, options):
    """The function of a thread, with the kernel and what it calls in it."""
    _initialize_llvm()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernel.ll")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        stub = os.path.join(folder, "thread.mlir")
        with open(stub, "w", encoding="utf-8") as file:
            file.write(_thread(kernel, parameters))
        dialects = ir.context()
        ir.load_dialects(dialects)
        context = llvm.context()
        module = llvm.to_module(ir.parse_mlir_module(stub, dialects), context)
        _set_target(module)
        llvm.link_extern_libs(module, [path, *_DEFINITIONS])
    llvm.optimize_module(module, llvm.OPTIMIZE_O3, _cpu(), "", [], options.enable_fp_fusion)
    return str(module)


def _thread(kernel, parameters):
    """A function that takes the addresses of the arguments and calls the kernel. Only what is called from here is linked."""
    types = [SCALAR_TYPES[each].mlir for each in parameters]
    lines = [f'module attributes {{llvm.target_triple = "{_triple()}"}} {{']
    lines.append(f"llvm.func @{kernel}({', '.join(types)})")
    lines.append(f"llvm.func @{THREAD}(%args: !llvm.ptr) {{")
    for i, mlir_type in enumerate(types):
        lines.append(f"%p{i} = llvm.getelementptr %args[{i}] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr")
        lines.append(f"%a{i} = llvm.load %p{i} : !llvm.ptr -> !llvm.ptr")
        lines.append(f"%v{i} = llvm.load %a{i} : !llvm.ptr -> {mlir_type}")
    values = ", ".join(f"%v{i}" for i in range(len(types)))
    lines.append(f"llvm.call @{kernel}({values}) : ({', '.join(types)}) -> ()")
    lines.append("llvm.return\n}\n}\n")
    return "\n".join(lines)


@functools.lru_cache()
def _initialize_llvm():
    """Initialise LLVM's back end for the host. Triton's wheels initialise only those for GPUs.

    A wheel that hides these functions has already initialised the host's.
    """
    from triton._C import libtriton

    llvm.init_targets()
    library = ctypes.CDLL(libtriton.__file__)
    for part in ("TargetInfo", "Target", "TargetMC", "AsmPrinter"):
        name = f"LLVMInitialize{_MACHINES[platform.machine()]}{part}"
        initialize = getattr(library, name, None)
        if initialize is not None:
            initialize()


def _set_target(module):
    try:
        llvm.attach_datalayout(module, _triple(), _cpu(), "")
    except RuntimeError as error:
        raise RuntimeError(
            f"the LLVM of Triton {triton.__version__} at {triton.__file__} makes no code for {_triple()} "
            f"({error}): install Triton's wheel from PyPI"
        ) from error


def find_linker():
    """The command that links modules: the host's C compiler."""
    found = os.environ.get("CC") or next(
        filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None
    )
    if not found:
        raise RuntimeError(
            "a kernel of Triton is linked by the host's C compiler, but there is neither cc, gcc nor clang: "
            "install gcc, or set CC"
        )
    return found


def _link(code, kernel):
    linker = find_linker()
    folder = _library_folder()
    with tempfile.TemporaryDirectory() as build:
        made, module = os.path.join(build, f"{kernel[:80]}.o"), os.path.join(build, "module.so")
        with open(made, "wb") as file:
            file.write(code)
        libraries = [
            f"-L{folder}",
            f"-Wl,-rpath,{folder}",
            "-lmusasim_triton",
            *(["-lmusart"] if _checks.wanted() else []),
            "-lm",
            "-lc",
            "-lgcc",
        ]
        command = [
            *linker.split(),
            "-shared",
            "-nostdlib",
            "-Wl,-z,defs",
            made,
            "-o",
            module,
            *libraries,
        ]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode != 0:
            raise RuntimeError(f"{' '.join(command)} failed:\n{result.stderr}")
        with open(module, "rb") as file:
            return file.read()
