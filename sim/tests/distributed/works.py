"""Work objects, streams, coalescing, futures, options, objects over the device."""

import pickle
import time
from datetime import timedelta

import torch
import torch.distributed as dist
import torch_musa

OPTIONS = {"backend": "mccl"}
# torch 2.7 cannot hand an exception out.
TELLS_EXCEPTIONS = "exception_ptr" not in dist.Work.exception.__doc__


def _rank():
    return dist.get_rank()


def _world():
    return dist.get_world_size()


def _sum_of_ranks():
    return sum(range(1, _world() + 1))


def _mine(size=4):
    return torch.full((size,), float(_rank() + 1), device="musa")


def _backend(group=None):
    return (group or dist.group.WORLD)._get_backend(torch.device("musa"))


def check_group_knows_its_backend():
    assert dist.get_backend() == "mccl"
    assert dist.group.WORLD.name() in ("custom", "undefined", "mccl")
    assert dist.distributed_c10d._get_default_timeout("mccl") == dist.default_pg_timeout


def check_wait_blocks_the_stream_and_not_the_host():
    dist.barrier()  # makes the communicator
    late = _rank() == 1
    tensor = _mine()
    if late:
        time.sleep(0.5)
    begin = time.monotonic()
    work = dist.all_reduce(tensor, async_op=True)
    work.wait()
    waited = time.monotonic() - begin
    assert late or waited < 0.4, waited
    assert tensor.tolist() == [_sum_of_ranks()] * 4
    assert work.is_completed() and work.is_success()
    assert not TELLS_EXCEPTIONS or work.exception() is None


def check_work_is_pending_until_all_have_come():
    tensor = _mine()
    dist.barrier()
    if _rank() == 1:
        time.sleep(0.5)
    work = dist.all_reduce(tensor, async_op=True)
    if _rank() == 0:
        assert not work.is_completed()
    torch_musa.synchronize()
    assert work.is_completed()


def check_results_and_futures():
    tensor = _mine()
    work = dist.all_reduce(tensor, async_op=True)
    assert work.result()[0].data_ptr() == tensor.data_ptr()
    future = work.get_future()
    doubled = future.then(lambda done: done.value()[0] * 2)
    assert doubled.wait().tolist() == [2.0 * _sum_of_ranks()] * 4
    assert future.wait()[0].data_ptr() == tensor.data_ptr()
    assert work.get_future_result().wait() == 0


def check_block_current_stream():
    tensor = _mine()
    dist.barrier()
    if _rank() == 1:
        time.sleep(0.3)
    work = dist.all_reduce(tensor, async_op=True)
    if hasattr(work, "block_current_stream"):  # since torch 2.9
        begin = time.monotonic()
        work.block_current_stream()
        assert _rank() == 1 or time.monotonic() - begin < 0.25
        assert tensor.tolist() == [_sum_of_ranks()] * 4
    work.wait()


def check_other_streams_wait_for_it():
    stream = torch_musa.Stream()
    with torch_musa.stream(stream):
        tensor = _mine()
        work = dist.all_reduce(tensor, async_op=True)
    work.wait()  # on the default stream
    assert (tensor + 1).tolist() == [_sum_of_ranks() + 1.0] * 4


def check_input_is_taken_after_the_current_stream():
    tensor = torch.zeros(4, device="musa")
    torch_musa._sleep(50_000_000)
    tensor += _rank() + 1
    dist.all_reduce(tensor)
    assert tensor.tolist() == [_sum_of_ranks()] * 4


def check_freed_tensors_are_not_used_again_too_early():
    if _rank() == 1:
        time.sleep(0.3)
    size = 1 << 20
    total = torch.zeros(1, device="musa")
    for _ in range(4):
        tensor = torch.ones(size, device="musa")
        work = dist.all_reduce(tensor, async_op=True)
        del tensor
        other = torch.full((size,), 100.0, device="musa")
        work.wait()
        total += work.result()[0].sum()
        del work, other
    assert total.item() == 4 * size * _world()


def check_coalescing_of_all_reduces():
    tensors = [_mine(size) for size in (1, 5, 300)]
    with dist._coalescing_manager():
        for tensor in tensors:
            dist.all_reduce(tensor)
    assert all(tensor.eq(_sum_of_ranks()).all() for tensor in tensors)
    with dist._coalescing_manager(async_ops=True) as manager:
        for tensor in tensors:
            dist.all_reduce(tensor)
    manager.wait()
    assert all(tensor.eq(_sum_of_ranks() * _world()).all() for tensor in tensors)


def check_coalescing_by_the_device():
    tensors, works = [_mine(size) for size in (2, 3)], []
    with dist._coalescing_manager(device=torch.device("musa"), async_ops=True) as manager:
        for tensor in tensors:
            works.append(dist.broadcast(tensor, 1, async_op=True))
            assert works[-1].wait()  # torch 2.7 does so by itself; nothing has begun yet
            assert not works[-1].is_completed()
    manager.wait()
    assert all(tensor.eq(2).all() for tensor in tensors)
    assert all(work.wait() and work.is_completed() for work in works)
    with dist._coalescing_manager(device=torch.device("musa"), async_ops=True):
        pass


