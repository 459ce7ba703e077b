"""Packages for NVIDIA GPUs, installed from PyPI and used on the simulator: does anything of them work?

python tools/judged_packages.py FOLDER     # installs them into FOLDER, writes tools/judged_packages.json

tools/judge_check.py holds the verdicts of `torchada check` against the results. Needs torch and musasim.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import port_corpus

TOOLS = Path(__file__).resolve().parent
LIST = TOOLS / "judged_projects.txt"
RESULTS = TOOLS / "judged_packages.json"
# The smallest use of each that needs the GPU, or what the package is for.
USES = {
    "cuda-bindings": "from cuda.bindings import driver; error, = driver.cuInit(0); assert not error, error",
    "cupy-cuda12x": "import cupy; assert cupy.arange(3).sum() == 3",
    "numba-cuda": "import numpy; from numba import cuda; cuda.to_device(numpy.arange(3))",
    "nvidia-ml-py": "import pynvml; pynvml.nvmlInit(); assert pynvml.nvmlDeviceGetCount()",
    "nvtx": "import nvtx\nwith nvtx.annotate('work'): pass",
    "warp-lang": "import warp; warp.init(); warp.zeros(3, device='cuda:0')",
}
SETTINGS = {"MUSASIM": "1", "MUSASIM_MODEL": "S5000", "TORCHADA_FORCE_CUDA_AVAILABLE": "1"}


def use(name: str, version: str, folder: Path) -> str:
    """Install a package, and use it; the last line of the error, or "" where it works."""
    place = folder / f"{name}-{version}"
    if not place.is_dir():
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(place)]
        subprocess.run([*install, f"{name}=={version}"], check=True)
    done = subprocess.run(
        [sys.executable, "-c", f"import torch\n{USES[name]}"],
        env={**os.environ, **SETTINGS, "PYTHONPATH": str(place)},
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        check=False,
        timeout=300,
    )
    return done.stderr.strip().splitlines()[-1] if done.returncode else ""


def main() -> None:
    """Use all, and keep the results."""
    versions = port_corpus.projects(LIST)
    folder = Path(sys.argv[1])
    failures = {name: use(name, versions[name][0], folder) for name in USES}
    RESULTS.write_text(json.dumps(failures, indent=1, sort_keys=True) + "\n")
    print(RESULTS.read_text(), end="")


if __name__ == "__main__":
    main()
