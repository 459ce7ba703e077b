"""torch.compile with graphs: backend "musagraphs", mode "reduce-overhead"."""

import functools

import pytest
import torch
from compile_cases import QUIET, assert_trains_alike, mlp

pytestmark = [pytest.mark.usefixtures("own_compile_cache"), *QUIET]
close = torch.testing.assert_close


@pytest.fixture(autouse=True)
def counters():
    """The counters of torch._inductor, from zero; graphs are forgotten at the end."""
    from torch._dynamo.utils import counters

    torch._dynamo.reset()
    counters.clear()
    yield counters["inductor"]
    torch._dynamo.reset()


def _recordings():
    from torch_musa._inductor import musagraph_trees

    manager = musagraph_trees.get_manager(0, create_if_none_exists=False)
    return 0 if manager is None else len(list(manager.get_roots()))


def _call_often(function, compiled):
    for _ in range(4):
        x = torch.randn(5, device="musa")
        torch.compiler.cudagraph_mark_step_begin()
        close(compiled(x), function(x))


def test_backend_records_what_eager_runs(counters):
    def function(x):
        return (x.sin() + 1).cumsum(0)

    _call_often(function, torch.compile(function, backend="musagraphs"))
    assert _recordings() == 1 and not counters["cudagraph_skips"]


def test_reduce_overhead_records_kernels(counters):
    def function(x):
        return (x.sin() + 1).softmax(0)

    _call_often(function, torch.compile(function, mode="reduce-overhead"))
    assert _recordings() == 1 and not counters["cudagraph_skips"]


def test_training_in_graphs_is_the_same_as_without(counters):
    assert_trains_alike(mlp(), (8, 16), (8, 4), mode="reduce-overhead")
    assert not counters["cudagraph_skips"]


def test_random_numbers_differ_from_replay_to_replay():
    compiled = torch.compile(lambda x: torch.rand_like(x) + x, mode="reduce-overhead")
    seen = []
    for _ in range(4):
        torch.compiler.cudagraph_mark_step_begin()
        seen.append(compiled(torch.zeros(5, device="musa")).clone())
    assert len({tuple(s.tolist()) for s in seen}) == 4


@pytest.mark.parametrize("fallback", [False, True])
def test_a_checkpoint_draws_its_numbers_again(fallback, counters):
    """With `fallback` the operators of eager mode draw them, of which the graph is given a generator."""
    config = torch._inductor.config
    repeat = functools.partial(torch.utils.checkpoint.checkpoint, use_reentrant=False)
    compiled = torch.compile(
        lambda x: repeat(lambda x: torch.rand_like(x) * x.sin(), x), mode="reduce-overhead"
    )
    seen = []
    patch = {"fallback_random": fallback}
    patch.update({"test_configs.graphsafe_rng_func_ignores_fallback_random": fallback})
    with config.patch(patch):
        for _ in range(4):
            x = torch.ones(5, device="musa", requires_grad=True)
            torch.compiler.cudagraph_mark_step_begin()
            result = compiled(x).clone()
            result.sum().backward()
            close(x.grad, (result / x.sin() * x.cos()).detach())
            seen.append(tuple(result.tolist()))
    assert len(set(seen)) == 4 and not counters["cudagraph_skips"]


def test_memory_of_each_stream_of_a_warm_up_is_the_graphs():
    from torch_musa._inductor import musagraph_trees

    def on_two_streams(inputs):
        inputs.clear()
        stream = torch.musa.Stream()
        stream.wait_stream(torch.musa.current_stream())
        with torch.musa.stream(stream):
            beside = torch.ones(4, device="musa")
        torch.musa.current_stream().wait_stream(stream)
        return beside, torch.ones(4, device="musa")

    traces = ["first", "second"]
    given = dict(device_index=0, stack_traces=traces, is_backward=False, is_inference=False)
    recorded = musagraph_trees.musagraphify_impl(on_two_streams, [], [], **given)
    close(recorded([]), (torch.ones(4, device="musa"),) * 2)


def test_an_output_of_the_step_before_cannot_be_used():
    compiled = torch.compile(lambda x: x * x * x, mode="reduce-overhead")
    x = torch.ones(4, device="musa")
    before = compiled(x)
    for _ in range(2):  # what was computed without a graph, and what was recorded
        after = compiled(x)
        with pytest.raises(RuntimeError, match="overwritten by a subsequent run"):
            before + before
        before = after


def test_outputs_may_share_a_storage():
    first = torch.compile(lambda x: x @ x, mode="reduce-overhead")
    second = torch.compile(lambda x: (x[0], x[1], x @ x), mode="reduce-overhead")
    for _ in range(4):
        x = torch.randn(8, 8, device="musa")
        torch.compiler.cudagraph_mark_step_begin()
        product = first(x)
        close(second(product), (product[0], product[1], product @ product))
        close(first(x), x @ x)


def test_work_for_the_host_is_left_out(counters):
    def function(x, y):
        return x.sin() + 1, y.sin() + 1

    compiled = torch.compile(function, mode="reduce-overhead")
    for _ in range(3):
        x, y = torch.randn(5, device="musa"), torch.randn(5)
        torch.compiler.cudagraph_mark_step_begin()
        close(compiled(x, y), function(x, y))
