"""Generators of the devices: seeds, states, streams of numbers that do not touch the CPU's."""

import pytest
import torch
import torch_musa

DRAWS = [
    lambda g: torch.rand(4, device="musa", generator=g),
    lambda g: torch.randn(4, device="musa", generator=g),
    lambda g: torch.randint(0, 100, (4,), device="musa", generator=g),
    lambda g: torch.randperm(8, device="musa", generator=g),
    lambda g: torch.empty(4, device="musa").exponential_(generator=g),
    lambda g: torch.bernoulli(torch.full((8,), 0.5, device="musa"), generator=g),
    lambda g: torch.multinomial(torch.ones(8, device="musa"), 3, generator=g),
    lambda g: torch.normal(torch.zeros(4, device="musa"), 1.0, generator=g),
]


@pytest.mark.parametrize("draw", DRAWS)
def test_a_generator_repeats_itself(draw):
    generator = torch.Generator("musa")
    assert generator.device == torch.device("musa")  # as on CUDA
    first = draw(generator.manual_seed(5))
    assert torch.equal(first, draw(generator.manual_seed(5)))
    state = generator.get_state()
    following = draw(generator)
    generator.set_state(state)
    assert torch.equal(following, draw(generator)) and generator.initial_seed() == 5


@pytest.mark.parametrize("draw", DRAWS)
def test_manual_seed_reaches_the_default_generator(draw):
    torch.manual_seed(3)
    cpu_state = torch.get_rng_state()
    first = draw(None)
    assert torch.equal(cpu_state, torch.get_rng_state())
    torch.manual_seed(3)
    assert torch.equal(first, draw(None))


def test_dropout_draws_from_the_device():
    x = torch.ones(1000, device="musa")
    torch.manual_seed(3)
    cpu_state = torch.get_rng_state()
    first = torch.nn.functional.dropout(x, 0.25)
    assert torch.equal(cpu_state, torch.get_rng_state())
    torch_musa.manual_seed(3)
    assert torch.equal(first, torch.nn.functional.dropout(x, 0.25))
    kept = first[first != 0]
    assert 650 < kept.numel() < 850 and torch.allclose(kept, torch.tensor(4 / 3, device="musa"))


def test_devices_have_their_own_generators(second_device):
    torch.manual_seed(3)
    first = torch.rand(3, device="musa:0")
    second = torch.rand(3, device=f"musa:{second_device}")
    assert torch.equal(first.cpu(), second.cpu())
    assert not torch.equal(first, torch.rand(3, device="musa:0"))


def test_a_generator_of_the_cpu_is_refused():
    with pytest.raises(RuntimeError, match="Expected a 'musa' device type for generator"):
        torch.rand(2, device="musa", generator=torch.Generator())


def test_clones_are_independent():
    generator = torch.Generator("musa").manual_seed(1)
    clone = generator.clone_state()
    assert torch.equal(
        torch.rand(2, device="musa", generator=generator),
        torch.rand(2, device="musa", generator=clone),
    )
