"""DataLoader: pinned memory, and workers by every start method."""

import warnings

import pytest
import torch
from torch.utils.data import DataLoader, Dataset, TensorDataset

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.filterwarnings("ignore:The argument 'device' of Tensor:DeprecationWarning"),
]


class Numbers(Dataset):
    """Samples that workers make; each names a device and draws a random number."""

    def __len__(self):
        return 8

    def __getitem__(self, index):
        device = torch.device("cuda:0")
        return {"x": torch.tensor([float(index)]), "kind": device.type, "noise": torch.rand(1)}


class OnTheGpu(Dataset):
    """Samples that are made on the GPU."""

    def __len__(self):
        return 4

    def __getitem__(self, index):
        return torch.full((2,), float(index), device="cuda").cpu()


class Batch:
    """A batch of a user's own class, which pins itself."""

    def __init__(self, samples):
        self.x = torch.stack([sample[0] for sample in samples])

    def pin_memory(self):
        self.x = self.x.pin_memory()
        return self


def numbers():
    return TensorDataset(torch.arange(12.0).reshape(6, 2), torch.arange(6))


def first(**options):
    return next(iter(DataLoader(numbers(), **options)))


@pytest.mark.parametrize("workers", [0, 2])
def test_batches_are_pinned_and_move(workers):
    loader = DataLoader(numbers(), batch_size=2, pin_memory=True, num_workers=workers)
    total = torch.zeros(2, device="cuda")
    for x, y in loader:
        assert x.is_pinned() and y.is_pinned() and not x.is_cuda
        total += x.to("cuda", non_blocking=True).sum(0)
    assert total.tolist() == [30, 36]


@pytest.mark.parametrize("device", ["cuda", "cuda:0"])
@pytest.mark.parametrize("workers", [0, 1])
def test_pin_memory_device(workers, device):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "pin_memory_device is deprecated")
        x, y = first(pin_memory=True, pin_memory_device=device, num_workers=workers)
    assert x.is_pinned() and y.is_pinned()


@pytest.mark.torch_from(2, 9)
def test_pin_memory_device_is_deprecated():
    with pytest.warns(UserWarning, match="pin_memory_device is deprecated"):
        first(pin_memory=True, pin_memory_device="cuda")


@pytest.mark.parametrize("workers", [0, 1])
def test_batches_that_pin_themselves(workers):
    batch = first(batch_size=2, collate_fn=Batch, pin_memory=True, num_workers=workers)
    assert type(batch) is Batch and batch.x.is_pinned()


def test_pinning_containers():
    pin = torch.utils.data._utils.pin_memory.pin_memory
    out = pin({"list": [torch.ones(1), "text"], "tuple": (torch.ones(2), 3)})
    assert out["list"][0].is_pinned() and out["list"][1] == "text"
    assert out["tuple"][0].is_pinned() and out["tuple"][1] == 3


def test_pinning_by_hand():
    x = torch.ones(4)
    assert not x.is_pinned() and not x.is_pinned("cuda")
    pinned = x.pin_memory()
    assert pinned.is_pinned() and pinned.is_pinned("cuda") and not x.is_pinned()
    assert pinned.is_pinned(device="cuda") and pinned.is_pinned(torch.device("cuda"))
    assert pinned.pin_memory().data_ptr() == pinned.data_ptr()
    for again in (x.pin_memory("cuda"), x.pin_memory(device=torch.device("cuda"))):
        assert again.is_pinned() and again.tolist() == [1, 1, 1, 1]
    storage = x.untyped_storage().pin_memory()
    assert storage.is_pinned() and storage.is_pinned("cuda")
    packed = torch.nn.utils.rnn.pack_padded_sequence(torch.ones(3, 2, 1), [3, 2])
    assert packed.pin_memory().is_pinned() and not packed.is_pinned()


def test_pinned_from_the_start():
    for make in (torch.empty, torch.zeros, torch.ones, torch.rand, torch.randn):
        assert make(3, pin_memory=True).is_pinned()
    assert torch.full((2,), 1.0, pin_memory=True).is_pinned()
    assert torch.tensor([1.0], pin_memory=True).is_pinned()
    assert torch.arange(3, pin_memory=True).is_pinned()
    assert torch.empty_like(torch.ones(2), pin_memory=True).is_pinned()
    assert torch.ones(2).new_empty((2,), pin_memory=True).is_pinned()


def test_what_cannot_be_pinned():
    with pytest.raises(RuntimeError, match="only dense CPU tensors can be pinned"):
        torch.ones(2, device="cuda").pin_memory()
    with pytest.raises(RuntimeError, match="[Oo]nly dense CPU tensors can be pinned"):
        torch.empty(2, device="cuda", pin_memory=True)
    assert not torch.ones(2, device="cuda").is_pinned()


@pytest.mark.parametrize("context", ["fork", "spawn", "forkserver"])
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


@pytest.mark.parametrize("context", ["spawn", "forkserver"])
def test_workers_that_use_the_gpu(context):
    loader = DataLoader(
        OnTheGpu(), num_workers=1, multiprocessing_context=context, persistent_workers=True
    )
    for _ in range(2):
        assert [item[0].tolist() for item in loader] == [[n, n] for n in range(4)]


def test_a_forked_worker_gets_the_error():
    torch.zeros(1, device="cuda")
    loader = DataLoader(OnTheGpu(), num_workers=1, multiprocessing_context="fork")
    with pytest.raises(RuntimeError) as error:
        next(iter(loader))
    assert (
        "Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you "
        "must use the 'spawn' start method"
    ) in str(error.value)


def test_persistent_workers_pin_every_epoch():
    loader = DataLoader(
        numbers(), batch_size=3, num_workers=2, pin_memory=True, persistent_workers=True
    )
    for _ in range(2):
        assert [x.is_pinned() and y.is_pinned() for x, y in loader] == [True, True]


def seed_worker(worker):
    torch.cuda.manual_seed_all(worker)
    torch.manual_seed(worker)


def test_a_forked_worker_may_seed():
    torch.zeros(1, device="cuda")
    loader = DataLoader(
        Numbers(), num_workers=1, worker_init_fn=seed_worker, multiprocessing_context="fork"
    )
    assert len(list(loader)) == 8
