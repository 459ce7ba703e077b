"""Child processes for tests, in an environment that says nothing about torchada and MUSA.

Import this before the simulator is switched on in the own process: HAS_REAL_TORCH_MUSA looks.
"""

import importlib.util
import os
import subprocess
from pathlib import Path

# What the processes under test must not inherit; each test says what it wants.
_CLEARED = (
    "TORCHADA_",
    "MUSASIM",
    "MUSA_VISIBLE",
    "CUDA_VISIBLE",
    "TORCH_DEVICE_BACKEND",
    "PYTEST",
    "PYTHONUNBUFFERED",
    "PYTHONWARNINGS",
    "COV_",
)
# Modules for the code that tests run; state_dump.py and snapshots.py are among them.
_SUPPORT = str(Path(__file__).parent)

HAS_REAL_TORCH_MUSA = importlib.util.find_spec("torch_musa") is not None and not os.environ.get(
    "MUSASIM"
)


def clean_environment(env=None, musasim=True, support=True):
    """This process's environment without what could decide a test, and with `env`.

    The simulator is on unless musasim is False. The modules of tests/support can be imported, and
    what else is in PYTHONPATH, unless support is False.
    """
    environment = {k: v for k, v in os.environ.items() if not k.startswith(_CLEARED)}
    inherited = environment.pop("PYTHONPATH", "")
    if support:
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, [_SUPPORT, inherited]))
    if musasim and not HAS_REAL_TORCH_MUSA:
        environment["MUSASIM"] = "1"
    environment.update(env or {})
    return environment


def run_command(command, env=None, musasim=True, support=True, timeout=300, **options):
    """Run a command in a clean environment, with stdout and stderr as text."""
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    return subprocess.run(
        [str(part) for part in command],
        env=clean_environment(env, musasim, support),
        text=True,
        timeout=timeout,
        **options,
    )
