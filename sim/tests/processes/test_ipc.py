"""Device tensors in the queues of torch.multiprocessing: shared, not copied, and freed in time."""

import os
import signal
import time

import pytest
import torch
import torch.multiprocessing as mp
import torch_musa

MIB = 1 << 20


def _describe(kept, tensor):
    return tensor.device.type, tensor.tolist(), tensor.requires_grad, type(tensor).__name__


def _add_one(kept, tensor):
    tensor.detach().add_(1)
    torch_musa.synchronize()


def _share_storage(kept, first, second):
    return first.untyped_storage().data_ptr() == second.untyped_storage().data_ptr()


def _keep(kept, tensor):
    kept.append(tensor)


def _make(kept, size):
    kept.append(torch.arange(float(size), device="musa"))
    return kept[-1]


def _values_of_kept(kept):
    return [tensor.tolist() for tensor in kept]


def _allocated(kept):
    torch_musa.ipc_collect()
    return torch_musa.memory_allocated()


def _drop(kept):
    kept.clear()


def _send_again(kept, tensor):
    try:
        tensor.untyped_storage()._share_musa_()
    except RuntimeError as error:
        return str(error)
    return None


def _serve(requests, replies):
    kept = []
    while True:
        request = requests.get()
        if request is None:
            return
        function, *arguments = request
        replies.put(function(kept, *arguments))
        del request, arguments


class Peer:
    """Another process that does what it is told."""

    def __init__(self):
        context = mp.get_context("spawn")
        self._requests, self._replies = context.SimpleQueue(), context.SimpleQueue()
        self.process = context.Process(target=_serve, args=(self._requests, self._replies))
        self.process.start()

    def ask(self, function, *arguments):
        self._requests.put((function, *arguments))
        return self._replies.get()

    def stop(self):
        self._requests.put(None)
        self.process.join(30)
        assert self.process.exitcode == 0


@pytest.fixture(scope="module")
def peer():
    process = Peer()
    yield process
    process.stop()


@pytest.fixture(autouse=True)
def nothing_kept(request):
    yield
    if "peer" in request.fixturenames:
        request.getfixturevalue("peer").ask(_drop)
    torch_musa.ipc_collect()


def _allocated_here():
    torch_musa.ipc_collect()
    return torch_musa.memory_allocated()


def test_a_tensor_arrives_as_it_was(peer):
    tensor = torch.arange(6.0, device="musa").reshape(2, 3).t()
    assert peer.ask(_describe, tensor) == ("musa", tensor.tolist(), False, "Tensor")
    parameter = torch.nn.Parameter(torch.ones(2, device="musa"))
    assert peer.ask(_describe, parameter) == ("musa", [1, 1], True, "Parameter")
    assert peer.ask(_describe, torch.empty(0, 3, device="musa"))[1] == []
    numbers = torch.tensor([1, 2], dtype=torch.int16, device="musa:1")
    assert peer.ask(_describe, numbers)[1] == [1, 2]


def test_both_see_the_same_memory(peer):
    tensor = torch.zeros(3, device="musa")
    peer.ask(_add_one, tensor[1:])
    assert tensor.tolist() == [0, 1, 1]
    peer.ask(_keep, tensor)
    tensor.fill_(5)
    torch_musa.synchronize()
    assert peer.ask(_values_of_kept) == [[5, 5, 5]]


def test_views_share_their_storage_there_too(peer):
    tensor = torch.zeros(10, device="musa")
    assert peer.ask(_share_storage, tensor[:5], tensor[5:])
    assert not peer.ask(_share_storage, tensor, torch.zeros(10, device="musa"))


def test_the_other_direction(peer):
    tensor = peer.ask(_make, 5)
    assert tensor.device.type == "musa" and tensor.tolist() == [0, 1, 2, 3, 4]
    tensor.fill_(2)
    torch_musa.synchronize()
    assert peer.ask(_values_of_kept) == [[2] * 5]
    before = peer.ask(_allocated)
    peer.ask(_drop)
    # The maker keeps the memory as long as this process has the tensor.
    assert peer.ask(_allocated) == before and tensor.tolist() == [2] * 5
    del tensor
    assert peer.ask(_allocated) < before


