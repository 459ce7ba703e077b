"""A package that compares with "musa" and a program that compares with "cuda", in one process."""

from pathlib import Path

import pytest

pytestmark = pytest.mark.musa

PROJECTS = str(Path(__file__).parents[1] / "projects")
SERVE = """
    import sys
    sys.path.insert(0, {projects!r})
    from cuda_app import serve
    from sglang.layers import sampler
    answer = serve.serve()
    assert answer == {{"kernel": "musa", "seen_there": "musa", "values": 2}}, answer
    assert serve.sample_on_the_host() == "cpu"
    assert serve.through_a_callback(sampler.run_with_callback) == ["cuda"]
"""


@pytest.mark.parametrize(
    "order", ["", "import torchada", "import torch, torchada", "import torch_musa"]
)
def test_each_sees_its_own_word(run_python, order):
    """probs.device.type is "musa" in the package and "cuda" in the program, and results are right."""
    lines = SERVE.format(projects=PROJECTS).splitlines()
    run_python("\n".join([lines[0], f"    {order}", *lines[1:]]))


def test_the_package_tells_the_platform_as_it_always_did(run_python):
    """is_cuda() by torch.cuda.is_available() and torch.version.cuda, is_musa() by torch.version.musa."""
    code = f"""
    import sys
    sys.path.insert(0, {PROJECTS!r})
    import torch, sglang
    assert not sglang.is_cuda() and sglang.is_musa() and sglang.get_device() == "musa"
    assert sglang.device_module() is torch.musa
    assert torch.get_device_module("cuda") is torch.cuda
    tensor = torch.ones(2, device=sglang.get_device())
    assert tensor.device.type == "cuda" and tensor.is_cuda
    """
    run_python(code)


def test_forced_availability_is_for_the_program_only(run_python):
    """TORCHADA_FORCE_CUDA_AVAILABLE=1: the program chooses CUDA, the package still MUSA."""
    code = f"""
    import sys
    sys.path.insert(0, {PROJECTS!r})
    import torch, sglang
    assert torch.cuda.is_available()
    assert not sglang.is_cuda() and sglang.get_device() == "musa"
    """
    run_python(code + SERVE.format(projects=PROJECTS), env={"TORCHADA_FORCE_CUDA_AVAILABLE": "1"})


def test_a_package_of_another_name_is_declared(run_python, tmp_path):
    """What is not in the table is a user's, until TORCHADA_NATIVE_MODULES names it."""
    (tmp_path / "my_musa_kernels.py").write_text(
        "def kind(x):\n    return x.device.type, x.is_cuda\n"
    )
    code = f"""
    import sys
    sys.path.insert(0, {str(tmp_path)!r})
    import torch, my_musa_kernels
    print(*my_musa_kernels.kind(torch.ones(1, device="cuda")))
    """
    assert run_python(code).stdout.split() == ["cuda", "True"]
    env = {"TORCHADA_NATIVE_MODULES": "my_musa_kernels"}
    assert run_python(code, env=env).stdout.split() == ["musa", "False"]
