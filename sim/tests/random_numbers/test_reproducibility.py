"""What random numbers of the device promise: seeds, states, devices, forks, recomputation, determinism."""

import threading

import pytest
import torch
import torch_musa
from torch.utils.checkpoint import checkpoint

DEVICE = "musa"


def draw(**options):
    return torch.randn(50, device=DEVICE, **options)


def test_a_state_in_the_middle_is_taken_up_again():
    torch_musa.manual_seed(1)
    draw()
    state = torch_musa.get_rng_state()
    first = [draw(), torch.randperm(20, device=DEVICE), torch.rand(3, device=DEVICE)]
    torch_musa.set_rng_state(state)
    second = [draw(), torch.randperm(20, device=DEVICE), torch.rand(3, device=DEVICE)]
    assert all(map(torch.equal, first, second))
    assert torch.equal(torch_musa.get_rng_state(), torch_musa.get_rng_state())


def test_numbers_differ_from_call_to_call():
    torch_musa.manual_seed(1)
    assert len({tuple(draw().tolist()) for _ in range(5)}) == 5


def test_a_generator_leaves_the_default_one_alone():
    state = torch_musa.get_rng_state()
    generator = torch.Generator(DEVICE).manual_seed(5)
    first = draw(generator=generator)
    assert torch.equal(torch_musa.get_rng_state(), state)
    assert torch.equal(draw(generator=generator.manual_seed(5)), first)
    torch.manual_seed(5)
    assert torch.equal(draw(), first)


def test_a_state_goes_from_one_generator_to_another():
    first = torch.Generator(DEVICE).manual_seed(3)
    draw(generator=first)
    second = torch.Generator(DEVICE)
    second.set_state(first.get_state())
    assert second.initial_seed() == 3
    assert torch.equal(draw(generator=first), draw(generator=second))


@pytest.mark.parametrize("wrong", [torch.zeros(3, dtype=torch.uint8), torch.zeros(16)], ids=str)
def test_a_state_that_is_none_is_refused(wrong):
    generator = torch.Generator(DEVICE).manual_seed(3)
    with pytest.raises((RuntimeError, TypeError)):
        generator.set_state(wrong)
    assert generator.initial_seed() == 3


def test_seeds_of_all_devices(second_device):
    torch.manual_seed(11)
    assert torch_musa.initial_seed() == 11
    here = torch.rand(4, device="musa:0")
    there = torch.rand(4, device=f"musa:{second_device}")
    assert torch.equal(here.cpu(), there.cpu())
    torch_musa.manual_seed(12)  # the current device's only
    assert torch_musa.default_generators[second_device].initial_seed() == 11
    torch_musa.manual_seed_all(13)
    assert [g.initial_seed() for g in torch_musa.default_generators] == [13, 13]


def test_drawing_on_one_device_moves_no_other(second_device):
    state = torch_musa.get_rng_state(second_device)
    draw()
    assert torch.equal(torch_musa.get_rng_state(second_device), state)
    with torch_musa.device(second_device):
        draw()
    assert not torch.equal(torch_musa.get_rng_state(second_device), state)


def test_fork_rng_restores_host_and_devices(second_device):
    devices = [0, second_device]
    before = [torch.get_rng_state(), *map(torch_musa.get_rng_state, devices)]
    with torch.random.fork_rng(devices=devices, device_type="musa"):
        torch.manual_seed(99)
        torch.rand(3), draw(), torch.rand(3, device=f"musa:{second_device}")
    after = [torch.get_rng_state(), *map(torch_musa.get_rng_state, devices)]
    assert all(map(torch.equal, before, after))


def test_a_recomputed_dropout_is_the_same():
    torch.manual_seed(0)
    x = torch.ones(1000, device=DEVICE, requires_grad=True)
    y = checkpoint(torch.nn.functional.dropout, x, 0.5, use_reentrant=False)
    y.sum().backward()
    assert torch.equal(x.grad, y.detach())  # 0 or 2, at the same places
    assert 300 < (x.grad == 0).sum().item() < 700


def test_threads_share_the_default_generator():
    torch_musa.manual_seed(2)
    wanted = torch.cat([draw(), draw()])
    torch_musa.manual_seed(2)
    drawn = [draw()]
    thread = threading.Thread(target=lambda: drawn.append(draw()))
    thread.start()
    thread.join()
    assert torch.equal(torch.cat(drawn), wanted)


def test_every_way_to_seed_gives_a_new_seed():
    seeds = {torch_musa.default_generators[0].seed() for _ in range(3)}
    assert len(seeds) == 3 and torch_musa.initial_seed() in seeds


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16, torch.int64])
def test_distributions_of_every_type(dtype):
    torch_musa.manual_seed(4)
    x = torch.empty(4000, dtype=dtype, device=DEVICE).random_(0, 5)
    assert x.unique().tolist() == [0, 1, 2, 3, 4]
    if dtype.is_floating_point:
        y = torch.empty(4000, dtype=dtype, device=DEVICE).uniform_(-1, 1).double()
        assert -1 <= y.min() < -0.9 and 0.9 < y.max() <= 1 and abs(y.mean()) < 0.05


def test_deterministic_algorithms():
    index = torch.tensor([0, 0, 1], device=DEVICE)
    torch.use_deterministic_algorithms(True)
    try:
        x = torch.zeros(2, device=DEVICE).index_add_(0, index, torch.ones(3, device=DEVICE))
        assert x.tolist() == [2, 1]
        assert torch.empty(4, device=DEVICE).isnan().all()  # filled, so that use of it shows
    finally:
        torch.use_deterministic_algorithms(False)


def test_memory_that_grows_is_filled_by_deterministic_algorithms():
    torch.use_deterministic_algorithms(True)
    try:
        grown = torch.zeros(2, device="musa").resize_(10)
    finally:
        torch.use_deterministic_algorithms(False)
    assert grown[:2].tolist() == [0, 0] and grown[2:].isnan().all()


@pytest.mark.parametrize("draw_one", [torch.rand, torch.randperm])
def test_a_generator_of_another_kind_of_device_is_refused(draw_one):
    with pytest.raises(RuntimeError, match="Expected a 'cpu' device type .* found 'musa'"):
        draw_one(3, generator=torch.Generator("musa"))
    with pytest.raises(RuntimeError, match="Expected a 'musa' device type .* found 'cpu'"):
        draw_one(3, device="musa", generator=torch.Generator())
