"""What a trace has of the calls of a program: places, counts, stacks, kinds, errors."""

import pytest
from support.traces import counted, expected, only, trace

pytestmark = pytest.mark.musa

LINES = """
import torch

def allocated():
    return torch.cuda.memory_allocated()  #: torch.cuda.memory_allocated x5

for i in range(3):
    torch.cuda.synchronize(); torch.cuda.synchronize()  #: torch.cuda.synchronize x6
    allocated()
allocated(), allocated()
sync = torch.cuda.synchronize
sync()  #: torch.cuda.synchronize x1
list(map(torch.cuda.get_device_name, [0, 0]))  #: torch.cuda.get_device_name x2
stream = torch.cuda.Stream(  #: torch.cuda.Stream x1
    device=0
)
with torch.cuda.stream(stream):  #: torch.cuda.stream x1
    event = torch.cuda.Event(enable_timing=True)  #: torch.cuda.Event x1

class Mine(torch.cuda.Stream):
    def __new__(cls):
        return super().__new__(cls, device=0)  #: torch.cuda.Stream x1

assert isinstance(Mine(), torch.cuda.Stream)
"""


def test_each_line_has_its_calls(tmp_path):
    done, found = trace(tmp_path, LINES)
    assert counted(found) == expected(LINES)
    assert done.stdout == ""


DEVICES = """
import torch

x = torch.zeros(3, device="cuda")  #: "cuda" x1
for i in range(2):
    x.to("cuda:0")  #: "cuda:0" x2
layer = torch.nn.Linear(2, 2).to("cuda:0")  #: "cuda:0" x1
layer.cuda()  #: torch.Tensor.cuda x2
x.cpu().cuda()  #: torch.Tensor.cuda x1
torch.device("cpu")
assert str(torch.device("cuda", 0)) == "cuda:0"  #: "cuda" x1
assert x.device.type == "cuda" and x.is_cuda
"""


def test_devices_are_told_where_the_program_names_them(tmp_path):
    _, found = trace(tmp_path, DEVICES)
    assert counted(found) == expected(DEVICES)
    by_module = only(found["devices"], text="cuda:0", line=6)
    assert by_module["through"] == "torch.nn.modules.module.Module.to"
    assert by_module["became"] == "musa:0"
    assert only(found["devices"], text="cuda", line=3)["through"] == ""


def test_each_kind_says_what_a_call_became(tmp_path):
    code = """
    import torch
    torch.cuda.current_device()
    torch.cuda.set_device(0)
    torch.get_device_module("cuda")
    try:
        torch.cuda.current_solver_handle()
    except RuntimeError:
        pass
    """
    _, found = trace(tmp_path, code)
    kinds = {one["name"]: (one["kind"], one["became"]) for one in found["calls"]}
    assert kinds == {
        "torch.cuda.current_device": ("musa", "torch_musa.current_device"),
        "torch.cuda.set_device": ("emulated", "torchada.cuda._devices.set_device"),
        "torch.get_device_module": ("changed", "torchada's own (devices)"),
        "torch.cuda.current_solver_handle": (
            "unsupported",
            "torch_musa does not bind the muSOLVER handle",
        ),
    }


def test_a_stack_has_the_callers_at_the_first_call(tmp_path):
    code = """
    import torch
    def inner():
        torch.cuda.synchronize()
    def outer():
        inner()
    outer()
    inner()
    """
    _, found = trace(tmp_path, code)
    (call,) = found["calls"]
    stack = [(one["function"], one["line"]) for one in call["stack"]]
    assert stack == [("inner", 3), ("outer", 5), ("<module>", 6)]
    assert (call["function"], call["line"], call["count"]) == ("inner", 3, 2)
    assert {one["path"] for one in call["stack"]} == {str(tmp_path / "program.py")}


def test_the_time_is_what_passed_in_the_call(tmp_path):
    code = """
    import time, torch
    x = torch.zeros(3, device="cuda")
    torch.cuda._sleep(1)
    began = time.perf_counter()
    for i in range(3):
        torch.cuda.empty_cache()
    print(time.perf_counter() - began)
    """
    done, found = trace(tmp_path, code)
    seconds = only(found["calls"], name="torch.cuda.empty_cache")["seconds"]
    assert 0 < seconds <= float(done.stdout)


UNSUPPORTED = """
import torch
for i in range(2):
    try:
        torch.cuda.current_solver_handle()
    except RuntimeError as error:
        print(error)
hasattr(torch.cuda.cudart(), "cudaNoSuchFunction")
"""


def test_a_caught_unsupported_call_is_told(tmp_path):
    done, found = trace(tmp_path, UNSUPPORTED)
    refused = only(found["unsupported"], line=4)
    assert refused["name"] == "torch.cuda.current_solver_handle"
    assert refused["count"] == 2 and not refused["ended_the_program"]
    assert done.stdout == f"{refused['message']}\n" * 2
    call = only(found["calls"], name="torch.cuda.current_solver_handle")
    assert (call["count"], call["raised"], call["line"]) == (2, 2, 4)


def test_an_unsupported_call_that_ends_the_program_is_told(tmp_path):
    code = """
    import torch
    try:
        torch.cuda.current_solver_handle()
    except RuntimeError:
        raise SystemError("no handle")
    """
    done, found = trace(tmp_path, code, check=False)
    assert done.returncode == 1
    assert only(found["unsupported"], line=3)["ended_the_program"]
    assert found["process"]["exception"] == "SystemError: no handle"


def test_errors_of_calls_are_counted(tmp_path):
    code = """
    import torch
    for device in (0, 99):
        try:
            torch.cuda.get_device_name(device)
        except Exception:
            pass
    """
    _, found = trace(tmp_path, code)
    call = only(found["calls"], name="torch.cuda.get_device_name")
    assert (call["count"], call["raised"]) == (2, 1)


def test_calls_of_pytorch_itself_are_not_told(tmp_path):
    code = """
    import torch
    torch.cuda.memory_summary()
    torch.utils.data.DataLoader([1, 2], pin_memory=True)
    from torch.utils.benchmark import Timer
    Timer("x + x", globals={"x": torch.zeros(3)}).timeit(3)
    """
    _, found = trace(tmp_path, code)
    assert found["calls"] == []


def test_other_packages_are_told_like_the_program(tmp_path):
    (tmp_path / "library.py").write_text("import torch\ntorch.cuda.synchronize()\n")
    _, found = trace(tmp_path, "import library")
    (call,) = found["calls"]
    assert (call["path"], call["line"]) == (str(tmp_path / "library.py"), 2)
    assert call["stack"][-1]["path"] == str(tmp_path / "program.py")
