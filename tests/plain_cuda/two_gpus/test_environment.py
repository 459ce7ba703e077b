"""Two GPUs: which of them a process sees."""

import multiprocessing
import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.gpu


@pytest.mark.parametrize("value, count", [("1", "1"), ("1,0", "2"), ("0,1", "2"), ("1,-1,0", "1")])
def test_visible_devices(value, count):
    code = "import torch; x = torch.ones(1).cuda(torch.cuda.device_count() - 1); "
    code += "print(torch.cuda.device_count())"
    env = {**os.environ, "CUDA_VISIBLE_DEVICES": value}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert done.stdout.strip() == count, done.stderr


def worker(queue):
    """Runs in a process that was started with one GPU."""
    import torch

    queue.put((torch.cuda.device_count(), str(torch.ones(1, device="cuda").device)))


def test_each_worker_gets_a_gpu_of_its_own(monkeypatch):
    context = multiprocessing.get_context("spawn")
    queue = context.Queue()
    for index in ("0", "1"):
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", index)
        process = context.Process(target=worker, args=(queue,))
        process.start()
        assert queue.get(timeout=120) == (1, "cuda:0")
        process.join()
