"""The names that PyTorch's CUDA modules offer: read from the installed torch, not written down."""

import ast
import importlib
import pathlib
import pkgutil
import types

import torch

PACKAGES = ("torch.cuda", "torch.backends.cuda", "torch.backends.cudnn")


def cuda_modules():
    """torch.cuda, torch.backends.cuda, torch.backends.cudnn and every module below them."""
    names = list(PACKAGES)
    for package in PACKAGES:
        folder = str(_file_of(package).parent)
        names += [found.name for found in pkgutil.walk_packages([folder], package + ".")]
    return sorted(set(names))


def _file_of(module_name):
    # Not by its spec: torch.backends.cudnn is an object that has none.
    path = pathlib.Path(torch.__file__).parent.joinpath(*module_name.split(".")[1:])
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def public_names(module_name):
    """What a module offers: __all__; what its text defines; what it takes from torch's C++ part."""
    module = importlib.import_module(module_name)
    names = set(getattr(module, "__all__", ())) | _defined_in_text(module_name)
    for name, value in vars(module).items():
        if callable(value) and _is_of_cuda(value, module_name):
            names.add(name)
    if isinstance(module, torch.backends.PropModule):
        names |= {name for name in vars(type(module)) if not name.startswith("_")}
    return sorted(name for name in names if not name.startswith("_") and hasattr(module, name))


def _is_of_cuda(value, module_name):
    home = getattr(value, "__module__", None)
    if not isinstance(home, str) or isinstance(value, types.ModuleType):
        return False
    return home == module_name or home.startswith(("torch.cuda", "torch_musa", "torchada"))


def _defined_in_text(module_name):
    """Names that the module's own text assigns or defines, not those that it imports."""
    return set(_defined(ast.parse(_file_of(module_name).read_text()).body))


def _names_of(target):
    targets = target.elts if isinstance(target, ast.Tuple) else [target]
    return [each.id for each in targets if isinstance(each, ast.Name)]


def _defined(statements):
    for statement in statements:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            yield statement.name
        elif isinstance(statement, ast.Assign):
            for target in statement.targets:
                yield from _names_of(target)
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            yield statement.target.id
        elif isinstance(statement, (ast.If, ast.Try)):
            blocks = [statement.body, statement.orelse, getattr(statement, "finalbody", [])]
            blocks += [handler.body for handler in getattr(statement, "handlers", [])]
            for block in blocks:
                yield from _defined(block)
