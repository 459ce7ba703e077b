"""What the other ranks do when one is killed, is late or leaves."""

import time

import pytest
from distributed import pairs


def _ends(case, env=(), timeout=60):
    """Exit code and output of each rank, and the seconds until all had ended."""
    begin = time.monotonic()
    processes, _ = pairs.start("failures", env=env, arguments=[case])
    ended = pairs.finish(processes, timeout)
    return ended, time.monotonic() - begin


def test_a_killed_rank_ends_the_other_one():
    ((code, output), (killed, _)), _ = _ends("killed")
    assert killed == -9
    assert code == -6, output  # as the platform: work that goes on would have wrong data
    assert "Process group watchdog thread terminated with exception" in output
    assert "WorkMCCL(SeqNum=2, OpType=ALLREDUCE" in output and "remote process exited" in output
    assert "wrong data was used" not in output


def test_a_killed_rank_raises_in_one_that_waits_in_the_host():
    ((code, output), (killed, _)), _ = _ends("killed", {"TORCH_MCCL_BLOCKING_WAIT": "1"})
    assert killed == -9
    assert code == 3 and "DistBackendError" in output and "remote process exited" in output


def test_a_barrier_raises_when_a_rank_does_not_come():
    ((code, output), _), _ = _ends("late_to_a_barrier")
    assert code == 3, output
    assert "Watchdog caught collective operation timeout: WorkMCCL(" in output
    assert "OpType=BARRIER" in output


def test_a_timeout_ends_the_rank_by_default():
    ((code, output), _), _ = _ends("late")
    assert code == -6 and "Watchdog caught collective operation timeout" in output, output


@pytest.mark.slow
def test_without_handling_the_work_object_tells():
    ((code, output), _), _ = _ends("asked", {"TORCH_MCCL_ASYNC_ERROR_HANDLING": "0"})
    assert code == 0, output
    assert "timeout, as told" in output


@pytest.mark.slow
def test_ranks_that_never_come_are_noticed():
    ((code, output), _), _ = _ends("absent")
    assert code == 3 and "have not come" in output, output


@pytest.mark.slow
def test_processes_end_without_destroying_their_groups():
    ended, _ = _ends("no_destruction")
    assert [code for code, _ in ended] == [0, 0], ended