def test_memory_is_not_reused_while_the_receiver_has_it(peer):
    before = _allocated_here()
    tensor = torch.full((MIB,), 3.0, device="musa")
    peer.ask(_keep, tensor)
    address = tensor.data_ptr()
    del tensor
    assert _allocated_here() == before + 4 * MIB
    other = torch.zeros(MIB, device="musa")
    assert other.data_ptr() != address
    assert peer.ask(_values_of_kept)[0][:2] == [3, 3]
    peer.ask(_drop)
    del other
    assert _allocated_here() == before


def test_what_the_receiver_dropped_first_is_freed_at_once(peer):
    before = _allocated_here()
    tensor = torch.ones(MIB, device="musa")
    peer.ask(_describe, tensor[:1])
    peer.ask(_drop)
    assert tensor.sum().item() == MIB
    del tensor
    assert torch_musa.memory_allocated() == before


def test_a_received_tensor_is_not_sent_on(peer):
    text = peer.ask(_send_again, torch.ones(3, device="musa"))
    assert "received from another process" in text and "Consider cloning" in text


def test_messages_to_oneself():
    queue = mp.get_context("spawn").SimpleQueue()
    tensor = torch.arange(3.0, device="musa")
    queue.put(tensor)
    same = queue.get()
    assert same.data_ptr() == tensor.data_ptr()
    queue.put(torch.arange(4.0, device="musa"))  # nobody else has it any more
    assert queue.get().tolist() == [0, 1, 2, 3]


def test_a_receiver_that_dies_lets_go():
    before = _allocated_here()
    peer = Peer()
    tensor = torch.ones(MIB, device="musa")
    peer.ask(_keep, tensor)
    del tensor
    assert _allocated_here() > before
    os.kill(peer.process.pid, signal.SIGKILL)
    peer.process.join(30)
    assert _allocated_here() == before


def test_a_sender_that_dies_leaves_the_memory(peer):
    other = Peer()
    tensor = other.ask(_make, 3)
    os.kill(other.process.pid, signal.SIGKILL)
    other.process.join(30)
    assert tensor.tolist() == [0, 1, 2]
    del tensor


def test_what_cannot_be_sent():
    leaf = torch.ones(2, device="musa", requires_grad=True)
    queue = mp.get_context("spawn").SimpleQueue()
    with pytest.raises(RuntimeError, match="non-leaf tensor"):
        queue.put(leaf * 2)
    with pytest.raises(RuntimeError, match="Cannot pickle CUDA storage"):
        queue.put(leaf.detach().untyped_storage())
    with pytest.raises(RuntimeError, match="expected a storage on MUSA"):
        torch_musa._MUSAC._share_musa_(torch.ones(2).untyped_storage())
    with pytest.raises(ValueError, match="not a handle"):
        torch.UntypedStorage._new_shared_musa(0, b"", 4, 0, b"", 0, b"", False)


def test_sparse_tensors_go_by_their_parts(peer):
    tensor = torch.eye(2, device="musa").to_sparse()
    assert peer.ask(_describe, tensor.indices()) == ("musa", [[0, 1], [0, 1]], False, "Tensor")


def test_storages_say_that_they_are_shared():
    storage = torch.ones(2, device="musa").untyped_storage()
    assert storage.is_shared() and not torch.ones(2).untyped_storage().is_shared()


def test_many_messages(peer):
    before = _allocated_here()
    started = time.monotonic()
    for index in range(100):
        tensor = torch.full((10,), float(index), device="musa")
        assert peer.ask(_describe, tensor)[1][0] == index
    assert time.monotonic() - started < 60
    del tensor
    peer.ask(_drop)
    assert _allocated_here() == before


def test_an_event_that_was_never_recorded_has_its_device_in_the_message():
    function, arguments = torch_musa.core.reductions.reduce_event(
        torch_musa.Event(interprocess=True)
    )
    assert arguments[0] == torch.device("musa", 0) and len(arguments[1]) > 0
    assert function is torch_musa.core.reductions.rebuild_event
