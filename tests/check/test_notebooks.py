"""Notebooks: which of their cells `torchada check` reads, and how it tells the places."""

import json

import pytest
from support.checked import check, found, run, write

from torchada._check import page, sarif

USE = "torch.cuda.current_solver_handle()"


def notebook(*cells, **metadata):
    """A notebook of these code cells below a text."""
    about = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    told = [{**about, "source": text.splitlines(keepends=True)} for text in cells]
    text = {"cell_type": "markdown", "metadata": {}, "source": USE}
    return json.dumps({"nbformat": 4, "metadata": metadata, "cells": [text, *told]})


def places(tmp_path, text):
    """The cells and lines of the uses, and of what cannot be parsed."""
    report = check(tmp_path, {"a.ipynb": text})
    failing = [one for one in report.statements if one.code in ("name-unsupported", "unparsable")]
    return [(one.code, one.cell, one.line) for one in failing]


def test_a_name_is_followed_through_the_cells(tmp_path):
    text = notebook("import torch\n", "", f"x = 1\n{USE}")

    assert places(tmp_path, text) == [("name-unsupported", 4, 2)]


@pytest.mark.parametrize(
    "before",
    [
        "%matplotlib inline",
        "!pip install torch",
        "files = !ls",
        "  ",
        "torch.cuda?",
        "for i in x:\n    !echo {i}",
        "if x:\n    y = %env HOME",
        "x = (y\n% 3)",
        "await f()",
    ],
)
def test_magics_are_left_out(tmp_path, before):
    text = notebook("import torch", f"{before}\n{USE}")

    assert places(tmp_path, text) == [("name-unsupported", 3, before.count("\n") + 2)]


@pytest.mark.parametrize("magic, is_python", [("%%time", True), ("%%bash -e", False)])
def test_magics_of_a_whole_cell(tmp_path, magic, is_python):
    text = notebook("import torch", f"\n{magic}\n{USE}", USE)

    expected = [("name-unsupported", 3, 3)] * is_python + [("name-unsupported", 4, 1)]
    assert places(tmp_path, text) == expected


@pytest.mark.parametrize(
    "metadata", [{"kernelspec": {"language": "R"}}, {"language_info": {"name": "julia"}}]
)
def test_a_notebook_in_another_language(tmp_path, metadata):
    assert places(tmp_path, notebook("import torch", USE, "x <- 1", **metadata)) == []


def test_what_cannot_be_parsed(tmp_path):
    assert places(tmp_path, notebook("x = 1", "y = torch.cuda\nprint 3")) == [("unparsable", 3, 2)]
    for text in ("", "{}", "[]", '{"cells": [1], "metadata": {}}', '{"cells": 1}'):
        assert places(tmp_path, text) == [("unparsable", 0, 1)]


def test_the_reports_tell_the_cell(tmp_path):
    text = notebook("import torch", USE)
    report = check(tmp_path, {"a.ipynb": text})

    (one,) = found(report, "name-unsupported")
    assert one.place == "a.ipynb:cell 3:1" and report.verdict == "works with edits"
    results = sarif.as_sarif(report)["runs"][0]["results"]
    (result,) = [told for told in results if told["ruleId"] == "name-unsupported"]
    assert "region" not in result["locations"][0]["physicalLocation"]
    assert result["message"]["text"].endswith("(cell 3, line 1)")
    assert '"excerpts": {}' in page.as_html(report)
    done = run(write(tmp_path, {"a.ipynb": text}), "--verbose")
    assert "\na.ipynb:cell 3:1: fails[name-unsupported]" in done.stdout


def test_a_notebook_counts_as_python(tmp_path):
    report = check(tmp_path, {"a.ipynb": notebook("x.cuda()")})

    assert (report.verdict, report.mentions) == ("works", {".cuda()": 1})
