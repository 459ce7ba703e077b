"""Ranks that fail on purpose. The case is an argument; a rank that sees the error exits with 3."""

import os
import signal
import sys
import time
from datetime import timedelta

import torch
import torch.distributed as dist
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
