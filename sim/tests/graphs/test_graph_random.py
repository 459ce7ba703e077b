"""Random numbers in graphs: a replay draws what the same calls would have drawn."""

import pytest
import torch
import torch_musa
from test_graph_captures import capture, host


def draws():
    x = torch.ones(50, device="musa")
    return [
        torch.rand(5, device="musa"),
        torch.randn(5, device="musa"),
        torch.nn.functional.dropout(x, 0.5),
        torch.randint(100, (5,), device="musa"),
        torch.empty(5, device="musa").exponential_(),
    ]


def test_replays_draw_what_calls_would():
    graph, results = capture(draws)
    torch_musa.manual_seed(5)
    expected = [[result.cpu() for result in draws()] for _ in range(3)]
    after = torch_musa.get_rng_state()
    torch_musa.manual_seed(5)
    for row in expected:
        graph.replay()
        assert all(torch.equal(a, host(b)) for a, b in zip(row, results))
    assert torch.equal(after, torch_musa.get_rng_state())


def test_replays_and_calls_mix():
    graph, results = capture(draws)
    torch_musa.manual_seed(5)
    expected = [draws() for _ in range(3)]
    torch_musa.manual_seed(5)
    graph.replay()
    second = draws()
    graph.replay()
    assert all(torch.equal(a, b) for a, b in zip(expected[1], second))
    assert all(torch.equal(a.cpu(), host(b)) for a, b in zip(expected[2], results))


def test_a_capture_does_not_move_the_generator():
    torch_musa.manual_seed(5)
    before = torch_musa.get_rng_state()
    capture(draws)
    assert torch.equal(before, torch_musa.get_rng_state())


def test_replays_queued_behind_each_other():
    """Each launch takes its place in the sequence when it is made, not when it runs."""

    def slow():
        torch_musa._sleep(20_000_000)
        return kept.copy_(torch.cat([kept[4:], torch.rand(4, device="musa")]))

    kept = torch.zeros(12, device="musa")
    graph, _ = capture(slow)
    torch_musa.manual_seed(5)
    expected = torch.cat([torch.rand(4, device="musa") for _ in range(3)])
    torch_musa.manual_seed(5)
    for _ in range(3):
        graph.replay()
    assert torch.equal(host(kept), expected.cpu())


def test_a_new_seed_reaches_the_graph():
    graph, y = capture(lambda: torch.rand(5, device="musa"))
    rows = []
    for seed in (1, 2, 1):
        torch_musa.manual_seed(seed)
        graph.replay()
        rows.append(host(y))
    assert torch.equal(rows[0], rows[2]) and not torch.equal(rows[0], rows[1])


def test_generators_have_to_be_registered():
    generator = torch.Generator("musa").manual_seed(3)

    def call():
        return torch.rand(5, device="musa", generator=generator)

    graph = torch_musa.MUSAGraph()
    with torch_musa.graph(graph):
        with pytest.raises(RuntimeError, match="register_generator_state"):
            call()
        torch.rand(1, device="musa")
    graph = torch_musa.MUSAGraph()
    graph.register_generator_state(generator)
    with torch_musa.graph(graph):
        y = call()
    expected = [call().cpu() for _ in range(2)]
    generator.manual_seed(3)
    for row in expected:
        graph.replay()
        assert torch.equal(row, host(y))
    assert generator.get_offset() == 8


def test_shared_states_are_one_generator():
    first, second = torch.Generator("musa"), torch.Generator("musa")
    second.graphsafe_set_state(first.graphsafe_get_state())
    graph = torch_musa.MUSAGraph()
    graph.register_generator_state(first)
    with torch_musa.graph(graph):
        y = torch.rand(5, device="musa", generator=second)
    first.manual_seed(3)
    expected = torch.rand(5, device="musa", generator=first).cpu()
    first.manual_seed(3)
    graph.replay()
    assert torch.equal(expected, host(y)) and second.get_offset() == first.get_offset() == 4


STATES_IN_CAPTURES = torch.__version__ >= (2, 11)


