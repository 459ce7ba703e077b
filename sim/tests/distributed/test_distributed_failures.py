"""What the other ranks do when one is killed, is late or leaves."""

import time

import pytest
from distributed import pairs

COLLECTIVES = (  # those of distributed/failures.py
    "all_reduce",
    "broadcast",
    "reduce",
    "all_gather",
    "all_gather_into_tensor",
    "reduce_scatter",
    "reduce_scatter_tensor",
    "all_to_all_single",
    "gather",
    "scatter",
    "recv",
    "batch",
    "barrier",
    "objects",
)


def _ends(case, *arguments, env=(), timeout=60):
    """Exit code and output of each rank, and the seconds until all had ended."""
    begin = time.monotonic()
    processes, _ = pairs.start("failures", env=env, arguments=[case, *arguments])
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
    ((code, output), (killed, _)), _ = _ends("killed", env={"TORCH_MCCL_BLOCKING_WAIT": "1"})
    assert killed == -9
    assert code == 3 and "DistBackendError" in output and "remote process exited" in output


def _check_the_other_one(code, output):
    raised = code == 3 and "DistBackendError" in output
    ended = code == -6 and "Process group watchdog thread terminated with exception" in output
    assert raised or ended, output
    assert "wrong data was used" not in output


@pytest.mark.slow
@pytest.mark.parametrize("name", COLLECTIVES)
def test_a_killed_rank_in_each_collective(name):
    ((code, output), (killed, _)), seconds = _ends("leaves", name, "killed")
    assert killed == -9 and seconds < 50
    _check_the_other_one(code, output)


@pytest.mark.slow
@pytest.mark.parametrize("way", ("exits", "raises"))
@pytest.mark.parametrize("name", ("all_reduce", "barrier", "recv"))
def test_other_ways_to_leave(name, way):
    ((code, output), _), seconds = _ends("leaves", name, way)
    assert seconds < 50
    _check_the_other_one(code, output)


def test_a_rank_killed_in_the_replay_of_a_graph():
    ((code, output), (killed, _)), _ = _ends("killed_in_a_replay")
    assert killed == -9
    _check_the_other_one(code, output)


def test_graphs_of_destroyed_groups_do_not_go_on():
    for code, output in _ends("replay_of_a_dead_group")[0]:
        assert code in (3, -6), output
        assert "a process group that was aborted or destroyed" in output


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
    ((code, output), _), _ = _ends("asked", env={"TORCH_MCCL_ASYNC_ERROR_HANDLING": "0"})
    assert code == 0, output
    assert "timeout, as told" in output


@pytest.mark.slow
def test_ranks_that_never_come_are_noticed():
    ((code, output), _), _ = _ends("absent")
    assert code == 3 and "have not joined" in output, output


@pytest.mark.slow
def test_processes_end_without_destroying_their_groups():
    ended, _ = _ends("no_destruction")
    assert [code for code, _ in ended] == [0, 0], ended
