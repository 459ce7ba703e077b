"""Builds the programs that are timed, as the wheel's are built."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from .sides import BenchmarkError

ROOT = Path(__file__).resolve().parents[2]
TARGETS = ("benchmark_port_translate", "torchada-port")


def build(folder):
    """Path of each target by its name; what was built before is built again where it changed."""
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])
    cmake = shutil.which("cmake", path=path)
    if cmake is None:
        raise BenchmarkError("cmake was not found: pip install cmake ninja")
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DTORCHADA_BUILD_BENCHMARKS=ON"]
    options.append(f"-DPython_EXECUTABLE={sys.executable}")
    _run([cmake, "-S", ROOT, "-B", folder, *options], path)
    _run([cmake, "--build", folder, "--parallel", os.cpu_count(), "--target", *TARGETS], path)
    return find(folder)


def find(folder):
    """The targets in a folder where they were built."""
    found = {path.name: path for path in folder.rglob("*") if path.name in TARGETS}
    return {name: path for name, path in found.items() if os.access(path, os.X_OK)}


def _run(command, path):
    words = [str(word) for word in command]
    env = dict(os.environ, PATH=path)
    done = subprocess.run(words, capture_output=True, text=True, env=env)
    if done.returncode != 0:
        raise BenchmarkError(
            f"`{' '.join(words)}` failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        )
