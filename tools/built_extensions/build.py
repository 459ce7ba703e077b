"""Builds an sdist by its own setup.py on the simulated platform."""

import json
import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple, Tuple

from failures import first_error

from .project import Project

ENVIRONMENT = {"MUSASIM": "1", "TORCHADA_FORCE_CUDA_AVAILABLE": "1"}
_NVCC = """#!/bin/sh
case "$1" in
-V | --version) echo "Cuda compilation tools, release 12.8, V12.8.0" ;;
*) exec mcc "$@" ;;
esac
"""
COMMAND = ("setup.py", "build_ext", "--inplace")


class Built(NamedTuple):
    """A project that was built: where, processor time, why it failed (or nothing), what it changed."""

    folder: str
    seconds: float
    failure: str
    changed: Tuple[str, ...]


def environment(project: Project, jobs: int, scratch: Path) -> dict:
    """The environment of a build and of what is run afterwards."""
    words = {**os.environ, **ENVIRONMENT, "MAX_JOBS": str(jobs), **project.switches}
    words.setdefault("MTGPU_TARGET", "mp_22")
    folders = [str(Path(sys.executable).parent), words["PATH"]]
    if project.nvcc:
        toolkit = _toolkit_with_nvcc(scratch / "toolkit")
        folders.insert(0, str(toolkit / "bin"))
        words["MUSA_HOME"] = str(toolkit)
    words["PATH"] = os.pathsep.join(folders)
    return words


def _toolkit_with_nvcc(folder: Path) -> Path:
    """The MUSA toolkit once more, by links, and a program nvcc that is mcc and tells a release of CUDA."""
    command = [sys.executable, "-m", "musasim", "home"]
    home = Path(subprocess.check_output(command, text=True).strip())
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "bin").mkdir(parents=True)
    for path in (*home.iterdir(), *(home / "bin").iterdir()):
        if path != home / "bin":
            (folder / path.relative_to(home)).symlink_to(path)
    (folder / "bin" / "nvcc").write_text(_NVCC)
    (folder / "bin" / "nvcc").chmod(0o755)
    return folder


def build(project: Project, original: Path, scratch: Path, jobs: int) -> Built:
    """Build a fresh copy of the sdist; its output goes to a file beside the copy."""
    folder = scratch / project.name
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(original, folder)
    log = scratch / f"{project.name}.log"
    begin = _processor_time()
    with log.open("w") as output:
        done = subprocess.run(
            [sys.executable, *COMMAND],
            cwd=folder,
            env=environment(project, jobs, scratch),
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    seconds = _processor_time() - begin
    said = log.read_text(errors="replace").replace(f"{folder}/", "")
    failure = first_error(said) if done.returncode else ""
    built = Built(str(folder), seconds, failure, changed_files(original, folder))
    _note(project, scratch).write_text(json.dumps(built))
    return built


def built_before(project: Project, scratch: Path) -> Built:
    """What an earlier build() in the same place returned."""
    return Built(*json.loads(_note(project, scratch).read_text()))


def _note(project: Project, scratch: Path) -> Path:
    return scratch / f"{project.name}.json"


def _processor_time() -> float:
    """Of the processes that have ended: unlike the clock, it does not tell how busy the machine was."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def changed_files(original: Path, folder: Path) -> Tuple[str, ...]:
    """Files of the sdist that are not as they were, for example because the build wrote to them.

    What setuptools itself writes anew (the folder of metadata) does not count.
    """
    paths = [path.relative_to(original) for path in original.rglob("*") if path.is_file()]
    return tuple(
        str(path)
        for path in paths
        if not path.parts[0].endswith(".egg-info")
        and _bytes(original, path) != _bytes(folder, path)
    )


def _bytes(top: Path, path: Path):
    return (top / path).read_bytes() if (top / path).is_file() else None
