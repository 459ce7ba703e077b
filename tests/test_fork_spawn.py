"""DataLoader workers: torchada is active in them, and a fork that touches the GPU gets an error."""

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


class OnTheGpu(Dataset):
    """Items that are made on the GPU."""

    def __len__(self):
        return 2

    def __getitem__(self, index):
        return torch.full((2,), float(index), device="cuda").cpu()


def loaded(dataset, context, workers=2):
    loader = DataLoader(dataset, num_workers=workers, multiprocessing_context=context)
    return [batch[0] for batch in loader]


@pytest.mark.parametrize("context", ["fork", "spawn"])
def test_worker_that_seeds_and_parses_devices(context):
    here = [Described()[index].tolist() for index in range(4)]

    assert [item.tolist() for item in loaded(Described(), context)] == here


def test_forked_worker_that_allocates_gets_the_error_of_cuda():
    torch.ones(1, device="cuda")

    with pytest.raises(RuntimeError, match="Cannot re-initialize .* in forked subprocess") as error:
        loaded(OnTheGpu(), "fork")
    assert "you must use the 'spawn' start method" in str(error.value)


def test_spawned_worker_that_allocates():
    items = loaded(OnTheGpu(), "spawn", workers=1)

    assert [item.tolist() for item in items] == [[0.0, 0.0], [1.0, 1.0]]


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
