"""Which platform is it, and the public functions that answer from it."""

import importlib.metadata
import os
import subprocess
import sys

import pytest
import torch

import torchada
from torchada import Platform

EXPORTS = {
    "CUDA_HOME",
    "Platform",
    "detect_platform",
    "get_backend",
    "get_device_name",
    "get_platform",
    "cublas_to_mublas_name",
    "cuda_to_musa_name",
    "curand_to_murand_name",
    "nccl_to_mccl_name",
    "get_version",
    "is_cpu_platform",
    "apply_patches",
    "apply_rope_inplace",
    "get_original_init_process_group",
    "is_cuda_like_device",
    "is_cuda_platform",
    "is_gpu_device",
    "is_musa_platform",
    "is_patched",
    "native_view",
    "unpatch",
}


def test_public_names():
    assert set(torchada.__all__) == EXPORTS
    assert EXPORTS <= set(dir(torchada))
    for name in EXPORTS:
        getattr(torchada, name)
    assert [member.name for member in Platform] == ["CUDA", "MUSA", "CPU"]


def test_version_is_that_of_the_metadata():
    assert torchada.get_version() == importlib.metadata.version("torchada") == torchada.__version__


@pytest.mark.parametrize(
    "name, hint",
    [("is_musa_platfrom", "did you mean 'is_musa_platform'?"), ("qwertz", "it has CUDA_HOME, ")],
)
def test_unknown_name_says_what_there_is(name, hint):
    with pytest.raises(AttributeError, match=f"no attribute '{name}'") as caught:
        getattr(torchada, name)
    assert hint in str(caught.value)
    assert not hasattr(torchada, "__wrapped__")


def test_questions_agree():
    platform = torchada.detect_platform()

    assert torchada.get_platform() is platform
    assert torchada.get_device_name() == platform.value
    answers = (
        torchada.is_cuda_platform(),
        torchada.is_musa_platform(),
        torchada.is_cpu_platform(),
    )
    assert answers == tuple(platform is one for one in Platform)


@pytest.mark.musa
def test_musa_platform():
    assert torchada.detect_platform() is Platform.MUSA
    assert torchada.get_backend() is torch.musa
    assert torchada.is_patched()


@pytest.mark.gpu
def test_gpu_devices():
    tensor = torch.ones(1, device="cuda")

    for device in (tensor, tensor.device, torch.device("cuda:1"), "cuda", "cuda:0", 0, 7):
        assert torchada.is_gpu_device(device), device
    for device in ("musa", "musa:3"):
        assert torchada.is_gpu_device(device), device
    assert torchada.is_cuda_like_device(tensor)


@pytest.mark.musa
def test_pytorchs_own_init_process_group(run_python):
    code = """
    import torch.distributed as distributed
    import torchada
    genuine = torchada.get_original_init_process_group()
    assert genuine is not distributed.init_process_group
    torchada.unpatch()
    assert genuine is distributed.init_process_group is torchada.get_original_init_process_group()
    assert torchada.apply_patches() and torchada.get_original_init_process_group() is genuine
    print("done")
    """
    assert run_python(code).stdout == "done\n"


def test_other_devices_are_no_gpu_devices():
    tensor = torch.ones(1)

    for device in (tensor, tensor.device, torch.device("meta"), "cpu", "cudax", "", -1, None, True):
        assert not torchada.is_gpu_device(device), device


@pytest.mark.musa
def test_native_view():
    device = torch.device("cuda")

    assert device.type == "cuda"
    with torchada.native_view():
        assert device.type == "musa"
    assert device.type == "cuda"


FORCED = """
    import os, sys, torchada
    print(torchada.get_device_name(), torchada.is_patched())
"""


@pytest.mark.musa
@pytest.mark.parametrize(
    "value, answer",
    [
        ("musa", ["musa", "True"]),
        ("MUSA", ["musa", "True"]),
        ("cuda", ["cuda", "False"]),
        ("cpu", ["cpu", "False"]),
        ("", ["musa", "True"]),
    ],
)
def test_platform_can_be_forced(run_python, value, answer):
    done = run_python(FORCED, env={"TORCHADA_PLATFORM": value})

    assert done.stdout.split() == answer and done.stderr == ""


@pytest.mark.musa
def test_platform_is_fixed_once_it_was_asked_for(run_python):
    code = """
        import os, torchada
        from torchada._patch import _translate_device
        answers = torchada.get_device_name(), _translate_device("cuda"), _translate_device("cpu")
        os.environ["TORCHADA_PLATFORM"] = "cpu"
        assert answers == ("musa", "musa", "cpu")
        assert torchada.get_device_name() == "musa" and torchada.is_musa_platform()
        assert (_translate_device("cuda"), _translate_device("cuda:1")) == ("musa", "musa:1")
    """

    run_python(code)


def test_device_names_are_not_remembered_before_the_platform_is_decided(run_python, no_torch_musa):
    code = """
        import torchada
        from torchada import _platform
        from torchada._patch import _translate_device
        _platform._is_provisional = lambda decision: True
        assert _translate_device("cuda") == "cuda" and not _platform.is_decided()
        _platform._decide = lambda: _platform.Decision(_platform.Platform.MUSA, "now complete")
        _platform._is_provisional = lambda decision: False
        assert _translate_device("cuda") == "musa" and _platform.is_decided()
    """

    run_python(code, musasim=False)


