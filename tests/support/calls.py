"""Which functions the tests call: read from their text, so that nothing has to be registered.

A name counts where it is called, and where it is given to pytest.mark.parametrize, pytest.raises,
isinstance or issubclass. A binding of torch._C also counts where PyTorch's own function that calls
it is called.
"""

import ast
import functools
import inspect
import pathlib
import re
import sys
from typing import Any, Dict, Iterator, Optional, Set, Tuple

TESTS = pathlib.Path(__file__).resolve().parent.parent
PLAIN_CUDA = TESTS / "plain_cuda"
_TAKERS = ("parametrize", "raises", "isinstance", "issubclass")


@functools.lru_cache(maxsize=None)
def called_names(folder: pathlib.Path = TESTS) -> Set[str]:
    """Dotted names, such as torch.cuda.nvtx.range_push, that some test there calls."""
    called: Set[str] = set()
    for path in folder.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        aliases = dict(_aliases(tree))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called.update(_names_in(node, aliases))
    for name in sorted(called):
        called.update(_bindings_below(name))
    return called


def _names_in(call: ast.Call, aliases: Dict[str, str]) -> Iterator[str]:
    function = _dotted(call.func, aliases)
    nodes = [call.func]
    if function is not None and function.rpartition(".")[2] in _TAKERS:
        nodes += [node for argument in call.args for node in ast.walk(argument)]
    for node in nodes:
        name = _dotted(node, aliases)
        if name is not None:
            yield name


def _aliases(tree: ast.AST) -> Iterator[Tuple[str, str]]:
    """(local name, dotted name) of imports, and of names that are given a dotted name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((each.asname, each.name) for each in node.names if each.asname)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for each in node.names:
                yield each.asname or each.name, f"{node.module}.{each.name}"
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, value = node.targets[0], _dotted(node.value, {})
            if isinstance(target, ast.Name) and value is not None:
                yield target.id, value


def _dotted(node: ast.AST, aliases: Dict[str, str]) -> Optional[str]:
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    return ".".join([aliases.get(node.id, node.id), *reversed(parts)])


def _bindings_below(name: str) -> Iterator[str]:
    """The functions of torch._C that PyTorch's own function calls."""
    value: Any = sys.modules.get("torch")
    for part in name.split(".")[1:]:
        value = getattr(value, part, None)
    home = getattr(value, "__module__", None) or ""
    if name.startswith("torch.") and home.startswith(("torch.cuda", "torch.nn.parallel")):
        try:
            source = inspect.getsource(inspect.unwrap(value))
        except (OSError, TypeError):
            # An object of C++, or one whose class has no text.
            return
        for binding in re.findall(r"_C\.(_\w+)", source):
            yield f"torch._C.{binding}"
