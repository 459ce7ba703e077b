"""The table against the installed torch and torch_musa: every name has a row, every row holds."""

import importlib
import inspect
import json
import pathlib
import re
import sys

import pytest
import torch
from support.calls import called_names
from support.surface import cuda_modules, public_names

from torchada import _table as table
from torchada._errors import UnsupportedError
from torchada._patch import _binding

pytestmark = pytest.mark.musa

MODULES = [name for name in cuda_modules() if name != "torch.cuda.__main__"]
# Names of torch._C that have to do with CUDA.
CUDA_BINDING = re.compile(
    r"_?(cuda|Cuda|CUDA|cudnn|cudart|nccl|nvtx|gds)|.*(cublas|cudnn|CUDA)|_MemPool|_graph_pool_handle"
)
# Found by that pattern, and not CUDA's: switches of TorchScript's code generator.
NOT_OF_CUDA = re.compile(r"_jit_.*")


def value_of(module_name, name):
    """What a module holds under a name, or None where this torch lacks it."""
    module = sys.modules.get(module_name)
    owner = _binding.owner_of(module, name) if module is not None else None
    return vars(owner)[name] if owner is not None else None


def rows_of(*kinds):
    """(module, row in force, value) of the rows whose name this torch has."""
    for module_name, row in table.all_rows():
        value = value_of(module_name, row.name)
        row = _binding.present_row(module_name, row)
        if row.how in kinds and value is not None:
            yield module_name, row, value


@pytest.mark.parametrize("module_name", MODULES)
def test_every_public_name_has_a_row(module_name):
    names = public_names(module_name)
    assert [name for name in names if table.row(name, module_name) is None] == []


def test_every_cuda_binding_of_pytorch_has_a_row():
    names = [name for name in dir(torch._C) if CUDA_BINDING.match(name)]
    assert len(names) > 30
    missing = [name for name in names if table.row(name, "torch._C") is None]
    assert [name for name in missing if not NOT_OF_CUDA.match(name)] == []


def test_every_binding_that_pytorch_uses_has_a_row():
    used = set()
    for path in pathlib.Path(torch.__file__).parent.glob("cuda/**/*.py"):
        used |= set(re.findall(r"torch\._C\.(_\w+)", path.read_text()))
    used = {name for name in used if CUDA_BINDING.match(name)}
    assert len(used) > 50
    assert [name for name in sorted(used) if table.row(name, "torch._C") is None] == []


def test_rows_are_well_formed_and_unique():
    seen = set()
    for module, row in table.all_rows():
        assert row.how in table.KINDS, (module, row.name)
        assert (module, row.name) not in seen, (module, row.name)
        seen.add((module, row.name))
        if row.how == table.UNSUPPORTED:
            assert row.target and row.note, (module, row.name)
        if row.how == table.RENAMED:
            assert row.target and row.target != row.name, (module, row.name)
        if row.how == table.SAME and row.target:
            assert row.target.rpartition(".")[2] == row.name, (module, row.name)
        if row.how == table.STOCK:
            assert row.note and not row.target, (module, row.name)


def test_same_and_renamed_rows_are_the_very_objects_of_torch_musa():
    same, missing = 0, set()
    for module_name, row, value in rows_of(table.SAME, table.RENAMED):
        expected = sys.modules["torch_musa"]
        for part in (row.target or row.name).split("."):
            expected = getattr(expected, part, None)
        if expected is None:
            missing.add(row.name)
        else:
            assert value is expected, (module_name, row.name)
            same += 1
    assert same > 100
    assert missing == set()


def test_a_name_that_this_torch_musa_lacks_raises_the_clear_error(monkeypatch):
    # torch's own would fail on a function of torch._C that no build without CUDA has.
    monkeypatch.delattr("torch_musa.mem_get_info")
    value, reason = _binding.resolve("torch.cuda", table.row("mem_get_info"), None)
    assert "the installed torch_musa has no mem_get_info" in reason
    with pytest.raises(UnsupportedError, match="torch.cuda.mem_get_info"):
        value()


def test_emulated_rows_are_ours():
    count = 0
    for module_name, row, value in rows_of(table.EMULATED):
        if row.target:
            if _binding.is_late(row.target):
                assert inspect.getclosurevars(value).nonlocals == {"target": row.target}
            else:
                assert value is _binding.emulation(row.target), (module_name, row.name)
            count += 1
    assert count > 50


def test_every_emulation_exists():
    for module_name, row in table.all_rows():
        if row.how == table.EMULATED and row.target:
            assert _binding.emulation(row.target) is not None, (module_name, row.name)


def test_unsupported_rows_raise_when_used():
    used = 0
    for module_name, row, value in rows_of(table.UNSUPPORTED):
        with pytest.raises(UnsupportedError) as caught:
            value()
        text = str(caught.value)
        assert f"{module_name}.{row.name} is not supported on MUSA" in text
        assert row.target in text and row.note in text
        used += 1
    assert used > 10


def test_what_pytorch_asks_torch_c_for_is_not_added():
    probed = {"_CUDAGreenContext", "_FastCudaLauncher", "_StaticCudaLauncher"}
    assert not probed & table.ADDED["torch._C"]
    names = {row.name for row in table.MODULES["torch._C"] if row.how == table.UNSUPPORTED}
    # A build with CUDA has what its version has.
    if not torch._C._has_cuda:
        assert {name for name in names if name not in vars(torch._C)} == probed


