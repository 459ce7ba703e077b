"""A traced program of several processes, threads and ways to end."""

import json
import sys

import pytest
from support.processes import run_command
from support.traces import counted, expected, only, others, trace, write

pytestmark = pytest.mark.musa


def names(found):
    """The number of calls of each name."""
    return {one["name"]: one["count"] for one in found["calls"]}


def test_a_forked_process_has_a_file_of_its_own(tmp_path):
    code = """
    import os, sys, torch
    for i in range(3):
        torch.cuda.is_initialized()
    child = os.fork()
    if child == 0:
        torch.cuda.device_count()
        sys.exit()
    os.waitpid(child, 0)
    print(child)
    """
    done, found = trace(tmp_path, code)
    ((name, child),) = others(tmp_path).items()
    assert name == f"trace.{done.stdout.strip()}.json"
    assert names(found) == {"torch.cuda.is_initialized": 3}
    assert names(child) == {"torch.cuda.device_count": 1}
    assert child["run"] == found["run"]
    assert child["process"]["parent"] == found["process"]["pid"]
    assert f"one more process, counted above: {tmp_path / name}" in done.stderr
    assert "torch.cuda.device_count" in done.stderr


MULTIPROCESSING = """
import multiprocessing, sys, torch

def work():
    torch.cuda.device_count()

if __name__ == "__main__":
    torch.cuda.device_count()
    context = multiprocessing.get_context(sys.argv[1])
    workers = [context.Process(target=work) for i in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
        assert worker.exitcode == 0
"""


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_each_process_of_multiprocessing_has_a_file(tmp_path, method):
    _, found = trace(tmp_path, MULTIPROCESSING, method)
    assert names(found) == {"torch.cuda.device_count": 1}
    children = others(tmp_path)
    assert len(children) == 2
    for child in children.values():
        call = only(child["calls"], name="torch.cuda.device_count")
        assert (call["count"], call["function"], call["line"]) == (1, "work", 4)


def test_a_process_that_calls_nothing_writes_no_file(tmp_path):
    code = """
    import torch
    list(torch.utils.data.DataLoader([1, 2], num_workers=2))
    """
    trace(tmp_path, code)
    assert others(tmp_path) == {}


def test_a_program_that_calls_nothing_writes_its_file_whatever_its_name(tmp_path):
    command = 'TORCHADA_TRACE=$PWD/run-$$.json exec "$0" -c "import os, torch; print(os.getpid())"'
    done = run_command(["sh", "-c", command, sys.executable], cwd=tmp_path)
    assert (tmp_path / f"run-{done.stdout.strip()}.json").is_file()


def test_each_rank_of_torchrun_has_a_file(tmp_path):
    code = """
    import subprocess, sys, torch, torch.distributed as dist
    dist.init_process_group("gloo")
    for i in range(dist.get_rank() + 1):
        torch.cuda.device_count()
    if dist.get_rank() == 1:
        child = "import torch; torch.cuda.is_initialized()"
        subprocess.run([sys.executable, "-c", child], check=True)
    dist.barrier()
    dist.destroy_process_group()
    """
    path, file = write(tmp_path, code), tmp_path / "out" / "trace.json"
    file.parent.mkdir()
    launch = ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2"]
    command = [sys.executable, *launch, path]
    done = run_command(command, env={"TORCHADA_TRACE": "out/trace.json"}, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = others(file.parent)
    ranks = [found.pop(f"trace.rank{rank}.json") for rank in (0, 1)]
    for rank, one in enumerate(ranks):
        assert one["process"]["rank"] == str(rank) and one["process"]["world_size"] == "2"
        assert names(one)["torch.cuda.device_count"] == rank + 1
        assert names(one)["torch.distributed.init_process_group"] == 1
    ((name, child),) = found.items()
    assert name == f"trace.rank1.{child['process']['pid']}.json"
    assert names(child) == {"torch.cuda.is_initialized": 1}
    launcher = json.loads(file.read_text())
    assert {one["run"] for one in (launcher, child, *ranks)} == {launcher["run"]}
    assert done.stderr.count("torchada trace: ") == 1
    assert "torch.cuda.device_count" in done.stderr


def test_a_program_that_a_program_starts_is_of_the_run(tmp_path):
    code = """
    import subprocess, sys, torch
    subprocess.run([sys.executable, "-c", "import torch; torch.cuda.device_count()"], check=True)
    """
    _, found = trace(tmp_path, code)
    (child,) = others(tmp_path).values()
    assert child["run"] == found["run"] and names(child) == {"torch.cuda.device_count": 1}


def test_files_of_an_earlier_run_are_not_counted(tmp_path):
    code = "import os, torch; torch.cuda.device_count(); os.fork() or torch.cuda.device_count()"
    trace(tmp_path, code)
    assert len(others(tmp_path)) == 1
    done, _ = trace(tmp_path, "import torch")
    assert "no call became another" in done.stderr and "one more" not in done.stderr


def test_a_trace_is_written_after_an_exception(tmp_path):
    done, found = trace(tmp_path, "import torch\ntorch.cuda.device_count()\n1 / 0", check=False)
    assert done.returncode == 1 and names(found) == {"torch.cuda.device_count": 1}
    assert found["process"]["exception"] == "ZeroDivisionError: division by zero"


def test_a_process_that_ends_by_os_exit_writes_nothing(tmp_path):
    code = """
    import os, torch
    torch.cuda.device_count()
    if os.fork() == 0:
        torch.cuda.device_count()
        os._exit(0)
    os.wait()
    """
    trace(tmp_path, code)
    assert others(tmp_path) == {}


def test_a_file_that_cannot_be_written_is_told(tmp_path):
    env = {"TORCHADA_TRACE": str(tmp_path / "missing" / "trace.json")}
    path = write(tmp_path, "import torch; torch.cuda.device_count()")
    done = run_command([sys.executable, path], env=env)
    assert done.returncode == 0
    place = tmp_path / "missing" / "trace.json"
    assert done.stderr == f"torchada: cannot write the trace {place}: No such file or directory\n"


THREADS = """
import threading, torch

def work():
    for i in range(500):
        torch.cuda.device_count()  #: torch.cuda.device_count x4000
        torch.device("cuda:0")  #: "cuda:0" x4000

threads = [threading.Thread(target=work) for i in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
x = torch.ones(2, device="cuda", requires_grad=True)  #: "cuda" x1

class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        torch.cuda.current_stream()  #: torch.cuda.current_stream x1
        return gradient * torch.full((2,), 2.0, device="cuda")  #: "cuda" x1

Double.apply(x).sum().backward()
assert x.grad.tolist() == [2, 2]
"""


def test_threads_are_counted_and_those_of_autograd(tmp_path):
    _, found = trace(tmp_path, THREADS)
    assert counted(found) == expected(THREADS)
    (call,) = [one for one in found["calls"] if one["name"] == "torch.cuda.current_stream"]
    # The engine's thread has no caller in Python.
    assert [one["function"].rpartition(".")[2] for one in call["stack"]][:1] == ["backward"]
