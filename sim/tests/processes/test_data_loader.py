"""DataLoader workers, spawned and forked, and pinned batches."""

import pytest
import torch
from torch.utils.data import DataLoader, Dataset

# Python 3.12 warns of every fork of a process with threads, and PyTorch always has some.
MULTI_THREADED_FORK = pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")


class HostData(Dataset):
    """Names devices and seeds, as data sets do, but touches no device."""

    def __len__(self):
        return 8

    def __getitem__(self, index):
        torch.manual_seed(index)
        assert torch.device("musa:0").index == 0
        return torch.rand(2), index


class DeviceData(Dataset):
    """Computes on the device, which only a spawned worker may."""

    def __len__(self):
        return 4

    def __getitem__(self, index):
        return (torch.ones(2, device="musa") * index).cpu()


@MULTI_THREADED_FORK
def test_a_forked_worker_loads_for_the_device():
    torch.ones(1, device="musa")
    loader = DataLoader(
        HostData(), batch_size=4, num_workers=1, pin_memory=True, multiprocessing_context="fork"
    )
    seen = []
    for data, index in loader:
        assert data.is_pinned()
        assert data.to("musa", non_blocking=True).is_musa
        seen += index.tolist()
    assert seen == list(range(8))


@MULTI_THREADED_FORK
def test_a_forked_worker_cannot_allocate():
    torch.ones(1, device="musa")
    loader = DataLoader(DeviceData(), num_workers=1, multiprocessing_context="fork")
    with pytest.raises(RuntimeError, match="Cannot re-initialize MUSA in forked subprocess"):
        next(iter(loader))


def test_a_spawned_worker_can_allocate():
    loader = DataLoader(
        DeviceData(), num_workers=1, pin_memory=True, multiprocessing_context="spawn"
    )
    assert [batch[0, 0].item() for batch in loader] == [0.0, 1.0, 2.0, 3.0]


class DeviceBatches(Dataset):
    """Gives device tensors to the parent."""

    def __len__(self):
        return 6

    def __getitem__(self, index):
        return torch.full((3,), float(index), device="musa")


def test_a_spawned_worker_may_return_device_tensors():
    loader = DataLoader(
        DeviceBatches(), batch_size=2, num_workers=1, multiprocessing_context="spawn"
    )
    batches = list(loader)
    assert all(batch.is_musa for batch in batches)
    assert [batch[:, 0].tolist() for batch in batches] == [[0, 1], [2, 3], [4, 5]]


@MULTI_THREADED_FORK
def test_a_forked_worker_that_returns_device_tensors_does_not_hang():
    held = torch.ones(3, device="musa")
    loader = DataLoader([held], num_workers=1, multiprocessing_context="fork")
    with pytest.raises(RuntimeError, match="forked"):
        next(iter(loader))


@MULTI_THREADED_FORK
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("pin_memory", [False, True])
def test_a_forked_worker_that_passes_device_tensors_on_does_not_hang(pin_memory):
    held = torch.ones(3, device="musa")
    loader = DataLoader(
        [held],
        batch_size=None,
        num_workers=1,
        pin_memory=pin_memory,
        multiprocessing_context="fork",
        collate_fn=_same,
    )
    with pytest.raises(RuntimeError, match="forked|Pin memory thread exited"):
        next(iter(loader))


def _same(sample):
    return sample
