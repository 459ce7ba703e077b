"""Ports CUDA projects to MUSA; needs neither torch nor a GPU.

    text, report = torchada.port.translate("cudaMalloc(&p, 4);")
    report = torchada.port.port_tree("project", "project-musa")

The report is a dict, as `torchada port --json` writes it; docs/porting.md describes it.
"""

import json
import operator
import os
from typing import Any, Dict, Iterable, List, Mapping, Optional, Tuple, Union

from ._errors import TorchadaError

try:
    from . import _port
except ImportError as error:
    if error.name == "torchada._port":  # it is there, and does not load
        raise
    raise ImportError(
        "this torchada was built without its porting engine, as `make demo` does "
        "(TORCHADA_PORT=OFF). Build all of it: make install"
    ) from error

__all__ = ["PortError", "port_tree", "translate", "translate_files"]

Text = Union[str, bytes, bytearray, memoryview]
Path = Union[str, "os.PathLike[str]"]
Rules = Union[None, Path, Mapping[str, Any]]

# The most that --jobs takes; the engine has a smaller bound of its own.
_MOST_JOBS = 9999


class PortError(TorchadaError, OSError):
    """A folder could not be ported as a whole."""


def translate(
    text: Text,
    path: Path = "",
    *,
    reverse: bool = False,
    strings: bool = False,
    asm: str = "translate",
    rules: Rules = None,
) -> Tuple[Any, Dict[str, Any]]:
    """Translate one text as a project of its own; returns the new text and its report.

    The new text is a str if `text` is one, otherwise bytes. `path` is the name that the report and the
    rules use. `reverse` translates MUSA to CUDA. `strings` also translates names of libraries in
    strings, and kernels in raw strings. `asm="translate"` writes calls of torchada/ptx.h (in the folder
    include/ptx of this package) in place of inline PTX, `asm="keep"` leaves it. `rules` is the path of
    a rules file, or a dict with `map`, `keep` and `exclude`.
    """
    source = _bytes(text)
    name = os.fsencode(path)
    words = _words(asm, reverse=reverse, strings=strings)
    done, report = _port.translate(source, name, words, _rules_text(rules))
    result = done.decode("utf-8", "surrogateescape") if isinstance(text, str) else done
    (file_report,) = json.loads(report)["files"]
    return result, file_report


def translate_files(
    texts: Mapping[Path, Text],
    *,
    reverse: bool = False,
    strings: bool = False,
    asm: str = "translate",
    rules: Rules = None,
) -> Tuple[Dict[str, Tuple[str, bytes]], Dict[str, Any]]:
    """Translate the texts of one project, given by their paths, and write nothing.

    Returns {path: (new path, new text)} and the report. If one of the files is renamed, the includes
    of it are renamed too. A name that one of the files defines is left alone in all of them.
    """
    pairs = tuple((os.fsencode(path), _bytes(text)) for path, text in texts.items())
    words = _words(asm, reverse=reverse, strings=strings)
    done, report = _port.translate_files(pairs, words, _rules_text(rules))
    results = {
        os.fsdecode(before): (os.fsdecode(after), text)
        for (before, _), (after, text) in zip(pairs, done)
    }
    return results, json.loads(report)


def port_tree(
    input: Path,
    output: Optional[Path] = None,
    *,
    in_place: bool = False,
    check: bool = False,
    reverse: bool = False,
    strings: bool = False,
    asm: str = "translate",
    force: bool = False,
    rules: Rules = None,
    exclude: Iterable[str] = (),
    jobs: int = 0,
) -> Dict[str, Any]:
    """Port the project in the folder `input` and return the report.

    The ported project goes to the folder `output`; `in_place` writes into `input`, `check` writes
    nothing. Where ported files call torchada/ptx.h, that header is written into the same folder.
    `force` overwrites ported files that were changed by hand. `exclude` lists patterns of
    paths that are left out. `jobs` is the number of threads, 0 for one for each processor. The other
    arguments are those of translate(). Raises PortError when the folder cannot be ported.
    """
    if not (in_place or check) and output is None:
        raise ValueError("port_tree() needs output, in_place=True or check=True")
    if in_place and output is not None:
        raise ValueError("port_tree() takes either output or in_place=True, not both")
    if output is not None and not os.fspath(output):
        raise ValueError("port_tree() needs the path of a folder as output, but output is empty")
    jobs = operator.index(jobs)
    if jobs < 0:
        raise ValueError(f"jobs must be 0 (one thread for each processor) or more, not {jobs}")
    flags = {"in_place": in_place, "check": check, "reverse": reverse, "strings": strings}
    words = _words(asm, min(jobs, _MOST_JOBS), force=force, **flags)
    where = "" if output is None else output
    report, error = _port.port_tree(input, where, words, _rules_text(rules, exclude))
    if error:
        raise PortError(error)
    return json.loads(report)


def _bytes(text: Text) -> bytes:
    # Other buffers are copied, because another thread may write into one meanwhile.
    return (
        text.encode("utf-8", "surrogateescape")
        if isinstance(text, str)
        else memoryview(text).tobytes()
    )


def _words(asm: str, jobs: int = 0, **flags: object) -> Tuple[bytes, ...]:
    """The options as words of the command line, which port/cli/options.def lists."""
    if asm not in ("keep", "translate"):
        raise ValueError(f"asm must be 'keep' or 'translate', not {asm!r}")
    words = [f"--asm={asm}", f"--jobs={jobs}"]
    words += ["--" + name.replace("_", "-") for name, is_set in flags.items() if is_set]
    return tuple(word.encode() for word in words)


def _rules_text(rules: Rules, exclude: Iterable[str] = ()) -> bytes:
    """The rules as TOML, which the engine reads."""
    lines: List[str] = []
    excluded = _texts("exclude", exclude)
    file = b""
    if isinstance(rules, Mapping):
        unknown = set(rules) - {"map", "keep", "exclude"}
        if unknown:
            names = ", ".join(sorted(map(str, unknown)))
            raise ValueError(f"rules: unknown {names}; the tables are map, keep and exclude")
        lines += ["[map]", *_map_lines(rules.get("map", {}))]
        lines += ["[keep]", f"names = {_list('rules: keep', rules.get('keep', ()))}"]
        excluded = [*_texts("rules: exclude", rules.get("exclude", ())), *excluded]
    elif rules is not None:
        with open(os.fspath(rules), "rb") as opened:
            file = opened.read()
    if excluded:
        lines += ["[exclude]", f"paths = {_list('exclude', excluded)}"]
    return file + "\n".join(["", *lines]).encode("utf-8", "surrogateescape")


def _map_lines(names: Any) -> List[str]:
    if not isinstance(names, Mapping):
        raise TypeError(f"rules: map must be a dict of names, not {type(names).__name__}")
    texts = _texts("rules: map", [*names, *names.values()])
    pairs = zip(texts[: len(names)], texts[len(names) :])
    return [f"{_quoted(name)} = {_quoted(musa)}" for name, musa in pairs]


def _texts(what: str, texts: Any) -> List[str]:
    """A str is iterable too: its letters would be patterns, and `*` one for everything."""
    if isinstance(texts, (str, bytes)) or not isinstance(texts, Iterable):
        raise TypeError(f"{what} must be a list of str, not {type(texts).__name__}")
    listed = list(texts)
    for text in listed:
        if not isinstance(text, str):
            raise TypeError(f"{what} must hold str, not {type(text).__name__}")
    return listed


def _list(what: str, texts: Any) -> str:
    return "[" + ", ".join(map(_quoted, _texts(what, texts))) + "]"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
