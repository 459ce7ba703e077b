"""The report of the pytest plugin: what each test did on the GPU, at the end and as JSON."""

import json

import pytest

pytest_plugins = ["pytester"]

SOURCE = """
import pytest, torch

def test_none(): pass

@pytest.mark.parametrize("count", range(12))
def test_adds(count):
    x = torch.zeros(1000, device="musa")
    for _ in range(count):
        x += 1

def test_copies():
    torch.ones(2**20, dtype=torch.uint8).to("musa")

def test_graph():
    graph, x = torch.musa.MUSAGraph(), torch.zeros(10, device="musa")
    with torch.musa.graph(graph):
        x += 1
    for _ in range(30):
        graph.replay()

def test_fails():
    total = torch.ones(2, device="musa").sum().item()
    assert total == 3

@pytest.mark.skip
def test_skipped(): pass
"""


@pytest.mark.parametrize(
    "workers",
    [
        pytest.param((), id="one process"),
        pytest.param(("-n", "2"), id="xdist", marks=pytest.mark.slow),
    ],
)
def test_it_tells_what_each_test_did(run, pytester, workers):
    options = ("--musasim", "--musasim-devices=2", "--musasim-report=gpu.json", *workers)
    result = run(SOURCE, *options)

    result.assert_outcomes(passed=15, failed=1, skipped=1)
    result.stdout.fnmatch_lines(
        [
            "*= musasim =*",
            "15 of 17 tests used the GPU: * kernels, * copies, * fills",
            "  kernels   copies    fills  peak bytes  test",
            "       31 * test_it.py::test_graph",
            "       12 * test_it.py::test_adds[[]11]",
            "... and 5 more (-v)",
        ]
    )
    result.stdout.no_fnmatch_line("*test_none*")
    check_json(json.loads((pytester.path / "gpu.json").read_text()))


def check_json(report):
    tests = {row.pop("test"): row for row in report["tests"]}
    assert report["environment"] == {"MUSASIM": "1", "MUSASIM_DEVICES": "2"}
    nothing = {"kernels": 0, "copies": 0, "fills": 0, "peak_bytes": 0}
    assert tests["test_it.py::test_none"] == {**nothing, "outcome": "passed"}
    assert tests["test_it.py::test_skipped"] == {**nothing, "outcome": "skipped"}
    assert tests["test_it.py::test_fails"]["outcome"] == "failed"
    assert tests["test_it.py::test_copies"] == {
        **nothing,
        "copies": 1,
        "peak_bytes": 2**20,
        "outcome": "passed",
    }
    few, many = (tests[f"test_it.py::test_adds[{count}]"]["kernels"] for count in (2, 9))
    assert many - few == 7


def test_it_is_long_or_short(run):
    run(SOURCE, "--musasim", "-v").stdout.fnmatch_lines(["* 1048576  test_it.py::test_copies"])
    quiet = run(SOURCE, "--musasim", "-q", "--co").stdout
    quiet.fnmatch_lines(["0 of 0 tests used the GPU: 0 kernels, 0 copies, 0 fills"])


def test_a_file_that_cannot_be_written_is_named(run):
    result = run("def test_it(): pass", "--musasim", "--musasim-report=no/gpu.json")

    assert result.ret != 0
    result.stderr.fnmatch_lines(["*--musasim-report=no/gpu.json: *No such file or directory*"])
