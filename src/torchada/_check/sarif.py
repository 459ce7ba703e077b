"""The report in SARIF 2.1.0, which editors and code hosts show beside the code."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Dict, List
from urllib.parse import quote

from .. import _api
from .codes import code
from .report import Report
from .statements import FAILS, REVIEW, SETTING, Statement

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
# What works is not in it: these are findings.
_LEVELS = {FAILS: "error", REVIEW: "warning", SETTING: "note"}
# The name that the format's own text gives to the root of the sources.
_ROOT = "%SRCROOT%"


def as_sarif(report: Report) -> Dict[str, Any]:
    """What json.dumps() takes."""
    folder = Path(os.path.realpath(report.folder))
    root = _root(folder)
    told = [one for one in report.statements if one.outcome in _LEVELS]
    driver = {
        "name": "torchada check",
        "version": _api.get_version(),
        "rules": _rules(told),
    }
    run = {
        "tool": {"driver": driver},
        "originalUriBaseIds": {_ROOT: {"uri": root.as_uri().rstrip("/") + "/"}},
        "results": [_result(one, folder.relative_to(root)) for one in told],
        "properties": {"verdict": report.verdict},
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _root(folder: Path) -> Path:
    """What the paths are relative to: code hosts take them from the root of the git checkout."""
    # In a worktree or a submodule, .git is a file.
    return next((one for one in (folder, *folder.parents) if (one / ".git").exists()), folder)


def _rules(told: List[Statement]) -> List[Dict[str, Any]]:
    names = sorted({one.code for one in told})
    return [{"id": name, "shortDescription": {"text": code(name).about}} for name in names]


def _result(one: Statement, below: Path) -> Dict[str, Any]:
    text = f"{one.message}. {one.help[:1].upper()}{one.help[1:]}".rstrip()
    uri = quote(os.fsencode((below / one.path).as_posix()))
    place: Dict[str, Any] = {"artifactLocation": {"uri": uri, "uriBaseId": _ROOT}}
    if one.cell:  # The lines of the file itself are those of JSON.
        text = f"{text} (cell {one.cell}, line {one.line})"
    else:
        place["region"] = {"startLine": one.line}
    # An optional place is no error of the project's.
    level = "note" if one.optional else _LEVELS[one.outcome]
    result = {
        "ruleId": one.code,
        "level": level,
        "message": {"text": text},
        "locations": [{"physicalLocation": place}],
    }
    return {**result, "occurrenceCount": one.calls} if one.calls else result
