"""CUDA's environment variables, each in a process of its own."""

import os
import subprocess
import sys
import textwrap

import pytest

pytestmark = pytest.mark.gpu


def run(code, **variables):
    """What a new process with these variables prints; it has to succeed."""
    command = [sys.executable, "-c", textwrap.dedent(code)]
    env = {**os.environ, **variables}
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


COUNT = "import torch; print(torch.cuda.device_count())"


@pytest.mark.parametrize("value, count", [("0", "1"), ("", "0"), ("-1", "0"), ("0,-1", "1")])
def test_visible_devices(value, count):
    assert run(COUNT, CUDA_VISIBLE_DEVICES=value) == count


def test_visible_devices_set_by_the_program():
    assert run(f"import os; os.environ['CUDA_VISIBLE_DEVICES'] = '-1'; {COUNT}") == "0"


def test_a_child_may_see_other_devices_than_its_parent():
    code = """
        import os, subprocess, sys, torch
        assert torch.cuda.device_count() == 0
        child = "import torch; print(torch.cuda.device_count(), torch.ones(1).cuda().get_device())"
        env = {**os.environ, "CUDA_VISIBLE_DEVICES": "0"}
        print(subprocess.check_output([sys.executable, "-c", child], env=env, text=True))
        """
    assert run(code, CUDA_VISIBLE_DEVICES="-1") == "1 0"


def test_settings_of_the_allocator():
    code = """
        import torch
        torch.ones(1, device="cuda")
        settings = torch.cuda.memory._snapshot()["allocator_settings"]
        print(settings["max_split_size"] // 2**20, settings["garbage_collection_threshold"])
        """
    settings = "max_split_size_mb:64,garbage_collection_threshold:0.5"
    assert run(code, PYTORCH_CUDA_ALLOC_CONF=settings) == "64 0.5"


def test_allocator_is_called_as_it_was_chosen():
    code = """
        import torch
        assert torch.ones(2, device="cuda").sum().item() == 2
        print(torch.cuda.get_allocator_backend(), torch._C._cuda_getAllocatorBackend())
    """
    settings = "backend:cudaMallocAsync"
    assert run(code, PYTORCH_CUDA_ALLOC_CONF=settings) == "cudaMallocAsync cudaMallocAsync"


def test_launch_blocking():
    code = """
        import time, torch
        torch.cuda._sleep(1)
        start = time.perf_counter()
        torch.cuda._sleep(300_000_000)
        queued = time.perf_counter() - start
        torch.cuda.synchronize()
        print(queued > 0.5 * (time.perf_counter() - start))
        """
    assert run(code, CUDA_LAUNCH_BLOCKING="1") == "True"
    assert run(code, CUDA_LAUNCH_BLOCKING="0") == "False"


def test_deterministic_matrix_products_with_a_workspace():
    code = """
        import torch
        torch.use_deterministic_algorithms(True)
        x = torch.ones(4, 4, device="cuda")
        print((x @ x).sum().item())
        """
    assert run(code, CUBLAS_WORKSPACE_CONFIG=":4096:8") == "64.0"


@pytest.mark.parametrize("value, defaults", [("0", "False True highest"), ("1", "True True high")])
def test_tf32_by_default(value, defaults):
    code = """
        import torch
        flags = (torch.backends.cuda.matmul.allow_tf32, torch.backends.cudnn.allow_tf32)
        print(*flags, torch.get_float32_matmul_precision())
        """
    assert run(code, TORCH_ALLOW_TF32_CUBLAS_OVERRIDE=value) == defaults
