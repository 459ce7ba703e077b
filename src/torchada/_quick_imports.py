"""Imports the modules that activation needs, with a third of the import system's work for each.

Most of that work is to find a module. These are all below one folder, so there is nothing to find. A
file in `__pycache__` is read here if this Python made it here, for the time and size of the source.
Python's own loader reads the others, and compiles where there is none.
"""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import MAGIC_NUMBER
from marshal import loads
from os import O_CLOEXEC, O_RDONLY, close, fstat, open, read, stat
from os.path import isfile
from types import CodeType, ModuleType
from typing import Dict, Optional, Sequence, Tuple

# In the order in which each finds those that it imports; a package follows the modules that it imports.
MODULES: Sequence[str] = """
_table.rows _table.torch_cuda _table.torch_c _table.captured _table.newer _table.backends
_table.private _table.submodules _table

_patch._unsupported _patch._binding _patch._late_modules _patch.cuda_module _patch.musa_module
_patch.accelerator _patch.amp _patch.serialization _patch.forks _patch.sparse_files
_patch.torchscript.hooks _patch.torchscript _patch._callers _patch._dispatch_keys _patch.library
_patch.custom_ops _patch.dispatcher _patch._views _patch.devices _patch.memory _patch.tensors
_patch.identity _patch.optimizers _patch.rng _patch.profiler.activities _patch.profiler.files
cuda._once _patch.profiler.profiles _patch.profiler _patch.backends _patch.availability
_patch.capability _patch.diagnostics _patch.warnings_of_musa _patch.distributed.words
_patch.distributed.answers _patch.distributed.backends _patch.distributed.ddp
_patch.distributed.groups _patch.distributed.meshes _patch.distributed.refused
_patch.distributed _patch.native_calls _patch.flash_attention _patch.captured _patch.late

cuda._devices cuda._texts cuda._properties cuda._cudart cuda._graphs cuda._streams cuda._pools
cuda._memory cuda._precision cuda._cudnn cuda._backends cuda._ranges
""".split()

# Modules that _activation imports.
BEFORE_ACTIVATION: Sequence[str] = """
_deferred _environment.visible _environment.rows _environment _imports
""".split()

# The beginning of a file of bytecode that holds for one time and size of the source, which follow.
_KIND = MAGIC_NUMBER + bytes(4)
_HEADER = len(_KIND) + 8


def import_modules(paths: Sequence[str] = MODULES) -> None:
    """Import modules, where Python's own loader reads torchada's files and keeps its bytecode beside them.

    Elsewhere (in a zip file, with PYTHONPYCACHEPREFIX) nothing happens, and the import system imports each
    when it is needed. A thread that imports one of these modules at the same time may get it half imported.
    None of them is for users.
    """
    folder, ending = _own_files()
    if not ending:
        return
    packages = {path.rpartition(".")[0] for path in paths}
    # Modules in sys.modules whose own code has not run.
    waiting: Dict[str, ModuleType] = {}
    for path in paths:
        name = f"{__package__}.{path}"
        module = waiting.pop(name, None)
        if module is None:
            if name in sys.modules:
                continue
            package = name.rpartition(".")[0]
            if package not in sys.modules:
                waiting[package] = _make(package, folder, "/__init__", ending)
            module = _make(name, folder, "/__init__" if path in packages else "", ending)
        try:
            _run(module)
        except BaseException:
            for failed in (name, *waiting):
                sys.modules.pop(failed, None)
            raise
        package, _, leaf = name.rpartition(".")
        setattr(sys.modules[package], leaf, module)


def _own_files() -> Tuple[str, str]:
    """torchada's folder, and how names of files in its `__pycache__` end; empty where that is unusual."""
    spec = sys.modules[__name__].__spec__
    # A path in a zip file looks the same, and is the path of no file.
    if spec is None or not isfile(str(spec.origin)):
        return "", ""
    folder, _, file = str(spec.origin).rpartition("/")
    start = f"{folder}/__pycache__/{file[: -len('.py')]}"
    cached = str(spec.cached)
    return folder, cached[len(start) :] if cached.startswith(start) else ""


def _make(name: str, folder: str, init: str, ending: str) -> ModuleType:
    """The module, in sys.modules; its code has not run, and its package does not have it yet."""
    start = "/".join((folder, *name.split(".")[1:])) + init
    source = f"{start}.py"
    spec = ModuleSpec(name, SourceFileLoader(name, source), origin=source, is_package=bool(init))
    before, _, last = start.rpartition("/")
    spec.has_location, spec.cached = True, f"{before}/__pycache__/{last}{ending}"
    # importlib.util.module_from_spec() sets these attributes, but asks the loader for them.
    module = ModuleType(name)
    attributes = {"__spec__": spec, "__loader__": spec.loader, "__package__": spec.parent}
    module.__dict__.update(attributes, __file__=source, __cached__=spec.cached)
    if init:
        module.__path__ = spec.submodule_search_locations = [before]
    sys.modules[name] = module
    return module


def _run(module: ModuleType) -> None:
    spec = module.__spec__
    assert spec is not None and isinstance(spec.loader, SourceFileLoader)
    code = _bytecode(str(spec.origin), str(spec.cached))
    if code is None:
        spec.loader.exec_module(module)
    else:
        exec(code, module.__dict__)


def _bytecode(source: str, cached: str) -> Optional[CodeType]:
    """The module's code; None where this file has to be asked about, or is not that of the source."""
    try:
        status = stat(source)
        file = open(cached, O_RDONLY | O_CLOEXEC)
    except OSError:
        return None
    try:
        data = read(file, fstat(file).st_size)
    finally:
        close(file)
    numbers = (int(status.st_mtime), status.st_size)
    of_source = b"".join((number & 0xFFFFFFFF).to_bytes(4, "little") for number in numbers)
    if data[:_HEADER] != _KIND + of_source:
        return None
    code = loads(memoryview(data)[_HEADER:])
    # Bytecode that was made in another folder names the files there; Python's own loader corrects that.
    return code if code.co_filename == source else None
