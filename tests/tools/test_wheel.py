"""The wheel of torchada: what it holds, and that it works in an environment that has nothing else.

The wheel is built from this tree, or taken from the file that TORCHADA_WHEEL names.
"""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest
from support.processes import run_command

ROOT = Path(__file__).resolve().parents[2]


def run(*command, **options):
    """Runs a command without the simulator and the tree's modules; stderr goes to stdout."""
    return run_command(command, musasim=False, support=False, stderr=subprocess.STDOUT, **options)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    given = os.environ.get("TORCHADA_WHEEL")
    if given:
        return Path(given).resolve()
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    options = ["--no-deps", "--no-build-isolation", f"-Cbuild-dir={folder}/build", "-w", folder]
    done = run(*pip, "wheel", *options, ROOT)
    assert done.returncode == 0, done.stdout
    (built,) = folder.glob("torchada-*.whl")
    return built


@pytest.fixture(scope="module")
def names(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


@pytest.fixture(scope="module")
def empty_environment(wheel, tmp_path_factory):
    """The bin folder of a virtual environment that holds the wheel and no other distribution."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python]
    done = run(*pip, "install", "--no-index", "--no-deps", wheel)
    assert done.returncode == 0, done.stdout
    return folder / "bin"


def metadata(wheel, name):
    with zipfile.ZipFile(wheel) as archive:
        (member,) = [entry for entry in archive.namelist() if entry.endswith(f".dist-info/{name}")]
        return archive.read(member).decode()


def test_wheel_holds_the_package_and_its_native_libraries_only(names):
    tops = {name.split("/")[0] for name in names}

    # torchada-port is a program: it goes beside Python's own.
    assert {top for top in tops if not top.endswith((".dist-info", ".data"))} == {"torchada"}
    assert [name for name in names if ".data/" in name] == [
        name for name in names if name.endswith(".data/scripts/torchada-port")
    ]
    native = sorted(name.split(".")[0] for name in names if name.endswith(".so"))
    assert native == ["torchada/_core", "torchada/_port", "torchada/libtorchada_interposer"]
    assert "torchada/py.typed" in names
    assert not [name for name in names if "musasim" in name or name.startswith("torch_musa")]


def test_wheel_needs_nothing_and_registers_the_entry_points(wheel):
    about = metadata(wheel, "METADATA").splitlines()
    required = [line for line in about if line.startswith("Requires-Dist:")]

    assert [line for line in required if "extra ==" not in line] == []
    assert "Requires-Python: >=3.9" in about
    entry_points = metadata(wheel, "entry_points.txt")
    assert "torchada = torchada._autoload:activate" in entry_points
    assert "torchada = torchada.cli:main" in entry_points


def test_wheel_imports_where_there_is_no_torch(empty_environment, tmp_path):
    code = (
        "import sys, torchada; "
        "print(torchada.detect_platform().name, torchada.is_patched(), 'torch' in sys.modules)"
    )

    done = run(empty_environment / "python", "-W", "error", "-c", code, cwd=tmp_path)

    assert (done.returncode, done.stdout.strip()) == (0, "CPU False False")


def test_names_are_translated_where_there_is_no_torch(empty_environment, tmp_path):
    code = (
        "from torchada import cuda_to_musa_name; from torchada._mapping import _MAPPING_RULE; "
        "print(cuda_to_musa_name('cudaMalloc'), _MAPPING_RULE['ncclSend'])"
    )

    done = run(empty_environment / "python", "-c", code, cwd=tmp_path)

    assert (done.returncode, done.stdout.strip()) == (0, "musaMalloc mcclSend")


def test_native_module_loads_where_there_is_no_torch(empty_environment, tmp_path):
    code = "from torchada import _core; print(_core.is_installed())"

    done = run(empty_environment / "python", "-c", code, cwd=tmp_path)

    assert (done.returncode, done.stdout.strip()) == (0, "False")


def test_installed_version_is_the_one_of_pyproject(wheel, empty_environment, tmp_path):
    (line,) = [
        line
        for line in (ROOT / "pyproject.toml").read_text().splitlines()
        if "version = " in line[:10]
    ]
    version = line.split('"')[1]

    command = run(empty_environment / "torchada", "--version", cwd=tmp_path)
    function = run(
        empty_environment / "python",
        "-c",
        "import torchada; print(torchada.get_version())",
        cwd=tmp_path,
    )

    assert wheel.name.startswith(f"torchada-{version}-")
    assert (command.returncode, command.stdout.split()[-1]) == (0, version)
    assert (function.returncode, function.stdout.strip()) == (0, version)


def test_doctor_explains_an_environment_without_torch(empty_environment, tmp_path):
    done = run(empty_environment / "torchada", "doctor", cwd=tmp_path)

    lines = dict(line.split(None, 1) for line in done.stdout.splitlines() if line)
    missing = "No module named 'torch'"
    assert (
        lines["platform"]
        == f"cpu: torch_musa is not installed, and torch cannot be imported ({missing})"
    )
    assert lines["torch"] == f"cannot be imported (ModuleNotFoundError: {missing})"
    assert (lines["active"], lines["torch_musa"]) == ("no", "not installed")
    problem = f"problem: torch cannot be imported: ModuleNotFoundError: {missing}"
    assert problem in done.stdout and "fix: install PyTorch" in done.stdout
    assert done.returncode == 1
