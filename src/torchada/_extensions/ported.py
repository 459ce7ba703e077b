"""The ported copy of an extension's files in its build folder, written only where something changed."""

import hashlib
import json
import os
from typing import Any, Collection, Dict, Iterator, List, Mapping, NamedTuple, Optional, Tuple

from .. import _log, _port
from ..port import translate_files
from .sources import C_FAMILY, Files

_RECORD = ".torchada.json"
# The engine writes this before calls that were inline PTX.
PTX_HEADER = b'#include "torchada/ptx.h"'
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Ported(NamedTuple):
    """The result of porting: where each file went, whether any was changed, whether inline PTX became calls."""

    paths: Dict[str, str]
    is_changed: bool
    has_ptx: bool


def write(
    files: Files,
    root: str,
    output: str,
    what: str,
    own_names: Mapping[str, str],
    told: Collection[str] = (),
) -> Ported:
    """Port files below `root` into the folder `output`; what is as it was is not written again.

    `own_names` are the project's, to be translated as torchada's are. Of the files `told`, the user knows
    the places that need hand work.

    Each copy begins with a #line, so that compilers and debuggers name the user's file.
    """
    key = _key(files, root, own_names)
    record = _read_record(output)
    if record is None or record["key"] != key or not _is_whole(output, record["outputs"]):
        record, report = _port_all(files, root, output, own_names, record)
        _tell(what, files, root, report, output, told)
        record["key"] = key
        _replace(os.path.join(output, _RECORD), json.dumps(record).encode())
    paths = {path: os.path.join(output, name) for path, name in record["paths"].items()}
    return Ported(paths, record["is_changed"], record["has_ptx"])


def _port_all(
    files: Files, root: str, output: str, own_names: Mapping[str, str], before: Any
) -> Tuple[Dict[str, Any], Dict[str, Any]]:
    """The record, and the engine's report."""
    names = {os.path.relpath(path, root): path for path in sorted(files)}
    rules = {"map": dict(own_names)} if own_names else None
    done, report = translate_files(
        {name: files[path] for name, path in names.items()}, asm="translate", rules=rules
    )
    outputs: Dict[str, Any] = {}
    for name, (new_name, text) in done.items():
        path = os.path.join(output, new_name)
        _write_if_new(path, _with_origin(names[name], text))
        outputs[new_name] = _state(path)
        if new_name != name and name.endswith(".cuh"):
            # Sources that are MUSA's already include it by this name.
            path = os.path.join(output, name)
            _write_if_new(path, f'#include "{os.path.basename(new_name)}"\n'.encode())
            outputs[name] = _state(path)
    for name in set(before["outputs"] if before else ()) - set(outputs):
        if os.path.exists(os.path.join(output, name)):
            os.remove(os.path.join(output, name))
    record = {
        "paths": {names[name]: new_name for name, (new_name, _) in done.items()},
        "is_changed": any(text != files[names[name]] for name, (_, text) in done.items()),
        "has_ptx": any(PTX_HEADER in text for _, text in done.values()),
        "outputs": outputs,
    }
    return record, report


def for_device(path: str) -> str:
    """A device source that includes this C++ source, so that mcc compiles it."""
    wrapper = path + ".mu"
    _write_if_new(wrapper, b'#include "%s"\n' % os.fsencode(os.path.basename(path)))
    return wrapper


def _key(files: Files, root: str, own_names: Mapping[str, str]) -> str:
    """Equal when porting would give the same again."""
    engine = os.stat(_port.__file__)
    names = json.dumps(own_names, sort_keys=True)
    digest = hashlib.blake2b(f"ptx {root} {engine.st_mtime_ns} {engine.st_size} {names}".encode())
    for path in sorted(files):
        digest.update(b"\0%s\0%d\0" % (os.fsencode(path), len(files[path])))
        digest.update(files[path])
    return digest.hexdigest()


def _with_origin(path: str, text: bytes) -> bytes:
    if not path.endswith(C_FAMILY):
        return text
    quoted = path.replace("\\", "\\\\").replace('"', '\\"')
    mark = _BYTE_ORDER_MARK if text.startswith(_BYTE_ORDER_MARK) else b""
    return b'%s#line 1 "%s"\n%s' % (mark, os.fsencode(quoted), text[len(mark) :])


def _read_record(output: str) -> Optional[Dict[str, Any]]:
    try:
        with open(os.path.join(output, _RECORD), encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return None


def _is_whole(output: str, outputs: Dict[str, Any]) -> bool:
    """True when all outputs are what was written."""
    for name, state in outputs.items():
        path = os.path.join(output, name)
        if not os.path.exists(path) or _state(path) != state:
            return False
    return True


def _state(path: str) -> List[int]:
    found = os.stat(path)
    return [found.st_mtime_ns, found.st_size]


def _write_if_new(path: str, text: bytes) -> None:
    """Compilers go by the time of change."""
    if os.path.exists(path):
        with open(path, "rb") as file:
            if file.read() == text:
                return
    _replace(path, text)


def _replace(path: str, text: bytes) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".new", "wb") as file:
        file.write(text)
    os.replace(path + ".new", path)


def _tell(
    what: str, files: Files, root: str, report: Any, output: str, told: Collection[str]
) -> None:
    _log.info(f"{what}: {len(files)} files ported into {output}")
    untold = {os.path.relpath(path, root): path for path in sorted(set(files).difference(told))}
    shown = {name: os.path.relpath(path) for name, path in untold.items()}
    _log.hand_work(what, list(places(report, shown)), "; `torchada port --check` lists all")


def places(report: Dict[str, Any], shown: Mapping[str, str]) -> Iterator[str]:
    """The places that need hand work in those files of an engine's report that are `shown`, and their names."""
    for file in report["files"]:
        for finding in file["findings"]:
            if finding["severity"] == "warning" and file["path"] in shown:
                place = f"{shown[file['path']]}:{finding['line']}"
                yield f"{place}: {finding['message']} [{finding['code']}]"
