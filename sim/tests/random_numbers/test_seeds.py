"""Random numbers: seeds and states, before and after initialisation."""

import torch
import torch_musa


def draw(device="musa:0"):
    return torch.rand(4, device=device).cpu()


def test_same_seed_same_numbers():
    for seed in (torch.manual_seed, torch_musa.manual_seed, torch_musa.manual_seed_all):
        seed(7)
        first = draw()
        seed(7)
        assert torch.equal(first, draw())
        assert not torch.equal(first, draw())
        assert torch_musa.initial_seed() == 7


def test_every_device_is_seeded(second_device):
    torch_musa.manual_seed_all(11)
    first = draw("musa:0"), draw(f"musa:{second_device}")
    torch_musa.manual_seed_all(11)
    assert torch.equal(first[0], draw("musa:0"))
    assert torch.equal(first[1], draw(f"musa:{second_device}"))


def test_state_is_saved_and_restored():
    state = torch_musa.get_rng_state()
    assert state.dtype == torch.uint8 and state.device.type == "cpu"
    first = draw()
    torch_musa.set_rng_state(state)
    assert torch.equal(first, draw())


def test_states_of_all_devices():
    states = torch_musa.get_rng_state_all()
    first = draw("musa:0"), draw("musa:1")
    torch_musa.set_rng_state_all(states)
    assert torch.equal(first[0], draw("musa:0")) and torch.equal(first[1], draw("musa:1"))


def test_random_seeds_differ():
    torch_musa.seed()
    one = torch_musa.initial_seed()
    torch_musa.seed_all()
    assert torch_musa.initial_seed() != one
    assert len({g.initial_seed() for g in torch_musa.default_generators}) == 1


def test_fork_rng():
    torch_musa.manual_seed(3)
    with torch.random.fork_rng(devices=[0]):
        inside = draw()
    assert torch.equal(inside, draw())


def test_generator_object():
    generator = torch.Generator(device="musa").manual_seed(5)
    first = torch.rand(4, device="musa", generator=generator).cpu()
    generator.manual_seed(5)
    assert torch.equal(first, torch.rand(4, device="musa", generator=generator).cpu())
