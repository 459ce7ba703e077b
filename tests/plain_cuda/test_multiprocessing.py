"""Tensors of the GPU in other processes: queues, arguments, events, the pickles of handles."""

import pytest
import torch
import torch.multiprocessing as mp
from torch.multiprocessing import reductions

pytestmark = pytest.mark.gpu

METHODS = ["spawn", "forkserver"]
SECONDS = 120


def add_one(x):
    """A child that changes what it was given."""
    x.add_(1)
    torch.cuda.synchronize()


def add_rank(rank, x):
    """The same for mp.spawn."""
    x.add_(rank + 1)
    torch.cuda.synchronize()


def produce(queue, done):
    """A child that sends tensors and waits until they are no longer used."""
    base = torch.arange(6.0, device="cuda")
    queue.put(base)
    queue.put([torch.nn.Parameter(torch.ones(2, device="cuda")), {"view": base[2:4]}])
    queue.put(torch.ones(3, dtype=torch.int64, device="cuda"))
    done.wait(SECONDS)


def wait_for(queue, answer):
    """A child that waits for an event of its parent."""
    event = queue.get(timeout=SECONDS)
    event.synchronize()
    answer.put(event.query())


def describe(queue, x):
    """A child that says what it sees."""
    queue.put((str(x.device), x.is_cuda, x.tolist(), torch.cuda.current_device()))


@pytest.fixture(params=METHODS)
def context(request):
    torch.zeros(1, device="cuda")
    return mp.get_context(request.param)


def run(context, target, *args):
    process = context.Process(target=target, args=args)
    process.start()
    process.join(SECONDS)
    assert process.exitcode == 0


def test_a_child_shares_the_memory(context):
    x = torch.zeros(3, device="cuda")
    run(context, add_one, x)
    assert x.tolist() == [1, 1, 1]
    view = x[1:]
    run(context, add_one, view)
    assert x.tolist() == [1, 2, 2]


def test_what_a_child_sees(context):
    queue = context.SimpleQueue()
    run(context, describe, queue, torch.ones(2, device="cuda"))
    assert queue.get() == ("cuda:0", True, [1, 1], 0)


def test_a_child_sends_tensors(context):
    queue, done = context.Queue(), context.Event()
    process = context.Process(target=produce, args=(queue, done))
    process.start()
    base = queue.get(timeout=SECONDS)
    parameter, views = queue.get(timeout=SECONDS)
    integers = queue.get(timeout=SECONDS)
    assert base.is_cuda and base.tolist() == [0, 1, 2, 3, 4, 5]
    assert isinstance(parameter, torch.nn.Parameter) and parameter.requires_grad
    assert views["view"].tolist() == [2, 3]
    base[2] = 9
    assert views["view"].tolist() == [9, 3]
    assert integers.dtype == torch.int64 and integers.tolist() == [1, 1, 1]
    del base, parameter, views, integers
    done.set()
    process.join(SECONDS)
    assert process.exitcode == 0


def test_events(context):
    queue, answer = context.Queue(), context.Queue()
    process = context.Process(target=wait_for, args=(queue, answer))
    process.start()
    event = torch.cuda.Event(interprocess=True)
    event.record()
    queue.put(event)
    assert answer.get(timeout=SECONDS) is True
    process.join(SECONDS)
    assert process.exitcode == 0


def test_pools(context):
    with context.Pool(1) as pool:
        assert pool.apply(torch.cuda.current_device) == 0
        assert pool.apply(torch.device, ("cuda:0",)) == torch.device("cuda:0")


def test_spawned_ranks():
    x = torch.zeros(2, device="cuda")
    mp.spawn(add_rank, args=(x,), nprocs=1)
    assert x.tolist() == [1, 1]


def test_sharing_by_hand():
    x = torch.ones(2, device="cuda")
    assert x.share_memory_() is x and x.is_shared()
    module = torch.nn.Linear(2, 2).cuda()
    module.share_memory()
    assert module.weight.is_shared() and module.weight.is_cuda
    torch.cuda.ipc_collect()


def test_handles_of_events():
    event = torch.cuda.Event(interprocess=True)
    event.record()
    handle = event.ipc_handle()
    assert isinstance(handle, bytes) and len(handle) == 64
    function, arguments = reductions.reduce_event(event)
    assert function is reductions.rebuild_event
    assert arguments[0] == torch.device("cuda:0") and len(arguments[1]) == 64


def test_the_pickle_of_a_tensor():
    """What programs take apart that send tensors their own way."""
    x = torch.arange(6.0, device="cuda")[2:]
    function, arguments = reductions.reduce_tensor(x)
    assert function is reductions.rebuild_cuda_tensor
    assert len(arguments) == 15
    assert arguments[:4] == (torch.Tensor, (4,), (1,), 2)
    assert arguments[5:7] == (torch.float32, 0)
    assert isinstance(arguments[7], bytes) and arguments[10] is False


def test_shared_handles_of_storages():
    x = torch.ones(4, device="cuda")
    shared = x.untyped_storage()._share_cuda_()
    assert len(shared) == 8 and shared[0] == 0 and shared[2] == 16
    assert isinstance(shared[1], bytes) and isinstance(shared[7], bool)


def test_what_cannot_be_sent():
    x = torch.ones(2, device="cuda", requires_grad=True)
    with pytest.raises(RuntimeError, match="Cowardly refusing to serialize non-leaf tensor"):
        reductions.reduce_tensor(x * 2)
    with pytest.raises(RuntimeError) as error:
        reductions.reduce_storage(torch.ones(2, device="cuda").untyped_storage())
    assert str(error.value) == "Cannot pickle CUDA storage; try pickling a CUDA tensor instead"


def use_the_gpu(queue):
    """A child that tries what needs the GPU, and says what came of it."""
    tries = [
        lambda: torch.zeros(1, device="cuda"),
        lambda: torch.ones(1).cuda(),
        lambda: torch.ones(1).to("cuda"),
        torch.cuda.init,
        torch.cuda.current_device,
        torch.cuda.synchronize,
        torch.cuda.current_stream,
        lambda: torch.cuda.get_device_properties(0),
        lambda: torch.cuda.get_device_name(),
        lambda: torch.cuda.get_rng_state(),
        lambda: torch.cuda.set_device(0),
    ]
    answers = []
    for use in tries:
        try:
            use()
        except RuntimeError as error:
            answers.append(str(error))
        else:
            answers.append("")
    queue.put((answers, torch.cuda.is_initialized(), torch.cuda._is_in_bad_fork()))


def test_a_forked_child_is_told_to_be_spawned():
    torch.zeros(1, device="cuda")
    context = mp.get_context("fork")
    queue = context.SimpleQueue()
    process = context.Process(target=use_the_gpu, args=(queue,))
    process.start()
    answers, initialized, bad_fork = queue.get()
    process.join(SECONDS)
    assert set(answers) == {
        "Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you "
        "must use the 'spawn' start method"
    }
    assert not initialized and bad_fork


def seed(queue):
    """A child that only seeds, which waits for the GPU's first use."""
    torch.cuda.manual_seed(1)
    torch.cuda.manual_seed_all(2)
    torch.manual_seed(3)
    queue.put(str(torch.device("cuda:0")))


def test_a_forked_child_may_seed():
    torch.zeros(1, device="cuda")
    context = mp.get_context("fork")
    queue = context.SimpleQueue()
    run(context, seed, queue)
    assert queue.get() == "cuda:0"
