"""The examples of torch.compile and of graphs run on the simulated GPU and say what they should."""

import sys
from pathlib import Path

import pytest
from support.processes import run_command

pytestmark = pytest.mark.musa
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def run(name, *options):
    """The lines of an example's output, by their labels."""
    done = run_command([sys.executable, str(EXAMPLES / name), *options], musasim=True)
    assert done.returncode == 0, done.stderr
    lines = (line.partition(":") for line in done.stdout.splitlines())
    return {label: text.strip() for label, _, text in lines}


@pytest.mark.parametrize(
    "options, apart",
    [
        (["--backend", "cudagraphs"], 0.0),
        pytest.param([], 1e-3, marks=pytest.mark.slow),
        pytest.param(["--mode", "reduce-overhead"], 1e-3, marks=pytest.mark.slow),
    ],
)
def test_compile(options, apart):
    facts = run("compile.py", *options)
    assert "MTT" in facts["device"]
    assert (facts["graphs"], facts["graph breaks"]) == ("1", "0")
    first, last = map(float, facts["loss"].split(" -> "))
    assert last < first and float(facts["apart"]) <= apart


def test_graphs():
    facts = run("graphs.py")
    assert "MTT" in facts["device"] and facts["replays that differ"] == "4 of 4"
    assert float(facts["inference, apart"]) == float(facts["training, losses apart"]) == 0


@pytest.mark.parametrize("name", ["compile.py", "graphs.py"])
def test_the_examples_do_not_know_the_platform(name):
    lines = (EXAMPLES / name).read_text().splitlines()
    assert [line for line in lines if "musa" in line.lower()] == []
    assert len([line for line in lines if line.startswith("import torchada")]) == 1
