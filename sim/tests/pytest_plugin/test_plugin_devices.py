"""musa_devices of the pytest plugin: the marker for tests that need several GPUs, and the fixture."""

pytest_plugins = ["pytester"]

SOURCE = """
import pytest

@pytest.mark.musa_devices(1)
def test_one(): pass

@pytest.mark.musa_devices(3)
def test_three(): pass

def test_count(musa_devices):
    assert musa_devices == 2

@pytest.mark.musa_devices
def test_wrong(): pass
"""


def test_tests_that_lack_gpus_are_skipped_with_the_reason(run):
    result = run(SOURCE, "--musasim", "--musasim-devices=2")

    result.assert_outcomes(passed=2, skipped=1, errors=1)
    result.stdout.fnmatch_lines(
        [
            "musa_devices takes one number: musa_devices(2)",
            "SKIPPED * needs 3 GPUs, found 2 (pytest --musasim --musasim-devices=3)",
        ]
    )


def test_without_the_simulator_there_are_those_of_the_machine(run):
    result = run(SOURCE, "-k", "one")

    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED * needs 1 GPU, found 0 (*"])
