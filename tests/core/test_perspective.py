"""What user code sees of devices, and what PyTorch's, torch_musa's and other packages' code sees."""

import pickle
import types

import pytest
import torch

import torchada

pytestmark = pytest.mark.musa

# What a module of a given name sees of one tensor.
LOOK = """
def look(x):
    d = x.device
    return d.type, str(d), f"{d}", repr(d), x.is_cuda
"""
USER = ("cuda", "cuda:0", "cuda:0", "device(type='cuda', index=0)", True)
PARTNER = ("musa", "musa:0", "musa:0", "device(type='musa', index=0)", True)
NATIVE = ("musa", "musa:0", "musa:0", "device(type='musa', index=0)", False)


def seen_by(name, x):
    scope = {} if name is None else {"__name__": name}
    exec(LOOK, scope)
    return scope["look"](x)


@pytest.fixture
def x():
    return torch.ones(2, device="cuda")


def test_user_code_sees_cuda(x):
    assert torch.device("cuda").type == "cuda"
    assert str(x.device) == "cuda:0" and x.is_cuda
    assert type(torch.device("cuda")) is torch.device
    assert x.device == torch.device("cuda:0") == torch.device("cuda", 0)
    assert "device='cuda:0'" in repr(x)
    assert x.device.type in ("cuda",) and {x.device: 1}[torch.device("cuda:0")] == 1


@pytest.mark.parametrize(
    "name", ["__main__", "train", "torchvision.ops", "torchmetrics", "mytorch", None]
)
def test_users_modules_see_cuda(x, name):
    assert seen_by(name, x) == USER


@pytest.mark.parametrize(
    "name",
    [
        "torch",
        "torch.nn.modules.linear",
        "torch_musa",
        "torch_musa.core",
        "accelerate.utils",
        "flag_gems.ops.maximum",
        "transformers.models",
    ],
)
def test_native_modules_see_musa(x, name):
    assert seen_by(name, x) == NATIVE


@pytest.mark.parametrize("name", ["sglang.srt.layers", "sgl_kernel", "vllm_musa.platform"])
def test_packages_that_know_musa_through_torchada_see_musa_and_is_cuda(x, name):
    assert seen_by(name, x) == PARTNER
    scope = {"__name__": name}
    exec("def look(x): return x.untyped_storage().is_cuda, x.type(), x.is_cuda", scope)
    assert scope["look"](x) == (True, "torch.musa.FloatTensor", True)
    assert scope["look"](x.cpu()) == (False, "torch.FloatTensor", False)
    with torchada.native_view():
        assert scope["look"](x)[1:] == ("torch.musa.FloatTensor", False)


def test_native_view_for_a_block(x):
    with torchada.native_view():
        assert x.device.type == "musa" and str(x.device) == "musa:0" and not x.is_cuda
    assert x.device.type == "cuda" and x.is_cuda


def test_perspective_off_gives_everyone_the_truth(run_python):
    code = (
        "import torchada, torch\n"
        "x = torch.ones(1, device='cuda')\n"
        "assert torchada.is_patched() and x.device.type == 'musa' and not x.is_cuda\n"
        "lib = torch.library.Library('perspective_off', 'FRAGMENT')\n"
        "lib.define('f(Tensor x) -> Tensor')\n"
        "lib.impl('f', lambda x: x + 1, 'CUDA')\n"
        "assert torch.ops.perspective_off.f(x).item() == 2\n"
    )
    run_python(code, env={"TORCHADA_PERSPECTIVE": "off"})


def test_packages_can_be_declared_native(run_python):
    code = LOOK + (
        "import torchada, torch\n"
        "x = torch.ones(1, device='cuda')\n"
        "def seen_by(name):\n"
        "    scope = {'__name__': name}\n"
        "    exec('def look(x): return x.device.type', scope)\n"
        "    return scope['look'](x)\n"
        "assert seen_by('mypkg.sub') == 'musa' and seen_by('other') == 'musa'\n"
        "assert seen_by('mypkgs') == 'cuda' and x.device.type == 'cuda'\n"
    )
    run_python(code, env={"TORCHADA_NATIVE_MODULES": "mypkg,other"})


def test_tensors_of_the_cpu_are_untouched():
    x = torch.ones(1)
    assert x.device.type == "cpu" and not x.is_cuda and str(x.device) == "cpu"


def test_usual_idioms():
    """Lines that programs really have."""
    device = "cuda:0"
    model = torch.nn.Linear(2, 2).to(device)
    x = torch.ones(1, 2).to(torch.device("cuda", torch.cuda.current_device()))
    assert next(model.parameters()).device.type == "cuda"
    assert model(x).get_device() == 0
    assert x.to("cpu").cuda(0).is_cuda and x.cuda(non_blocking=True) is x
    assert torch.zeros_like(x).device == x.device
    assert x.new_ones(2).is_cuda and torch.tensor([1.0], device="cuda").is_cuda
    with torch.device("cuda"):
        assert torch.empty(1).is_cuda
    if x.is_cuda:
        x = x.cpu()
    assert x.numpy().sum() == 2


def test_classes_with_their_own_device_attribute(x):
    holder = types.SimpleNamespace(device=x.device)
    assert f"{holder.device}" == "cuda:0"
    assert pickle.loads(pickle.dumps(holder)).device == x.device


def test_versions_are_untouched(run_python):
    code = "import torch; print(torch.version.cuda, torch.cuda.is_available())"
    stock = run_python(code, musasim=False, env={"TORCH_DEVICE_BACKEND_AUTOLOAD": "0"}).stdout
    assert stock.split() == [str(torch.version.cuda), str(torch.cuda.is_available())]


def test_functions_of_two_views_are_pickled_and_copied_by_name():
    import copy
    import pickle

    function = torch.get_device_module
    assert pickle.loads(pickle.dumps(function)) is function
    assert copy.deepcopy(function) is function and copy.copy(function) is function
