"""Workers and processes: torchada is active in them, and forks that touch the GPU get CUDA's error.

What CUDA users see is in plain_cuda/test_dataloader.py and test_multiprocessing.py.
"""

import pytest
import torch
from torch.utils.data import DataLoader, Dataset

import torchada

pytestmark = pytest.mark.musa


class Described(Dataset):
    """Items that say what the worker they come from sees. Needs no GPU."""

    def __len__(self):
        return 4

    def __getitem__(self, index):
        torch.manual_seed(index)
        torch.cuda.manual_seed_all(index)
        device = torch.device(f"cuda:{index}")
        assert torchada.is_patched() and device.type == "cuda" and str(device) == f"cuda:{index}"
        return torch.tensor([device.index, torch.randint(1000, ()).item()])


def loaded(dataset, context, workers=2):
    loader = DataLoader(dataset, num_workers=workers, multiprocessing_context=context)
    return [batch[0] for batch in loader]


@pytest.mark.parametrize("context", ["fork", "spawn"])
def test_worker_that_seeds_and_parses_devices(context):
    here = [Described()[index].tolist() for index in range(4)]

    assert [item.tolist() for item in loaded(Described(), context)] == here


FORKED = """
import os, sys, torch, torch_musa
if "unpatched" in sys.argv:
    import torchada
    torchada.unpatch()
before = torch_musa._lazy_init
torch.ones(1, device="musa")
if os.fork() == 0:
    try:
        torch_musa.current_device()
    except RuntimeError as error:
        print(str(error).split()[2], flush=True)
    os._exit(0)
os.wait()
print(torch_musa._lazy_init is before)
"""


@pytest.mark.parametrize("argument, name", [("patched", "CUDA"), ("unpatched", "MUSA")])
def test_the_error_in_a_fork_names(run_python, argument, name):
    """Only the child is changed, and only while torchada is active."""
    assert run_python(FORKED, argument).stdout.split() == [name, "True"]


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_process_sees_the_same(run_python, tmp_path, method):
    """A spawned process has nothing but its environment and what the entry point does."""
    script = tmp_path / "script.py"
    script.write_text("""
import multiprocessing, sys
import torch

def answer():
    import torchada
    return torchada.is_patched(), torch.device("cuda").type, str(torch.device("cuda:0"))

if __name__ == "__main__":
    with multiprocessing.get_context(sys.argv[1]).Pool(1) as pool:
        print(pool.apply(answer) == answer() == (True, "cuda", "cuda:0"))
""")

    code = "import runpy, sys; sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], {}, '__main__')"

    assert run_python(code, script, method).stdout.split() == ["True"]
