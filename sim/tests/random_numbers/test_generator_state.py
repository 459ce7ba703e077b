"""What a generator of a device is: a seed and an offset, of which every draw is a function."""

import pickle
import struct
import threading

import pytest
import torch
import torch_musa


def draw(generator, count=16):
    return torch.rand(count, device="musa", generator=generator)


@pytest.fixture
def generator():
    return torch.Generator("musa").manual_seed(7)


def test_the_state_is_seed_and_offset(generator):
    draw(generator)
    state = generator.get_state()
    assert state.dtype == torch.uint8 and state.device.type == "cpu" and state.numel() == 16
    assert struct.unpack("<Qq", bytes(state.tolist())) == (7, generator.get_offset())
    other = torch.Generator("musa")
    other.set_state(state)
    assert other.initial_seed() == 7 and other.get_offset() == generator.get_offset()
    assert torch.equal(draw(generator), draw(other))


def test_the_seed_alone_is_a_state(generator):
    first = draw(generator)
    generator.set_state(torch.tensor(list(struct.pack("<Q", 7)), dtype=torch.uint8))
    assert generator.get_offset() == 0 and torch.equal(first, draw(generator))


@pytest.mark.parametrize(
    "state, message",
    [
        (torch.zeros(15, dtype=torch.uint8), "RNG state is wrong size"),
        (torch.zeros(5056, dtype=torch.uint8), "RNG state is wrong size"),
        (torch.zeros(16), "RNG state must be a torch.ByteTensor"),
    ],
)
def test_other_states_are_refused(generator, state, message):
    before = generator.get_state()
    with pytest.raises((RuntimeError, TypeError), match=message):
        generator.set_state(state)
    assert torch.equal(before, generator.get_state())


def test_new_generators_have_the_usual_seed():
    assert torch.Generator("musa").initial_seed() == torch.Generator().initial_seed()


def test_every_draw_moves_the_offset_by_a_multiple_of_four(generator):
    assert generator.get_offset() == 0
    for count in (1, 5, 1000):
        before = generator.get_offset()
        draw(generator, count)
        moved = generator.get_offset() - before
        assert moved > 0 and moved % 4 == 0
    generator.manual_seed(7)
    assert generator.get_offset() == 0


def test_an_offset_is_a_place_in_the_sequence(generator):
    draws = [draw(generator) for _ in range(4)]
    step = generator.get_offset() // 4
    for place in (2, 0, 3):
        generator.set_offset(place * step)
        assert torch.equal(draws[place], draw(generator))
    with pytest.raises(RuntimeError, match="multiple of 4"):
        generator.set_offset(3)


def test_numbers_do_not_depend_on_what_was_drawn_before(generator):
    generator.set_offset(400)
    expected = torch.randn(7, device="musa", generator=generator)
    torch.randn(5, device="musa", generator=generator)  # leaves half a pair of normal numbers
    torch.empty(100_001, device="musa").normal_(generator=generator)
    generator.set_offset(400)
    assert torch.equal(expected, torch.randn(7, device="musa", generator=generator))


def test_seed_gives_a_new_seed(generator):
    seeds = {generator.seed() for _ in range(4)}
    assert len(seeds) == 4 and generator.initial_seed() in seeds and generator.get_offset() == 0


def test_a_clone_goes_its_own_way(generator):
    draw(generator)
    clone = generator.clone_state()
    first = draw(generator)
    assert torch.equal(first, draw(clone))
    clone.manual_seed(1)
    assert generator.initial_seed() == 7


def test_graphsafe_states_are_shared(generator):
    shared = torch.Generator("musa")
    shared.graphsafe_set_state(generator.graphsafe_get_state())
    draw(shared)
    assert generator.get_offset() == shared.get_offset() != 0
    generator.manual_seed(9)
    assert shared.initial_seed() == 9
    with pytest.raises(RuntimeError, match="Expected a MUSA Generator"):
        generator.graphsafe_set_state(torch.Generator())


def test_states_can_be_swapped_graphsafely(generator):
    """What activation checkpointing does with one generator and two states."""
    first = generator.graphsafe_get_state()
    second = generator.clone_state()
    one = draw(generator)
    generator.graphsafe_set_state(second)
    assert torch.equal(one, draw(generator))
    generator.graphsafe_set_state(first)
    assert generator.get_offset() == second.get_offset()


def test_pickled(generator):
    draw(generator)
    other = pickle.loads(pickle.dumps(generator))
    assert other.device == generator.device
    assert torch.equal(other.get_state(), generator.get_state())
    assert torch.equal(draw(generator), draw(other))


def test_fork_rng_keeps_the_offset():
    torch_musa.manual_seed(3)
    torch.rand(2, device="musa")
    with torch_musa.fork_rng(devices=[0]):
        inside = torch.rand(2, device="musa")
        torch_musa.manual_seed(4)
    assert torch_musa.initial_seed() == 3
    assert torch.equal(inside, torch.rand(2, device="musa"))


