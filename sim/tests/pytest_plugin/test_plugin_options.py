"""The options of the pytest plugin: what switches the simulator on, and that nothing else does."""

import re
from pathlib import Path

import pytest

from musasim.pytest_plugin import _options

pytest_plugins = ["pytester"]

SIM = Path(__file__).resolve().parents[2]


def test_the_simulator_is_on_before_a_conftest_imports_torch(run):
    source = """
    import os, subprocess, sys, torch

    def test_model_and_devices():
        assert "S5000" in torch.musa.get_device_name() and torch.musa.device_count() == 2

    def test_children_have_it_too():
        code = "import torch; print(torch.musa.device_count())"
        assert subprocess.check_output([sys.executable, "-c", code]).split() == [b"2"]
    """
    conftest = "import torch\nassert torch.musa.is_available()\n"
    result = run(source, "--musasim=S5000", "--musasim-devices=2", conftest=conftest)

    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["musasim *: on MUSASIM_DEVICES=2 MUSASIM_MODEL=S5000"])


def test_a_path_behind_the_option_is_no_model(run):
    run("def test_it(): pass", "--musasim", "test_it.py").assert_outcomes(passed=1)


def test_the_options_may_stand_in_the_configuration(run, pytester):
    pytester.makeini("[pytest]\naddopts = --musasim=S80 --musasim-devices=3")
    source = """
    import torch

    def test_it():
        assert "S80" in torch.musa.get_device_name() and torch.musa.device_count() == 3
    """
    run(source).assert_outcomes(passed=1)


def test_every_model_has_its_spelling():
    models = (SIM / "machine" / "settings" / "models.def").read_text(encoding="utf-8")

    assert sorted(re.findall(r"^MUSASIM_MODEL\((\w+)", models, re.M)) == sorted(_options.MODELS)


@pytest.mark.parametrize(
    "options, words",
    [
        (["--musasim=S9000"], "*argument --musasim: ignored explicit argument 'S9000'"),
        (["--musasim-devices=2"], "*--musasim-devices needs --musasim, which switches the*"),
        (["--musasim-check-kernels"], "*--musasim-check-kernels needs --musasim*"),
        (["-p", "torch", "--musasim"], "*--musasim: *came too late: torch is already imported*"),
    ],
)
def test_what_cannot_work_is_refused(run, options, words):
    result = run("def test_it(): pass", *options)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([words])


def test_without_the_option_nothing_is_loaded(run):
    source = """
    import sys, musasim

    def test_it():
        assert not musasim.is_enabled() and "torch" not in sys.modules
        with open("/proc/self/maps") as maps:
            assert not [line for line in maps if "musa" in line]
    """
    result = run(source)

    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*= musasim =*")


def test_with_the_option_a_test_without_gpu_loads_nothing(run):
    source = """
    import sys

    def test_one(): pass

    def test_two():
        assert "torch" not in sys.modules
        with open("/proc/self/maps") as maps:
            assert not [line for line in maps if "musa" in line]
    """
    run(source, "--musasim").assert_outcomes(passed=2)
