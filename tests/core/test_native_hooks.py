"""The native descriptors, with subclasses, modes and odd arguments, compared with stock PyTorch."""

import asyncio
import copy
import json
import sys
import threading
import types

import pytest
import torch

import torchada

pytestmark = pytest.mark.musa

ODD_STRINGS = ["cuda:x", "cuda:", "cuda:-1", "cudax", "cuda:0:1", "cuda:01", "cuda:128", "cuda:100"]
ODD_STRINGS += ["", " cuda", "cuda ", "CUDA", "cuda:9999999999", "cuda\0", "cuda:1\0", "\u0441uda"]

DESCRIBE = """
import json, torch
def describe(text):
    try:
        d = torch.device(text)
        return ["ok", d.type, d.index, str(d), repr(d)]
    except Exception as error:
        return [type(error).__name__, str(error)]
"""


def test_odd_device_strings_are_exactly_as_in_stock_pytorch(run_python):
    code = DESCRIBE + f"\nprint(json.dumps([describe(t) for t in {ODD_STRINGS!r}]))"
    stock = run_python(code, musasim=False, env={"TORCH_DEVICE_BACKEND_AUTOLOAD": "0"})
    ours = run_python("import torchada\n" + code)
    assert json.loads(stock.stdout) == json.loads(ours.stdout)


def test_devices_are_the_genuine_type_and_equal_however_spelled():
    assert type(torch.device("cuda")) is torch.device
    assert torch.device("cuda:1") == torch.device("cuda", 1) == torch.device("musa:1")
    assert hash(torch.device("cuda:1")) == hash(torch.device("musa:1"))
    assert torch.device("cuda") != torch.device("cuda:0")


def test_text_of_a_device_through_every_door():
    device = torch.device("cuda:1")
    assert device.type == "cuda" and torch.device.type.__get__(device) == "cuda"
    assert str(device) == f"{device}" == format(device) == torch.device.__str__(device) == "cuda:1"
    assert repr(device) == torch.device.__repr__(device) == "device(type='cuda', index=1)"
    assert f"{device!r:>30}" == repr(device).rjust(30)
    assert str(torch.device("cpu:0")) == "cpu:0" and torch.device("meta").type == "meta"


def test_native_view_shows_the_truth_in_its_block_only():
    device = torch.device("cuda:1")
    with torchada.native_view():
        assert device.type == "musa" and str(device) == "musa:1"
        with torchada.native_view():
            assert device.type == "musa"
        assert device.type == "musa"
    assert device.type == "cuda"
    with pytest.raises(ZeroDivisionError):
        with torchada.native_view():
            1 / 0
    assert device.type == "cuda"


def test_native_view_does_not_leak_to_threads_and_tasks():
    device = torch.device("cuda")
    seen = []
    with torchada.native_view():
        thread = threading.Thread(target=lambda: seen.append(device.type))
        thread.start()
        thread.join()

    async def inside(entered, leave):
        with torchada.native_view():
            entered.set()
            await leave.wait()
            seen.append(device.type)

    async def main():
        entered, leave = asyncio.Event(), asyncio.Event()
        task = asyncio.create_task(inside(entered, leave))
        await entered.wait()
        seen.append(device.type)
        leave.set()
        await task

    asyncio.run(main())
    # Python 3.14 lets free-threaded builds inherit the context; ordinary threads start fresh.
    assert seen == ["cuda", "cuda", "musa"]


def test_native_view_belongs_to_the_context_that_entered_it():
    device = torch.device("cuda")
    view = torchada.native_view()
    view.__enter__()
    errors = []

    def leave():
        try:
            view.__exit__(None, None, None)
        except ValueError as error:
            errors.append(error)

    thread = threading.Thread(target=leave)
    thread.start()
    thread.join()
    assert len(errors) == 1 and device.type == "musa"
    view.__exit__(None, None, None)
    assert device.type == "cuda"
    with pytest.raises(RuntimeError, match="not been entered"):
        view.__exit__(None, None, None)


def test_a_forgotten_native_view_ends_with_its_object():
    device = torch.device("cuda")
    view = torchada.native_view()
    view.__enter__()
    del view
    with torchada.native_view():
        pass
    assert device.type == "cuda"


def run_as(module_name, code, **names):
    names["__name__"] = module_name
    exec(code, names)
    return names["answer"]


