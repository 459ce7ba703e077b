"""A function whose calls are counted is the function in all else."""

import pytest
from support.traces import trace

pytestmark = pytest.mark.musa

CODE = """
import copy, functools, gc, inspect, pickle, types, weakref
import torch, torch_musa

function = torch.cuda.synchronize
genuine = function.__wrapped__
assert genuine is torch_musa.synchronize and function == genuine and hash(function) == hash(genuine)
assert {function: 1}[genuine] == 1 and {genuine: 1}[function] == 1 and function != torch.cuda.init
assert torch.cuda.memory.empty_cache is torch.cuda.empty_cache
assert repr(function) == repr(genuine) and function.__name__ == "synchronize"
assert function.__doc__ == genuine.__doc__ and function.__module__ == genuine.__module__
assert inspect.isfunction(function) and isinstance(function, types.FunctionType)
assert inspect.signature(function) == inspect.signature(genuine)
assert inspect.getsource(function) == inspect.getsource(genuine)
assert copy.copy(function) is function and copy.deepcopy([function]) == [function]
assert pickle.loads(pickle.dumps(function)) is genuine
assert weakref.ref(function)() is function
function.mine = 1
assert genuine.mine == 1 and function.mine == 1
del function.mine
assert not hasattr(genuine, "mine") and not hasattr(function, "mine")

@functools.wraps(function)
def wrapper(*args):
    return function(*args)
assert wrapper.__name__ == "synchronize"

class Bound:
    method = torch.cuda.get_device_name
    built_in = torch._C._cuda_getDevice
try:
    Bound().method()
except Exception as error:
    assert "invalid" in str(error).lower() or "Bound" in str(error), error
assert Bound().built_in() == 0

stream = torch.cuda.Stream
assert isinstance(stream, type) and type(stream) is type(torch_musa.Stream)
assert stream is torch_musa.Stream and isinstance(stream(), stream)
inspect.signature(stream)
"""


def test_it_is_the_function_in_all_else(tmp_path):
    trace(tmp_path, CODE)


def test_a_pickle_of_it_is_read_without_torchada(tmp_path, run_python):
    code = "import pickle, sys, torch; pickle.dump(torch.cuda.synchronize, open(sys.argv[1], 'wb'))"
    trace(tmp_path, code, tmp_path / "pickled")
    read = "import pickle, sys, torch_musa; print(pickle.load(open(sys.argv[1], 'rb')).__name__)"
    env = {"TORCH_DEVICE_BACKEND_AUTOLOAD": "0"}
    assert run_python(read, tmp_path / "pickled", env=env).stdout == "synchronize\n"


def test_without_a_trace_nothing_is_replaced(run_python):
    code = """
    import sys, torch, torch_musa, torchada
    assert torch.cuda.synchronize is torch_musa.synchronize
    assert "torchada._trace.recording" not in sys.modules and "torchada._trace.names" not in sys.modules
    """
    run_python(code)


def test_unpatch_gives_the_functions_back(tmp_path):
    code = """
    import torch, torchada
    torch.cuda.synchronize()
    made = torch.zeros(1, device="cuda")
    torchada.unpatch()
    from torchada import _core
    import torch_musa
    assert type(torch.cuda.synchronize) is not _core.Traced
    assert type(torch_musa.Stream.__new__) is not _core.Traced
    torch_musa.Stream()
    """
    _, found = trace(tmp_path, code)
    assert [(one["name"], one["count"]) for one in found["calls"]] == [
        ("torch.cuda.synchronize", 1)
    ]


def test_modules_that_are_imported_late_are_counted(tmp_path):
    code = """
    import torch
    import torch.cuda.tunable
    torch.cuda.tunable.is_enabled()
    from torch.cuda import nvtx
    nvtx.range_push("a")
    nvtx.range_pop()
    """
    _, found = trace(tmp_path, code)
    names = {one["name"] for one in found["calls"]}
    assert {"torch.cuda.tunable.is_enabled", "torch.cuda.nvtx.range_push"} <= names
