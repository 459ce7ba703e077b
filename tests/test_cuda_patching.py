"""torch.library for CUDA, the registry of patches, and unpatch()."""

import json
import uuid

import pytest
import torch

import torchada
from torchada._errors import PatchError
from torchada._patch import _ledger, _registry, patch_function, requires_import

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


def _kernel_keys(name, *keys):
    has_kernel = torch._C._dispatch_has_kernel_for_dispatch_key
    return [key for key in keys if has_kernel(name, key)]


class TestLibraryImpl:
    @pytest.fixture
    def library(self):
        library = torch.library.Library(f"test_lib_{uuid.uuid4().hex[:8]}", "FRAGMENT")
        library.define("double(Tensor x) -> Tensor")
        yield library
        library._destroy()

    def _call(self, library, device="cuda"):
        op = getattr(torch.ops, library.ns).double
        return op(torch.ones(3, device=device))

    def test_impl_for_cuda_is_called_for_cuda_tensors(self, library):
        library.impl("double", lambda x: x + x, "CUDA")
        assert self._call(library).tolist() == [2, 2, 2]
        keys = _kernel_keys(f"{library.ns}::double", "CUDA", "PrivateUse1")
        assert keys == ["PrivateUse1"]

    def test_key_of_the_library_itself(self, library):
        implementations = torch.library.Library(library.ns, "IMPL", "CUDA")
        implementations.impl("double", lambda x: x * 2)
        assert self._call(library).tolist() == [2, 2, 2]
        assert implementations.dispatch_key == "CUDA"
        implementations._destroy()

    def test_function_form_and_decorator_form(self, library):
        @torch.library.impl(library, "double", "CUDA")
        def double(x):
            return x * 2

        assert self._call(library).tolist() == [2, 2, 2]

        library.define("triple(Tensor x) -> Tensor")

        @torch.library.impl(f"{library.ns}::triple", ("CUDA", "CPU"), lib=library)
        def triple(x):
            return x * 3

        for device in ("cuda", "cpu"):
            op = getattr(torch.ops, library.ns).triple
            assert op(torch.ones(1, device=device)).item() == 3

    def test_device_type_form(self, library):
        torch.library.impl(f"{library.ns}::double", "cuda", lambda x: x * 2, lib=library)
        assert self._call(library).tolist() == [2, 2, 2]

    @pytest.mark.parametrize("key", ["Autograd", "Autocast", "Sparse", "Quantized", "NestedTensor"])
    def test_relatives_of_the_key(self, library, key):
        library.impl("double", lambda x: x * 2, key + "CUDA")
        keys = _kernel_keys(f"{library.ns}::double", key + "CUDA", key + "PrivateUse1")
        assert keys == [key + "PrivateUse1"]

    def test_other_keys_are_untouched(self, library):
        library.impl("double", lambda x: x * 2, "CPU")
        assert self._call(library, "cpu").tolist() == [2, 2, 2]
        keys = _kernel_keys(f"{library.ns}::double", "CPU", "CUDA", "PrivateUse1")
        assert keys == ["CPU"]

    @pytest.mark.parametrize("caller", ["torch.distributed.fsdp._x", "torch._native", "torch"])
    def test_kernels_of_pytorch_itself_stay_cuda_kernels(self, library, caller):
        code = "library.impl('double', lambda x: x, 'CUDA')"
        exec(code, {"__name__": caller, "library": library})
        keys = _kernel_keys(f"{library.ns}::double", "CUDA", "PrivateUse1")
        assert keys == ["CUDA"]

    @pytest.mark.parametrize("caller", ["torchvision.ops", "sgl_kernel", "vllm._custom_ops", None])
    def test_kernels_of_packages_are_the_users(self, library, caller):
        scope = {"library": library} if caller is None else {"library": library, "__name__": caller}
        exec("library.impl('double', lambda x: x, 'CUDA')", scope)
        keys = _kernel_keys(f"{library.ns}::double", "CUDA", "PrivateUse1")
        assert keys == ["PrivateUse1"]

    def test_registered_twice_names_the_users_file(self, library):
        # torch 2.7.1 knows no Python file names here.
        with pytest.raises(RuntimeError, match=r"test_cuda_patching\.py|/dev/null"):
            first = torch.library.Library(library.ns + "_twice", "DEF")
            torch.library.Library(first.ns, "DEF")

    def test_custom_op_for_cuda(self):
        name = f"test_lib_{uuid.uuid4().hex[:8]}::square"

        @torch.library.custom_op(name, mutates_args=(), device_types="cuda")
        def square(x: torch.Tensor) -> torch.Tensor:
            return x * x

        assert square(torch.full((2,), 3.0, device="cuda")).tolist() == [9, 9]
        with pytest.raises(NotImplementedError):
            square(torch.ones(1))

    def test_register_autocast_casts_and_does_not_recurse(self):
        name = f"test_lib_{uuid.uuid4().hex[:8]}::same"

        @torch.library.custom_op(name, mutates_args=())
        def same(x: torch.Tensor) -> torch.Tensor:
            return x.clone()

        torch.library.register_autocast(name, "cuda", torch.float16)
        x = torch.ones(2, device="cuda")
        with torch.autocast("cuda", dtype=torch.float16):
            assert same(x).dtype == torch.float16
        assert same(x).dtype == torch.float32

    @pytest.mark.skipif(not hasattr(torch.library, "get_kernel"), reason="newer than this torch")
    def test_get_kernel_finds_the_users_kernel(self, library):
        library.impl("double", lambda x: x * 2, "CUDA")
        kernel = torch.library.get_kernel(f"{library.ns}::double", "CUDA")
        keys = torch._C.DispatchKeySet(torch._C.DispatchKey.PrivateUse1)
        assert kernel.call_boxed(keys, torch.ones(1, device="cuda")).item() == 2


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
