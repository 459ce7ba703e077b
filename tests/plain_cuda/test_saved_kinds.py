"""What survives torch.save, pickle, deepcopy and the other ways to write tensors of the GPU."""

import copy
import io
import pickle
import pickletools

import pytest
import torch

from .checkpoints import load, records, saved

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.filterwarnings("ignore:TypedStorage is deprecated:UserWarning"),
    pytest.mark.filterwarnings("ignore:Sparse:UserWarning"),
]

LAYOUTS = {
    "coo": lambda x: x.to_sparse(),
    "csr": lambda x: x.to_sparse_csr(),
    "csc": lambda x: x.to_sparse_csc(),
    "bsr": lambda x: x.to_sparse_bsr((2, 2)),
    "bsc": lambda x: x.to_sparse_bsc((2, 2)),
}
DTYPES = [
    torch.float16,
    torch.bfloat16,
    torch.float64,
    torch.int8,
    torch.uint8,
    torch.int64,
    torch.bool,
    torch.complex64,
    torch.complex128,
    torch.uint16,
    torch.float8_e4m3fn,
]


class Tagged(torch.Tensor):
    """A tensor of a user's class."""


class Network(torch.nn.Module):
    """A module to save whole."""

    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(2, 2)
        self.register_buffer("steps", torch.zeros(1))

    def forward(self, x):
        return self.layer(x) + self.steps


@pytest.mark.parametrize("weights_only", [True, False])
@pytest.mark.parametrize("dtype", DTYPES)
def test_dtypes(dtype, weights_only):
    x = torch.tensor([0.0, 1.0, 1.0], device="cuda").to(dtype)
    back = load(saved(x), weights_only=weights_only)
    assert back.is_cuda and back.dtype == dtype and back.cpu().tolist() == x.cpu().tolist()


@pytest.mark.parametrize("zipped", [True, False])
@pytest.mark.parametrize("weights_only", [True, False])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_sparse_tensors(layout, weights_only, zipped):
    dense = torch.eye(4)
    x = LAYOUTS[layout](dense.cuda())
    data = saved(x, _use_new_zipfile_serialization=zipped)
    assert b"cuda:0" in data
    for map_location, expected in (
        (None, "cuda:0"),
        ("cuda", "cuda:0"),
        ("cpu", "cpu"),
        ({"cuda:0": "cpu"}, "cpu"),
        (lambda storage, location: storage, "cpu"),
    ):
        back = load(data, map_location=map_location, weights_only=weights_only)
        assert (str(back.device), back.layout) == (expected, x.layout)
        assert back.to_dense().cpu().equal(dense)
    there = saved(LAYOUTS[layout](dense), _use_new_zipfile_serialization=zipped)
    assert load(there, map_location="cuda", weights_only=weights_only).is_cuda


def test_a_sparse_tensor_is_its_parts_in_the_file():
    text = records(saved(torch.eye(2, device="cuda").to_sparse()))["data.pkl"]
    assert b"_rebuild_sparse_tensor" in text and b"cuda:0" in text
    again = load(saved(torch.eye(2, device="cuda").to_sparse()))
    assert again.is_coalesced()
    assert not load(saved(torch.stack([again, again]))).is_coalesced()
    function, (layout, parts) = again.__reduce_ex__(2)
    assert function is torch._utils._rebuild_sparse_tensor and layout is torch.sparse_coo
    assert len(parts) == 4


@pytest.mark.filterwarnings("ignore:.*quantized tensor creation functions:UserWarning")
def test_quantized_tensors():
    x = torch.quantize_per_tensor(torch.tensor([0.0, 0.5], device="cuda"), 0.1, 3, torch.quint8)
    back = load(saved(x))
    assert back.is_cuda and back.q_scale() == 0.1 and back.q_zero_point() == 3
    assert back.int_repr().tolist() == x.int_repr().tolist()


def test_parameters_buffers_views_and_flags():
    p = torch.nn.Parameter(torch.ones(2, device="cuda"), requires_grad=False)
    back = load(saved(p))
    assert isinstance(back, torch.nn.Parameter) and back.is_cuda and not back.requires_grad
    leaf = load(saved(torch.ones(2, device="cuda", requires_grad=True)))
    assert leaf.requires_grad and leaf.is_leaf
    conj = load(saved(torch.ones(2, device="cuda", dtype=torch.complex64).conj()))
    assert conj.is_conj() and conj.is_cuda
    base = torch.arange(6.0, device="cuda")
    first, second, strided = load(saved([base, base[2:], base[::2]]))
    first[2] = 9
    assert second[0].item() == 9 and strided.tolist() == [0, 9, 4]
    assert strided.stride() == (2,) and second.storage_offset() == 2
    meta = load(saved(torch.ones(2, device="meta")))
    assert meta.device.type == "meta"


def test_attributes_and_subclasses():
    x = torch.ones(2, device="cuda")
    x.note = "mine"
    assert load(saved(x), weights_only=False).note == "mine"
    tagged = torch.ones(2, device="cuda").as_subclass(Tagged)
    back = load(saved(tagged), weights_only=False)
    assert type(back) is Tagged and back.is_cuda
    with torch.serialization.safe_globals([Tagged]):
        assert type(load(saved(tagged), weights_only=True)) is Tagged


