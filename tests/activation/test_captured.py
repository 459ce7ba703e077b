"""What PyTorch's own modules took from torch.cuda before activation is rebound, or listed."""

import json

import pytest

pytestmark = pytest.mark.musa

# Prints [module, path, target] of each module of PyTorch that holds what the table has replaced.
HOLDERS = """
import json
from torchada import _stale, _table
from torchada._activation import state
def has_row(target):
    module, _, name = target.rpartition(".")
    return _table.row(name, module) is not None
print(json.dumps([
    holder for holder in _stale.holders(state.ledger)
    if holder.module.partition(".")[0] in ("torch", "multiprocessing") and has_row(holder.target)
]))
"""
# Modules that took names from torch.cuda; torch itself imports none of them.
TAKERS = """
import torch._dynamo.device_interface, torch._dynamo.variables.torch, torch._dynamo.variables.builder
import torch._higher_order_ops.flex_attention, torch._inductor.exc, torch.nested._internal.sdpa
import torch.nn.attention.bias, torch.package, torch.distributed.fsdp, torch.utils.checkpoint
"""
EARLY = "import torch, warnings; warnings.simplefilter('ignore')\n" + TAKERS + "import torchada\n"
LATE = "import torch, torchada, warnings; warnings.simplefilter('ignore')\n" + TAKERS


@pytest.mark.parametrize(
    "imports, env",
    [
        (EARLY, {"TORCHADA_AUTOLOAD": "0"}),
        (LATE, {}),
        (LATE, {"MUSASIM_HEAVY_IMPORTS": "1"}),
    ],
    ids=["before", "after", "heavy"],
)
def test_no_module_of_pytorch_holds_an_old_object_unless_listed(run_python, imports, env):
    kept = "print(json.dumps([row[:2] for row in _table.KEPT]))"
    found, kept = run_python(imports + HOLDERS + kept, env=env).stdout.splitlines()[-2:]
    listed = {tuple(row) for row in json.loads(kept)}
    left = [row for row in json.loads(found) if (row[0], row[1].split("[")[0]) not in listed]
    assert left == []


@pytest.mark.parametrize("imports, env", [(EARLY, {"TORCHADA_AUTOLOAD": "0"}), (LATE, {})])
def test_both_orders_end_alike(run_python, imports, env):
    code = imports + """
from torch._dynamo.device_interface import CudaInterface, get_interface_for_device
from torch._dynamo.variables.torch import constant_fold_functions
assert CudaInterface.Stream is torch.cuda.Stream and CudaInterface.Event is torch.cuda.Event
assert CudaInterface.current_device is torch.cuda.current_device
assert CudaInterface.current_device() == 0 and CudaInterface.device_count() >= 1
assert torch.cuda.get_device_properties in constant_fold_functions
assert torch.cuda.current_device in constant_fold_functions
assert torch.cuda._CudaDeviceProperties in torch._dynamo.utils.common_constant_types
assert torch.cuda.graphs._graph_pool_handle is torch._C._graph_pool_handle
"""
    run_python(code, env=env)


def test_unpatch_puts_the_copies_back(run_python):
    code = EARLY.replace("import torchada\n", "") + """
from torch._dynamo import device_interface, utils
def state():
    members = vars(device_interface.CudaInterface)
    return [members[name] for name in ("Stream", "Event", "current_device")], set(
        utils.common_constant_types)
before = state()
import torchada
assert state()[0] != before[0] and len(state()[1]) == len(before[1]) + 1
torchada.unpatch()
assert state() == before
"""
    run_python(code, env={"TORCHADA_AUTOLOAD": "0"})


def test_a_users_module_that_took_a_name_early_is_found(run_python, tmp_path):
    (tmp_path / "took_early.py").write_text(
        "from torch.cuda import Stream, memory_allocated\n"
        "class Keeper:\n    sync = staticmethod(__import__('torch').cuda.synchronize)\n"
    )
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n" + """
import took_early, torchada
from torchada import _doctor
report = _doctor.collect()
(problem,) = [p for p in report["problems"] if "took_early" in p["what"]]
assert "took_early.Stream" in problem["what"] and "took_early.Keeper.sync" in problem["what"]
assert "import torchada before" in problem["todo"]
"""
    run_python(code, env={"TORCHADA_AUTOLOAD": "0"})


def test_overrides_asked_before_activation_know_todays_methods(run_python):
    run_python("""
        import torch, torch.overrides, torchada
        before = torch.Tensor.cuda
        assert before in torch.overrides.get_testing_overrides()
        torchada.unpatch()
        assert torch.Tensor.cuda is not before
        assert torch.Tensor.cuda in torch.overrides.get_testing_overrides()
        """)


def test_a_late_module_that_cannot_be_set_up_is_imported_all_the_same(run_python):
    done = run_python("""
        import sys, torchada
        from torchada._patch import _ledger
        from torchada._patch._late_modules import when_imported

        def act(ledger, module):
            raise KeyError("renamed")

        ledger = _ledger.Ledger()
        when_imported(ledger, [("fractions", act)], "area")
        sys.modules.pop("fractions", None)
        import fractions
        assert fractions.Fraction(1, 2) == 0.5
        """)
    assert "torchada could not patch fractions: KeyError" in done.stderr