@pytest.mark.parametrize(
    "module, expected",
    [
        ("torch.nn.modules.linear", "musa"),
        ("torch_musa.core", "musa"),
        ("transformers.models.llama", "musa"),
        ("torch._tensor_str", "cuda"),
        ("torchvision.ops", "cuda"),
        ("torchmetrics", "cuda"),
        ("__main__", "cuda"),
        ("my_project", "cuda"),
    ],
)
def test_the_answer_depends_on_the_module_that_asks(module, expected):
    tensor = torch.ones(2, device="cuda")
    code = "answer = (t.device.type, str(t.device).split(':')[0], t.is_cuda, t.untyped_storage())"
    kind, text, is_cuda, storage = run_as(module, code, t=tensor)
    assert (kind, text, is_cuda) == (expected, expected, expected == "cuda")
    assert run_as(module, "answer = t.dtype is not None and t.is_cuda", t=tensor) == is_cuda
    # torch_musa itself answers True for its storages, so only users' answers are pinned.
    if expected == "cuda":
        assert run_as(module, "answer = s.is_cuda", s=storage) is True


def test_globals_without_a_name_see_the_users_view():
    device = torch.device("cuda")
    names = {"d": device}
    exec("answer = d.type", names)
    names.pop("__name__", None)
    assert names["answer"] == "cuda"
    function = eval("lambda d: d.type", {"__builtins__": {}})
    assert function(device) == "cuda"


def test_native_modules_can_be_added_and_the_perspective_turned_off(run_python):
    code = """
import torchada, torch
d = torch.device("cuda")
names = {"__name__": "my_pkg.sub", "d": d}
exec("answer = d.type", names)
print(names["answer"], d.type, torchada._core.is_native_module("my_pkg"))
"""
    environment = {"TORCHADA_NATIVE_MODULES": "other, my_pkg"}
    assert run_python(code, env=environment).stdout.split() == ["musa", "cuda", "True"]
    environment = {"TORCHADA_PERSPECTIVE": "off"}
    assert run_python(code, env=environment).stdout.split() == ["musa", "musa", "True"]


def test_is_cuda_of_other_devices():
    assert not torch.ones(1).is_cuda
    assert not torch.ones(1, device="meta").is_cuda
    assert torch.nn.Parameter(torch.ones(1, device="cuda")).is_cuda
    assert not torch.ones(1).untyped_storage().is_cuda


def test_a_storage_whose_device_is_not_a_device_gives_the_genuine_answer():
    class Odd(torch.UntypedStorage):
        device = types.SimpleNamespace(type="npu", index=0)

    assert Odd(4).is_cuda is False


def test_descriptors_are_genuine_kinds_with_their_documentation():
    base = torch._C.TensorBase
    assert type(vars(base)["is_cuda"]) is type(vars(base)["is_cpu"])
    assert type(vars(base)["cuda"]) is type(vars(base)["cpu"])
    assert vars(base)["cuda"].__objclass__ is base and base.cuda.__name__ == "cuda"
    assert "CUDA memory" in torch.Tensor.cuda.__doc__
    assert type(vars(torch.device)["type"]) is type(vars(torch.device)["index"])
    with pytest.raises(AttributeError):
        torch.device("cuda").type = "cpu"
    with pytest.raises(TypeError):
        torch.Tensor.is_cuda.__get__(3)


class LoggingTensor(torch.Tensor):
    calls = []

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        cls.calls.append(getattr(func, "__name__", repr(func)))
        return super().__torch_function__(func, types, args, kwargs or {})


def test_a_torch_function_subclass_sees_the_access_once_and_gets_the_users_answer():
    tensor = torch.ones(2, device="cuda").as_subclass(LoggingTensor)
    LoggingTensor.calls.clear()
    assert tensor.is_cuda is True
    assert LoggingTensor.calls == ["__get__"]
    LoggingTensor.calls.clear()
    cpu = torch.ones(2).as_subclass(LoggingTensor)
    moved = cpu.cuda()
    assert type(moved) is LoggingTensor and LoggingTensor.calls[0] == "cuda"
    assert moved.is_cuda and not cpu.is_cuda


def test_a_torch_function_mode_sees_the_access():
    from torch.overrides import TorchFunctionMode

    class Mode(TorchFunctionMode):
        functions = []

        def __torch_function__(self, func, types, args=(), kwargs=None):
            self.functions.append(func)
            return func(*args, **(kwargs or {}))

    tensor = torch.ones(2, device="cuda")
    with Mode() as mode:
        assert tensor.is_cuda
        tensor.cuda()
    assert torch.Tensor.cuda in mode.functions
    assert torch.Tensor.is_cuda.__get__ in mode.functions


