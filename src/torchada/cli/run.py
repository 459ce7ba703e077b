"""torchada run: runs a Python program with torchada active; --sim runs it on a simulated GPU."""

import argparse
import os
import sys
from typing import Dict, List

from .. import _presence, _simulator
from .._api import get_version
from .._errors import CommandError, PlatformError

USAGE = "torchada run [--sim [--devices N] [--model M] [--memory SIZE]] (SCRIPT | -m MODULE | -c CODE) ..."
_SIMULATOR = {"devices": "MUSASIM_DEVICES", "model": "MUSASIM_MODEL", "memory": "MUSASIM_MEMORY"}


def add_parser(commands) -> argparse.ArgumentParser:
    """Declare the subcommand."""
    text = (
        "run a Python program with torchada active; the program gets all arguments after its name"
    )
    parser = commands.add_parser("run", help=text, description=text, usage=USAGE)
    add_options(parser)
    return parser


def add_options(parser: argparse.ArgumentParser) -> None:
    """The program, and the GPU that it gets."""
    parser.set_defaults(usage=parser.usage)
    help_text = "use the simulator (musasim) instead of a MUSA GPU"
    parser.add_argument("--sim", action="store_true", help=help_text)
    parser.add_argument("--devices", metavar="N", type=int, help="number of simulated GPUs")
    help_text = "model of the simulated GPUs: S80, S4000 or S5000"
    parser.add_argument("--model", metavar="M", help=help_text)
    help_text = "memory of each simulated GPU, for example 16G; auto fits it to the host"
    parser.add_argument("--memory", metavar="SIZE", help=help_text)
    rest = argparse.REMAINDER
    parser.add_argument("-m", dest="module", nargs=rest, help="run a module, as `python -m` does")
    parser.add_argument("-c", dest="code", nargs=rest, help="run code, as `python -c` does")
    parser.add_argument("script", nargs=rest, metavar="SCRIPT", help="run a script")


def run(arguments: argparse.Namespace) -> int:
    """Replace this process by Python with the program; returns only by an exception."""
    return start(arguments, {})


def start(arguments: argparse.Namespace, more: Dict[str, str]) -> int:
    """The same with more environment variables."""
    command = [sys.executable, *program(arguments)]
    environment = {**os.environ, **changes(arguments), **more}
    note = "" if arguments.sim else without_musa()
    if note:
        print(f"torchada: {note}", file=sys.stderr)
    sys.stdout.flush()
    sys.stderr.flush()
    os.execve(sys.executable, command, environment)


def without_musa() -> str:
    """Why torchada changes nothing for the program, and what to do; empty on a MUSA platform.

    This does not import torch: whether torch sees an NVIDIA GPU makes no difference.
    """
    try:
        forced = _presence.forced_platform()
    except PlatformError as error:
        raise CommandError(str(error)) from None
    if forced == "musa" or (forced is None and _presence.find_torch_musa()):
        return ""
    why = f"TORCHADA_PLATFORM={forced} is set" if forced else "torch_musa is not installed"
    text = f"{why}, so torchada changes nothing for this program"
    has_simulator = not forced and _simulator.is_installed()
    return f"{text}; `torchada run --sim` runs it on a simulated GPU" if has_simulator else text


def program(arguments: argparse.Namespace) -> List[str]:
    """The arguments for Python."""
    for option, words in (("-m", arguments.module), ("-c", arguments.code)):
        if words is not None:
            if not words:
                raise CommandError(f"option {option} needs an argument; usage: {arguments.usage}")
            return [option, *words]
    words = arguments.script[1:] if arguments.script[:1] == ["--"] else arguments.script
    if not words:
        raise CommandError(f"no program was given; usage: {arguments.usage}")
    # Python takes a script whose name starts with a dash, or "-", for an option.
    if not os.path.exists(words[0]):
        raise CommandError(f"there is no script {words[0]!r} in {os.getcwd()}")
    return list(words)


def changes(arguments: argparse.Namespace) -> Dict[str, str]:
    """The environment variables to set."""
    # The program may import neither torchada nor torch_musa: torch's autoload activates torchada.
    environment = {"TORCHADA_AUTOLOAD": "1", "TORCH_DEVICE_BACKEND_AUTOLOAD": "1"}
    for option, variable in _SIMULATOR.items():
        value = getattr(arguments, option)
        if value is None:
            continue
        if not arguments.sim:
            raise CommandError(f"--{option} describes simulated GPUs, so it needs --sim as well")
        environment[variable] = str(value)
    if arguments.sim:
        if not _simulator.is_installed():
            raise CommandError(
                "--sim needs the simulator musasim, which is not installed for "
                f"{sys.executable}; install its wheel (pip install --find-links FOLDER "
                f"'torchada[sim]>={get_version()}'), or `pip install ./sim` in torchada's repository"
            )
        problem = _simulator.problem()
        if problem:
            raise CommandError(problem)
        environment["MUSASIM"] = "1"
    return environment
