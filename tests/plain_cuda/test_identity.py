"""What things on the GPU are called: devices, tensors, generators, the runtime, the accelerator."""

import copy
import io
import pickle

import pytest
import torch
from torch.utils.checkpoint import DefaultDeviceType

pytestmark = pytest.mark.gpu


@pytest.fixture
def x():
    return torch.ones(2, device="cuda")


def test_text_of_tensors(x):
    assert repr(x) == str(x) == "tensor([1., 1.], device='cuda:0')"
    assert f"{x}" == repr(x) and f"{x[0]}" == "1.0"
    assert repr(x.half()) == "tensor([1., 1.], device='cuda:0', dtype=torch.float16)"
    assert repr(x.requires_grad_()) == "tensor([1., 1.], device='cuda:0', requires_grad=True)"
    assert repr(torch.nn.Parameter(x.detach())) == (
        "Parameter containing:\ntensor([1., 1.], device='cuda:0', requires_grad=True)"
    )
    assert repr(torch.empty(0, device="cuda")) == "tensor([], device='cuda:0')"


def test_text_of_other_tensors(x):
    class Mine(torch.Tensor):
        pass

    assert repr(x.as_subclass(Mine)) == "Mine([1., 1.], device='cuda:0')"
    assert "device='cuda:0', size=(2,), nnz=2" in repr(x.to_sparse())
    assert "device='cuda:0'" in repr(torch.nn.parameter.Buffer(x))
    module = torch.nn.Linear(1, 1).cuda()
    assert "device='cuda:0'" in repr(module.state_dict())


def test_text_of_lists_of_parameters(x):
    text = repr(torch.nn.ParameterList([torch.nn.Parameter(x)]))
    assert "(0): Parameter containing: [torch.float32 of size 2 (cuda:0)]" in text
    text = repr(torch.nn.ParameterDict({"a": torch.nn.Parameter(x)}))
    assert "(a): Parameter containing: [torch.cuda.FloatTensor of size 2 (cuda:0)]" in text


def test_messages_name_the_type(x):
    module = torch.nn.Module()
    module.weight = torch.nn.Parameter(x)
    with pytest.raises(TypeError, match="cannot assign 'torch.cuda.FloatTensor' as parameter"):
        module.weight = x


def test_properties_of_a_device():
    properties = torch.cuda.get_device_properties()
    text = repr(properties)
    assert text.startswith(f"_CudaDeviceProperties(name='{properties.name}', major=")
    assert f"total_memory={properties.total_memory // 2**20}MB" in text
    assert f"multi_processor_count={properties.multi_processor_count}" in text
    for device in (0, "cuda", "cuda:0", torch.device("cuda"), None):
        assert torch.cuda.get_device_properties(device).name == torch.cuda.get_device_name(device)


@pytest.mark.parametrize(
    "device, index",
    [(0, 0), ("cuda", 0), ("cuda:0", 0), (torch.device("cuda:0"), 0), (-1, -1)],
)
def test_device_as_a_context_in_every_form(device, index):
    context = torch.cuda.device(device)
    assert context.idx == index and context.prev_idx == -1
    with context:
        assert torch.cuda.current_device() == 0
    assert torch.cuda.current_device() == 0


def test_device_none_changes_nothing():
    with torch.cuda.device(None):
        assert torch.cuda.current_device() == 0


def test_device_of(x):
    assert torch.cuda.device_of(x).idx == 0
    assert torch.cuda.device_of(x.untyped_storage()).idx == 0
    assert torch.cuda.device_of(x.cpu()).idx == -1
    assert isinstance(torch.cuda.device_of(x), torch.cuda.device)
    with torch.cuda.device_of(x):
        assert torch.cuda.current_device() == 0


@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated:UserWarning")
def test_device_of_a_typed_storage(x):
    assert torch.cuda.device_of(x.storage()).idx == 0
    assert torch.cuda.device_of(x.cpu().storage()).idx == -1


def test_devices_by_number(x):
    cpu = x.cpu()
    assert torch.device(0) == torch.device("cuda:0") == torch.device("cuda", 0)
    assert cpu.to(0).device == cpu.to(device=0).device == cpu.cuda(0).device == x.device
    assert torch.ones(1, device=0).is_cuda and torch.nn.Linear(1, 1).to(0).weight.is_cuda
    assert x.get_device() == x.device.index == torch.cuda.current_device() == 0
    assert cpu.get_device() == -1
    assert copy.deepcopy(x.device) == pickle.loads(pickle.dumps(x.device)) == x.device


