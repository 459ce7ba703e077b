"""Nested tensors of the device, in both layouts."""

import pytest
import torch
import torch.nn.functional as F
import torch_musa

pytestmark = pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors:UserWarning")


def parts():
    return [torch.linspace(0, 1, 6).view(2, 3), torch.linspace(-1, 1, 12).view(4, 3)]


def nested(device, layout=torch.strided):
    return torch.nested.nested_tensor(parts(), device=device, layout=layout)


def check_same(actual, expected):
    assert actual.device == torch.device("musa", 0) and actual.is_nested == expected.is_nested
    actual = actual.unbind() if actual.is_nested else [actual]
    expected = expected.unbind() if expected.is_nested else [expected]
    for ours, theirs in zip(actual, expected):
        assert torch_musa._MUSAC._musasim_pointer_device(ours.data_ptr()) == 0
        torch.testing.assert_close(ours.cpu(), theirs)


def test_made_and_copied():
    for tensor in (nested("musa"), nested("cpu").to("musa"), nested("musa").clone()):
        check_same(tensor, nested("cpu"))
        assert tensor.size(0) == 2 and "nested_tensor" in repr(tensor)
        back = tensor.cpu()
        assert back.device.type == "cpu" and torch.equal(back.unbind()[1], parts()[1])
    assert nested("musa").to(torch.float64).dtype == torch.float64


def test_the_shapes_lie_on_the_host():
    for tensor in (nested("musa"), nested("musa") * 2, nested("musa").transpose(1, 2)):
        for shapes in (tensor._nested_tensor_size(), tensor._nested_tensor_strides()):
            assert shapes.device.type == "cpu"
            assert torch_musa._MUSAC._musasim_pointer_device(shapes.data_ptr()) == -1


WEIGHT = torch.linspace(-1, 1, 15).view(5, 3)
OPERATORS = {
    "mul": lambda n: n * 2,
    "add": lambda n: n + n,
    "linear": lambda n: F.linear(n, WEIGHT.to(n.device)),
    "softmax": lambda n: torch.softmax(n, -1),
    "layer_norm": lambda n: F.layer_norm(
        n, (3,), torch.ones(3, device=n.device), torch.zeros(3, device=n.device)
    ),
    "relu": torch.relu,
    "gelu": F.gelu,
    "matmul": lambda n: torch.matmul(n, n.transpose(1, 2)),
    "padded": lambda n: n.to_padded_tensor(7.0),
}


@pytest.mark.parametrize("layout", [torch.strided, torch.jagged], ids=str)
@pytest.mark.parametrize("name", OPERATORS)
def test_operators(name, layout):
    if layout == torch.jagged and name == "matmul":
        pytest.skip("the jagged layout multiplies only by what is not nested")
    check_same(OPERATORS[name](nested("musa", layout)), OPERATORS[name](nested("cpu", layout)))


def test_gradients_reach_the_parts():
    leaves = [part.to("musa").requires_grad_() for part in parts()]
    tensor = torch.nested.as_nested_tensor(leaves)
    (tensor * 3).to_padded_tensor(0.0).sum().backward()
    assert all(torch.equal(leaf.grad.cpu(), torch.full(leaf.shape, 3.0)) for leaf in leaves)


def test_in_place_and_buffer():
    tensor = nested("musa")
    tensor.mul_(2)
    check_same(tensor, nested("cpu") * 2)
    assert tensor.values().device == tensor.device


def test_attention_of_the_jagged_layout():
    def attention(device):
        rows = [torch.linspace(0, 1, 16).view(2, 8), torch.linspace(1, 0, 32).view(4, 8)]
        tensor = torch.nested.nested_tensor(rows, device=device, layout=torch.jagged)
        heads = tensor.unflatten(-1, [2, 4]).transpose(1, 2)
        return F.scaled_dot_product_attention(heads, heads, heads).transpose(1, 2).flatten(-2)

    check_same(attention("musa"), attention("cpu"))


def test_a_transformer_uses_them_for_padded_batches():
    layer = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    encoder = torch.nn.TransformerEncoder(layer, 2).eval()
    batch = torch.linspace(-1, 1, 80).view(2, 5, 8)
    padding = torch.tensor([[0, 0, 0, 1, 1], [0, 0, 0, 0, 0]]).bool()
    with torch.no_grad():
        expected = encoder(batch, src_key_padding_mask=padding)
        encoder.to("musa")
        check_same(encoder(batch.to("musa"), src_key_padding_mask=padding.to("musa")), expected)


def test_in_a_graph():
    given = nested("musa")
    graph = torch_musa.MUSAGraph()
    with torch_musa.graph(graph):
        doubled = given * 2
        normal = torch.softmax(given, -1)
    given.add_(given)
    graph.replay()
    check_same(doubled, nested("cpu") * 4)
    check_same(normal, torch.softmax(nested("cpu") * 2, -1))
