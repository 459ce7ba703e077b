"""GradScaler's state: state_dict, pickles, getters and setters, and one that is disabled."""

import copy
import pickle

import pytest
import torch
from torch import nn

pytestmark = pytest.mark.gpu


def parameter(*values, dtype=torch.float32):
    return nn.Parameter(torch.tensor(values, device="cuda", dtype=dtype))


def sgd(*parameters):
    return torch.optim.SGD(parameters, lr=1.0)


def backward(scaler, weight, factor=1.0):
    """Give weight the scaled gradient of factor * sum(weight)."""
    scaler.scale((weight * factor).sum()).backward()


def test_state_dict():
    scaler = torch.amp.GradScaler("cuda", init_scale=4.0, growth_interval=7)
    weight = parameter(1.0)
    backward(scaler, weight)
    scaler.step(sgd(weight))
    scaler.update()
    state = scaler.state_dict()
    assert state == {
        "scale": 4.0,
        "growth_factor": 2.0,
        "backoff_factor": 0.5,
        "growth_interval": 7,
        "_growth_tracker": 1,
    }
    other = torch.amp.GradScaler("cuda")
    other.load_state_dict(state)
    assert other.state_dict() == state
    backward(other, parameter(1.0))
    other.load_state_dict({**state, "scale": 16.0})
    assert other.get_scale() == 16.0
    with pytest.raises(RuntimeError, match="The source state dict is empty"):
        other.load_state_dict({})


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_pickling(duplicate):
    scaler = torch.amp.GradScaler("cuda", init_scale=4.0)
    weight = parameter(1.0)
    backward(scaler, weight)
    scaler.unscale_(sgd(weight))
    with pytest.raises(AssertionError, match="may only be pickled at the beginning"):
        pickle.dumps(scaler)
    scaler.update()
    other = duplicate(scaler)
    assert other.state_dict() == scaler.state_dict()
    weight.grad = None
    backward(other, weight)
    other.update(torch.full((), 64.0, device="cuda"))
    assert other.get_scale() == 64.0


def test_a_pickle_names_cuda():
    assert b"cuda" in pickle.dumps(torch.amp.GradScaler("cuda"), protocol=0)


def test_a_disabled_scaler_does_nothing():
    scaler = torch.amp.GradScaler("cuda", enabled=False)
    loss = torch.ones((), device="cuda")
    assert scaler.scale(loss) is loss
    weight = parameter(1.0)
    weight.grad = torch.full_like(weight, float("inf"))
    scaler.unscale_(sgd(weight))
    scaler.step(sgd(weight))
    scaler.update()
    assert weight.item() == -float("inf")
    assert scaler.get_scale() == 1.0 and scaler.state_dict() == {}
    assert not scaler.is_enabled()


def test_getters_and_setters():
    scaler = torch.amp.GradScaler("cuda")
    assert scaler.get_growth_factor() == 2.0 and scaler.get_backoff_factor() == 0.5
    assert scaler.get_growth_interval() == 2000
    scaler.set_growth_factor(3.0)
    scaler.set_backoff_factor(0.25)
    scaler.set_growth_interval(5)
    assert scaler.get_growth_factor() == 3.0 and scaler.get_backoff_factor() == 0.25
    assert scaler.get_growth_interval() == 5
