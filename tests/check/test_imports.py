"""Modules that a project imports only under a condition: what `torchada check` says of the imports in them."""

import pytest
from support.checked import check, found

PACKAGE = {"pkg/__init__.py": "from . import layers", "pkg/bnb.py": "import bitsandbytes"}


def reason(tmp_path, files):
    """Why the import of bitsandbytes is optional, or ""."""
    (one,) = found(check(tmp_path, {**PACKAGE, **files}), "import")
    return one.optional


@pytest.mark.parametrize(
    "layers, expected",
    [
        ("from .bnb import Linear", ""),
        ("import pkg.bnb", ""),
        ("if is_bnb_available():\n    from .bnb import Linear", "below `if is_bnb_available`"),
        (
            "try:\n    from . import bnb\nexcept ImportError:\n    bnb = None",
            "below `except ImportError`",
        ),
        ("def f():\n    from pkg.bnb import Linear", "imported in a function, when it is needed"),
        ("if TYPE_CHECKING:\n    from .bnb import Linear", ""),
        (
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import pkg.bnb",
            "only for type checkers",
        ),
        ("NAMES = {'Linear': 'pkg.bnb'}", "imported by its name"),
    ],
)
def test_each_import_of_a_module_is_asked(tmp_path, layers, expected):
    found_reason = reason(tmp_path, {"pkg/layers.py": layers})
    assert found_reason == (expected and f"in a module {expected}")


def test_one_import_without_a_condition_is_enough(tmp_path):
    guarded = "if is_bnb_available():\n    from . import bnb"
    files = {"pkg/layers.py": guarded, "pkg/other.py": "from pkg import bnb"}
    assert reason(tmp_path, files) == ""


def test_modules_behind_a_guarded_one(tmp_path):
    """A package of its own, whose modules import each other."""
    files = {
        "pkg/layers.py": "def f():\n    from .kernels import fast",
        "pkg/kernels/__init__.py": "from .fast import f",
        "pkg/kernels/fast.py": "from ..bnb import f\nfrom . import common",
        "pkg/kernels/common.py": "from . import fast",
        "pkg/kernels/alone.py": "from ..bnb import g",
    }
    assert reason(tmp_path, files) == "in a module imported in a function, when it is needed"


def test_a_module_that_nothing_imports_is_needed(tmp_path):
    assert reason(tmp_path, {"pkg/layers.py": ""}) == ""
    assert reason(tmp_path, {"pkg/layers.py": "from .bnb import ("}) == ""


def test_imports_in_tests_do_not_count(tmp_path):
    files = {
        "pkg/layers.py": "if has_bnb:\n    from . import bnb",
        "tests/test_a.py": "import pkg.bnb",
    }
    assert reason(tmp_path, files) == "in a module below `if has_bnb`"
