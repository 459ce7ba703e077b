"""Builds a program by its own CMake; the sdist stays as it was."""

import hashlib
import subprocess
from pathlib import Path

from failures import first_error

from .program import ARCHITECTURES, Place, Program


def build(program: Program, place: Place, jobs: int) -> str:
    """Configure and build; why that failed, or nothing. The output goes to build.log in the folder of the build."""
    before = digest(place.sdist)
    place.build.mkdir(parents=True, exist_ok=True)
    log = place.build / "build.log"
    with log.open("w") as output:
        failed = any(
            subprocess.run(
                command,
                cwd=place.build,
                env=place.environment(),
                stdout=output,
                stderr=subprocess.STDOUT,
            ).returncode
            for command in _commands(program, place, jobs)
        )
    failure = first_error(log.read_text(errors="replace")) if failed else ""
    if digest(place.sdist) != before:
        failure = failure or "the build changed files of the sdist"
    return failure


def options(program: Program, model: str) -> list:
    """What CMake is told with -D, for a GPU."""
    return [option.format(arch=ARCHITECTURES[model]) for option in program.module.OPTIONS]


def _commands(program: Program, place: Place, jobs: int):
    source = place.sdist / program.module.SOURCE
    defined = [f"-D{option}" for option in options(program, place.model)]
    yield ["cmake", "-S", source, "-B", place.build, "-G", "Ninja", *defined]
    yield ["ninja", f"-j{jobs}", *program.module.TARGETS]


def digest(top: Path) -> str:
    """Of the names and contents of all files of a folder."""
    whole = hashlib.sha256()
    for path in sorted(path for path in top.rglob("*") if path.is_file()):
        whole.update(str(path.relative_to(top)).encode() + b"\0")
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()
