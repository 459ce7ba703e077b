"""The options, and the environment that they stand for."""

import argparse
import os

import pytest

import musasim

MODELS = ("S80", "S4000", "S5000")
TOOLS = ("all", "memcheck", "racecheck", "initcheck", "synccheck")


def add(parser) -> None:
    group = parser.getgroup("musasim", "simulated MUSA GPU")
    _add_with_value(
        group,
        "--musasim",
        MODELS,
        help="run the tests on a simulated GPU; --musasim=MODEL chooses it: S80, S4000 or S5000",
    )
    group.addoption(
        "--musasim-devices", type=int, metavar="N", help="number of simulated GPUs (default: 1)"
    )
    _add_with_value(
        group,
        "--musasim-check",
        ("noleak",),
        help="a test fails that misuses device memory, leaves memory, or breaks a GPU; "
        "--musasim-check=noleak: it may leave memory",
    )
    _add_with_value(
        group,
        "--musasim-check-kernels",
        TOOLS,
        help="compile kernels with checks; a test fails whose kernels break the rules; "
        "--musasim-check-kernels=TOOL: all, memcheck, racecheck, initcheck or synccheck "
        "(default: MUSASIM_CHECK_KERNELS, or memcheck and racecheck)",
    )
    group.addoption(
        "--musasim-report", metavar="FILE", help="write what each test did on the GPU, as JSON"
    )


def _add_with_value(group, name, values, help) -> None:
    """An option with or without a value.

    Each spelling is an option of its own: argparse would take the next argument for an optional
    value, and `pytest --musasim tests` has to run the tests.
    """
    dest = name[2:].replace("-", "_")
    group.addoption(name, dest=dest, action="store_const", const="", help=help)
    for value in values:
        group.addoption(
            f"{name}={value}", dest=dest, action="store_const", const=value, help=argparse.SUPPRESS
        )


def apply(options) -> None:
    """Switch the simulator on if the options ask for it. Raises pytest.UsageError."""
    if options.musasim is None:
        _require_no_others(options)
        return
    if pytest.version_tuple < (8,):
        raise pytest.UsageError(f"--musasim needs pytest 8 or newer, this is {pytest.__version__}")
    os.environ.update(_environment(options))
    try:
        musasim.enable(devices=options.musasim_devices, model=options.musasim or None)
    except musasim.SwitchError as error:
        raise pytest.UsageError(f"--musasim: {error}") from None


def _require_no_others(options) -> None:
    others = ("devices", "check", "check_kernels", "report")
    given = [name for name in others if getattr(options, f"musasim_{name}") not in (None, False)]
    if given:
        option = f"--musasim-{given[0]}".replace("_", "-")
        raise pytest.UsageError(f"{option} needs --musasim, which switches the simulator on")


def _environment(options) -> dict:
    variables = {}
    if options.musasim_check is not None:
        variables["MUSASIM_CHECK"] = "noleak"  # the plugin looks for leaks itself, after each test
    if options.musasim_check_kernels is not None:
        chosen = os.environ.get("MUSASIM_CHECK_KERNELS", "")
        default = "1" if chosen in ("", "0") else chosen
        variables["MUSASIM_CHECK_KERNELS"] = options.musasim_check_kernels or default
        # Checked extensions stay beside others.
        cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        folder = os.path.join(cache, "musasim", "checked_extensions")
        variables["TORCH_EXTENSIONS_DIR"] = os.environ.get("TORCH_EXTENSIONS_DIR", folder)
    return variables