def test_torch_c_has_no_getattr_of_its_own():
    # With one, the interpreter takes the slow way to each of its names, PyTorch's own code too.
    assert "__getattr__" not in vars(torch._C)
    with pytest.raises(AttributeError, match="module 'torch._C' has no attribute 'no_such'"):
        torch._C.no_such


def test_modules_that_share_rows_hold_the_same_objects():
    for module_name in table.SHARE_ROWS:
        module = sys.modules.get(module_name)
        for row in table.MODULES["torch.cuda"] if module else ():
            name = row.name
            shared = table.own_row(name, module_name) is None and row.how != table.STOCK
            if shared and name in vars(module):
                assert vars(module)[name] is vars(torch.cuda)[name], (module_name, name)


def test_names_that_must_never_change():
    assert table.row("is_available").how == table.STOCK
    # torch.cuda._is_compiled(), and with it is_available(), asks whether torch has this binding.
    assert table.row("_cuda_getDeviceCount", "torch._C").how == table.STOCK
    assert torch.cuda.is_available() is False
    assert hasattr(torch._C, "_cuda_getDeviceCount") is torch._C._has_cuda


def test_missing_name_is_an_attribute_error_as_in_stock_pytorch():
    with pytest.raises(AttributeError, match="no_such_name"):
        torch.cuda.no_such_name


def test_a_build_without_cuda_gets_the_bindings_and_unpatch_takes_them_away(run_python):
    code = """
        import json, torch, torchada
        from torchada import _table as table
        known = table.ADDED["torch._C"]
        added = [name for name in known if hasattr(torch._C, name)]
        torchada.unpatch()
        left = [name for name in known if hasattr(torch._C, name)]
        print(json.dumps([len(known), len(added), sorted(left)]))
    """
    known, added, left = json.loads(run_python(code).stdout)
    assert known > 60
    if not torch._C._has_cuda:
        assert added == known
        # torch.cuda itself puts stand-ins for these into torch._C.
        assert len(left) < 25 and "_cuda_getCurrentRawStream" not in left


def test_a_module_bound_later_can_be_run_by_its_name(run_python):
    code = """
        import runpy, sys, torch
        from torchada._patch import _late_modules
        from torchada._patch._ledger import Ledger
        name = "torch.cuda.nvtx"
        sys.modules.pop(name)
        ledger = Ledger()
        _late_modules.when_imported(ledger, [(name, print)], "area")
        assert "range_push" in runpy.run_module(name)
        ledger.rollback()
    """
    run_python(code)


def test_a_module_imported_after_activation_is_bound_too(run_python):
    code = """
        import importlib, sys, torch
        from torchada import _table as table
        sys.modules.pop("torch.cuda.nvtx")
        stock = importlib.machinery.PathFinder.find_spec("torch.cuda.nvtx", torch.cuda.__path__)
        from torchada._patch import _binding, _late_modules
        from torchada._patch.cuda_module import _bind_late
        from torchada._activation import state
        _late_modules.when_imported(state.ledger, [("torch.cuda.nvtx", _bind_late)], "area")
        nvtx = importlib.import_module("torch.cuda.nvtx")
        ours = _binding.emulation(table.row("mark", "torch.cuda.nvtx").target)
        assert nvtx.mark is ours
        assert type(nvtx.__spec__.loader) is type(stock.loader)
        import torchada
        torchada.unpatch()
        assert nvtx.mark is not ours and _late_modules._finder not in sys.meta_path
    """
    run_python(code)


def own_name(name):
    """torch.cuda.memory.empty_cache has the row of torch.cuda.empty_cache."""
    module, _, last = name.rpartition(".")
    return f"torch.cuda.{last}" if table.own_row(last, module) is None else name


# Rows that no test can call as CUDA programs would.
NOT_CALLED = {
    "torch._C._CUDAPluggableAllocator": "a class without a constructor; users get its base class",
    "torch._C._accelerator_getAllocatorSettings": "of torch.accelerator, whose tests call it",
    "torch._C._cuda_cudaCachingAllocator_set_allocator_settings": "below _set_allocator_settings()",
    "torch._C._cuda_record_memory_history_legacy": "below _record_memory_history()",
    "torch._C._cuda_tunableop_get_rotation_buffer_size": "PyTorch's stubs misspell the name",
    "torch._C._cuda_tunableop_read_file": "raises: nothing was tuned here",
    "torch._C._cuda_tunableop_set_numerical_check_tolerances": "below torch.cuda.tunable's",
    "torch._C._cuda_tunableop_write_file": "raises: nothing was tuned here",
    "torch._C._cuda_tunableop_write_file_on_exit": "below torch.cuda.tunable's",
    "torch._C._free_And_Remove_DeleterFn": "frees memory that others still use, for cudagraph trees",
    "torch._C._set_storage_access_error_msg": "marks a storage as dead, for cudagraph trees",
    "torch.cuda.amp.amp_definitely_not_available": "is called as torch.cuda.amp.common's",
    "torch.cuda.tunable.write_file": "raises: nothing was tuned here",
}


def test_every_row_that_serves_a_name_is_called_by_a_test():
    called = {own_name(name) for name in called_names()}
    rows = {
        f"{module_name}.{row.name}"
        for module_name, row, value in rows_of(table.SAME, table.RENAMED, table.EMULATED)
        if callable(value)
    }
    assert len(rows) > 200
    assert sorted(rows - called - set(NOT_CALLED)) == []


def test_what_is_listed_as_not_called_has_a_row():
    for name in NOT_CALLED:
        module, _, last = name.rpartition(".")
        assert table.own_row(last, module) is not None, name
