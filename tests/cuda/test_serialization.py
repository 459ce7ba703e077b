"""Files that go between CUDA and MUSA: nothing in them says "musa", and torch_musa's own are read.

What CUDA users see of it is in plain_cuda/test_serialization.py and its neighbours.
"""

import io
import json
import pickle

import pytest
import torch
from plain_cuda.checkpoints import load, records, retagged, saved

import torchada

pytestmark = [
    pytest.mark.musa,
    pytest.mark.filterwarnings("ignore:Sparse"),
    pytest.mark.filterwarnings("ignore:.torch.jit.*is deprecated:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:.*quantized tensor creation functions:UserWarning"),
]

MAKERS = {
    "dense": lambda: torch.ones(2, 2, device="cuda"),
    "parameter": lambda: torch.nn.Parameter(torch.ones(2, device="cuda")),
    "coo": lambda: torch.eye(2, device="cuda").to_sparse(),
    "csr": lambda: torch.eye(2, device="cuda").to_sparse_csr(),
    "csc": lambda: torch.eye(2, device="cuda").to_sparse_csc(),
    "bsr": lambda: torch.eye(2, device="cuda").to_sparse_bsr((1, 1)),
    "bsc": lambda: torch.eye(2, device="cuda").to_sparse_bsc((1, 1)),
    "quantized": lambda: torch.quantize_per_tensor(
        torch.ones(2, device="cuda"), 0.1, 0, torch.quint8
    ),
    "jagged": lambda: torch.nested.nested_tensor(
        [torch.ones(2, device="cuda")], layout=torch.jagged
    ),
    "generator": lambda: torch.Generator("cuda"),
    "device": lambda: torch.device("cuda:0"),
    "bare device": lambda: torch.device("cuda"),
}


@pytest.fixture
def checkpoint():
    return saved({"x": torch.arange(4.0, device="cuda"), "y": torch.ones(2)})


@pytest.mark.parametrize("kind", MAKERS)
def test_nothing_written_here_says_musa(kind):
    value = MAKERS[kind]()
    for data in (
        saved(value),
        saved(value, _use_new_zipfile_serialization=False),
        pickle.dumps(value),
    ):
        assert b"musa" not in data and b"cuda" in data


@pytest.mark.parametrize("weights_only", [True, False])
@pytest.mark.parametrize(
    "map_location, expected",
    [
        (None, "cuda:0"),
        ("cuda", "cuda:0"),
        ("musa", "cuda:0"),
        ("cpu", "cpu"),
        ({"cuda:0": "cpu"}, "cpu"),
        ({"musa:0": "cpu"}, "cpu"),
        ({"cuda:0": "cuda:0"}, "cuda:0"),
        (lambda storage, location: storage, "cpu"),
        (lambda storage, location: None, "cuda:0"),
    ],
)
def test_what_torch_musa_wrote_by_itself(checkpoint, map_location, expected, weights_only):
    data = retagged(checkpoint, b"cuda:", b"musa:")
    back = load(data, map_location=map_location, weights_only=weights_only)
    assert str(back["x"].device) == expected
    assert back["x"].tolist() == [0, 1, 2, 3]


def test_functions_see_cudas_location(checkpoint):
    seen = []
    load(
        retagged(checkpoint, b"cuda:", b"musa:"),
        map_location=lambda storage, location: seen.append(location),
    )
    assert seen == ["cuda:0", "cpu"]


@pytest.mark.parametrize("map_location, expected", [(None, "cuda"), ({"cuda:0": "cpu"}, "cpu")])
def test_sparse_tensors_that_torch_musa_wrote_by_itself(map_location, expected):
    class AsTorchMusaWrites:
        def __reduce__(self):
            arguments = (torch.eye(2).to_sparse(), torch.float32, "musa:0", False)
            return torch._utils._rebuild_device_tensor_from_cpu_tensor, arguments

    back = load(saved(AsTorchMusaWrites()), map_location=map_location, weights_only=True)
    assert back.device.type == expected and back.to_dense().cpu().equal(torch.eye(2))


