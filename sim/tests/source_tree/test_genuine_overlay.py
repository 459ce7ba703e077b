"""tools/run_genuine_torch_musa.py: the overlay for a checkout of torch_musa, tried on a made-up one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch

TOOL = Path(__file__).resolve().parents[3] / "tools" / "run_genuine_torch_musa.py"
ON_2_7_1 = torch.__version__.startswith("2.7.1")
only_2_7_1 = pytest.mark.skipif(not ON_2_7_1, reason="the overlay patches torch 2.7.1")

PACKAGE = """
import sys
import torch
torch.utils.rename_privateuse1_backend("musa")
torch.musa = sys.modules[__name__]
_tensor_classes = set()
import torch_musa._MUSAC as _MUSAC
from .version import __version__
from .copied import VALUE
# As the genuine package does for an operator that the simulator has with a Meta kernel.
torch.library.register_fake("aten::_fused_rmsnorm_forward")(lambda x, *args: (x.new_empty(VALUE), x))
"""
VERSION_PATCH = """--- a/torch/version.py
+++ b/torch/version.py
@@ -1,0 +1,1 @@
+patched_by_the_checkout = True
"""
YAML_PATCH = """--- a/aten/src/ATen/native/native_functions.yaml
+++ b/aten/src/ATen/native/native_functions.yaml
@@ -1,0 +1,2 @@
+- func: _made_up_operator(Tensor self, int reduction=Mean) -> Tensor
+  variants: function
"""


def run_tool(*arguments):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("MUSASIM")}
    return subprocess.run(
        [sys.executable, str(TOOL), *map(str, arguments)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.fixture
def tree(tmp_path):
    """A folder that has what the tool needs of a checkout."""
    tree = tmp_path / "tree"
    for folder in ("torch_musa/csrc", "torch_patches/below"):
        (tree / folder).mkdir(parents=True)
    (tree / "version.txt").write_text("2.7.1\n")
    (tree / "torch_musa" / "__init__.py").write_text(PACKAGE)
    (tree / "torch_musa" / "copied.py").write_text("VALUE = 3\n")
    (tree / "torch_patches" / "version.patch").write_text(VERSION_PATCH)
    (tree / "torch_patches" / "below" / "functions.patch").write_text(YAML_PATCH)
    return tree


def test_a_folder_that_is_no_checkout_is_refused(tmp_path):
    done = run_tool(tmp_path)
    assert done.returncode == 2 and "no checkout of torch_musa" in done.stderr


@pytest.mark.skipif(ON_2_7_1, reason="this is the torch that the patches are for")
def test_another_torch_is_refused(tree):
    done = run_tool(tree)
    assert done.returncode == 2 and "are for torch 2.7.1" in done.stderr


def test_nothing_is_written_into_the_checkout(tree):
    done = run_tool("--overlay", tree / "overlay", tree)
    assert done.returncode == 2 and "nothing is written there" in done.stderr
    assert not (tree / "overlay").exists()


@only_2_7_1
def test_the_checkout_runs_on_the_native_module(tree, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import importlib.metadata, sys, torch, torch_musa\n"
        "print(torch_musa.__version__, importlib.metadata.version('torch_musa'))\n"
        "print(torch_musa.VALUE, torch.version.patched_by_the_checkout)\n"
        "print(torch_musa._MUSAC._musa_version, torch.ops.aten._made_up_operator.default._schema)\n"
        "print(importlib.import_module('torch.musa') is torch_musa, sys.argv[1:])\n"
    )
    done = run_tool(tree, script, "--an", "argument")
    assert done.returncode == 0, done.stderr
    versions, facts, native, rest = done.stdout.splitlines()
    assert versions == "2.7.1+checkout 2.7.1"
    assert facts == "3 True"
    assert native.startswith("4000 aten::_made_up_operator(Tensor self, int reduction=1)")
    assert rest == "True ['--an', 'argument']"


@only_2_7_1
@pytest.mark.parametrize("first", ["torch", "torch_musa"])
def test_meta_kernels_are_the_checkouts_or_else_the_simulators(tree, tmp_path, first):
    script = tmp_path / "script.py"
    script.write_text(
        f"import {first}\n"
        "import torch\n"
        "x = torch.empty(2, 6, device='meta')\n"
        "theirs, _ = torch.ops.aten._fused_rmsnorm_forward(x, [6], 1e-5, x[0])\n"
        "print(theirs.shape, torch.ops.aten._fused_swiglu_forward(x).shape)\n"
    )
    done = run_tool(tree, script)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "torch.Size([3]) torch.Size([2, 3])\n"


@only_2_7_1
def test_a_patch_that_does_not_apply_is_an_error(tree):
    text = VERSION_PATCH.replace("+patched", "-not_there\n+patched")
    (tree / "torch_patches" / "version.patch").write_text(text)
    done = run_tool(tree)
    assert done.returncode == 2 and "does not apply" in done.stderr
