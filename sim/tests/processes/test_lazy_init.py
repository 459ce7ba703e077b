"""Lazy initialisation and forked children."""

import pytest
import torch
import torch_musa
from torch_musa.core import _lazy_init as lazy

FORK = """
import os, sys, torch

def run_in_child(code):
    pid = os.fork()
    if pid == 0:
        try:
            print(eval(code), flush=True)
        except RuntimeError as error:
            print(error, flush=True)
        os._exit(0)
    os.waitpid(pid, 0)

exec(sys.argv[1])
for code in sys.argv[2:]:
    run_in_child(code)
print("parent", torch.musa._is_in_bad_fork(), torch.ones(1, device="musa").device, flush=True)
"""
CUDAS_WORDING = (
    "Cannot re-initialize MUSA in forked subprocess. To use MUSA with multiprocessing, you must "
    "use the 'spawn' start method"
)
SIMULATED = {"MUSASIM": "1"}
USES = (
    "torch.ones(1, device='musa')",
    "torch.ones(1).musa()",
    "torch.ones(1).to('musa')",
    "torch.nn.Linear(1, 1).musa()",
    "torch.musa.current_device()",
    "torch.musa.get_device_name()",
    "torch.musa.synchronize()",
    "torch.musa.current_stream()",
)
HARMLESS = {
    "torch.device('musa:0')": "musa:0",
    "torch.manual_seed(1).initial_seed()": "1",
    "torch.musa.manual_seed_all(1)": "None",
    "torch.musa._is_in_bad_fork()": "True",
    "torch.musa.device_count()": "1",
    "torch.musa.is_initialized()": "False",
    "torch.musa.memory_allocated()": "0",
}


@pytest.mark.parametrize("before", ["pass", "torch.ones(1, device='musa')"])
def test_a_forked_child_cannot_use_the_device(run_python, before):
    lines = run_python(FORK, before, *USES, *HARMLESS, env=SIMULATED).stdout.splitlines()
    assert dict(zip(USES, lines)) == dict.fromkeys(USES, CUDAS_WORDING)
    assert dict(zip(HARMLESS, lines[len(USES) :])) == HARMLESS
    assert lines[-1] == "parent False musa:0"


def test_what_comes_before_the_first_use(run_python):
    code = """
    import torch
    torch.musa.manual_seed_all(1)
    torch.musa.manual_seed(42)
    calls = []
    torch.musa._lazy_call(lambda: calls.append(1))
    torch.musa._lazy_call(lambda: calls.append(2))
    torch.musa.empty_cache()
    print(torch.musa.memory_allocated(), dict(torch.musa.memory_stats()), calls)
    print(torch.musa.is_initialized(), torch.musa._initialized)
    first = torch.rand(4, device="musa").cpu()
    torch.musa._lazy_call(lambda: calls.append(3))
    print(torch.musa.is_initialized(), torch.musa._initialized, calls)
    torch.musa.manual_seed(42)
    print(torch.equal(first, torch.rand(4, device="musa").cpu()))
    """
    lines = run_python(code, env=SIMULATED).stdout.splitlines()
    assert lines == ["0 {} []", "False False", "True True [1, 2, 3]", "True"]


def test_a_failing_queued_call_names_its_origin(monkeypatch):
    monkeypatch.setattr(lazy, "_queued_calls", [(lambda: 1 / 0, ["the caller\n"])])
    with pytest.raises(lazy.DeferredMusaCallError, match="(?s)division by zero.*the caller"):
        lazy._run_queued_calls()


def test_a_queued_call_may_queue_another(run_python):
    code = """
    import torch
    made = []
    queue = torch.musa._lazy_call
    queue(lambda: queue(lambda: made.append("inner")))
    queue(lambda: torch.musa.manual_seed(5))
    torch.ones(1, device="musa")
    print(made, torch.musa.initial_seed())
    """
    assert run_python(code, env=SIMULATED).stdout == "['inner'] 5\n"


def test_only_the_last_seeds_are_kept():
    tracker = lazy._LazySeedTracker()
    tracker.queue_seed("one", "")
    tracker.queue_seed_all("all", "")
    tracker.queue_seed_all("all again", "")
    assert [call for call, _ in tracker.get_calls()] == ["one", "all again"]
    tracker.queue_seed("one again", "")
    assert [call for call, _ in tracker.get_calls()] == ["all again", "one again"]


def test_initialisation_binds_what_only_it_can_know():
    torch_musa._lazy_init()
    assert torch_musa._initialized is torch_musa.is_initialized() is True
    assert len(torch_musa.default_generators) == 2
    assert torch_musa.has_half is True


def test_runtime_errors():
    musart = torch_musa.musart()
    torch_musa.check_error(musart.musaError.success)
    with pytest.raises(torch_musa.MusaError, match=r"^out of memory \(2\)$"):
        torch_musa.check_error(2)
    with pytest.raises(torch_musa.MusaError, match="unrecognized error code"):
        torch_musa.check_error(77)
    assert torch.musa.MusaError is torch_musa.MusaError
