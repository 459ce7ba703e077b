"""Type strings and the legacy types: torch.cuda.FloatTensor and its like."""

import warnings

import pytest
import torch

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.filterwarnings("ignore:The torch.cuda.*:UserWarning"),
    pytest.mark.filterwarnings("ignore:torch.set_default_tensor_type:UserWarning"),
    pytest.mark.filterwarnings("ignore:Sparse invariant checks:UserWarning"),
]

DTYPES = {
    "Float": torch.float32,
    "Double": torch.float64,
    "Half": torch.float16,
    "BFloat16": torch.bfloat16,
    "Byte": torch.uint8,
    "Char": torch.int8,
    "Short": torch.int16,
    "Int": torch.int32,
    "Long": torch.int64,
    "Bool": torch.bool,
}
SPARSE = [name for name in DTYPES if name != "Bool"]


@pytest.fixture
def x():
    return torch.ones(2, 3, device="cuda")


@pytest.fixture
def default_tensor_type():
    yield torch.set_default_tensor_type
    torch.set_default_tensor_type("torch.FloatTensor")


@pytest.mark.parametrize("name", DTYPES)
def test_type_string(x, name):
    y = x.to(DTYPES[name])
    assert y.type() == y.type(None) == y.type(dtype=None) == f"torch.cuda.{name}Tensor"
    assert y.cpu().type() == f"torch.{name}Tensor"


@pytest.mark.parametrize("name", DTYPES)
def test_conversion_by_string_and_by_type(x, name):
    string, kind = f"torch.cuda.{name}Tensor", getattr(torch.cuda, f"{name}Tensor")
    cpu = x.cpu()
    for given in (string, kind):
        for tensor in (x, cpu):
            moved = tensor.type(given)
            assert moved.dtype == DTYPES[name] and moved.is_cuda
            assert moved.type() == string
            assert tensor.type(dtype=given, non_blocking=True).type() == string
    assert cpu.type(DTYPES[name]).type() == f"torch.{name}Tensor"


def test_conversion_of_the_same_type_is_the_tensor_itself(x):
    assert x.type("torch.cuda.FloatTensor") is not None
    assert x.type("torch.cuda.FloatTensor").data_ptr() == x.data_ptr()
    assert x.type("torch.FloatTensor").device.type == "cpu"
    assert x.type(torch.FloatTensor).device.type == "cpu"


def test_other_types_are_errors(x):
    with pytest.raises(ValueError, match="^invalid type: 'torch.cuda.FooTensor'$"):
        x.type("torch.cuda.FooTensor")
    with pytest.raises(ValueError, match="^invalid type: 'torch.FooTensor'$"):
        x.cpu().type("torch.FooTensor")
    with pytest.raises(TypeError, match="dtype must be a type, str, or dtype object"):
        x.type(3)


def test_sparse_type_strings(x):
    sparse = x.to_sparse()
    assert sparse.type() == "torch.cuda.sparse.FloatTensor"
    assert sparse.double().type() == "torch.cuda.sparse.DoubleTensor"
    assert sparse.cpu().type() == "torch.sparse.FloatTensor"


def test_modules_convert_by_type():
    module = torch.nn.Linear(2, 2).type("torch.cuda.HalfTensor")
    assert {p.type() for p in module.parameters()} == {"torch.cuda.HalfTensor"}
    module = torch.nn.Linear(2, 2).type(torch.cuda.DoubleTensor)
    assert {p.type() for p in module.parameters()} == {"torch.cuda.DoubleTensor"}


def test_the_idiom_of_a_default_type():
    """Lines that programs of 2018 have."""
    Tensor = torch.cuda.FloatTensor
    noise = torch.autograd.Variable(Tensor(torch.randn(2, 4).numpy().tolist()))
    assert noise.type() == "torch.cuda.FloatTensor" and noise.shape == (2, 4)
    valid = torch.autograd.Variable(Tensor(3, 1).fill_(1.0), requires_grad=False)
    assert valid.tolist() == [[1.0], [1.0], [1.0]] and valid.is_cuda


@pytest.mark.parametrize("name", DTYPES)
def test_constructors(name):
    kind = getattr(torch.cuda, f"{name}Tensor")
    made = kind(2, 3)
    assert made.shape == (2, 3) and made.dtype == DTYPES[name] and made.is_cuda
    assert kind([1, 0]).tolist() == [1, 0]
    assert kind().shape == (0,)
    assert kind(torch.Size([4])).shape == (4,)
    assert kind(made).data_ptr() == made.data_ptr()
    assert kind(2, device="cuda").device == torch.device("cuda", torch.cuda.current_device())


def test_constructors_refuse_what_is_elsewhere():
    with pytest.raises(RuntimeError, match="legacy constructor expects device type"):
        torch.cuda.FloatTensor(2, device="cpu")
    with pytest.raises(TypeError, match="expected .* \\(got"):
        torch.cuda.FloatTensor(torch.ones(2))
    with pytest.raises(TypeError):
        torch.cuda.FloatTensor("two")