def check_coalesced_gathers_and_scatters():
    inputs = [_mine(size) for size in (2, 3)]
    outputs = [torch.empty(size * _world(), device="musa") for size in (2, 3)]
    with dist._coalescing_manager():
        for output, tensor in zip(outputs, inputs):
            dist.all_gather_into_tensor(output, tensor)
    for output, size in zip(outputs, (2, 3)):
        assert output.tolist() == [float(r + 1) for r in range(_world()) for _ in range(size)]
    parts = [torch.empty(size, device="musa") for size in (2, 3)]
    with dist._coalescing_manager():
        for part, output in zip(parts, outputs):
            dist.reduce_scatter_tensor(part, output)
    for part in parts:
        assert part.eq(_world() * (_rank() + 1)).all()


def check_messages_in_both_directions_at_once():
    others = [rank for rank in range(_world()) if rank != _rank()]
    sent = [_mine() for _ in others]
    received = [torch.empty(4, device="musa") for _ in others]
    operations = [dist.P2POp(dist.isend, t, rank) for t, rank in zip(sent, others)]
    operations += [dist.P2POp(dist.irecv, t, rank) for t, rank in zip(received, others)]
    for work in dist.batch_isend_irecv(operations):
        work.wait()
    assert [t[0].item() for t in received] == [float(rank + 1) for rank in others]


def check_objects_travel_over_the_device():
    everything = [None] * _world()
    dist.all_gather_object(everything, {"rank": _rank()})
    assert everything == [{"rank": rank} for rank in range(_world())]
    said = [None, None] if _rank() else ["hello", {1, 2}]
    dist.broadcast_object_list(said, src=0, device=torch.device("musa", _rank()))
    assert said == ["hello", {1, 2}]
    gathered = [None] * _world() if _rank() == 0 else None
    dist.gather_object(("from", _rank()), gathered, dst=0)
    assert _rank() or gathered == [("from", rank) for rank in range(_world())]
    mine = [None]
    dist.scatter_object_list(mine, [[rank] for rank in range(_world())] if not _rank() else None)
    assert mine == [[_rank()]]
    if _rank() == 0:
        dist.send_object_list([pickle.dumps(1), "two"], dst=1)
    elif _rank() == 1:
        received = [None, None]
        dist.recv_object_list(received, src=0)
        assert received == [pickle.dumps(1), "two"]


def check_barrier_waits_in_the_host():
    dist.barrier()
    begin = time.monotonic()
    if _rank() == 1:
        time.sleep(0.4)
    dist.barrier()
    assert time.monotonic() - begin > 0.35
    work = dist.barrier(async_op=True)
    work.wait()
    assert work.is_completed()


def check_options():
    options = dist.ProcessGroupMCCL.Options()
    assert options.is_high_priority_stream is False and options.split_color == 0
    options.is_high_priority_stream = True
    options.global_ranks_in_group = [0, 1]
    options.group_name = "some"
    options._timeout = timedelta(seconds=7)
    store = dist.PrefixStore("options", dist.distributed_c10d._get_default_store())
    group = dist.ProcessGroupMCCL(store, _rank(), _world(), options)
    tensor = _mine()
    group.allreduce([tensor]).wait()
    assert tensor.tolist() == [_sum_of_ranks()] * 4
    assert group.options.is_high_priority_stream and group._is_initialized()
    assert group.options._timeout == timedelta(seconds=7)
    group.shutdown()


def check_timeouts_of_single_operations():
    backend = _backend()
    backend._set_default_timeout(timedelta(seconds=25))
    work = dist.all_reduce(_mine(), async_op=True)
    assert backend._verify_work_timeout(work, timedelta(seconds=25))
    backend._add_ephemeral_timeout(timedelta(seconds=5))
    work = dist.all_reduce(_mine(), async_op=True)
    assert backend._verify_work_timeout(work, timedelta(seconds=30))
    work = dist.all_reduce(_mine(), async_op=True)
    assert backend._verify_work_timeout(work, timedelta(seconds=25))


def check_numbers_of_operations():
    backend = _backend()
    before = backend._get_sequence_number_for_group()
    dist.all_reduce(_mine())
    assert backend._get_sequence_number_for_group() == before + 1
    assert backend.get_error().name == "SUCCESS" if hasattr(backend.get_error(), "name") else True


def check_functional_collectives():
    from torch.distributed import _functional_collectives as functional

    world = list(range(_world()))
    assert functional.all_reduce(_mine(), "sum", world).tolist() == [_sum_of_ranks()] * 4
    gathered = functional.all_gather_tensor(_mine(1), 0, world)
    assert gathered.tolist() == [rank + 1.0 for rank in world]
    part = functional.reduce_scatter_tensor(_mine(_world()), "sum", 0, world)
    assert part.tolist() == [_sum_of_ranks()]
    exchanged = functional.all_to_all_single(_mine(_world()), None, None, dist.group.WORLD)
    assert exchanged.tolist() == [rank + 1.0 for rank in world]
    assert functional.broadcast(_mine(), 1, world).tolist() == [2.0] * 4
    both = functional.all_reduce_coalesced([_mine(), _mine(2)], "sum", world)
    assert [t[0].item() for t in both] == [_sum_of_ranks()] * 2


def check_nothing_is_left_of_dead_groups():
    for _ in range(3):
        group = dist.new_group()
        tensor = _mine()
        dist.all_reduce(tensor, group=group)
        assert tensor.tolist() == [_sum_of_ranks()] * 4
        dist.destroy_process_group(group)


def check_aborted_groups_refuse():
    group = dist.new_group()
    dist.all_reduce(_mine(), group=group)
    dist.barrier()
    backend = _backend(group)
    backend.abort()
    try:
        dist.all_reduce(_mine(), group=group)
    except dist.DistBackendError as error:
        assert "aborted" in str(error)
    else:
        raise AssertionError("an aborted group was used")