def test_storages():
    typed = load(saved(torch.ones(2, device="cuda")._typed_storage()), weights_only=False)
    assert typed.device == torch.device("cuda:0") and typed.dtype == torch.float32
    assert pickle.loads(pickle.dumps(torch.ones(2, device="cuda")._typed_storage())).is_cuda
    assert copy.deepcopy(torch.ones(2, device="cuda").untyped_storage()).is_cuda


def test_training_state():
    torch.manual_seed(0)
    model = Network().cuda()
    optimizer = torch.optim.Adam(model.parameters())
    scaler = torch.amp.GradScaler("cuda")
    model(torch.ones(1, 2, device="cuda")).sum().backward()
    optimizer.step()
    state = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "scaler": scaler.state_dict(),
        "rng": torch.cuda.get_rng_state(),
        "rng_all": torch.cuda.get_rng_state_all(),
    }
    back = load(saved(state), weights_only=True)
    again = Network().cuda()
    again.load_state_dict(back["model"])
    other = torch.optim.Adam(again.parameters())
    other.load_state_dict(back["optimizer"])
    torch.amp.GradScaler("cuda").load_state_dict(back["scaler"])
    assert torch.equal(again.layer.weight, model.layer.weight)
    assert all(value["exp_avg"].is_cuda for value in other.state.values())
    first = torch.rand(3, device="cuda")
    torch.cuda.set_rng_state(back["rng"])
    assert torch.equal(torch.rand(3, device="cuda"), first)
    torch.cuda.set_rng_state_all(back["rng_all"])
    assert torch.equal(torch.rand(3, device="cuda"), first)


def test_whole_modules():
    module = load(saved(Network().cuda()), weights_only=False)
    assert module.layer.weight.is_cuda and module.steps.is_cuda
    assert module(torch.ones(1, 2, device="cuda")).is_cuda
    assert load(saved(module), map_location="cpu", weights_only=False).steps.device.type == "cpu"
    assert next(copy.deepcopy(module).parameters()).is_cuda


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickle(protocol):
    x = torch.arange(3.0, device="cuda")
    data = pickle.dumps({"x": x, "device": x.device}, protocol)
    assert b"cuda" in data
    back = pickle.loads(data)
    assert back["x"].is_cuda and back["x"].tolist() == [0, 1, 2]
    assert back["device"] == torch.device("cuda:0")


def test_pickle_and_copy_sparse():
    for make in LAYOUTS.values():
        x = make(torch.eye(4, device="cuda"))
        backs = [pickle.loads(pickle.dumps(x))]
        if x.layout == torch.sparse_coo:  # PyTorch copies no compressed layout
            backs.append(copy.deepcopy(x))
        for back in backs:
            assert back.is_cuda and back.layout == x.layout
            assert back.to_dense().equal(torch.eye(4, device="cuda"))


def test_generators():
    generator = torch.Generator("cuda").manual_seed(3)
    torch.rand(5, device="cuda", generator=generator)
    data = pickle.dumps(generator)
    assert b"cuda" in data
    for back in (pickle.loads(data), load(saved(generator), weights_only=False)):
        assert back.device == generator.device and back.initial_seed() == 3
        assert torch.equal(back.get_state(), generator.get_state())


@pytest.mark.parametrize("weights_only", [True, False])
def test_devices(weights_only):
    data = saved({"device": torch.device("cuda:0"), "bare": torch.device("cuda")})
    back = load(data, weights_only=weights_only)
    assert str(back["device"]) == "cuda:0" and str(back["bare"]) == "cuda"


def test_skipped_data():
    with torch.serialization.skip_data():
        data = saved(torch.ones(2, device="cuda"))
    assert b"cuda:0" in data


@pytest.mark.filterwarnings("ignore:torch.distributed is disabled:UserWarning")
def test_distributed_checkpoint_of_one_process(tmp_path):
    import torch.distributed.checkpoint as dcp

    dcp.save({"w": torch.arange(4.0, device="cuda"), "n": 3}, checkpoint_id=tmp_path)
    state = {"w": torch.zeros(4, device="cuda"), "n": 0}
    dcp.load(state, checkpoint_id=tmp_path)
    assert state["w"].is_cuda and state["w"].tolist() == [0, 1, 2, 3] and state["n"] == 3


# PyTorch 2.11 warns of its own reading.
@pytest.mark.filterwarnings("ignore:The given buffer is not writable:UserWarning")
def test_exported_programs():
    module = Network().cuda()
    x = torch.ones(1, 2, device="cuda")
    buffer = io.BytesIO()
    torch.export.save(torch.export.export(module, (x,)), buffer)
    text = b"".join(records(buffer.getvalue()).values())
    assert b'"type": "cuda"' in text or b'"type":"cuda"' in text
    buffer.seek(0)
    again = torch.export.load(buffer).module()(x)
    assert again.is_cuda and torch.equal(again, module(x))


@pytest.mark.parametrize(
    "constant", ["per_tensor_affine", "strided", "contiguous_format", "float16"]
)
def test_constants_are_pickled_as_those_of_torch(constant):
    value = getattr(torch, constant)
    named = [arg for op, arg, _ in pickletools.genops(pickle.dumps(value)) if isinstance(arg, str)]
    assert named and all(
        name.partition(".")[0] in ("torch", constant, "_get_layout") for name in named
    )
    assert pickle.loads(pickle.dumps(value)) is value
