"""Ranks that fail on purpose. The case is an argument; a rank that sees the error exits with 3."""

import os
import signal
import sys
import time
from datetime import timedelta

import torch
import torch.distributed as dist
import torch_musa
from works import TELLS_EXCEPTIONS

OPTIONS = {"backend": "mccl"}

LIMIT = timedelta(seconds=2)


def _ones():
    return torch.ones(4, device="musa")


def _leave_with_the_error(call):
    try:
        call()
    except dist.DistBackendError as error:
        print(f"DistBackendError: {error}")
        sys.stdout.flush()
        os._exit(3)


def _all_reduce_and_look():
    tensor = _ones()
    dist.all_reduce(tensor)
    print("wrong data was used", tensor.tolist())


def killed():
    """Rank 1 dies while rank 0 waits for it."""
    if dist.get_rank() == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    _leave_with_the_error(_all_reduce_and_look)


def _large():
    return torch.ones(1 << 20, device="musa")


def _both(like):
    return [torch.empty_like(like) for _ in range(2)]


def _message(x):
    return dist.recv(x, 1) if dist.get_rank() == 0 else dist.send(x, 0)


def _batch(x):
    other = 1 - dist.get_rank()
    messages = [
        dist.P2POp(dist.irecv, torch.empty_like(x), other),
        dist.P2POp(dist.isend, x, other),
    ]
    for work in dist.batch_isend_irecv(messages):
        work.wait()


def _if_rank(rank, value):
    return value if dist.get_rank() == rank else None


COLLECTIVES = {
    "all_reduce": dist.all_reduce,
    "broadcast": lambda x: dist.broadcast(x, 1),
    "reduce": lambda x: dist.reduce(x, 0),
    "all_gather": lambda x: dist.all_gather(_both(x), x),
    "all_gather_into_tensor": lambda x: dist.all_gather_into_tensor(x.new_empty(2 << 20), x),
    "reduce_scatter": lambda x: dist.reduce_scatter(torch.empty_like(x), [x, x]),
    "reduce_scatter_tensor": lambda x: dist.reduce_scatter_tensor(x.new_empty(1 << 19), x),
    "all_to_all_single": lambda x: dist.all_to_all_single(torch.empty_like(x), x),
    "gather": lambda x: dist.gather(x, _if_rank(0, _both(x)), dst=0),
    "scatter": lambda x: dist.scatter(torch.empty_like(x), _if_rank(1, [x, x]), src=1),
    "recv": _message,
    "batch": _batch,
    "barrier": lambda x: dist.barrier(),
    "objects": lambda x: dist.all_gather_object([None, None], "one"),
}


def leaves():
    """Rank 1 leaves in a way (argument 2) when rank 0 is in a collective (argument 1)."""
    call, way = COLLECTIVES[sys.argv[4]], sys.argv[5]
    call(_large())
    dist.barrier()
    if dist.get_rank() == 1:
        if way == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if way == "raises":
            raise ValueError("this rank's own")
        os._exit(0)
    _leave_with_the_error(lambda: (call(_large()), print("wrong data was used", _ones().tolist())))


def killed_in_a_replay():
    tensor = _ones()
    dist.all_reduce(tensor)
    graph = torch_musa.MUSAGraph()
    with torch_musa.graph(graph):
        dist.all_reduce(tensor)
    graph.replay()
    torch_musa.synchronize()
    if dist.get_rank() == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    graph.replay()
    print("wrong data was used", tensor.tolist())


def replay_of_a_dead_group():
    group = dist.new_group()
    tensor = _ones()
    graph = torch_musa.MUSAGraph()
    with torch_musa.graph(graph):
        dist.all_reduce(tensor, group=group)
    graph.replay()
    torch_musa.synchronize()
    dist.destroy_process_group(group)
    graph.replay()
    try:
        torch_musa.synchronize()
    except RuntimeError as error:
        print(error)
        sys.stdout.flush()
        os._exit(3)


def late_to_a_barrier():
    if dist.get_rank() == 1:
        time.sleep(5)
        os._exit(0)
    _leave_with_the_error(dist.barrier)


def late():
    if dist.get_rank() == 1:
        time.sleep(5)
        os._exit(0)
    _all_reduce_and_look()


def asked():
    if dist.get_rank() == 1:
        time.sleep(5)
        os._exit(0)
    work = dist.all_reduce(_ones(), async_op=True)
    while not work.is_completed():
        time.sleep(0.01)
    assert not work.is_success()
    assert not TELLS_EXCEPTIONS or "timeout" in str(work.exception())
    assert work.get_future_result().wait() == 1
    print("timeout, as told")
    sys.stdout.flush()
    os._exit(0)


def absent():
    group = dist.new_group(timeout=LIMIT)
    if dist.get_rank() == 1:
        time.sleep(5)
        os._exit(0)
    _leave_with_the_error(lambda: dist.all_reduce(_ones(), group=group))


def no_destruction():
    dist.all_reduce(_ones())
    dist.barrier()
    sys.exit(0)


def check_case():
    dist.barrier()  # processes start at different times
    dist.group.WORLD._get_backend(torch.device("musa"))._set_default_timeout(LIMIT)
    globals()[sys.argv[3]]()