def test_an_override_decides_the_answer_itself():
    class Liar(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            return "mine"

    assert torch.ones(1, device="cuda").as_subclass(Liar).is_cuda == "mine"
    assert torch.ones(1).as_subclass(Liar).cuda() == "mine"


def test_fake_tensors():
    from torch._subclasses.fake_tensor import FakeTensorMode

    with FakeTensorMode() as mode:
        fake = mode.from_tensor(torch.ones(2, device="cuda"))
        assert fake.is_cuda and fake.device == torch.device("cuda:0")
        assert str(fake.device) == "cuda:0"
        assert not torch.ones(2).is_cuda
        assert torch.ones(2).cuda().is_cuda


def test_overridable_functions_still_list_both_attributes():
    import torch.overrides

    overrides = torch.overrides.get_testing_overrides()
    assert torch.Tensor.is_cuda.__get__ in overrides
    assert torch.Tensor.cuda in overrides


def test_tensor_cuda_with_every_form_of_argument():
    tensor = torch.arange(3.0)
    for moved in (
        tensor.cuda(),
        tensor.cuda(None),
        tensor.cuda(0),
        tensor.cuda("cuda"),
        tensor.cuda("cuda:0"),
        tensor.cuda(torch.device("cuda")),
        tensor.cuda(torch.device("cuda", 0)),
        tensor.cuda(device=0),
        tensor.cuda(0, True),
        tensor.cuda(device=0, non_blocking=True),
        tensor.cuda(non_blocking=False),
        tensor.cuda(memory_format=torch.preserve_format),
        torch.Tensor.cuda(tensor),
    ):
        assert moved.is_cuda and moved.device.index == 0 and moved.cpu().tolist() == [0, 1, 2]
    on_device = tensor.cuda()
    assert on_device.cuda() is on_device and on_device.cuda(0) is on_device
    image = torch.ones(1, 2, 3, 4).cuda(memory_format=torch.channels_last)
    assert image.is_contiguous(memory_format=torch.channels_last)


@pytest.mark.parametrize(
    "arguments, keywords",
    [
        (("cpu",), {}),
        ((torch.device("cpu"),), {}),
        (("nonsense",), {}),
        ((3.5,), {}),
        ((True,), {}),
        ((-1,), {}),
        ((0, 1), {}),
        ((0, False, None), {}),
        ((), {"devise": 0}),
        ((0,), {"device": 0}),
        ((), {"non_blocking": "yes"}),
        ((), {"memory_format": torch.float32}),
    ],
)
def test_bad_arguments_of_tensor_cuda_raise_pytorchs_own_error(arguments, keywords):
    tensor = torch.ones(2)
    with pytest.raises((TypeError, RuntimeError)) as ours:
        tensor.cuda(*arguments, **keywords)
    assert torchada.unpatch()
    try:
        with pytest.raises((TypeError, RuntimeError)) as stock:
            tensor.cuda(*arguments, **keywords)
    finally:
        assert torchada._patch.apply_patches()
    assert type(ours.value) is type(stock.value)
    assert str(ours.value) == str(stock.value)


def test_with_torch_device_as_a_mode():
    with torch.device("cuda"):
        tensor = torch.ones(2)
        assert tensor.is_cuda and tensor.cuda() is tensor
    assert copy.deepcopy(tensor).is_cuda


def test_no_reference_leaks():
    tensor = torch.ones(2, device="cuda")
    device = tensor.device
    base = torch._C.TensorBase

    def exercise(count):
        for _ in range(count):
            tensor.is_cuda, device.type, str(device), repr(device), tensor.cuda(), tensor.cuda(0)
            torch.device("cuda:0")

    exercise(100)
    watched = (tensor, device, torch.device, base, vars(base)["is_cuda"], vars(base)["cuda"])
    before = [sys.getrefcount(item) for item in watched]
    exercise(10_000)
    after = [sys.getrefcount(item) for item in watched]
    assert all(abs(a - b) < 10 for a, b in zip(after, before)), (before, after)


@pytest.mark.parametrize("move", [lambda m: m.cuda(), lambda m: m.to("cuda")])
def test_lazy_modules_can_be_moved_before_they_have_a_shape(move):
    model = move(torch.nn.LazyLinear(3))
    assert model(torch.ones(2, 4, device="cuda")).is_cuda
    assert model.weight.is_cuda and model.weight.shape == (3, 4)


def test_moving_a_module_keeps_its_parameters():
    model = torch.nn.Linear(2, 1)
    weight, optimizer = model.weight, torch.optim.SGD(model.parameters(), lr=0.1)
    assert model.cuda().weight is weight and weight.is_cuda
    before = weight.detach().clone()
    model(torch.ones(1, 2, device="cuda")).sum().backward()
    optimizer.step()
    assert not torch.equal(before, weight)
    assert model.cpu().weight is weight and not weight.is_cuda
