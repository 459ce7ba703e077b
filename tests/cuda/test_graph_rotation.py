"""More graphs than the driver has room for are replayed, each with its own result."""

import pytest

pytestmark = [pytest.mark.musa, pytest.mark.usefixtures("needs_simulator")]

GRAPHS = """
import sys, torch
from torchada import _core, _graph_rotation

x = torch.ones(4, device="cuda")
torch.cuda.synchronize()
graphs, results = [], []
for index in range(int(sys.argv[1])):
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        results.append(x * index)
    graphs.append(graph)
for turn in range(1, 4):
    x.fill_(turn)
    for index in (*range(len(graphs)), 0, 1, len(graphs) - 1):
        results[index].zero_()
        graphs[index].replay()
        assert results[index].tolist() == [turn * index] * 4, (turn, index)
"""
COUNTS = """
counts = _graph_rotation.stats()
print(counts["cap"], counts["live"], counts["evict"] > 0, counts["reinstantiate"] > 0)
del graph, graphs
import gc; gc.collect()
assert _graph_rotation.stats()["live"] == 0
"""


def test_below_the_cap_nothing_is_destroyed(run_python):
    assert run_python(GRAPHS + COUNTS, 5).stdout == "1900 5 False False\n"


def test_beyond_the_cap(run_python):
    done = run_python(GRAPHS + COUNTS, 9, env={"TORCHADA_GRAPH_EXEC_CAP": "3"})
    assert done.stdout == "3 3 True True\n"


def test_beyond_what_the_driver_has_room_for(run_python):
    done = run_python(GRAPHS + COUNTS, 9, env={"MUSASIM_FAULTS": "graph:live=4"})
    assert done.stdout == "4 4 True True\n"


def test_switched_off_the_driver_decides(run_python):
    limited = {"MUSASIM_FAULTS": "graph:live=4", "TORCHADA_GRAPH_ROTATION": "0"}
    done = run_python(GRAPHS, 9, env=limited, check=False)
    assert done.returncode != 0 and "out of memory" in done.stderr.lower()
    code = GRAPHS + "print(_graph_rotation.stats())"
    assert run_python(code, 3, env=limited).stdout == "None\n"


def test_a_hook_that_fails_leaves_all_to_the_driver(run_python):
    done = run_python(GRAPHS, 5, env={"TORCHADA_TEST_FAIL_HOOK": "musaGraphDestroy"})
    assert done.stderr.count("graphs beyond the driver's limit fail") == 1
    assert "musaGraphDestroy" in done.stderr
    limited = {"TORCHADA_TEST_FAIL_HOOK": "musaGraphDestroy", "MUSASIM_FAULTS": "graph:live=4"}
    assert run_python(GRAPHS, 9, env=limited, check=False).returncode != 0


def test_the_room_can_be_measured(run_python):
    code = "import torch\nfrom torchada import _graph_rotation\nprint(_graph_rotation.cap())"
    measured = {"MUSASIM_FAULTS": "graph:live=90", "TORCHADA_GRAPH_AUTOPROBE": "1"}
    assert run_python(code, env={**measured, "TORCHADA_GRAPH_EXEC_MARGIN": "10"}).stdout == "80\n"
    # A cap that is said needs no measuring; a wrong one is passed over.
    assert run_python(code, env={**measured, "TORCHADA_GRAPH_EXEC_CAP": "7"}).stdout == "7\n"
    for value in ("many", "0"):
        wrong = run_python(code, env={"TORCHADA_GRAPH_EXEC_CAP": value})
        assert wrong.stdout == "1900\n" and f"TORCHADA_GRAPH_EXEC_CAP={value}" in wrong.stderr


def test_unpatch_leaves_what_a_program_still_needs(run_python):
    code = GRAPHS + """
import torchada
torchada.unpatch()
x.fill_(5)
for index, graph in enumerate(graphs):
    graph.replay()
    assert results[index].tolist() == [5 * index] * 4
"""
    run_python(code, 6, env={"TORCHADA_GRAPH_EXEC_CAP": "2"})
    run_python(code, 6)
