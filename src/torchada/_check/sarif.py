"""The report in SARIF 2.1.0, which editors and code hosts show beside the code."""

from __future__ import annotations

import os
from typing import Any, Dict, List
from urllib.parse import quote

from .. import _api
from .codes import code
from .report import Report
from .statements import FAILS, REVIEW, SETTING, Statement

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
# What works is not in it: these are findings.
_LEVELS = {FAILS: "error", REVIEW: "warning", SETTING: "note"}


def as_sarif(report: Report) -> Dict[str, Any]:
    """What json.dumps() takes."""
    told = [one for one in report.statements if one.outcome in _LEVELS]
    driver = {
        "name": "torchada check",
        "version": _api.get_version(),
        "rules": _rules(told),
    }
    run = {
        "tool": {"driver": driver},
        "results": [_result(one) for one in told],
        "properties": {"verdict": report.verdict},
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rules(told: List[Statement]) -> List[Dict[str, Any]]:
    names = sorted({one.code for one in told})
    return [{"id": name, "shortDescription": {"text": code(name).about}} for name in names]


def _result(one: Statement) -> Dict[str, Any]:
    text = f"{one.message}. {one.help[:1].upper()}{one.help[1:]}".rstrip()
    place: Dict[str, Any] = {"artifactLocation": {"uri": quote(os.fsencode(one.path))}}
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
