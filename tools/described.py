"""Projects of PyPI that a module of a folder describes; its docstring is `NAME: what it is for.`"""

import importlib
from pathlib import Path
from types import ModuleType


def names(folder: Path) -> list:
    """The projects there are, as PyPI spells them."""
    return sorted(path.stem.replace("_", "-") for path in folder.glob("[a-z]*.py"))


def load(package: str, name: str) -> ModuleType:
    """The module of a project."""
    return importlib.import_module(f"{package}.{name.replace('-', '_')}")


def about(module: ModuleType) -> str:
    """What the project is for."""
    return module.__doc__.splitlines()[0].partition(": ")[2].rstrip(".")
