"""Imports that hold among threads which all import torchada for the first time.

The import system breaks a circle of threads that wait for each other's modules: the `import`
statement hands out a half-imported module, but importlib.import_module(), and a statement that has
to create the module, raise instead.
"""

import importlib.util
import sys
from typing import Any


def import_statement(name: str) -> Any:
    """`import name`, as a function; returns the module itself."""
    __import__(name)
    return sys.modules[name]


def import_own(name: str) -> Any:
    """Import a module of torchada that users import as well.

    `import torchada.cuda` in another thread locks torchada.cuda, then waits for torchada, which is
    being imported further out on this stack. That thread has not begun with torchada.cuda; it will
    find the module that is made here.
    """
    try:
        return import_statement(name)
    except RuntimeError as error:
        if type(error).__name__ != "_DeadlockError":
            raise
    spec = importlib.util.find_spec(name)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    parent, _, leaf = name.rpartition(".")
    setattr(sys.modules[parent], leaf, module)
    return module
