"""DataLoader with pinned memory and with workers, forked and spawned."""

import pytest
import torch
from torch.utils.data import DataLoader, Dataset, TensorDataset

pytestmark = pytest.mark.musa


class Numbers(Dataset):
    """Samples that workers make; each names a device and draws a random number."""

    def __len__(self):
        return 8

    def __getitem__(self, index):
        device = torch.device("cuda:0")
        return {"x": torch.tensor([float(index)]), "kind": device.type, "noise": torch.rand(1)}


class OnDevice(Dataset):
    def __len__(self):
        return 2

    def __getitem__(self, index):
        return torch.ones(1, device="cuda")


def make_dataset():
    return TensorDataset(torch.arange(12.0).reshape(6, 2), torch.arange(6))


@pytest.mark.parametrize("workers", [0, 2])
def test_batches_are_pinned_and_move(workers):
    loader = DataLoader(make_dataset(), batch_size=2, pin_memory=True, num_workers=workers)
    total = torch.zeros(2, device="cuda")
    for x, y in loader:
        assert x.is_pinned() and y.is_pinned() and not x.is_cuda
        total += x.to("cuda", non_blocking=True).sum(0)
    assert total.tolist() == [30, 36]


@pytest.mark.filterwarnings("ignore:pin_memory_device is deprecated")
@pytest.mark.filterwarnings("ignore:The argument 'device' of Tensor:DeprecationWarning")
@pytest.mark.parametrize("workers", [0, 1])
def test_pin_memory_device(workers):
    loader = DataLoader(
        make_dataset(), pin_memory=True, pin_memory_device="cuda", num_workers=workers
    )
    x, y = next(iter(loader))
    assert x.is_pinned() and y.is_pinned()


@pytest.mark.filterwarnings("ignore:The argument 'device' of Tensor:DeprecationWarning")
def test_pinning_by_hand():
    x = torch.ones(4)
    assert not x.is_pinned()
    assert x.pin_memory().is_pinned()
    assert x.pin_memory("cuda").is_pinned("cuda")
    assert torch.empty(3, pin_memory=True).is_pinned()


@pytest.mark.parametrize("context", ["fork", "spawn"])
def test_workers_parse_devices_and_seed(context):
    torch.zeros(1, device="cuda")
    options = {"num_workers": 2, "batch_size": 4, "multiprocessing_context": context}
    runs = []
    for _ in range(2):
        torch.manual_seed(4)
        batches = list(DataLoader(Numbers(), **options))
        assert {kind for batch in batches for kind in batch["kind"]} == {"cuda"}
        runs.append(torch.cat([batch["noise"] for batch in batches]))
    assert torch.equal(*runs)
    assert len(set(runs[0].flatten().tolist())) == 8


def test_worker_that_allocates_after_fork_gets_the_error_of_cuda():
    torch.zeros(1, device="cuda")
    loader = DataLoader(OnDevice(), num_workers=1, multiprocessing_context="fork")
    with pytest.raises(RuntimeError, match="in forked subprocess"):
        next(iter(loader))


def test_worker_that_seeds_after_fork_works():
    def seed_worker(worker):
        torch.cuda.manual_seed_all(worker)
        torch.manual_seed(worker)

    loader = DataLoader(
        Numbers(), num_workers=1, worker_init_fn=seed_worker, multiprocessing_context="fork"
    )
    assert len(list(loader)) == 8
