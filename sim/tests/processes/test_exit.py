"""A process that used autograd on the device ends cleanly, and what that costs."""

import time

import torch
from torch_musa.core import _exit


def test_a_script_may_end_right_after_backward(run_python):
    code = """
    import torch
    torch.inference_mode().__enter__()
    with torch.inference_mode(False):
        x = torch.ones(3, device="musa", requires_grad=True)
        (x * 2).sum().backward()
    print("done", flush=True)
    """
    done = run_python(code, env={"MUSASIM": "1", "MUSASIM_DEVICES": "2"})
    assert (done.stdout, done.stderr) == ("done\n", "")


def test_a_thread_may_be_the_last_to_call_backward(run_python):
    code = """
    import sys, threading, torch
    def work():
        threading.main_thread().join()
        x = torch.ones(3, device="musa", requires_grad=True)
        (x * 2).sum().backward()
        print("done", flush=True)
        sys.exit(3)  # ends the thread only
    threading.Thread(target=work).start()
    """
    done = run_python(code, env={"MUSASIM": "1", "MUSASIM_DEVICES": "2"})
    assert (done.stdout, done.stderr) == ("done\n", "")


def test_a_spawned_worker_may_exit_right_after_backward(run_python, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import sys, torch\n"
        "from torch.utils.data import DataLoader, Dataset\n"
        "class Data(Dataset):\n"
        "    def __len__(self):\n"
        "        return 1\n"
        "    def __getitem__(self, index):\n"
        "        x = torch.ones(3, device='musa', requires_grad=True)\n"
        "        (x * 2).sum().backward()\n"
        "        sys.exit(7)\n"
        "if __name__ == '__main__':\n"
        "    loader = DataLoader(Data(), num_workers=1, multiprocessing_context='spawn')\n"
        "    workers = iter(loader)\n"
        "    workers._workers[0].join()\n"
        "    print(workers._workers[0].exitcode)\n"
        "    workers._shutdown_workers()\n"
    )
    code = "import subprocess, sys; subprocess.run([sys.executable, sys.argv[1]], check=True)"
    done = run_python(code, script, env={"MUSASIM": "1"})
    assert done.stdout == "7\n"
    assert "terminate called" not in done.stderr


def test_finishing_changes_nothing_and_is_quick():
    x = torch.ones(3, device="musa", requires_grad=True)
    (x * 2).sum().backward()
    assert _exit._has_autograd_threads()
    before = torch.musa.memory_stats()
    start = time.thread_time()
    _exit.finish_autograd()
    assert time.thread_time() - start < 1
    assert torch.musa.memory_stats() == before
    assert x.grad.cpu().tolist() == [2.0, 2.0, 2.0]
