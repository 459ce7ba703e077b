"""Programs from PyPI, as their users write them for CUDA, on two simulated GPUs.

Nothing here imports torchada: `import torch` activates it, in this process and in its children.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest

HERE = Path(__file__).parent
# All that tells this machine from one with NVIDIA GPUs; without it the files run on CUDA.
SIMULATED = {"MUSASIM": "1", "MUSASIM_DEVICES": "2", "TORCHADA_FORCE_CUDA_AVAILABLE": "1"}
# The GPU of a file that needs another than the simulator's default: for 32 warps in a block, warps of 32 threads.
MODELS = {"test_liger_kernel.py": "S5000"}
# No network, no telemetry, and one thread for each process.
QUIET = {
    "HF_HUB_OFFLINE": "1",
    "OMP_NUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "WANDB_MODE": "disabled",
    "YOLO_OFFLINE": "true",
}


def pytest_configure(config):
    """Before torch is imported, which the files do."""
    files = {Path(argument.partition("::")[0]).name for argument in config.args}
    _set_up(next((MODELS[name] for name in files if name in MODELS), None))


def _set_up(model):
    if os.environ.get("TORCHADA_PLATFORM", "musa") == "musa":
        os.environ.update(SIMULATED)
        # What PyPI's torchvision needs beside a PyTorch without CUDA: site/sitecustomize.py.
        paths = [str(HERE / "site"), os.environ.get("PYTHONPATH", "")]
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
        sys.path.insert(0, str(HERE / "site"))
        import sitecustomize  # noqa: F401

        import musasim

        musasim.enable(devices=2, model=model)
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)


def pytest_collection_modifyitems(items):
    """The reason of a refusal goes into the report, from where tools/run_programs.py takes it."""
    for item in items:
        mark = item.get_closest_marker("refuses")
        if mark:
            item.user_properties.append(("refuses", mark.args[0]))


# A kernel in the code that torch.compile writes, in Triton or in C++.
KERNEL = re.compile(r"^\w+ = (?:async_compile\.\w+|musa_kernel)\(", re.M)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """What torch.compile made in a test that compiles goes into the report as well."""
    if not item.get_closest_marker("compiles"):
        return (yield)
    import torch
    from torch._dynamo.utils import counters
    from torch._inductor.graph import GraphLowering

    codes = []
    torch._dynamo.reset()
    counters.clear()
    with mock.patch.object(GraphLowering, "save_output_code", codes.append):
        result = yield
    made = {
        "graphs": counters["stats"]["unique_graphs"],
        "breaks": sum(counters["graph_break"].values()),
        "kernels": sum(len(KERNEL.findall(code)) for code in codes),
    }
    item.user_properties += made.items()
    assert made["graphs"], "nothing was compiled"
    return result


@pytest.fixture(autouse=True)
def known_seed(tmp_path, monkeypatch):
    """Every test starts from the same random state, in a folder of its own."""
    import torch

    monkeypatch.chdir(tmp_path)
    torch.manual_seed(0)


@pytest.fixture
def launch(tmp_path):
    """launch("-m", "torch.distributed.run", ..., script): a command of this Python; gives its output."""

    def run(*arguments, timeout=300, env=()):
        command = [sys.executable, *map(str, arguments)]
        options = dict(cwd=tmp_path, capture_output=True, text=True, timeout=timeout)
        done = subprocess.run(command, env={**os.environ, **dict(env)}, **options)
        assert done.returncode == 0, f"{done.stdout[-4000:]}\n{done.stderr[-8000:]}"
        return done.stdout

    return run


@pytest.fixture
def torchrun(launch):
    """torchrun(script, *arguments): two processes; gives what they print."""

    def run(script, *arguments, processes=2, **options):
        count = f"--nproc-per-node={processes}"
        return launch(
            "-m", "torch.distributed.run", "--standalone", count, script, *arguments, **options
        )

    return run
