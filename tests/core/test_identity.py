"""Identity: what PyTorch's own code sees of it, and what unpatch() restores."""

import inspect
import sys

import pytest
import torch

import torchada

pytestmark = [
    pytest.mark.musa,
    pytest.mark.filterwarnings("ignore:The torch.cuda.*:UserWarning"),
    pytest.mark.filterwarnings("ignore:torch.set_default_tensor_type:UserWarning"),
    pytest.mark.filterwarnings("ignore:TypedStorage is deprecated:UserWarning"),
]


def asked_by(module, code, **names):
    return eval(code, {"__name__": module, "torch": torch, **names})


@pytest.fixture
def x():
    return torch.ones(2, device="cuda")


@pytest.mark.parametrize(
    "code, users, natives",
    [
        ("x.type()", "torch.cuda.FloatTensor", "torch.musa.FloatTensor"),
        ("x.to_sparse().type()", "torch.cuda.sparse.FloatTensor", "torch.musa.sparse.FloatTensor"),
        ("repr(torch.Stream('cuda'))[:29]", "torch.Stream device_type=cuda", None),
        ("repr(torch.Event('cuda'))[:28]", "torch.Event device_type=cuda", None),
    ],
)
def test_the_answer_depends_on_who_asks(x, code, users, natives):
    natives = natives or users.replace("cuda", "musa")
    assert asked_by("train", code, x=x) == users
    assert asked_by("torch.nn.modules.linear", code, x=x) == natives
    with torchada.native_view():
        assert asked_by("train", code, x=x) == natives


def test_conversions_are_understood_from_everyone(x):
    for module in ("train", "torch.nn.modules.module"):
        half = asked_by(module, "x.type('torch.cuda.HalfTensor')", x=x)
        assert half.dtype is torch.float16 and half.is_cuda
        assert asked_by(module, "x.type(torch.cuda.HalfTensor)", x=x).equal(half)


@pytest.mark.filterwarnings(
    "ignore:The torch.musa"
)  # as CUDA's, tensors by type are not recommended
def test_torch_musas_own_spelling_still_works(x):
    assert x.type("torch.musa.HalfTensor").type() == "torch.cuda.HalfTensor"
    assert isinstance(x, torch.musa.FloatTensor) and torch.musa.FloatTensor(2).is_cuda
    assert x.type(torch.cuda.FloatTensor).is_musa


def test_texts_are_for_users_whoever_asks(x):
    stream = torch.cuda.Stream()
    for module in ("train", "torch.serialization"):
        assert asked_by(module, "repr(s)", s=stream).startswith("<torch.cuda.Stream device=cuda:0 ")
        text = asked_by(module, "repr(s)", s=x.untyped_storage())
        assert "device=cuda:0" in text
    with torchada.native_view():
        assert "musa" in repr(stream) and "cuda" not in repr(stream)
        assert "device=musa:0" in repr(x.untyped_storage())


def test_the_default_device_of_pytorchs_own_code():
    try:
        torch.set_default_tensor_type("torch.cuda.FloatTensor")
        assert asked_by("torch._tensor", "torch._C._get_default_device()") == "musa"
        assert asked_by("train", "torch._C._get_default_device()") == "cuda"
        assert torch.Storage is torch.cuda.FloatStorage
    finally:
        torch.set_default_tensor_type("torch.FloatTensor")
    assert torch._C._get_default_device() == "cpu"


UNPATCH = """
import torch, torchada, warnings
warnings.simplefilter("ignore")
x = torch.ones(2, device="cuda")
torch.set_default_tensor_type("torch.cuda.FloatTensor")
assert torch.ones(1).is_cuda and isinstance(x, torch.cuda.FloatTensor)
torchada.unpatch()
assert x.type() == "torch.musa.FloatTensor" and not isinstance(x, torch.cuda.FloatTensor)
assert torch.ones(1).device.type == "cpu" and torch.Storage is torch.FloatStorage
assert "device=musa:0" in repr(x.untyped_storage()) and "musa" in repr(torch.musa.Stream())
assert x.storage().type() != "torch.cuda.FloatStorage"
assert not hasattr(x, "__cuda_array_interface__")
for attempt in (lambda: torch.cuda.FloatTensor(2), lambda: x.type("torch.cuda.HalfTensor")):
    try:
        attempt()
    except (TypeError, RuntimeError):
        continue
    raise AssertionError(attempt)
torchada._patch.apply_patches()
assert x.type() == "torch.cuda.FloatTensor" and torch.cuda.FloatTensor(2).is_cuda
assert torch.ones(1).device.type == "cpu"
"""


def test_unpatch_undoes_it(run_python):
    run_python(UNPATCH)


def test_perspective_off_shows_the_truth_and_still_understands(run_python):
    code = """
        import torch, warnings
        warnings.simplefilter("ignore")
        x = torch.ones(2, device="cuda")
        assert x.type() == "torch.musa.FloatTensor" and "musa" in repr(torch.cuda.Stream())
        assert x.type("torch.cuda.HalfTensor").dtype is torch.half
        assert isinstance(torch.cuda.FloatTensor(2), torch.cuda.FloatTensor)
        torch.set_default_tensor_type("torch.cuda.FloatTensor")
        assert torch.ones(1).device.type == "musa"
    """
    run_python(code, env={"TORCHADA_PERSPECTIVE": "off"})


@pytest.fixture
def view():
    from torchada._patch._ledger import Ledger
    from torchada._patch._views import as_user

    ledger = Ledger()
    yield lambda target: as_user(target, ledger, "test")
    ledger.rollback()


def test_foreign_functions_are_refused_a_view(view):
    with pytest.raises(TypeError, match="expected a Python function or a property"):
        view(len)


def test_a_view_is_the_same_function(view):
    def outer(scale=2, *, offset=1):
        """Doc."""
        return scale + offset + len(captured)

    captured = [1]
    same = view(outer)
    assert same is not outer and same() == outer() == 4 and same(1, offset=0) == 2
    assert same.__doc__ == "Doc." and same.__qualname__ == outer.__qualname__
    assert same.__module__ == outer.__module__
    assert inspect.getmodule(outer) is sys.modules[__name__]


def test_dynamo_can_trace_a_view(x):
    packed = torch.nn.utils.rnn.pack_padded_sequence(x.view(2, 1, 1), [2])
    moved = torch.compile(lambda sequence: sequence.cuda().data + 1, backend="eager")(packed)
    assert moved.tolist() == [[2.0], [2.0]] and moved.is_cuda
