"""The ledger of changes, alone; and the base class of torchada's exceptions."""

import pytest

from torchada import _errors
from torchada._patch import _ledger


@pytest.fixture
def ledger():
    return _ledger.Ledger()


@pytest.fixture
def holder():
    return type("Holder", (), {"kept": 1})


def test_attributes_come_back_and_new_ones_go(ledger, holder):
    ledger.set_attr(holder, "kept", 2, area="a")
    ledger.set_attr(holder, "new", 3, area="a", reason="why")

    ledger.rollback()

    assert holder.kept == 1 and not hasattr(holder, "new")
    assert [row.state for row in ledger.rows()] == ["undone", "undone"]
    assert ledger.rows()[1].area == "a" and ledger.rows()[1].reason == "why"


@pytest.mark.parametrize("name", ["kept", "new"])
@pytest.mark.parametrize("is_changed", [False, True])
def test_remembered_value_comes_back_whoever_changed_it(ledger, holder, name, is_changed):
    ledger.remember(holder, name, area="a")
    assert dict(vars(holder)).get("kept") == 1 and not hasattr(holder, "new")
    if is_changed:
        setattr(holder, name, 5)

    ledger.rollback()

    assert holder.kept == 1 and not hasattr(holder, "new")


def test_items_come_back_and_have_a_name_to_read(ledger):
    mapping = {"kept": 1}
    ledger.set_item(mapping, "kept", 2, target="mapping['kept']", area="a")
    ledger.set_item(mapping, "new", 3, target="mapping['new']", area="a")
    assert mapping == {"kept": 2, "new": 3}

    ledger.rollback()

    assert mapping == {"kept": 1}
    assert [row.target for row in ledger.rows()] == ["mapping['kept']", "mapping['new']"]


def test_what_cannot_be_undone_is_named_and_stops_nothing(ledger, holder):
    def undo():
        raise OSError("no way back")

    ledger.set_attr(holder, "kept", 2, area="a")
    assert ledger.call(lambda: "answer", undo, "a street", "a") == "answer"

    with pytest.raises(
        _errors.RollbackError, match="could not undo a street: no way back"
    ) as error:
        ledger.rollback()

    assert error.value.reasons == ["a street: no way back"] and holder.kept == 1
    assert [row.state for row in ledger.rows()] == ["undone", "failed"]


def test_current_ledger_is_that_of_the_innermost_block(ledger):
    with _ledger.using(ledger):
        with pytest.raises(KeyError), _ledger.using(_ledger.Ledger()):
            assert _ledger.current() is not ledger
            raise KeyError
        assert _ledger.current() is ledger
    with pytest.raises(RuntimeError, match="outside of an activation"):
        _ledger.current()


def test_errors_have_one_base_class_and_name_the_place():
    classes = [value for value in vars(_errors).values() if isinstance(value, type)]
    assert all(issubclass(cls, _errors.TorchadaError) for cls in classes) and len(classes) > 5

    error = _errors.PatchError("package.module.patch", "KeyError: 1")
    assert isinstance(error, _errors.ActivationError) and isinstance(error, RuntimeError)
    assert (error.library, error.symbol, error.reason) == (
        "package",
        "package.module.patch",
        "KeyError: 1",
    )
    assert str(error) == "the patch package.module.patch failed: KeyError: 1"
