"""The table of torch.cuda against the installed torch and torch_musa."""

import importlib
import sys

import pytest
import torch

from torchada import _table as table
from torchada._errors import UnsupportedError
from torchada._patch import cuda_module

pytestmark = pytest.mark.musa

SUBMODULES = sorted(
    name
    for name in sys.modules
    if name.startswith("torch.cuda.") and not name.rpartition(".")[2].startswith("_")
)


def public_names(module):
    """What a module offers: __all__, and what it defines or imports from torch's C++ part."""
    names = set(getattr(module, "__all__", ()))
    for name, value in vars(module).items():
        home = getattr(value, "__module__", None) or ""
        own = home == module.__name__ or home.startswith(("torch.cuda", "torch_musa", "torchada"))
        if not name.startswith("_") and own and callable(value):
            names.add(name)
    return sorted(names)


@pytest.mark.parametrize("module_name", ["torch.cuda", *SUBMODULES])
def test_every_public_name_has_a_row(module_name):
    module = importlib.import_module(module_name)
    missing = [name for name in public_names(module) if table.row(name, module_name) is None]
    assert missing == []


def test_rows_are_well_formed_and_unique():
    seen = set()
    for module, (name, how, target, note) in table.all_rows():
        assert how in table.KINDS, (module, name)
        assert (module, name) not in seen, (module, name)
        seen.add((module, name))
        if how == table.UNSUPPORTED:
            assert target and note, (module, name)
        if how == table.RENAMED:
            assert target, (module, name)


def bound_rows():
    for module_name, row in table.all_rows():
        module = sys.modules.get(module_name)
        if module is not None and row[0] in vars(module):
            yield module, row


def test_same_and_renamed_rows_are_the_very_objects_of_torch_musa():
    same, missing = 0, set()
    for module, (name, how, target, note) in bound_rows():
        if how not in (table.SAME, table.RENAMED):
            continue
        expected = sys.modules["torch_musa"]
        for part in (target or name).split("."):
            expected = getattr(expected, part, None)
        if expected is None:
            missing.add(name)
        else:
            assert vars(module)[name] is expected, (module, name)
            same += 1
    assert same > 70
    assert missing == set()


def test_a_name_that_this_torch_musa_lacks_raises_the_clear_error(monkeypatch):
    # torch's own would fail on a function of torch._C that no build without CUDA has.
    monkeypatch.delattr("torch_musa.mem_get_info")
    value, reason = cuda_module._resolve(torch.cuda, table.row("mem_get_info"))
    assert "the installed torch_musa has no mem_get_info" in reason
    with pytest.raises(UnsupportedError, match="torch.cuda.mem_get_info"):
        value()


def test_emulated_rows_are_ours():
    count = 0
    for module, (name, how, target, note) in bound_rows():
        if how == table.EMULATED and target:
            home, _, attribute = target.rpartition(".")
            ours = importlib.import_module(f"torchada.cuda.{home}")
            assert vars(module)[name] is getattr(ours, attribute)
            count += 1
    assert count > 20


def test_unsupported_rows_raise_when_used():
    used = 0
    for module, (name, how, target, note) in bound_rows():
        if how == table.UNSUPPORTED:
            with pytest.raises(UnsupportedError) as caught:
                vars(module)[name]()
            text = str(caught.value)
            assert f"{module.__name__}.{name}" in text and target in text and note in text
            used += 1
    assert used > 10


def test_modules_that_share_rows_hold_the_same_objects():
    for module_name in table.SHARE_ROWS:
        module = sys.modules.get(module_name)
        for name, how, target, note in table.MODULES["torch.cuda"] if module else ():
            shared = table.own_row(name, module_name) is None and how != table.STOCK
            if shared and name in vars(module):
                assert vars(module)[name] is vars(torch.cuda)[name], (module_name, name)


def test_names_that_must_never_change():
    for name in ("is_available",):
        assert table.row(name).how == table.STOCK


def test_missing_name_is_an_attribute_error_as_in_stock_pytorch():
    with pytest.raises(AttributeError, match="no_such_name"):
        torch.cuda.no_such_name
