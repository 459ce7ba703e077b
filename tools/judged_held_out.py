"""Projects that were kept from whoever wrote the rules of `torchada check`: chosen, judged, and then used.

python tools/judged_held_out.py FOLDER          # fetches them, and prints what the check says now
python tools/judged_held_out.py FOLDER --use    # also installs each into FOLDER, and uses it on the simulator

tools/judged_held_out.json has the use of each, how it failed on 2026-11-27, what the check had said before (`said`), and
what it said once rules had been added for those that it had missed (`said_later`). docs/judged-checks.md has the table.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict

import port_corpus
from judged_packages import SETTINGS

from torchada._check import tree

RECORD = Path(__file__).with_suffix(".json")


def record() -> Dict[str, Dict[str, str]]:
    """What is known of each project."""
    known: Dict[str, Dict[str, str]] = json.loads(RECORD.read_text())
    return known


def use(name: str, one: Dict[str, Any], folder: Path) -> str:
    """Install a project, and use it; the last line of the error, or "" where it works."""
    place = folder / f"{name}-installed"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(place)]
    if not place.is_dir():
        done = subprocess.run([*install, f"{name}=={one['version']}"], check=False)
        if done.returncode:
            return "it is not built"
    environment = {**os.environ, **SETTINGS, "PYTHONPATH": str(place)}
    command = [sys.executable, "-c", f"import torch\n{one['use']}"]
    done = subprocess.run(
        command, env=environment, stderr=subprocess.PIPE, text=True, check=False, timeout=300
    )
    return done.stderr.strip().splitlines()[-1] if done.returncode else ""


def main() -> None:
    """Print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--use", action="store_true")
    arguments = parser.parse_args()
    for name, one in record().items():
        place = arguments.folder / name
        port_corpus.fetch_version(place, name, one["version"], one["sha256"])
        failure = use(name, one, arguments.folder) if arguments.use else one["failure"]
        print(f"{name} {one['version']}: {tree.check(str(place)).verdict}; {failure or 'works'}")


if __name__ == "__main__":
    main()