def test_threads_draw_different_numbers(generator):
    drawn = [None] * 4

    def work(index):
        drawn[index] = [tuple(draw(generator, 4).tolist()) for _ in range(100)]

    threads = [threading.Thread(target=work, args=(index,)) for index in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rows = {row for rows in drawn for row in rows}
    assert len(rows) == 400
    generator.set_offset(0)
    assert rows == {tuple(draw(generator, 4).tolist()) for _ in range(400)}


def test_streams_of_offsets_are_unrelated(generator):
    rows = torch.stack([draw(generator, 64) for _ in range(2000)]).cpu()
    assert rows.flatten().unique().numel() > 0.99 * rows.numel()
    centred = rows - 0.5
    # Of 64 x 64 correlations between places, and of neighbouring streams: about 1 / sqrt(count).
    places = (centred.T @ centred) / (2000 / 12)
    assert (places - torch.eye(64) * places.diag()).abs().max() < 0.12
    assert abs((centred[1:] * centred[:-1]).mean() * 12) < 0.02
    assert abs(centred.mean()) < 0.005 and abs(centred.var() * 12 - 1) < 0.02


def test_streams_of_seeds_are_unrelated(generator):
    rows = torch.stack([draw(generator.manual_seed(seed), 64) for seed in range(2000)]).cpu() - 0.5
    assert abs((rows[1:] * rows[:-1]).mean() * 12) < 0.02
    assert abs(rows[:, 0].mean()) < 0.03 and abs(rows.var() * 12 - 1) < 0.02


@pytest.mark.parametrize("count", [100_000, 100_003])
def test_distributions(generator, count):
    def numbers(fill):
        return fill(torch.empty(count, device="musa", dtype=torch.float64)).cpu()

    normal = numbers(lambda x: x.normal_(2, 3, generator=generator))
    assert abs(normal.mean() - 2) < 0.05 and abs(normal.std() - 3) < 0.05
    uniform = numbers(lambda x: x.uniform_(-1, 1, generator=generator))
    assert abs(uniform.mean()) < 0.02 and abs(uniform.var() - 1 / 3) < 0.01
    assert uniform.min() >= -1 and uniform.max() < 1
    exponential = numbers(lambda x: x.exponential_(2, generator=generator))
    assert abs(exponential.mean() - 0.5) < 0.01 and abs(exponential.std() - 0.5) < 0.02
    coins = numbers(lambda x: x.bernoulli_(0.25, generator=generator))
    assert abs(coins.mean() - 0.25) < 0.01
    integers = torch.randint(0, 10, (count,), device="musa", generator=generator).cpu()
    assert (torch.bincount(integers, minlength=10) / count - 0.1).abs().max() < 0.01
    order = torch.randperm(count, device="musa", generator=generator).cpu()
    assert torch.equal(order.sort().values, torch.arange(count))


RANDOM_CALLS = {
    "rand_like": lambda x: torch.rand_like(x),
    "randn_like": lambda x: torch.randn_like(x),
    "randint_like": lambda x: torch.randint_like(x, 50),
    "normal": lambda x: torch.normal(x, 1.0),
    "bernoulli": lambda x: torch.bernoulli(x),
    "poisson": lambda x: torch.poisson(x * 9),
    "binomial": lambda x: torch.binomial(x * 0 + 50, x),
    "multinomial": lambda x: torch.multinomial(x, 3),
    "dropout": lambda x: torch.nn.functional.dropout(x, 0.5),
    "alpha_dropout": lambda x: torch.nn.functional.alpha_dropout(x, 0.5, training=True),
    "feature_dropout": lambda x: torch.nn.functional.dropout1d(x, 0.5),
    "rrelu": lambda x: torch.nn.functional.rrelu(x - 1, training=True),
    "gumbel_softmax": lambda x: torch.nn.functional.gumbel_softmax(x),
    "cauchy_": lambda x: x.clone().cauchy_(),
    "log_normal_": lambda x: x.clone().log_normal_(),
    "geometric_": lambda x: x.clone().geometric_(0.3),
    "random_": lambda x: x.clone().random_(),
    "dirichlet": lambda x: torch._sample_dirichlet(x),
    "gamma": lambda x: torch._standard_gamma(x),
    "randperm": lambda x: torch.randperm(50, device=x.device),
    "attention": lambda x: torch.nn.functional.scaled_dot_product_attention(
        x[None], x[None], x[None], dropout_p=0.5
    ),
    "max_pool": lambda x: torch.nn.functional.fractional_max_pool2d(x[None], 2, output_size=5),
}


@pytest.mark.parametrize("name", RANDOM_CALLS)
def test_random_operators_draw_from_the_device(name):
    call = RANDOM_CALLS[name]
    x = torch.full((20, 20), 0.5, device="musa")
    host = torch.get_rng_state()
    torch_musa.manual_seed(11)
    first, second = call(x), call(x)
    torch_musa.manual_seed(11)
    assert torch.equal(first, call(x)), "the seed decides"
    if name != "max_pool":  # of a constant
        assert not torch.equal(first, second)
    assert torch.equal(host, torch.get_rng_state()), "the host's generator is left alone"
