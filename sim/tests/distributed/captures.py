"""Collectives in graphs: replays equal calls, on any number of ranks."""

import copy
import time
from datetime import timedelta

import torch
import torch.distributed as dist
import torch_musa
from torch import nn
from torch.distributed import _functional_collectives as functional
from torch.nn.parallel import DistributedDataParallel

OPTIONS = {"backend": "mccl"}


def _rank():
    return dist.get_rank()


def _world():
    return dist.get_world_size()


def _mine(offset=0):
    return torch.arange(8.0).reshape(4, 2).musa() * (_rank() + 1) + offset


def _capture(call):
    graph = torch_musa.MUSAGraph()
    with torch_musa.graph(graph):
        result = call()
    return graph, result


def _empties(like):
    return [torch.empty_like(like) for _ in range(_world())]


def _all_reduce(x):
    y = x * 2
    work = dist.all_reduce(y, async_op=True)
    z = x + 1  # beside it
    work.wait()
    return y + z


def _scaled_sum(x):
    y = x.clone()
    dist.all_reduce(y, dist._make_nccl_premul_sum(3.0))
    return y


def _broadcast(x):
    y = x.clone()
    dist.broadcast(y, _world() - 1)
    return y


def _reduce(x):
    y = x.clone()
    dist.reduce(y, 0)
    return y if _rank() == 0 else x


def _all_gather(x):
    parts = _empties(x)
    dist.all_gather(parts, x)
    return torch.stack(parts)


def _all_gather_into_tensor(x):
    whole = x.new_empty(_world() * x.size(0), x.size(1))
    dist.all_gather_into_tensor(whole, x)
    return whole


def _reduce_scatter(x):
    part = torch.empty_like(x)
    dist.reduce_scatter(part, [x + other for other in range(_world())])
    return part