def test_an_index_that_does_not_exist(checkpoint):
    with pytest.raises(RuntimeError, match=r"CUDA device 9 but torch.cuda.device_count\(\) is"):
        load(retagged(checkpoint, b"cuda:0", b"musa:9"))


def test_broken_sparse_tensors_are_found():
    x = torch.sparse_coo_tensor(
        torch.tensor([[0, 5]]), torch.ones(2), (2,), check_invariants=False
    ).cuda()
    with torch.sparse.check_sparse_tensor_invariants(True):
        with pytest.raises(RuntimeError, match="size is inconsistent with indices"):
            load(saved(x))


class Scaled(torch.nn.Module):
    """A module whose code and attributes name a device."""

    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(2))
        self.where = torch.device("cuda")
        self.word = "musa:0 in a user's text is left alone"

    def forward(self, x):
        return x.to(self.where) * self.weight + torch.ones(2, device="cuda:0") + len(self.word)


def test_torchscript_archives_do_not_say_musa(tmp_path):
    module = torch.jit.script(Scaled().cuda())
    extra = {"notes.txt": "a file about musa:0"}
    (tmp_path / "link.pt").symlink_to("file.pt")
    torch.jit.save(module, str(tmp_path / "link.pt"), _extra_files=extra)
    assert (tmp_path / "link.pt").is_symlink()
    for data in ((tmp_path / "file.pt").read_bytes(), module.save_to_buffer()):
        content = records(data)
        content.pop("extra/notes.txt", None)
        text = b"".join(content.values())
        assert text.count(b"musa") == text.count(b"musa:0 in a user's text") == 1
        assert torch.jit.load(io.BytesIO(data)).where == torch.device("cuda")
    assert content["version"].strip().isdigit()


def test_exported_programs_do_not_say_musa():
    class Plus(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = torch.nn.Parameter(torch.ones(2, device="cuda"))

        def forward(self, x):
            return x + self.weight + torch.ones(2, device="cuda")

    buffer = io.BytesIO()
    torch.export.save(torch.export.export(Plus(), (torch.ones(2, device="cuda"),)), buffer)
    assert not [name for name, text in records(buffer.getvalue()).items() if b'"musa' in text]


def test_stock_pytorch_reads_what_was_saved_here(tmp_path, checkpoint, run_python):
    path, script = tmp_path / "checkpoint.pt", tmp_path / "script.pt"
    path.write_bytes(checkpoint)
    torch.jit.save(torch.jit.script(Scaled().cuda()), str(script))
    code = (
        "import json, sys, torch\n"
        f"value = torch.load({str(path)!r}, map_location='cpu')\n"
        "seen = []\n"
        f"torch.load({str(path)!r}, map_location=lambda s, l: (seen.append(l), s)[1])\n"
        f"module = torch.jit.load({str(script)!r}, map_location='cpu')\n"
        "print(json.dumps([value['x'].tolist(), seen, str(module.where), 'torchada._core' in "
        "sys.modules]))"
    )
    out = run_python(code, musasim=False, env={"TORCH_DEVICE_BACKEND_AUTOLOAD": "0"}).stdout
    assert json.loads(out) == [[0, 1, 2, 3], ["cuda:0", "cpu"], "cuda", False]


def test_unpatched_files_are_torch_musas_again(run_python):
    done = run_python("""
        import io, pickle, torch, torchada
        torchada.unpatch()
        x = torch.eye(2, device="musa")
        print(b"musa:0" in pickle.dumps(x), b"musa:0" in pickle.dumps(x.to_sparse()))
        buffer = io.BytesIO()
        torch.jit.save(torch.jit.script(torch.nn.Linear(1, 1).musa()), buffer)
        print(b"musa:0" in buffer.getvalue())
        """)
    assert done.stdout.split() == ["True"] * 3
    assert torchada.is_patched()
