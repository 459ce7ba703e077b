"""Runs the commands of the CI jobs that docs/ci.md shows, each job in an environment of its own.

It builds the wheels of this tree, or takes those of --wheels, and installs torch as pip is set up here:
the index that the jobs name is not asked. Run it from a Python that has the build tools (.venv).

    python tools/run_ci_jobs.py [--wheels FOLDER]
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
# What a library for CUDA would test; the jobs have two GPUs.
TESTS = """
import pytest, torch

@pytest.mark.skipif(torch.cuda.device_count() < 2, reason="needs two GPUs")
def test_copy():
    assert torch.cuda.is_available()
    assert torch.ones(2, device="cuda:0").to("cuda:1").get_device() == 1

@pytest.mark.musa_faults("alloc:above=20M")
def test_out_of_memory():
    with pytest.raises(torch.OutOfMemoryError):
        torch.empty(2**25, device="cuda")
"""


def jobs(page: str):
    """Name, commands and variables of each job."""
    blocks = re.findall(r"^```yaml\n(.*?)^```$", page, re.M | re.S)
    github, gitlab = map(yaml.safe_load, blocks)
    github, gitlab = github["jobs"]["musa"], gitlab["musa"]
    yield "GitHub", [step["run"] for step in github["steps"] if "run" in step], github["env"]
    yield "GitLab", gitlab["script"], gitlab["variables"]


def build_wheels(folder: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--quiet", "wheel", "--no-deps", "--no-build-isolation"]
    for project in (ROOT, ROOT / "sim"):
        print("building the wheel of", project.name, flush=True)
        optimize = "-Ccmake.define.CMAKE_CXX_FLAGS_RELEASE=-O1"
        subprocess.run([*pip, optimize, "-w", folder, project], check=True)


def run_job(commands, variables, wheels: Path, folder: Path) -> list:
    """The tests of the report that the job leaves."""
    checkout = folder / "checkout"
    checkout.mkdir()
    (checkout / "dist").symlink_to(wheels)
    (checkout / "test_it.py").write_text(TESTS)
    venv.create(folder / "venv", with_pip=True)
    ours = ("MUSA", "TORCH", "PYTHON", "VIRTUAL_ENV")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(ours)}
    environment.update({k: v for k, v in variables.items() if not k.startswith("PIP_")})
    environment["PATH"] = f"{folder}/venv/bin:{environment['PATH']}"
    # Not of the job: the plugin gives no warnings, which are errors to many projects.
    for command in (*commands, "MUSASIM=1 pytest -W error -q --collect-only"):
        print("$", command, flush=True)
        subprocess.run(command, shell=True, cwd=checkout, env=environment, check=True)
    return json.loads((checkout / "gpu.json").read_text())["tests"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--wheels", type=Path, help="a folder with the wheels of torchada and musasim"
    )
    wheels = parser.parse_args().wheels
    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory(prefix="ci-jobs-") as folder:
        if wheels is None:
            wheels = Path(folder) / "wheels"
            build_wheels(wheels)
        for name, commands, variables in jobs(page):
            print(f"--- {name}", flush=True)
            place = Path(folder) / name
            place.mkdir()
            tests = run_job(commands, variables, wheels.resolve(), place)
            if [test["outcome"] for test in tests] != ["passed", "passed"]:
                print(f"the job for {name} did not run its tests on the GPU: {tests}")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
