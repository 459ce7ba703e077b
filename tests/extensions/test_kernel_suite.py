"""The kernel suite: ported and compiled by mcc, its programs print the numbers of a real NVIDIA GPU."""

import platform
import shutil
import sys
from pathlib import Path

import pytest
from support.processes import run_command

pytestmark = [pytest.mark.musa, pytest.mark.usefixtures("needs_simulator")]

SUITE = Path(__file__).parents[1] / "kernels"
PROGRAMS = sorted(path.stem for path in SUITE.glob("*.cu"))
# Kernels whose results say how wide a warp is; the S4000's warps have 128 threads.
WARP_OF_32 = {
    "coalesced_threads",
    "reduces",
    "shuffles",
    "shuffles_of_types",
    "votes",
    "votes_of_some",
    "warp_transpose",
}


def lines_of(text):
    """Kernels' names with the kind and the numbers of their results."""
    lines = (line.split() for line in text.splitlines() if line)
    return {name.rstrip(":"): (kind, values) for name, kind, *values in lines}


def agree(expected, found):
    """Checksums are equal; sums of floats are to five digits of the sum of absolute values."""
    kind, values = expected
    if kind == "=" or found[0] != kind or len(found[1]) != len(values):
        return expected == found
    total, absolute, weighted, middle = map(float, values)
    near = [
        pytest.approx(total, rel=1e-5, abs=1e-6 * absolute),
        pytest.approx(absolute, rel=1e-5),
        pytest.approx(weighted, rel=1e-5, abs=1e-5 * absolute),
        pytest.approx(middle, rel=1e-4, abs=1e-6),
    ]
    return near == [float(value) for value in found[1]]


@pytest.fixture(scope="module")
def ported(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kernels") / "musa"
    command = [sys.executable, "-m", "torchada", "port", SUITE, "-o", folder, "-q"]
    done = run_command([*command, "--exclude", "expected"], musasim=False)
    assert done.returncode in (
        0,
        1,
    ), done.stderr  # 1: it warns of warps and of cooperative launches
    return folder


@pytest.fixture(scope="module")
def compiled(ported):
    """Compiles a program once."""
    import musasim

    mcc = Path(musasim.home()) / "bin" / "mcc"
    programs = {}

    def build(name, *options):
        key = (name, *options)
        if key not in programs:
            programs[key] = ported / "".join(key)
            command = [
                mcc,
                "-O1",
                "-std=c++17",
                *options,
                ported / f"{name}.mu",
                "-o",
                programs[key],
            ]
            done = run_command(command)
            assert done.returncode == 0, done.stderr
        return programs[key]

    return build


@pytest.mark.parametrize("name", PROGRAMS)
def test_checks_of_kernels_find_nothing(name, compiled):
    expected = lines_of((SUITE / "expected" / f"{name}.txt").read_text())
    env = {"MUSASIM_MODEL": "S5000", "MUSASIM_CHECK_KERNELS": "all"}

    done = run_command([compiled(name, "-fcheck-kernels")], env=env)

    assert done.returncode == 0 and done.stderr == "", done.stdout + done.stderr
    found = lines_of(done.stdout)
    assert [kernel for kernel in expected if not agree(expected[kernel], found[kernel])] == []


def installed_clang():
    names = ["clang++", *(f"clang++-{version}" for version in range(30, 13, -1))]
    found = next(filter(shutil.which, names), None)
    return found or pytest.skip("clang++ is not installed: apt install clang")


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_gcc_and_clang_compute_the_same(name, compiled):
    """To the last digit, though both may use all that this machine can do."""
    options = ["-O3", *(["-march=native"] if platform.machine() == "x86_64" else [])]
    outputs = []
    for compiler in ("g++", installed_clang()):
        done = run_command([compiled(name, *options, f"-ccbin={compiler}")])
        assert done.returncode == 0, done.stdout + done.stderr
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1] != ""


@pytest.mark.parametrize("model", ["S5000", "S4000"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_numbers_are_those_of_a_real_gpu(name, model, compiled):
    expected = lines_of((SUITE / "expected" / f"{name}.txt").read_text())

    done = run_command([compiled(name)], env={"MUSASIM_MODEL": model})

    assert done.returncode == 0, done.stdout + done.stderr
    found = lines_of(done.stdout)
    assert list(found) == list(expected)
    differing = {kernel for kernel in found if not agree(expected[kernel], found[kernel])}
    assert differing - (WARP_OF_32 if model == "S4000" else set()) == set()
