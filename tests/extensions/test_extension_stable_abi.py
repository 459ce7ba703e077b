"""Extensions that use PyTorch's stable interface (torch/csrc/stable) alone, and the headers that help them."""

import glob
import shutil
import sys
from pathlib import Path

import pytest
import torch
from support.processes import run_command

from torchada._extensions import stable_abi
from torchada.utils import cpp_extension

PROJECT = Path(__file__).parents[1] / "projects" / "stable_extension"
STABLE = "torch/csrc/stable"
IS_OLDER = not Path(torch.__file__).with_name("include").joinpath(STABLE, "ops.h").exists()
USE = """
import glob, torch
torch.ops.load_library(glob.glob('./*.so')[0])
ops = torch.ops.stable_extension
with torch.cuda.stream(torch.cuda.Stream()):
    for dtype in (torch.float32, torch.float16, torch.bfloat16):
        x = torch.arange(300, device="cuda").to(dtype).view(100, 3)
        out = torch.empty_like(x)
        ops.scale(out, x, 3.0)
        torch.testing.assert_close(out, x * 3)
flat = ops.flat_like(x, 5)
assert (flat.shape, flat.dtype, flat.device) == ((15,), x.dtype, x.device)
dense, size = ops.dense(x.t(), None)
assert dense.is_contiguous() and torch.equal(dense, x.t()) and size == 6
try:
    ops.scale(out.double(), x.double(), 3.0)
except RuntimeError as error:
    assert "not implemented for 'Double'" in str(error), error
print("works")
"""


@pytest.mark.musa
@pytest.mark.usefixtures("needs_simulator")
@pytest.mark.skipif(IS_OLDER, reason="this PyTorch has no stable interface with operators")
def test_extensions_of_the_stable_interface_run(tmp_path):
    project = shutil.copytree(PROJECT, tmp_path / "project")
    for arguments in (["setup.py", "build_ext", "--inplace"], ["-c", USE]):
        command = [sys.executable, *arguments]
        done = run_command(command, env={"MAX_JOBS": "2"}, cwd=str(project), timeout=1200)
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    assert done.stdout.endswith("works\n")
    assert glob.glob(str(project / "*.so"))


def test_the_paths_of_the_headers():
    folder = Path(cpp_extension.stable_compat_include_dir())
    box = Path(cpp_extension.stable_compat_box_header())
    assert box.parent == folder and "#define TORCH_BOX" in box.read_text()
    assert (folder / "torch" / "headeronly" / "core" / "Dispatch.h").is_file()


@pytest.mark.parametrize(
    "headers, found",
    [
        ({}, []),  # torch 2.7
        ({"tensor.h": ""}, []),  # torch 2.8
        ({"tensor_struct.h": "is_cuda"}, ["stable_compat"]),  # torch 2.9
        (
            {"tensor_struct.h": "is_cuda", "device_struct.h": "is_cuda"},
            ["stable_members", "stable_compat"],
        ),
        (
            {"tensor_struct.h": "is_privateuseone", "device_struct.h": "is_privateuseone"},
            ["stable_compat"],
        ),
    ],
)
def test_folders_are_searched_as_the_headers_of_pytorch_need_them(tmp_path, headers, found):
    for name, text in headers.items():
        path = tmp_path / STABLE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    folders = stable_abi.folders([str(tmp_path / "other"), str(tmp_path)])
    assert [Path(folder).name for folder in folders] == found
    assert all(map(Path.is_dir, map(Path, folders)))