@pytest.mark.parametrize(
    "call",
    [
        lambda g: g.get_offset(),
        lambda g: g.set_offset(4),
        *([] if STATES_IN_CAPTURES else [lambda g: g.get_state()]),
        lambda g: g.set_state(torch.zeros(16, dtype=torch.uint8)),
        lambda g: g.seed(),
        lambda g: g.manual_seed(g.initial_seed() + 1),
    ],
)
def test_generators_cannot_be_asked_in_a_capture(call):
    generator = torch_musa.default_generators[0]
    with torch_musa.graph(torch_musa.MUSAGraph()):
        with pytest.raises(RuntimeError, match="during MUSA graph capture"):
            call(generator)
        torch.rand(1, device="musa")
    generator.get_offset()


def test_dropout_in_a_module():
    module = torch.nn.Sequential(torch.nn.Linear(8, 64), torch.nn.Dropout(0.5)).to("musa")
    x = torch.ones(4, 8, device="musa")
    with torch.no_grad():
        module(x)
        graph, y = capture(lambda: module(x))
        torch_musa.manual_seed(9)
        expected = [module(x).cpu() for _ in range(3)]
    torch_musa.manual_seed(9)
    for row in expected:
        graph.replay()
        assert torch.equal(row, host(y))


def test_random_numbers_on_side_streams():
    side = torch_musa.Stream()

    def fork():
        main = torch_musa.current_stream()
        side.wait_stream(main)
        with torch_musa.stream(side):
            a = torch.rand(4, device="musa")
        b = torch.rand(4, device="musa")
        main.wait_stream(side)
        return torch.cat([a, b])

    torch_musa.synchronize()
    torch_musa.manual_seed(2)
    expected = [host(fork()) for _ in range(2)]
    graph, y = capture(fork)
    torch_musa.manual_seed(2)
    for row in expected:
        graph.replay()
        assert torch.equal(row, host(y))


@pytest.mark.skipif(not STATES_IN_CAPTURES, reason="torch asks for no state in captures")
def test_a_capture_may_draw_again():
    """The numbers are those of torch 2.11 on an NVIDIA H200."""

    def state():
        return torch_musa.get_rng_state().view(torch.int64).tolist()

    torch_musa.manual_seed(42)
    torch.rand(5, device="musa")
    seen = []

    def draw_again():
        start = torch_musa.get_rng_state()
        first = torch.rand(4, device="musa")
        second = torch.rand(4, device="musa")
        seen.append(state())
        torch_musa.set_rng_state(start)
        again = torch.rand(4, device="musa")
        torch_musa.manual_seed(42)
        seen.append(state())
        return first, second, again

    graph, (first, second, again) = capture(draw_again)
    assert seen[-2:] == [[42, 8], [42, 4]]
    torch_musa.manual_seed(42)
    torch.rand(5, device="musa")
    graph.replay()
    assert torch.equal(host(first), host(again)) and not torch.equal(host(first), host(second))
    assert state() == [42, 8]
    torch_musa.manual_seed(42)
    torch.rand(5, device="musa")
    assert torch.equal(torch.rand(4, device="musa").cpu(), host(first))


@pytest.mark.skipif(not STATES_IN_CAPTURES, reason="torch asks for no state in captures")
def test_a_capture_keeps_its_seed():
    def seed_anew():
        wrong = torch_musa.get_rng_state().view(torch.int64)
        wrong[0] += 1
        for change in (
            lambda: torch_musa.manual_seed(43),
            lambda: torch_musa.set_rng_state(wrong.view(torch.uint8)),
        ):
            with pytest.raises(RuntimeError, match="with a new seed during MUSA graph capture"):
                change()
        return torch.ones(1, device="musa")

    torch_musa.manual_seed(42)
    capture(seed_anew)


def test_a_graph_keeps_its_place_in_memory_of_the_device():
    before = torch_musa.memory_stats()["active.all.current"]
    graph, result = capture(lambda: torch.rand(4, device="musa"))
    assert torch_musa.memory_stats()["active.all.current"] == before + 3
    del graph, result
    torch_musa.synchronize()
    assert torch_musa.memory_stats()["active.all.current"] == before
