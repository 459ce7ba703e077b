"""The report as a page: one file, with filters and excerpts, that loads nothing."""

from __future__ import annotations

import html
import json
import os
from typing import Any, Dict, List

from .codes import code
from .files import decode, lines, read
from .report import Report, as_json

_TEMPLATE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page.html")
# Lines before and after the place.
_AROUND = 2
# A longer line is no source that a person reads.
_LONGEST = 200


def as_html(report: Report) -> str:
    """The text of the page."""
    with open(_TEMPLATE, encoding="utf-8") as file:
        template = file.read()
    data = as_json(report)
    data["abouts"] = {one.code: code(one.code).about for one in report.statements}
    data["excerpts"] = _excerpts(report)
    # The text of a script ends at the first "</script", and a comment begins with "<!--".
    text = json.dumps(data).replace("<", "\\u003c")
    title = os.path.basename(os.path.abspath(report.folder))
    title = html.escape(title.encode("utf-8", "backslashreplace").decode("utf-8"))
    head, tail = template.split("@DATA@")
    return head.replace("@TITLE@", title) + text + tail


def _excerpts(report: Report) -> Dict[str, Dict[str, List[Any]]]:
    """By file and line: the number of the first line, and the lines."""
    found: Dict[str, Dict[str, List[Any]]] = {}
    for one in report.statements:
        if one.code not in ("binary", "port-ready") and not one.cell:
            found.setdefault(one.path, {})[str(one.line)] = []
    for path, places in found.items():
        source = lines(decode(read(report.folder, path)))
        for line in places:
            first = max(int(line) - _AROUND, 1)
            shown = source[first - 1 : int(line) + _AROUND]
            places[line] = [first, [text[:_LONGEST] for text in shown]]
    return found