def test_pickles_of_devices_name_cuda_whoever_makes_them(x):
    assert x.device.__reduce__() == (torch.device, ("cuda", 0))
    assert torch.device("cuda").__reduce__() == (torch.device, ("cuda",))
    assert torch.device("cpu").__reduce__() == (torch.device, ("cpu",))
    # One that asks neither copyreg nor PyTorch.
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer)
    pickler.dispatch_table = {}
    pickler.dump(x.device)
    assert b"cuda" in buffer.getvalue()
    assert pickle.loads(buffer.getvalue()) == x.device


def test_get_device_module(x):
    for device in ("cuda", "cuda:0", x.device, torch.device("cuda"), None):
        assert torch.get_device_module(device) is torch.cuda
    assert torch.get_device_module() is torch.cuda
    assert torch.get_device_module("cpu") is torch.cpu


@pytest.mark.parametrize(
    "module, name",
    [
        ("torch.cuda", "CudaError"),
        ("torch.cuda", "StreamContext"),
        ("torch.cuda", "device"),
        ("torch.cuda", "device_of"),
        ("torch.cuda.graphs", "CUDAGraph"),
        ("torch.cuda.memory", "MemPool"),
        ("torch.cuda.streams", "Event"),
        ("torch.cuda.streams", "ExternalStream"),
        ("torch.cuda.streams", "Stream"),
    ],
)
def test_names_of_classes(module, name):
    cls = getattr(torch.cuda, name)
    assert repr(cls) == f"<class '{module}.{name}'>" and cls.__name__ == name
    assert pickle.loads(pickle.dumps(cls)) is cls


def test_functions_that_name_the_type_of_the_gpu():
    assert DefaultDeviceType.get_device_type() == DefaultDeviceType().get_device_type() == "cuda"
    assert torch._utils._get_available_device_type() == "cuda"


def test_default_device():
    try:
        for device in ("cuda", "cuda:0", torch.device("cuda"), 0):
            torch.set_default_device(device)
            assert torch.get_default_device() == torch.device("cuda:0")
            assert str(torch.get_default_device()) == "cuda:0"
            assert torch.ones(1).is_cuda and torch.tensor([1]).is_cuda and torch.arange(2).is_cuda
            assert torch.nn.Linear(1, 1).weight.is_cuda
            assert torch.ones(1, device="cpu").device.type == "cpu"
    finally:
        torch.set_default_device(None)
    assert torch.ones(1).device.type == "cpu"


def test_device_context():
    with torch.device("cuda") as device:
        assert device.type == "cuda" and torch.ones(1).is_cuda
        with torch.device("cpu"):
            assert not torch.ones(1).is_cuda
        assert torch.rand(1).is_cuda


# Before, get_default_device() fails once a default has been taken back.
@pytest.mark.torch_from(2, 13)
def test_the_default_device_of_a_context():
    torch.set_default_device(None)
    assert torch.get_default_device() == torch.device("cpu")
    with torch.device("cuda"):
        assert torch.get_default_device().type == "cuda"
    assert torch.get_default_device().type == "cpu"


def test_accelerator():
    accelerator = torch.accelerator
    assert accelerator.is_available() and accelerator.device_count() == torch.cuda.device_count()
    assert accelerator.current_accelerator() == torch.device("cuda")
    assert accelerator.current_accelerator().type == "cuda"
    assert str(accelerator.current_accelerator()) == "cuda"
    accelerator.set_device_index("cuda:0")
    accelerator.set_device_index(torch.device("cuda", 0))
    accelerator.set_device_index(0)
    assert accelerator.current_device_index() == torch.cuda.current_device() == 0
    for device in (None, 0, "cuda", "cuda:0", torch.device("cuda:0")):
        assert accelerator.synchronize(device) is None
        assert accelerator.current_stream(device).device == torch.device("cuda:0")
    with pytest.raises(ValueError, match="cpu doesn't match the current accelerator cuda"):
        accelerator.set_device_index("cpu")


@pytest.mark.torch_from(2, 9)
def test_accelerator_memory():
    accelerator = torch.accelerator
    x = torch.ones(1000, device="cuda")
    assert accelerator.memory_allocated() == torch.cuda.memory_allocated() >= x.nbytes
    assert accelerator.memory_reserved("cuda:0") == torch.cuda.memory_reserved(0)
    assert accelerator.max_memory_allocated(0) == torch.cuda.max_memory_allocated()
    assert accelerator.max_memory_reserved() == torch.cuda.max_memory_reserved()
    assert "allocated_bytes.all.current" in accelerator.memory_stats()
    accelerator.reset_peak_memory_stats()
    accelerator.reset_accumulated_memory_stats()
    accelerator.empty_cache()
    with accelerator.device_index(0):
        assert accelerator.current_device_index() == 0
    with accelerator.device_index(None):
        assert accelerator.current_device_index() == 0


