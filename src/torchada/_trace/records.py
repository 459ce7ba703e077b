"""What the core has counted, as the file of a trace has it: `schema.json` describes it."""

from __future__ import annotations

import os
import sys
import time
from typing import Any, Dict, List

from .. import _api, _core
from .files import VERSION
from .kinds import MUSA
from .names import DEVICE, REFUSED, Known
from .process import Process

_UNPLACED = {"path": "", "line": 0, "function": ""}


def as_json(
    known: Dict[str, Known], uncaught: List[str], process: Process, started: float
) -> Dict[str, Any]:
    """What json.dump() takes."""
    sites, without_python, left_out = _core.recorded()
    kinds: Dict[str, Dict[Any, Dict[str, Any]]] = {"": {}, DEVICE: {}, REFUSED: {}}
    for name, through, stack, count, raised, nanoseconds in sites:
        if _is_graph(stack):
            through, stack = "a compiled graph", _program(stack)
        kind, _, rest = name.partition(" ")
        if kind not in kinds:
            kind, rest = "", name
        times = {"raised": raised, "seconds": nanoseconds / 1e9} if not kind else {}
        record = {**_place(stack), "through": through or "", "count": count, **times}
        _add(kinds[kind], rest, {**record, "stack": _stack(stack)})
    for index, count in without_python.items():
        text = "cuda" if index == -1 else f"cuda:{index}" if index < 100 else "cuda:..."
        _add(kinds[DEVICE], text, {**_UNPLACED, "through": "", "count": count, "stack": []})
    return {
        "version": VERSION,
        "torchada": _api.get_version(),
        "run": process.run,
        "process": _process(process, started),
        "calls": [{"name": name, **known[name]._asdict(), **one} for name, one in _flat(kinds[""])],
        "unsupported": [
            {**_message(text), **one, "ended_the_program": f"{REFUSED} {text}" in uncaught}
            for text, one in _flat(kinds[REFUSED])
        ],
        "devices": [
            {"text": text, "became": text.replace("cuda", MUSA, 1), **one}
            for text, one in _flat(kinds[DEVICE])
        ],
        "left_out": left_out,
    }


def _add(found: Dict[Any, Dict[str, Any]], name: str, record: Dict[str, Any]) -> None:
    """Calls from one line are one record: a line may have several instructions, and be compiled again."""
    key = (name, record["path"], record["line"], record["function"], record["through"])
    before = found.setdefault(key, record)
    if before is not record:
        for number in ("count", "raised", "seconds"):
            if number in record:
                before[number] += record[number]


def _flat(found: Dict[Any, Dict[str, Any]]) -> Any:
    return ((key[0], record) for key, record in found.items())


def _is_pytorchs(module: str) -> bool:
    return module.partition(".")[0] in ("torch", "torchada", "torch_musa")


def _is_graph(stack: Any) -> bool:
    """Whether the innermost code is what PyTorch has written for a graph: of no module, called by PyTorch."""
    return bool(stack) and not stack[0][3] and len(stack) > 1 and _is_pytorchs(stack[1][3])


def _program(stack: Any) -> Any:
    """From the program's frame on: the one that has called a compiled graph."""
    for start, (_, _, _, module) in enumerate(stack):
        if module and not _is_pytorchs(module):
            return stack[start:]
    return stack


def _place(stack: Any) -> Dict[str, Any]:
    return _frame(stack[0]) if stack else dict(_UNPLACED)


def _frame(entry: Any) -> Dict[str, Any]:
    path, line, function, _ = entry
    return {"path": path, "line": line, "function": function}


def _stack(stack: Any) -> List[Dict[str, Any]]:
    return [_frame(entry) for entry in stack or ()]


def _message(text: str) -> Dict[str, str]:
    return {"name": text.partition(" is not supported on MUSA")[0], "message": text}


def _process(process: Process, started: float) -> Dict[str, Any]:
    environment = {key: os.environ.get(key.upper(), "") for key in ("local_rank", "world_size")}
    last: Any = getattr(sys, "last_value", None)
    return {
        "pid": os.getpid(),
        "parent": os.getppid(),
        "rank": process.rank,
        **environment,
        "arguments": list(sys.argv),
        "folder": _folder(),
        "seconds": round(time.time() - started, 6),
        "exception": f"{type(last).__name__}: {last}" if last is not None else "",
    }


def _folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # it was deleted
        return ""
