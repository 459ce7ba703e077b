"""What moves between devices and what may mix, as on CUDA."""

import copy
import pickle

import pytest
import torch

DEVICE = "musa"


def is_on_device(tensor):
    return tensor.device.type == DEVICE


def test_modules_keep_their_parameters_when_they_move():
    model = torch.nn.Linear(2, 1)
    weight, optimizer = model.weight, torch.optim.SGD(model.parameters(), lr=0.1)
    weight.note = "kept"
    model.to(DEVICE)
    assert model.weight is weight and is_on_device(weight) and weight.note == "kept"
    before = weight.detach().clone()
    model(torch.ones(1, 2, device=DEVICE)).sum().backward()
    optimizer.step()
    assert not torch.equal(before, weight)
    assert is_on_device(weight.grad)
    model.cpu()
    assert model.weight is weight and weight.device.type == weight.grad.device.type == "cpu"


def test_tied_parameters_stay_tied():
    first, second = torch.nn.Linear(2, 2), torch.nn.Linear(2, 2)
    second.weight = first.weight
    model = torch.nn.Sequential(first, second).to(DEVICE)
    assert model[0].weight is model[1].weight
    assert len(list(model.parameters())) == 3


def test_data_can_be_assigned_across_devices():
    parameter = torch.nn.Parameter(torch.ones(2))
    parameter.data = parameter.data.to(DEVICE)
    (parameter * 2).sum().backward()
    assert is_on_device(parameter) and parameter.grad.tolist() == [2, 2]
    with pytest.raises(RuntimeError, match="incompatible tensor type"):
        parameter.data = torch.eye(2, device=DEVICE).to_sparse()


@pytest.mark.parametrize(
    "call",
    [
        lambda x: torch.ones(3)[x > 0],
        lambda x: torch.ones(3)[torch.tensor([0], device=DEVICE)],
        lambda x: x.__setitem__(x > 0, torch.ones(3)),
        lambda x: torch.ones(3).index_put_((torch.tensor([0]),), x[:1]),
        lambda x: torch.tensor(0.0).add_(x.sum()),
        lambda x: torch.sum(x, 0, out=torch.tensor(0.0)),
    ],
)
def test_mixtures_that_a_gpu_refuses(call):
    with pytest.raises(RuntimeError, match="same device"):
        call(torch.ones(3, device=DEVICE))


def test_indices_and_scalars_of_the_host_are_accepted():
    x = torch.arange(3.0, device=DEVICE)
    assert x[torch.tensor([0, 2])].tolist() == [0, 2]
    x[x > 0] = torch.tensor(5.0)
    assert (x + torch.tensor(1.0)).tolist() == [1, 6, 6]


def test_generators_can_be_copied():
    generator = torch.Generator(DEVICE).manual_seed(3)
    generator.set_offset(4)
    copies = [copy.deepcopy(generator), pickle.loads(pickle.dumps(generator))]
    values = torch.randn(3, device=DEVICE, generator=generator)
    for other in copies:
        assert other.device == generator.device and other.get_offset() == 4
        assert torch.equal(torch.randn(3, device=DEVICE, generator=other), values)
