"""The registry of patches, unpatch(), and kernels that users register for CUDA."""

import json
from pathlib import Path

import pytest
import torch
from plain_cuda.operators import operators  # noqa: F401
from support.dispatch import keys_of

import torchada
from torchada._errors import PatchError
from torchada._patch import _ledger, _registry, late, patch_function, requires_import

pytestmark = pytest.mark.musa

# Identity of every attribute of torch's loaded modules and of the classes in them.
SNAPSHOT = """
import sys

def snapshot():
    found = {}
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] not in ("torch", "torch_musa") or module is None:
            continue
        for key, value in list(vars(module).items()):
            found[f"{name}.{key}"] = id(value)
            if isinstance(value, type):
                found.update({f"{name}.{key}.{k}": id(v) for k, v in list(vars(value).items())})
    return found
"""


class TestRegistry:
    def test_failing_patch_names_itself_and_leaves_the_rest_to_undo(self, monkeypatch):
        holder = type("Holder", (), {"kept": 1})

        def good():
            _ledger.current().set_attr(holder, "kept", 2, area="test")
            _ledger.current().set_attr(holder, "new", 3, area="test")

        def bad():
            raise KeyError("reason")

        monkeypatch.setattr(_registry, "AREAS", ())
        monkeypatch.setattr(_registry, "_patches", [good, bad])
        ledger = _ledger.Ledger()
        with pytest.raises(PatchError, match="bad failed: KeyError: 'reason'") as caught:
            _registry.run_all(ledger)
        assert caught.value.symbol.endswith(".bad") and caught.value.reason == "KeyError: 'reason'"
        # Undoing is the caller's.
        assert [row.state for row in ledger.rows()] == ["applied", "applied", "failed"]
        ledger.rollback()
        assert vars(holder)["kept"] == 1 and not hasattr(holder, "new")
        assert [row.state for row in ledger.rows()] == ["undone", "undone", "failed"]

    def test_missing_import_is_a_skipped_row(self, monkeypatch):
        @requires_import("no_such_module_anywhere")
        def _patch_something():
            raise AssertionError("must not run")

        monkeypatch.setattr(_registry, "AREAS", ())
        monkeypatch.setattr(_registry, "_patches", [_patch_something])
        ledger = _ledger.Ledger()
        _registry.run_all(ledger)
        (row,) = ledger.rows()
        assert row.state == "skipped" and "no_such_module_anywhere" in row.reason

    def test_registering_twice_runs_once(self, monkeypatch):
        monkeypatch.setattr(_registry, "_patches", [])
        patch_function(print)
        patch_function(print)
        assert _registry._patches == [print]

    def test_an_underscore_in_front_tells_machinery_from_patches(self):
        folder = Path(_registry.__file__).parent
        listed = {*_registry.AREAS, *(change.partition(".")[0] for _, change in late._LATE)}
        modules = {
            *folder.glob("[!_]*.py"),
            *(path.parent for path in folder.glob("*/__init__.py")),
        }
        assert {path.stem for path in modules} == listed
        # All of a folder is its area's.
        assert [*folder.glob("*/_[!_]*.py")] == []

    def test_user_patch_registered_later_runs_on_apply(self, run_python):
        run_python(
            "import torchada\n"
            "from torchada._patch import apply_patches, patch_function, requires_import\n"
            "ran = []\n"
            "@patch_function\n"
            "@requires_import('torch_musa')\n"
            "def _patch_mine():\n"
            "    ran.append(1)\n"
            "assert apply_patches() and apply_patches() and ran == [1]\n"
        )


class TestUnpatch:
    def test_every_object_is_the_identical_one_again(self, run_python):
        code = SNAPSHOT + (
            "import copyreg, json, torch, torch_musa, torch.cuda.comm, torch.utils.cpp_extension\n"
            "lists = lambda: repr([torch.serialization._package_registry, copyreg.dispatch_table])\n"
            "before, lists_before = snapshot(), lists()\n"
            "import torchada\n"
            "assert torchada.is_patched()\n"
            "during = snapshot()\n"
            "torchada.unpatch()\n"
            "after = snapshot()\n"
            "assert lists() == lists_before\n"
            "changed = [k for k in before if before[k] != during.get(k)]\n"
            "left = [k for k in before if before[k] != after.get(k)]\n"
            "print(json.dumps([len(changed), left, torchada.is_patched()]))"
        )
        changed, left, patched = json.loads(
            run_python(code, env={"TORCHADA_AUTOLOAD": "0"}).stdout.splitlines()[-1]
        )
        assert changed > 100 and left == [] and patched is False

    def test_activation_again_after_unpatch(self, run_python):
        run_python(
            "import torchada, torch\n"
            "from torchada._patch import apply_patches\n"
            "torch.zeros(1, device='cuda')\n"
            "torchada.unpatch()\n"
            "assert torch.cuda.device_count is not torch.musa.device_count\n"
            "assert apply_patches() and torchada.is_patched()\n"
            "assert torch.cuda.device_count is torch.musa.device_count\n"
            "assert len(torch.cuda.default_generators) == torch.cuda.device_count()\n"
            "assert torch.zeros(1, device='cuda').is_cuda\n"
        )

    def test_second_activation_is_a_no_op(self, run_python):
        code = SNAPSHOT + (
            "import torchada, torch\n"
            "from torchada._patch import apply_patches\n"
            "before = snapshot()\n"
            "assert apply_patches()\n"
            "after = snapshot()\n"
            "assert [k for k in before if before[k] != after.get(k)] == []\n"
        )
        run_python(code)


class TestLibraryImpl:
    """torch.library.Library.impl() with the keys of CUDA."""

    @pytest.mark.parametrize(
        "key", ["", "Autograd", "Autocast", "Sparse", "Quantized", "NestedTensor"]
    )
    def test_every_key_has_its_counterpart(self, operators, key):
        operators.define()
        operators.library.impl("f", lambda x: x * 2, key + "CUDA")
        assert keys_of(operators.name(), key + "CUDA", key + "PrivateUse1") == [key + "PrivateUse1"]
        assert torch._C._dispatch_has_kernel_for_dispatch_key(operators.name(), key + "CUDA")

    def test_other_keys_are_untouched(self, operators):
        operators.define()
        operators.library.impl("f", lambda x: x * 2, "CPU")
        assert keys_of(operators.name(), "CPU", "CUDA", "PrivateUse1") == ["CPU"]


def test_activation_imports_no_compiler(run_python):
    code = (
        "import sys, torch, torch_musa\n"
        "before = set(sys.modules)\n"
        "import torchada\n"
        "new = set(sys.modules) - before\n"
        "heavy = ('torch._dynamo', 'torch._inductor', 'torch.distributed')\n"
        "assert torchada.is_patched()\n"
        "assert not [name for name in new if name.startswith(heavy)], new\n"
    )
    run_python(code, env={"TORCHADA_AUTOLOAD": "0"})
    assert torchada.is_patched()