def test_generators():
    generator = torch.Generator(device="cuda")
    assert generator.device.type == "cuda" and not generator.device.index
    assert torch.Generator("cuda:0").manual_seed(3).initial_seed() == 3
    torch.cuda.init()
    defaults = torch.cuda.default_generators
    assert isinstance(defaults, tuple) and len(defaults) == torch.cuda.device_count()
    assert [g.device.index for g in defaults] == list(range(len(defaults)))
    generator.manual_seed(5)
    state, first = generator.get_state(), torch.rand(3, generator=generator, device="cuda")
    assert state.dtype is torch.uint8 and state.device.type == "cpu"
    generator.set_state(state)
    assert torch.rand(3, generator=generator, device="cuda").equal(first)
    clone = generator.clone_state()
    assert clone.device == generator.device
    assert torch.rand(3, generator=clone, device="cuda").equal(
        torch.rand(3, generator=generator, device="cuda")
    )
    generator.graphsafe_set_state(clone.graphsafe_get_state())
    assert pickle.loads(pickle.dumps(generator)).initial_seed() == 5


def test_packed_sequences():
    pack = torch.nn.utils.rnn.pack_sequence
    sequence = pack([torch.ones(3), torch.ones(2)])
    assert not sequence.is_cuda
    for moved in (sequence.cuda(), sequence.cuda(0), sequence.to("cuda"), sequence.to(0)):
        assert moved.is_cuda and moved.data.is_cuda and moved.batch_sizes.device.type == "cpu"
    assert sequence.cuda(non_blocking=True).is_cuda
    moved = sequence.cuda()
    assert moved.cuda().is_cuda and not moved.cpu().is_cuda
    padded, lengths = torch.nn.utils.rnn.pad_packed_sequence(moved)
    assert padded.is_cuda and lengths.tolist() == [3, 2]
    output, hidden = torch.nn.GRU(1, 4).cuda()(pack([torch.ones(3, 1), torch.ones(2, 1)]).cuda())
    assert output.is_cuda and hidden.shape == (1, 2, 4)


def test_cudart():
    cudart = torch.cuda.cudart()
    assert int(cudart.cudaError.success) == 0
    assert cudart.cudaGetErrorString(cudart.cudaError.success) == "no error"
    assert cudart.cudaMemGetInfo(0)[1] == torch.cuda.mem_get_info()[1]
    memory = torch.zeros(1 << 20)
    torch.cuda.check_error(cudart.cudaHostRegister(memory.data_ptr(), memory.nbytes, 0))
    assert memory.is_pinned()
    torch.cuda.check_error(cudart.cudaHostUnregister(memory.data_ptr()))
    assert cudart.cudaProfilerStart() == cudart.cudaError.success
    assert cudart.cudaProfilerStop() == cudart.cudaError.success
    names = dir(cudart)
    assert {"cudaError", "cudaGetErrorString", "cudaMemGetInfo", "cudaHostRegister"} <= set(names)


def test_errors_of_the_runtime():
    torch.cuda.check_error(torch.cuda.cudart().cudaError.success)
    with pytest.raises(torch.cuda.CudaError, match="^out of memory \\(2\\)$"):
        torch.cuda.check_error(2)
    assert issubclass(torch.cuda.CudaError, RuntimeError)
    assert torch.cuda.cudaStatus.SUCCESS == 0


def test_wrong_devices():
    for function in (
        torch.cuda._utils._get_device_index,
        torch.cuda.device,
        torch.cuda.set_device,
        torch.cuda.synchronize,
        torch.cuda.current_stream,
        torch.cuda.default_stream,
    ):
        with pytest.raises(ValueError, match="^Expected a cuda device, but got: cpu$"):
            function("cpu")
    assert torch.cuda.current_stream(torch.cuda.device(0)) == torch.cuda.current_stream()
    with pytest.raises(AssertionError, match="Invalid device id"):
        torch.cuda.get_device_properties(99)
    with pytest.raises(RuntimeError, match="invalid device ordinal"):
        torch.cuda.set_device(99)