def test_unknown_platform_is_an_error_that_names_the_known(run_python):
    done = run_python(FORCED, env={"TORCHADA_PLATFORM": "rocm"}, check=False)

    assert done.returncode == 1
    assert "PlatformError: TORCHADA_PLATFORM='rocm' names no platform" in done.stderr
    assert "set it to one of musa, cuda, cpu" in done.stderr
    assert done.stderr.count("RuntimeWarning: torchada is not active") == 1


def test_forced_platform_without_its_package(run_python, no_torch_musa):
    code = """
        import torchada
        assert torchada.is_musa_platform() and not torchada.is_patched()
        try:
            torchada.get_backend()
        except torchada._errors.PlatformError as error:
            print(error)
    """

    done = run_python(code, env={"TORCHADA_PLATFORM": "musa"}, musasim=False)

    assert "has no torch.musa" in done.stdout and "TORCHADA_PLATFORM=musa" in done.stdout
    assert "torch_musa is not installed" in done.stderr


@pytest.mark.usefixtures("needs_simulator")
def test_platform_needs_no_device(run_python):
    """Build hosts have torch_musa and no GPU."""
    code = """
        import torchada, torch
        print(torchada.get_device_name(), torchada.is_patched(), torch.cuda.device_count())
    """

    assert run_python(code, env={"MUSASIM_DEVICES": "0"}).stdout.split() == ["musa", "True", "0"]


BROKEN = "raise OSError('libmusart.so.4: cannot open shared object file')"


@pytest.fixture
def broken_torch_musa(tmp_path):
    """The environment of a machine whose torch_musa is installed, but does not import."""
    (tmp_path / "torch_musa").mkdir()
    (tmp_path / "torch_musa" / "__init__.py").write_text(BROKEN + "\n")
    return {"PYTHONPATH": str(tmp_path)}


@pytest.mark.parametrize("first", ["torchada", "torch"])
def test_broken_torch_musa(run_python, broken_torch_musa, first):
    code = f"""
        import {first}
        import torch, torchada
        print(torchada.get_device_name(), torchada.is_patched(), str(torch.ones(1).device))
    """

    done = run_python(code, musasim=False, env=broken_torch_musa)

    assert done.stdout.split() == ["cpu", "False", "cpu"]
    assert done.stderr.count("libmusart.so.4: cannot open") == 1
    assert "`import torch_musa` failed: OSError" in done.stderr


def test_backend_that_breaks_torch_is_reported(run_python, broken_torch_musa, tmp_path):
    """torch_musa's own entry point ends `import torch`; importing torchada first hides nothing."""
    metadata = tmp_path / "torch_musa-2.7.1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: torch_musa\nVersion: 2.7.1\n")
    (metadata / "entry_points.txt").write_text("[torch.backends]\ntorch_musa = torch_musa:_x\n")

    done = run_python("import torchada", musasim=False, env=broken_torch_musa, check=False)

    assert done.returncode == 1
    assert "Failed to load the backend extension: torch_musa" in done.stderr


@pytest.mark.musa
@pytest.mark.parametrize("case", ["home", "path", "compiler", "nothing"])
def test_cuda_home_on_musa(run_python, tmp_path, case):
    compiler = tmp_path / "toolkit" / "bin" / "mcc"
    compiler.parent.mkdir(parents=True)
    compiler.write_text("#!/bin/sh\n")
    compiler.chmod(0o755)
    env = {"MUSA_HOME": "", "MUSA_PATH": "", "PATH": os.path.dirname(sys.executable)}
    default = "/usr/local/musa" if os.path.isdir("/usr/local/musa") else _home_of_the_runtime()
    wanted = {"home": "/opt/a", "path": "/opt/b", "nothing": default}
    wanted["compiler"] = str(compiler.parent.parent)
    env.update({"home": {"MUSA_HOME": "/opt/a", "MUSA_PATH": "/opt/b"}}.get(case, {}))
    env.update({"path": {"MUSA_PATH": "/opt/b"}}.get(case, {}))
    env.update({"compiler": {"PATH": str(compiler.parent)}}.get(case, {}))
    code = """
        import sys, torchada
        assert "torch.utils.cpp_extension" not in sys.modules
        print(torchada.CUDA_HOME)
        from torchada import CUDA_HOME
        assert "torch.utils.cpp_extension" not in sys.modules
    """

    assert run_python(code, env=env).stdout.strip() == wanted[case]


def _home_of_the_runtime():
    """Where the libmusart.so lies that torch_musa loads."""
    return pytest.importorskip("musasim", reason="a real torch_musa is installed").home()


def test_cuda_home_elsewhere_is_that_of_torch(run_python, tmp_path):
    code = """
        import sys, torchada
        assert "torch" not in sys.modules
        home = torchada.CUDA_HOME
        from torch.utils import cpp_extension
        assert home == cpp_extension.CUDA_HOME
    """

    run_python(code, musasim=False, env={"TORCHADA_PLATFORM": "cpu", "CUDA_HOME": str(tmp_path)})


def test_types_are_clean():
    mypy = pytest.importorskip("mypy", reason="mypy is not installed: pip install -e .[dev]")
    assert mypy is not None
    root = str(Path(__file__).resolve().parents[2])

    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", os.devnull], cwd=root, capture_output=True
    )

    assert done.returncode == 0, done.stdout.decode()
