"""Translates CUDA sources to MUSA sources; needs neither torch nor a GPU.

    text, report = torchada.port.translate("cudaMalloc(&p, 4);")
    report = torchada.port.port_tree("project", "project-musa")

The report is a dict, the same as that of `torchada port --json`; docs/porting.md describes it.
"""

import json
import os
from typing import Any, Dict, Iterable, List, Mapping, Optional, Tuple, TypeVar, Union

from . import _port
from ._errors import TorchadaError

__all__ = ["PortError", "port_tree", "translate"]

Text = TypeVar("Text", str, bytes)
Path = Union[str, "os.PathLike[str]"]
Rules = Union[None, Path, Mapping[str, Any]]


class PortError(TorchadaError, OSError):
    """A folder could not be ported as a whole."""


def translate(
    text: Text,
    path: str = "",
    *,
    reverse: bool = False,
    strings: bool = False,
    rules: Rules = None,
) -> Tuple[Text, Dict[str, Any]]:
    """Translate one text, which is a project of its own; the new text and its report.

    `rules` is the path of a rules file, or a dict with `map`, `keep` and `exclude`.
    """
    source = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    done, report = _port.translate(source, path, reverse, strings, _rules_text(rules))
    result = done.decode("utf-8", "surrogateescape") if isinstance(text, str) else done
    (file_report,) = json.loads(report)["files"]
    return result, file_report


def port_tree(
    input: Path,
    output: Optional[Path] = None,
    *,
    in_place: bool = False,
    check: bool = False,
    reverse: bool = False,
    strings: bool = False,
    force: bool = False,
    rules: Rules = None,
    exclude: Iterable[str] = (),
    jobs: int = 0,
) -> Dict[str, Any]:
    """Translate a folder into another one (or in place, or only check it); the report."""
    done = run_tree(input, output, in_place, check, reverse, strings, force, rules, exclude, jobs)
    if done["error"]:
        raise PortError(done["error"])
    return json.loads(done["json"])


def run_tree(
    input: Path,
    output: Optional[Path] = None,
    in_place: bool = False,
    check: bool = False,
    reverse: bool = False,
    strings: bool = False,
    force: bool = False,
    rules: Rules = None,
    exclude: Iterable[str] = (),
    jobs: int = 0,
    notes: bool = False,
    progress: bool = False,
) -> Dict[str, Any]:
    """What the command line prints: `json`, `findings`, `summary`, `exit_code`, `error`."""
    if not (in_place or check) and output is None:
        raise ValueError("port_tree() needs output, in_place=True or check=True")
    if in_place and output is not None:
        raise ValueError("port_tree() takes output or in_place=True, not both")
    text = _rules_text(rules, exclude)
    where = "" if output is None else output
    return _port.port_tree(
        input, where, reverse, strings, in_place, check, force, notes, jobs, progress, text
    )


def _rules_text(rules: Rules, exclude: Iterable[str] = ()) -> str:
    """The rules as TOML, which the engine reads."""
    lines: List[str] = []
    if isinstance(rules, Mapping):
        unknown = set(rules) - {"map", "keep", "exclude"}
        if unknown:
            raise ValueError(f"rules: unknown {sorted(unknown)}; there are map, keep and exclude")
        lines.append("[map]")
        lines += [
            f"{_quoted(key)} = {_quoted(value)}" for key, value in rules.get("map", {}).items()
        ]
        lines += ["[keep]", f"names = {_list(rules.get('keep', ()))}"]
        exclude = [*rules.get("exclude", ()), *exclude]
    elif rules is not None:
        with open(rules, encoding="utf-8") as file:
            lines.append(file.read())
    exclude = list(exclude)
    if exclude:
        lines += ["[exclude]", f"paths = {_list(exclude)}"]
    return "\n".join(lines)


def _list(texts: Iterable[str]) -> str:
    return "[" + ", ".join(map(_quoted, texts)) + "]"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
