"""Two devices in each rank: a group has a communicator for each of them."""

import threading

import torch
import torch.distributed as dist
import torch_musa
from torch import nn
from torch.nn.parallel import DistributedDataParallel

OPTIONS = {"backend": "mccl"}


def _rank():
    return dist.get_rank()


def _world():
    return dist.get_world_size()


def _devices(rank=None):
    first = 2 * (_rank() if rank is None else rank)
    return [torch.device("musa", first), torch.device("musa", first + 1)]


def _sum_of_ranks():
    return sum(range(1, _world() + 1))


def check_one_device_after_the_other():
    for device in _devices():
        tensor = torch.full((4,), _rank() + 1.0, device=device)
        dist.all_reduce(tensor)
        assert tensor.device == device and tensor.tolist() == [_sum_of_ranks()] * 4


def check_operations_on_both_at_once():
    tensors = [torch.ones(3, device=device) for device in _devices()]
    works = [dist.all_reduce(t, async_op=True) for _ in range(5) for t in tensors]
    for work in works:
        work.wait()
    assert all(t.tolist() == [_world() ** 5] * 3 for t in tensors)


def check_the_stream_of_the_tensors_device_counts():
    first, second = _devices()
    stream = torch_musa.Stream(device=second)
    tensor = torch.zeros(4, device=second)
    with torch_musa.stream(stream):
        torch_musa._sleep(30_000_000)
        tensor += 1
        with torch_musa.device(first):
            dist.all_reduce(tensor)
        assert tensor.tolist() == [_world()] * 4


def check_messages():
    for device in _devices():
        received = torch.empty(4, device=device)
        if _rank() == 0:
            dist.send(torch.ones(4, device=device), 1)
        elif _rank() == 1:
            dist.recv(received, 0)
            assert received.tolist() == [1.0] * 4


def check_new_groups():
    group = dist.new_group()
    for device in reversed(_devices()):
        tensor = torch.full((4,), _rank() + 1.0, device=device)
        dist.all_reduce(tensor, group=group)
        assert tensor.tolist() == [_sum_of_ranks()] * 4
    dist.barrier(group=group)
    dist.barrier(device_ids=[_devices()[1].index])
    dist.destroy_process_group(group)


def check_tensors_of_one_operation_are_on_one_device():
    first, second = _devices()
    outputs = [torch.empty(3, device=second) for _ in range(_world())]
    try:
        dist.all_gather(outputs, torch.ones(3, device=first))
    except ValueError as error:
        assert f"on {second}" in str(error) and f"on {first}" in str(error)
    else:
        raise AssertionError("devices were mixed")


def check_ranks_that_are_threads():
    store, results = dist.HashStore(), {}

    def run(rank):
        device = _devices()[rank]
        torch_musa.set_device(device)
        group = dist.ProcessGroupMCCL(store, rank, 2)
        tensor = torch.full((4,), rank + 1.0, device=device)
        group.allreduce([tensor]).wait()
        results[rank] = tensor.tolist()
        group.barrier().wait()
        group.shutdown()

    threads = [threading.Thread(target=run, args=(rank,)) for rank in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {0: [3.0] * 4, 1: [3.0] * 4}


class _Split(nn.Module):
    """Its layers are on two devices."""

    def __init__(self, first, second):
        super().__init__()
        torch.manual_seed(0)
        self.first = nn.Linear(4, 4).to(first)
        self.second = nn.Linear(4, 2).to(second)

    def forward(self, data):
        middle = self.first(data.to(self.first.weight.device))
        return self.second(middle.to(self.second.weight.device))


def check_ddp_of_a_module_on_two_devices():
    data = torch.arange(8.0 * _world()).reshape(-1, 4) / 10
    expected = _Split("cpu", "cpu")
    (expected(data).sum() / _world()).backward()
    model = DistributedDataParallel(_Split(*_devices()))
    model(data.chunk(_world())[_rank()]).sum().backward()
    for found, wanted in zip(model.parameters(), expected.parameters()):
        torch.testing.assert_close(found.grad.cpu(), wanted.grad)
