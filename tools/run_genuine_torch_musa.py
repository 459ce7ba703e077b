#!/usr/bin/env python3
"""Runs a script with the genuine torch_musa Python package on the simulator's native module.

    python tools/run_genuine_torch_musa.py [--overlay DIR] TREE [script.py | -m module] [argument]...
    python tools/run_genuine_torch_musa.py --with-torchada TREE -m pytest tests

Without --with-torchada an installed torchada does nothing. TREE is a checkout of torch_musa 2.7.1: nothing of it is in this repository and nothing is written to it.
Run it with a Python that has torch 2.7.1 and musasim. Without a script a small net is trained.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from genuine_torch_musa.overlay import OverlayError, build_overlay

DEFAULT_SCRIPT = Path(__file__).resolve().parent / "genuine_torch_musa" / "train_small_net.py"


def environment_with(overlay, torchada=False) -> dict:
    """The environment in which the overlay hides our own torch_musa, and torchada is on or off."""
    environment = dict(os.environ)
    # Where it is unset and torch_musa is there, tests take that one for real.
    environment.pop("MUSASIM", None)
    if torchada:
        environment.pop("TORCHADA_AUTOLOAD", None)
    else:
        environment["TORCHADA_AUTOLOAD"] = "0"
    paths = [str(overlay), environment.get("PYTHONPATH")]
    environment["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    environment.pop("TORCH_DEVICE_BACKEND_AUTOLOAD", None)
    return environment


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--with-torchada", action="store_true", help="torchada is active, too")
    parser.add_argument("tree", type=Path, help="a checkout of torch_musa 2.7.1")
    parser.add_argument("--overlay", type=Path, help="lay the import path here, and keep it")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="what Python runs, and arguments")
    return parser.parse_args(arguments)


def main(arguments=None) -> int:
    options = parse(arguments)
    with tempfile.TemporaryDirectory(prefix="genuine-torch-musa-") as scratch:
        overlay = options.overlay or Path(scratch)
        try:
            build_overlay(options.tree, overlay)
        except OverlayError as error:
            print(f"run_genuine_torch_musa: {error}", file=sys.stderr)
            return 2
        command = [sys.executable, *(options.command or [str(DEFAULT_SCRIPT)])]
        env = environment_with(overlay, options.with_torchada)
        return subprocess.run(command, env=env).returncode


if __name__ == "__main__":
    sys.exit(main())