@pytest.mark.filterwarnings("ignore:torch.sparse.SparseTensor.* is deprecated:UserWarning")
@pytest.mark.parametrize("name", SPARSE)
def test_sparse_constructors(name):
    kind = getattr(torch.cuda.sparse, f"{name}Tensor")
    indices = torch.tensor([[0, 2]], device="cuda")
    values = torch.tensor([1, 2], device="cuda", dtype=DTYPES[name])
    made = kind(indices, values, torch.Size([4]))
    assert made.layout is torch.sparse_coo and made.dtype == DTYPES[name] and made.is_cuda
    assert made.to_dense().tolist() == [1, 0, 2, 0]
    assert kind(indices, values).shape == (3,)
    assert isinstance(made, kind) and not isinstance(made, torch.cuda.FloatTensor)
    assert not isinstance(values, kind) and not isinstance(made.cpu(), kind)
    assert kind.is_sparse and kind.is_cuda and kind.layout is torch.sparse_coo


@pytest.mark.parametrize("name", DTYPES)
def test_isinstance(x, name):
    y = x.to(DTYPES[name])
    for other in DTYPES:
        assert isinstance(y, getattr(torch.cuda, f"{other}Tensor")) is (other == name)
        assert isinstance(y.cpu(), getattr(torch, f"{other}Tensor")) is (other == name)
    kind = getattr(torch.cuda, f"{name}Tensor")
    assert not isinstance(y.cpu(), kind)
    assert not isinstance(y, getattr(torch, f"{name}Tensor"))
    assert not isinstance(3, kind) and not isinstance(kind, kind)
    assert isinstance(y, torch.Tensor) and torch.is_tensor(y)


def test_isinstance_of_parameters_and_subclasses(x):
    class Mine(torch.Tensor):
        pass

    assert isinstance(torch.nn.Parameter(x), torch.cuda.FloatTensor)
    assert isinstance(x.as_subclass(Mine), torch.cuda.FloatTensor)
    assert isinstance(x, (torch.FloatTensor, torch.cuda.FloatTensor))


@pytest.mark.parametrize("name", DTYPES)
def test_what_a_type_says_of_itself(name):
    kind = getattr(torch.cuda, f"{name}Tensor")
    assert str(kind) == repr(kind) == f"<class 'torch.cuda.{name}Tensor'>"
    assert kind.__name__ == f"{name}Tensor" and kind.__module__ == "torch.cuda"
    assert kind.dtype is DTYPES[name] and kind.layout is torch.strided
    assert kind.is_cuda and not kind.is_sparse
    assert not getattr(torch, f"{name}Tensor").is_cuda
    assert torch.typename(kind) == f"torch.cuda.{name}Tensor"


def test_types_of_subclasses(x):
    class Mine(torch.Tensor):
        pass

    mine = x.as_subclass(Mine)
    assert mine.type() == "torch.cuda.FloatTensor"
    half = mine.type("torch.cuda.HalfTensor")
    assert type(half) is Mine and half.type() == "torch.cuda.HalfTensor"


def test_a_torch_function_sees_the_call(x):
    seen = []

    class Logging(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            seen.append((func, args[1:], kwargs))
            return super().__torch_function__(func, types, args, kwargs or {})

    logging = x.as_subclass(Logging)
    seen.clear()
    assert logging.type() == "torch.cuda.FloatTensor"
    assert [call[0] for call in seen] == [torch.Tensor.type]
    seen.clear()
    logging.type("torch.cuda.HalfTensor")
    assert seen[0][:2] == (torch.Tensor.type, ("torch.cuda.HalfTensor",))


def test_typename(x):
    assert torch.typename(x) == "torch.cuda.FloatTensor"
    assert torch.typename(x.cpu()) == "torch.FloatTensor"


@pytest.mark.parametrize("name", ["Float", "Double", "Half", "BFloat16"])
@pytest.mark.parametrize("by", ["string", "type"])
def test_default_tensor_type(default_tensor_type, name, by):
    string = f"torch.cuda.{name}Tensor"
    default_tensor_type(string if by == "string" else getattr(torch.cuda, f"{name}Tensor"))
    assert torch.get_default_dtype() is DTYPES[name]
    assert torch.tensor([1.0]).type() == string
    assert torch.Tensor(2, 3).type() == torch.Tensor([1, 2]).type() == string
    assert torch.ones(2).type() == torch.empty(2).type() == torch.rand(2).type() == string
    assert torch.tensor([1]).type() == "torch.cuda.LongTensor" and torch.arange(3).is_cuda
    assert torch.as_tensor([1.0]).is_cuda and torch.eye(2).is_cuda
    assert torch.ones(2, device="cpu").type() == f"torch.{name}Tensor"
    assert torch.ones(2).cpu().type(torch.Tensor).type() == string
    assert torch.nn.Linear(2, 2).weight.type() == string
    default_tensor_type("torch.FloatTensor")
    assert torch.ones(2).type() == "torch.FloatTensor"


def test_printing_with_a_default_tensor_type(default_tensor_type):
    default_tensor_type("torch.cuda.FloatTensor")
    assert repr(torch.ones(2)) == "tensor([1., 1.])"
    assert repr(torch.ones(2, device="cpu")) == "tensor([1., 1.], device='cpu')"


def test_default_tensor_types_that_cannot_be(default_tensor_type):
    with pytest.raises(TypeError, match="only floating-point types are supported"):
        default_tensor_type(torch.cuda.IntTensor)
    with pytest.raises(TypeError, match="only dense types are supported"):
        default_tensor_type("torch.cuda.sparse.FloatTensor")
    with pytest.raises(TypeError, match="invalid type object"):
        default_tensor_type(int)
    assert torch.ones(1).device.type == "cpu"


def test_the_constructors_warn_once():
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        torch.cuda.FloatTensor(1)
        torch.cuda.FloatTensor(1)
    assert len(seen) <= 1
