"""The packages that a project asks for: pyproject.toml, setup.cfg, setup.py, requirements, metadata."""

from __future__ import annotations

import ast
import configparser
import email.parser
import re
from typing import Iterator, List, Mapping, NamedTuple, Tuple

from . import markers
from .files import decode, lines
from .packages import BY_NAME
from .scopes import PARSE_ERRORS
from .statements import FAILS, REVIEW, SETTING, Statement
from .tables import field, load

# The name at the beginning of a requirement, as PEP 508 has it.
_NAME = re.compile(r"\s*([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)")


# How a project's summary says what it is for.
_FOR_CUDA = re.compile(r"\b(?:nvidia|nvida|nvml|cuda)\b", re.IGNORECASE)


class Requirement(NamedTuple):
    """A package that a file asks for."""

    text: str
    line: int
    # Which group or condition it belongs to; "" for what the project always needs.
    group: str = ""

    @property
    def name(self) -> str:
        match = _NAME.match(self.text)
        return re.sub(r"[-_.]+", "-", match.group(1)).lower() if match else ""

    @property
    def optional(self) -> str:
        """Why the project may do without it, or ""."""
        if self.group:
            return f"only for {self.group}"
        _, semicolon, marker = self.text.partition(" #")[0].rpartition(";")
        return markers.reason(marker) if semicolon else ""


def by_summary(path: str, data: bytes) -> List[Statement]:
    """A project that uses no PyTorch and says of itself that it is for CUDA: torchada does nothing for it."""
    if path.rpartition("/")[2] not in ("PKG-INFO", "METADATA") or path.count("/") > 1:
        return []
    source = decode(data)
    summary = email.parser.HeaderParser().parsestr(source).get("Summary", "")
    if not _FOR_CUDA.search(summary):
        return []
    message = f"it uses no PyTorch, and is for NVIDIA GPUs by its own summary: {summary}"
    about = ("package", FAILS, path, path, _line(source, "Summary:"), message)
    return [Statement(*about, "torchada serves CUDA through PyTorch.", "", True)]


def statements(path: str, data: bytes, group: str = "") -> List[Statement]:
    """The statements about one file; none for a file that asks for nothing. A list is for a group."""
    name = path.rpartition("/")[2]
    source = decode(data)
    if name in ("PKG-INFO", "METADATA") and path.count("/") <= 1:
        return [*_itself(path, source), *_all(path, name, source, group)]
    return _all(path, name, source, group)


def _itself(path: str, source: str) -> Iterator[Statement]:
    """What is known of the project itself."""
    own = Requirement(email.parser.HeaderParser().parsestr(source).get("Name", ""), 1).name
    package = BY_NAME.get(own)
    if package is not None and package.is_for_nvidia:
        text = f"{own} is a package for NVIDIA GPUs: {package.why}"
        about = ("package", FAILS, own, path, _line(source, "Name:"), text)
        yield Statement(*about, f"Instead: {package.help}.", "", True)


def _all(path: str, name: str, source: str, group: str) -> List[Statement]:
    """What it asks for."""
    try:
        found = list(_requirements(name, source, group))
    except (*PARSE_ERRORS, configparser.Error) as error:
        message = f"the file cannot be parsed: {error}"
        return [Statement("unparsable", REVIEW, path, path, 1, message, "Read it by hand.")]
    return [one for requirement in found for one in _statement(path, requirement)]


def is_read(path: str) -> bool:
    """Whether a file of this name may ask for packages; lists.py has the lists of them."""
    fixed = ("pyproject.toml", "setup.cfg", "setup.py", "PKG-INFO", "METADATA")
    return path.rpartition("/")[2] in fixed


def _requirements(name: str, source: str, group: str) -> Iterator[Requirement]:
    if name == "pyproject.toml":
        yield from _pyproject(source)
    elif name == "setup.cfg":
        parser = configparser.ConfigParser(interpolation=None)
        parser.read_string(source)
        for text in parser.get("options", "install_requires", fallback="").splitlines():
            yield Requirement(text, _line(source, text))
    elif name == "setup.py":
        yield from _setup_script(source)
    elif name in ("PKG-INFO", "METADATA"):
        message = email.parser.HeaderParser().parsestr(source)
        for text in message.get_all("Requires-Dist", []):
            yield Requirement(text, _line(source, text))
    else:
        for number, text in enumerate(lines(source), 1):
            if text.strip() and not text.lstrip().startswith(("#", "-")):
                yield Requirement(text, number, group)


def _pyproject(source: str) -> Iterator[Requirement]:
    document = load(source)
    project = field(document, "project")
    groups = {"": field(project, "dependencies", list)}
    for table in (
        field(project, "optional-dependencies"),
        field(document, "dependency-groups"),  # PEP 735
    ):
        groups.update((group, field(table, group, list)) for group in table)
    for group, texts in groups.items():
        for text in filter(lambda one: isinstance(one, str), texts):
            yield Requirement(text, _line(source, text), group)
    poetry = field(field(document, "tool"), "poetry")
    for name, version in field(poetry, "dependencies").items():
        is_extra = isinstance(version, dict) and version.get("optional") is True
        yield Requirement(name, _line(source, name), "an extra" if is_extra else "")


def _setup_script(source: str) -> Iterator[Requirement]:
    tree = ast.parse(source)
    lists = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "install_requires":
            for element in _elements(node.value, lists):
                if isinstance(element, ast.Constant) and isinstance(element.value, str):
                    yield Requirement(element.value, element.lineno)


def _elements(value: ast.AST, lists: Mapping[str, ast.AST], depth: int = 9) -> Iterator[ast.AST]:
    """The elements of a list, of a named one, or of a sum of them."""
    if isinstance(value, (ast.List, ast.Tuple)):
        yield from value.elts
    elif isinstance(value, ast.Name) and value.id in lists and depth:
        yield from _elements(lists[value.id], lists, depth - 1)
    elif isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add) and depth:
        yield from _elements(value.left, lists, depth - 1)
        yield from _elements(value.right, lists, depth - 1)


def _line(source: str, text: str) -> int:
    """The line of a text; the parsers of these files do not tell it."""
    place = source.find(text)
    return source.count("\n", 0, place) + 1 if place >= 0 else 1


def _statement(path: str, requirement: Requirement) -> Tuple[Statement, ...]:
    package = BY_NAME.get(requirement.name)
    if package is None:
        return ()
    optional = requirement.optional
    text = f"{package.name}: {package.why}"
    help_text = f"Instead: {package.help}." if package.outcome == FAILS else ""
    if package.outcome in (SETTING, REVIEW):
        help_text = f"{package.name}: {package.help}."
    is_blocking = package.outcome == FAILS
    about = (package.name, path, requirement.line, text)
    return (Statement("requirement", package.outcome, *about, help_text, optional, is_blocking),)
