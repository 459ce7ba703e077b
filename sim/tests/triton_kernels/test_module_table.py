"""The table of a module: how a kernel is run follows from the functions that it calls."""

import re
from pathlib import Path

import pytest

pytest.importorskip("triton")
API = Path(__file__).parents[2] / "triton_runtime" / "api.h"


def test_all_functions_that_wait_are_known():
    from musasim.triton import _table

    section = API.read_text().split("// --- threads meet ---")[1].split("// ---")[0]
    declared = set(re.findall(r"\bmusasim_triton_(\w+)\(", section))
    # A thread keeps a number for others, and gets one, without waiting.
    assert set(_table._WAITING_FUNCTIONS) == declared - {"put", "get"}
