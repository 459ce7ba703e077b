"""Lists of requirements: which files are such lists, and for what each is installed."""

from __future__ import annotations

import configparser
import posixpath
import re
from typing import Any, Callable, Dict, Iterable, Iterator, Tuple

from .files import decode, lines
from .scopes import PARSE_ERRORS
from .tables import field, load

# Another list, as pip has it in a list. One that is named by -c only limits versions.
_OTHER = re.compile(r"\s*(?:-r\s*|--requirement(?:\s+|=))(\S+)")
_PROJECT = ("pyproject.toml", "setup.cfg")


def is_list(path: str) -> bool:
    """Whether a file of this name lists requirements."""
    *folders, name = path.split("/")
    in_folder = bool(folders) and folders[-1] == "requirements"
    is_named = name.startswith("requirements") or in_folder
    return is_named and name.endswith((".txt", ".in")) and "constraints" not in name


def groups(paths: Iterable[str], read: Callable[[str], bytes]) -> Dict[str, str]:
    """The lists of a project with what each is for; "" for what the project always needs.

    A list that another one names is for the same as that one.
    """
    known = set(paths)
    found = {path: _group(path) for path in known if is_list(path)}
    waiting = [path for path in known if posixpath.basename(path) in _PROJECT] + [*found]
    while waiting:
        path = waiting.pop()
        for other, group in _named(path, found.get(path, ""), read(path)):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(path), other))
            if other in known and (other not in found or (found[other] and not group)):
                found[other] = group
                waiting.append(other)
    return found


def _group(path: str) -> str:
    name = posixpath.basename(path)
    return "" if path.count("/") <= 1 and name == "requirements.txt" else name


def _named(path: str, group: str, data: bytes) -> Iterator[Tuple[str, str]]:
    """The lists that a file names, and what they are for."""
    source = decode(data)
    name = posixpath.basename(path)
    if name not in _PROJECT:
        matches = map(_OTHER.match, lines(source))
        yield from ((match.group(1), group) for match in matches if match)
        return
    try:
        yield from list(_of_toml(source) if name == "pyproject.toml" else _of_setup(source))
    except (*PARSE_ERRORS, configparser.Error):
        pass  # requirements.py makes a statement of a file that cannot be parsed


def _of_toml(source: str) -> Iterator[Tuple[str, str]]:
    """[tool.setuptools.dynamic] dependencies = {file = ["requirements.txt"]}, and its extras."""
    document = load(source)
    dynamic = field(field(field(document, "tool"), "setuptools"), "dynamic")
    entries = {"": field(dynamic, "dependencies"), **field(dynamic, "optional-dependencies")}
    for group, entry in entries.items():
        yield from ((path, group) for path in _texts(entry))


def _texts(entry: Any) -> Iterator[str]:
    files = entry.get("file", []) if isinstance(entry, dict) else []
    yield from (one for one in ([files] if isinstance(files, str) else files))


def _of_setup(source: str) -> Iterator[Tuple[str, str]]:
    """install_requires = file: requirements.txt, other.txt"""
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(source)
    kind, _, files = parser.get("options", "install_requires", fallback="").partition(":")
    if kind.strip() == "file":
        yield from ((one.strip(), "") for one in files.split(","))
