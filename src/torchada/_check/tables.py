"""pyproject.toml as a table."""

from __future__ import annotations

from typing import Any

try:
    import tomllib
except ImportError:  # Python 3.9 and 3.10
    try:
        import tomli as tomllib  # type: ignore[no-redef,import-not-found,unused-ignore]
    except ImportError:
        tomllib = None  # type: ignore[assignment,unused-ignore]


def load(source: str) -> Any:
    """The table of a text. Raises ValueError for one that cannot be parsed."""
    if tomllib is None:
        raise ValueError("Python before 3.11 needs tomli (pip install torchada[check])")
    return tomllib.loads(source)


def field(table: Any, name: str, kind: type = dict) -> Any:
    """An entry of a table, empty where there is none. Raises ValueError for one of another kind."""
    value = table.get(name, kind())
    if not isinstance(value, kind):
        found = type(value).__name__
        raise ValueError(f"{name} should be of type {kind.__name__}, but is {found}")
    return value