def _reduce_scatter_tensor(x):
    part = x.new_empty(x.size(0) // _world(), x.size(1))
    dist.reduce_scatter_tensor(part, x)
    return part


def _all_to_all(x):
    received = _empties(x)
    dist.all_to_all(received, [x * other for other in range(_world())])
    return torch.stack(received)


def _all_to_all_single(x):
    received = torch.empty_like(x)
    dist.all_to_all_single(received, x)
    return received


def _gather(x):
    parts = _empties(x) if _rank() == 0 else None
    dist.gather(x, parts)
    return torch.stack(parts) if parts else x


def _scatter(x):
    parts = [x + other for other in range(_world())] if _rank() == 0 else None
    part = torch.empty_like(x)
    dist.scatter(part, parts)
    return part


def _ring():
    return (_rank() + 1) % _world(), (_rank() - 1) % _world()


def _batch_of_messages(x):
    right, left = _ring()
    received = torch.empty_like(x)
    messages = [dist.P2POp(dist.irecv, received, left), dist.P2POp(dist.isend, x, right)]
    for work in dist.batch_isend_irecv(messages):
        work.wait()
    return received


def _single_messages(x):
    if _world() == 1:
        return x
    right, left = _ring()
    received = torch.empty_like(x)
    if _rank() % 2 == 0:
        dist.send(x, right)
    dist.recv(received, left)
    if _rank() % 2 == 1:
        dist.send(x, right)
    return received


def _coalesced(x):
    tensors = [x + number for number in range(3)]
    with dist._coalescing_manager():
        for tensor in tensors:
            dist.all_reduce(tensor)
    with dist._coalescing_manager(device=x.device):
        for tensor in tensors:
            dist.broadcast(tensor, 0)
    return torch.stack(tensors)


def _functional(x):
    gathered = functional.all_gather_tensor(x * 2, 0, dist.group.WORLD)
    return functional.all_reduce(gathered, "sum", dist.group.WORLD) + 1


def _future(x):
    work = dist.all_reduce(x.clone(), async_op=True)
    return work.get_future().then(lambda done: done.value()[0] * 2).wait()


def _check_replays(call):
    x = _mine()
    call(x)
    graph, result = _capture(lambda: call(x))
    assert torch.equal(x, _mine()), "the capture wrote"
    for replay in range(3):
        x.copy_(_mine(replay))
        expected = call(x).cpu()
        graph.replay()
        assert torch.equal(result.cpu(), expected), (call.__name__, replay)


def check_replays_equal_calls():
    for call in (
        _all_reduce,
        _scaled_sum,
        _broadcast,
        _reduce,
        _all_gather,
        _all_gather_into_tensor,
        _reduce_scatter,
        _reduce_scatter_tensor,
        _all_to_all,
        _all_to_all_single,
        _gather,
        _scatter,
        _batch_of_messages,
        _single_messages,
        _coalesced,
        _functional,
        _future,
    ):
        _check_replays(call)


def check_queued_replays():
    x = torch.ones(4, device="musa")
    dist.all_reduce(x)
    graph, _ = _capture(lambda: dist.all_reduce(x))
    x.fill_(1)
    for _ in range(20):
        graph.replay()
        x.div_(_world())
    assert x.tolist() == [1.0] * 4


def check_a_group_used_first_in_a_capture():
    group = dist.new_group()
    x = _mine()
    graph, _ = _capture(lambda: dist.all_reduce(x, group=group))
    assert torch.equal(x, _mine())
    graph.replay()
    dist.all_reduce(expected := _mine())
    assert torch.equal(x, expected)
    dist.barrier()
    dist.destroy_process_group(group)


def check_results_serve_as_indices_in_the_capture():
    # Operators run while they are captured, when the collective has written nothing yet.
    waste = [torch.full((64,), 10**9, device="musa") for _ in range(20)]
    del waste
    table, mine = torch.arange(10.0, device="musa"), torch.tensor([_rank() + 3], device="musa")

    def look_up():
        places = torch.empty(_world(), dtype=torch.long, device="musa")
        dist.all_gather_into_tensor(places, mine)
        return table[places]

    graph, found = _capture(look_up)
    graph.replay()
    assert found.tolist() == [rank + 3.0 for rank in range(_world())]


def check_a_capture_leaves_the_output_as_it_was():
    mine, whole = _mine(), torch.full((4 * _world(), 2), 7.0, device="musa")
    graph, _ = _capture(lambda: dist.all_gather_into_tensor(whole, mine))
    assert whole.eq(7).all()
    graph.replay()
    assert torch.equal(whole[4 * _rank() :][:4], mine)


def _refused(call, text):
    x = torch.ones(2, device="musa")
    try:
        _capture(lambda: call(x))
    except RuntimeError as error:
        assert text in f"{error} {error.__context__}", (error, error.__context__)
    else:
        raise AssertionError("it was captured")
    dist.all_reduce(x)
    assert x.tolist() == [_world()] * 2


def check_what_a_capture_cannot_hold():
    in_graph = "part of a graph and runs when the graph is replayed"
    _refused(lambda x: dist.barrier(), "Waiting on the host for the end of WorkMCCL(")
    _refused(lambda x: dist.all_reduce(x, async_op=True).is_completed(), in_graph)
    _refused(lambda x: dist.all_reduce(x, async_op=True).wait(timedelta(seconds=1)), in_graph)
    _refused(lambda x: dist.all_reduce(x, async_op=True), "unjoined work")
    _refused(
        lambda x: dist.broadcast_object_list([1]),
        "operation not permitted when stream is capturing",
    )


def check_captures_beside_operations_under_way():
    # The watchdog asks every 100 ms for operations that have not ended when it last asked.
    x = _mine()
    expected = _all_reduce(x).cpu()

    def slowly():
        time.sleep(0.15)
        return _all_reduce(x)

    graph, result = _capture(slowly)
    graph.replay()
    assert torch.equal(result.cpu(), expected)


def check_replays_on_another_stream():
    x = _mine()
    graph, y = _capture(lambda: _all_reduce(x))
    expected = _all_reduce(x).cpu()
    stream = torch_musa.Stream()
    with torch_musa.stream(stream):
        graph.replay()
    stream.synchronize()
    assert torch.equal(y.cpu(), expected)


def _train(model, graphed):
    """Warm up, then ten steps, replayed or called; the parameters."""
    stream = torch_musa.Stream()
    with torch_musa.stream(stream):
        parallel = DistributedDataParallel(copy.deepcopy(model), device_ids=[_rank()])
        optimizer = torch.optim.SGD(parallel.parameters(), lr=0.1, momentum=0.9)
        data, target = torch.zeros(4, 6, device="musa"), torch.zeros(4, 3, device="musa")

        def step():
            optimizer.zero_grad(set_to_none=True)
            nn.functional.mse_loss(parallel(data), target).backward()
            optimizer.step()

        for _ in range(11):
            step()
        optimizer.zero_grad(set_to_none=True)
    graph = torch_musa.MUSAGraph()
    if graphed:
        with torch_musa.graph(graph, stream=stream):
            step()
    generator = torch.Generator().manual_seed(_rank())
    with torch_musa.stream(stream):
        for _ in range(10):
            data.copy_(torch.randn(4, 6, generator=generator))
            target.copy_(torch.randn(4, 3, generator=generator))
            graph.replay() if graphed else step()
    torch_musa.synchronize()
    return list(parallel.parameters())


def check_training_steps_of_ddp():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 3)).musa()
    for found, expected in zip(_train(model, True), _train(model, False)):
        torch.testing.assert_close(found, expected)
