"""Names and indices where there are two GPUs."""

import pickle

import pytest
import torch

pytestmark = pytest.mark.gpu


@pytest.fixture(autouse=True)
def first_gpu():
    torch.cuda.set_device(0)
    yield
    torch.cuda.set_device(0)


def test_texts():
    x = torch.ones(2, device="cuda:1")
    assert repr(x) == "tensor([1., 1.], device='cuda:1')"
    assert repr(torch.cuda.default_stream(1)) == (
        "<torch.cuda.Stream device=cuda:1 cuda_stream=0x0>"
    )
    assert "device=cuda:1" in repr(torch.UntypedStorage(1, device="cuda:1"))
    assert repr(torch.Stream("cuda:1")).startswith("torch.Stream device_type=cuda, device_index=1")


@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated:UserWarning")
@pytest.mark.parametrize("device", [1, "cuda:1", torch.device("cuda", 1)])
def test_contexts(device):
    with torch.cuda.device(device) as entered:
        assert entered is None and torch.cuda.current_device() == 1
        assert torch.ones(1, device="cuda").get_device() == 1
        assert torch.ones(1).cuda().get_device() == 1
        assert torch.cuda.FloatStorage(1).get_device() == 1
        assert torch.cuda.Stream().device == torch.device("cuda:1")
        with torch.cuda.device(-1):
            assert torch.cuda.current_device() == 1
    assert torch.cuda.current_device() == 0
    with torch.cuda.device_of(torch.ones(1, device="cuda:1")):
        assert torch.cuda.current_device() == 1


@pytest.mark.filterwarnings("ignore:The torch.cuda.*:UserWarning")
def test_legacy_types_follow_the_current_device():
    x = torch.ones(2, device="cuda:1")
    assert x.type() == "torch.cuda.FloatTensor" and isinstance(x, torch.cuda.FloatTensor)
    assert x.type("torch.cuda.HalfTensor").get_device() == 1
    assert x.cpu().type("torch.cuda.HalfTensor").get_device() == 0
    with torch.cuda.device(1):
        assert torch.cuda.FloatTensor(2).get_device() == 1
        assert x.cpu().type(torch.cuda.FloatTensor).get_device() == 1
    assert torch.cuda.FloatTensor(2, device="cuda:1").get_device() == 1


def test_default_devices():
    try:
        torch.set_default_device("cuda:1")
        assert torch.get_default_device() == torch.device("cuda:1") == torch.ones(1).device
    finally:
        torch.set_default_device(None)
    with torch.device("cuda:1"):
        assert torch.ones(1).get_device() == 1
    assert torch.ones(1).to(1).get_device() == torch.device(1).index == 1


def test_accelerator():
    torch.accelerator.set_device_index(1)
    assert torch.accelerator.current_device_index() == torch.cuda.current_device() == 1
    assert torch.accelerator.current_stream().device == torch.device("cuda:1")
    assert torch.accelerator.current_stream(0).device == torch.device("cuda:0")


def test_generators():
    assert [g.device.index for g in torch.cuda.default_generators][:2] == [0, 1]
    generator = torch.Generator("cuda:1").manual_seed(7)
    assert generator.device == torch.device("cuda:1")
    assert pickle.loads(pickle.dumps(generator)).device == torch.device("cuda:1")
    assert torch.rand(1, generator=generator, device="cuda:1").get_device() == 1


def test_streams_of_two_gpus_differ():
    assert torch.cuda.default_stream(0) != torch.cuda.default_stream(1)
    stream = torch.cuda.Stream("cuda:1")
    with torch.cuda.stream(stream):
        assert torch.cuda.current_device() == 1 and torch.cuda.current_stream() == stream
    assert torch.cuda.current_device() == 0


def test_array_interface_and_dlpack():
    x = torch.arange(3.0, device="cuda:1")
    assert x.__cuda_array_interface__["data"] == (x.data_ptr(), False)
    with torch.cuda.device(1):
        y = torch.from_dlpack(x)
    assert y.device == x.device and y.data_ptr() == x.data_ptr()
    assert x.__dlpack_device__()[1] == 1
