"""torch_musa's names, signatures and side effects are those of the real one, or in UNSUPPORTED.md.

The facts are in torch_musa_api.tsv. A failure lists names; `python -m conformance`, in sim/tests,
lists all of them at once.
"""

import collections
import warnings

import pytest
import torch
import torch_musa
from conformance.facts import DIFFERENT, MISSING, read_facts, read_unsupported
from conformance.problems import listed_in_vain, not_listed, problems


@pytest.fixture(scope="module")
def found():
    with warnings.catch_warnings():
        # Parts of PyTorch that are imported here use what PyTorch itself deprecates.
        warnings.simplefilter("ignore", DeprecationWarning)
        missing, different = problems()
    return {MISSING: missing, DIFFERENT: different}


@pytest.mark.parametrize("heading", [MISSING, DIFFERENT])
def test_every_difference_is_listed_with_its_reason(found, heading):
    names = not_listed(found[heading], read_unsupported(heading))
    assert not names, "\n".join(f"{name}: {found[heading][name]}" for name in names)


@pytest.mark.parametrize("heading", [MISSING, DIFFERENT])
def test_nothing_is_listed_that_is_there(found, heading):
    names = listed_in_vain(found[heading], read_unsupported(heading))
    assert not names, "take out of sim/UNSUPPORTED.md: " + ", ".join(names)


def test_the_facts_are_whole():
    count = collections.Counter(
        fact.module for fact in read_facts() if "." not in fact.name and fact.kind != "absent"
    )
    assert (count["torch_musa"], count["torch_musa._MUSAC"]) == (164, 84)
    assert count["environment"] == 59 and count["torch.ops.aten"] == 16


def test_the_keys_of_memory_stats():
    (keys,) = (f.detail.split() for f in read_facts() if f.module == "memory_stats")
    assert set(torch_musa.memory.memory_stats_as_nested_dict()) >= set(keys)


def test_the_keys_of_a_memory_snapshot():
    (keys,) = (f.detail.split() for f in read_facts() if f.module == "memory_snapshot")
    torch.ones(1, device="musa")
    assert set(torch_musa.memory._snapshot()) >= set(keys)
