"""Random programs: run call by call, and captured and replayed, they leave the same memory.

A program is a list of steps over a pool of tensors: arithmetic, in place or with `out=`, views of
inputs and results, indexing, reductions, random numbers, copies, work on two streams.
"""

import random

import pytest
import torch
import torch_musa
from test_graph_captures import host

REPLAYS = 3


def pointwise(rng, tensors):
    a, b = rng.choice(tensors), rng.choice(tensors)
    operator = rng.choice([torch.add, torch.mul, torch.sub, torch.maximum])
    return lambda: operator(a(), b()).clamp(-4, 4)


def in_place(rng, tensors):
    a, b = rng.choice(tensors), rng.choice(tensors)
    step = rng.choice(
        [
            lambda: a().add_(b().clone(), alpha=0.5).clamp_(-4, 4),
            lambda: a().mul_(0.75),
            lambda: a().copy_(b().flip(0)),
            lambda: a().relu_(),
            lambda: a()[1:, ::2].sub_(1.0),
            lambda: a().index_add_(0, torch.arange(2, device="musa"), b()[:2].clone(), alpha=0.25),
            lambda: a().masked_fill_(b() > 1, 0.5),
            lambda: torch._foreach_mul_([a()], 0.5),
        ]
    )
    return lambda: (step(), None)[1]


def view(rng, tensors):
    a = rng.choice(tensors)
    return rng.choice(
        [
            lambda: a().t(),
            lambda: a().flatten().view(4, 4),
            lambda: a().as_strided((4, 4), (4, 1)),
            lambda: a().unfold(0, 4, 1)[0].t(),
        ]
    )


def product(rng, tensors):
    a, b = rng.choice(tensors), rng.choice(tensors)
    return rng.choice(
        [
            lambda: (a() @ b()).tanh(),
            lambda: torch.nn.functional.layer_norm(a(), (4,)),
            lambda: a().softmax(1),
            lambda: a().sort(dim=1).values,
            lambda: a().cumsum(0).clamp(-4, 4),
            lambda: torch.cat([a()[:2], b()[2:]]),
            lambda: a()[a().argsort(0)[:, 0]],
            lambda: torch.where(a() > b(), a(), b().mean()),
            lambda: a().half().mul(2).float().clamp(-4, 4),
        ]
    )


def into_out(rng, tensors):
    a, b, out = (rng.choice(tensors) for _ in range(3))

    def step():
        target = out()
        if target._is_view() or not target.is_contiguous():
            target = torch.empty(0, device="musa")
        return torch.sub(a().clone(), b().mean(), out=target)

    return step


def noise(rng, tensors):
    a = rng.choice(tensors)
    return rng.choice(
        [
            lambda: torch.rand(4, 4, device="musa"),
            lambda: torch.nn.functional.dropout(a(), 0.3).clamp(-4, 4),
            lambda: (a().uniform_(-1, 1), None)[1],
            lambda: a() + torch.randn_like(a()),
            lambda: torch.bernoulli(a().sigmoid()),
        ]
    )


def on_the_side(rng, tensors):
    inner = rng.choice([pointwise, in_place, product, noise])(rng, tensors)

    def step():
        main = torch_musa.current_stream()
        side = SIDE[main.device_index]
        if side == main:
            return inner()
        side.wait_stream(main)
        with torch_musa.stream(side):
            result = inner()
        main.wait_stream(side)
        return result

    return step


def gradient(rng, tensors):
    a, b = rng.choice(tensors), rng.choice(tensors)

    def step():
        x = a().detach().clone().requires_grad_()
        (found,) = torch.autograd.grad((x @ b()).tanh().sum(), x)
        return found.clamp(-4, 4)

    return step


KINDS = [pointwise, in_place, view, product, into_out, noise, on_the_side, gradient]
SIDE = {}


class Program:
    """Steps over a list of tensors that grows while it runs; the first ones are its inputs."""

    def __init__(self, seed, steps=25):
        rng = random.Random(seed)
        self.values = []
        names = [self._name(index) for index in range(3)]
        self.steps = []
        for _ in range(steps):
            self.steps.append(rng.choice(KINDS)(rng, list(names)))
            names.append(self._name(len(names)))

    def _name(self, index):
        return lambda: self.values[index]

    def __call__(self, inputs):
        self.values = list(inputs)
        for step in self.steps:
            result = step()
            # A step without a result stands for the input that it may have changed.
            self.values.append(self.values[0] if result is None else result)
        return list(self.values)


def make_inputs(seed):
    generator = torch.Generator().manual_seed(seed)
    return [torch.randn(4, 4, generator=generator) for _ in range(3)]


def run(call, inputs, results):
    """The memory after each of several runs: inputs are changed in between."""
    rows = []
    torch_musa.manual_seed(17)
    for index in range(REPLAYS):
        for tensor, fresh in zip(inputs, make_inputs(100 + index)):
            tensor.copy_(fresh)
        found = call()
        rows.append([host(value) for value in (found or results)])
    return rows, torch_musa.default_generators[0].get_offset()


@pytest.fixture(autouse=True)
def side_stream():
    SIDE.setdefault(0, torch_musa.Stream())


@pytest.mark.parametrize("seed", range(60))
def test_replays_equal_calls(seed):
    inputs = [tensor.to("musa") for tensor in make_inputs(seed)]
    program = Program(seed)
    expected = run(lambda: program(inputs), inputs, None)

    before = [host(tensor) for tensor in inputs]
    torch_musa.manual_seed(17)
    graph = torch_musa.MUSAGraph()
    with torch_musa.graph(graph):
        results = program(inputs)
    assert all(torch.equal(a, host(b)) for a, b in zip(before, inputs)), "the capture showed"
    actual = run(graph.replay, inputs, results)

    assert actual[1] == expected[1], "the generator's offset"
    for index, (left, right) in enumerate(zip(actual[0], expected[0])):
        torch.testing.assert_close(left, right, msg=lambda m: f"run {index}: {m}", equal_nan=True)
