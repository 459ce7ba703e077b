"""Imports a module of torch_musa and makes sure that it has some functions."""

import importlib


def load_ext(name, funcs=None):
    """The module torch_musa.<name>; raises ImportError if it does not exist or lacks one of funcs."""
    module = importlib.import_module(f"torch_musa.{name}")
    lacking = [function for function in funcs or () if not hasattr(module, function)]
    if lacking:
        raise ImportError(f"torch_musa.{name} has no {', '.join(lacking)}", name=module.__name__)
    return module
