"""The functions of functions.py: compiled they do what they do in eager mode, in as many graphs as on
an NVIDIA GPU.

The counts in data/ were taken there by tools/count_graph_breaks.py, a file for each torch.
"""

import json
from pathlib import Path

import pytest
import torch

from .counting import count
from .functions import CASES

# Dynamo warns of what it cannot trace, and of what PyTorch itself does while it traces.
pytestmark = pytest.mark.filterwarnings("ignore")

RECORD = Path(__file__).parent / "data" / f"torch-{torch.__version__.partition('+')[0]}.json"
# Older dynamo does not know what these functions of a device call, unless the device's package says it.
MAY_BREAK_LESS = {"synchronize", "synchronize_device", "device_module_of_tensor", "cuda_device_of"}
recorded = json.loads(RECORD.read_text())["counts"] if RECORD.exists() else {}


@pytest.mark.parametrize("name", CASES)
def test_compiled_is_eager_and_graphs_are_as_many(name):
    case = CASES[name]
    expected = [case.function(*make()) for make in case.calls]
    results, counts = count(case)
    torch.testing.assert_close(results, expected)
    if name in recorded:
        if name in MAY_BREAK_LESS:
            assert counts["breaks"] <= recorded[name]["breaks"]
            assert counts["recompiled"] <= recorded[name]["recompiled"]
        else:
            assert counts == recorded[name]


def test_the_record_is_of_these_functions():
    if not recorded:
        pytest.skip(f"{RECORD.name} was not recorded on an NVIDIA GPU")
    assert sorted(recorded) == sorted(CASES)
