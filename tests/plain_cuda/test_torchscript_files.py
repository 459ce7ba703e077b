"""torch.jit.save and torch.jit.load: the devices in the archive, and where it is loaded to."""

import io
import os

import pytest
import torch

from .checkpoints import records

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.filterwarnings("ignore:.torch.jit.*is deprecated:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:.*torch.jit.*:FutureWarning"),
]


class Scaled(torch.nn.Module):
    """Names devices in every way that TorchScript knows."""

    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.tensor([2.0, 3.0]))
        self.register_buffer("offset", torch.ones(2))
        self.where = torch.device("cuda:0")

    def forward(self, x):
        zeros = torch.zeros(2, device=torch.device("cuda:0"))
        ones = torch.ones(2, device="cuda")
        return x.to(self.where) * self.weight + self.offset + zeros + ones


def in_memory(module, **options):
    buffer = io.BytesIO()
    torch.jit.save(module, buffer, **options)
    return buffer.getvalue()


@pytest.fixture(scope="module")
def scripted():
    return torch.jit.script(Scaled().cuda())


def test_the_archive_names_cuda(scripted):
    content = records(in_memory(scripted))
    assert b"cuda:0" in content["data.pkl"]
    code = b"".join(text for name, text in content.items() if name.endswith(".py"))
    assert b'torch.device("cuda:0")' in code and b'torch.device("cuda")' in code


@pytest.mark.parametrize(
    "map_location, expected",
    [
        (None, "cuda:0"),
        ("cuda", "cuda:0"),
        ("cuda:0", "cuda:0"),
        (torch.device("cuda"), "cuda:0"),
        ("cpu", "cpu"),
    ],
)
def test_map_location(scripted, map_location, expected):
    back = torch.jit.load(io.BytesIO(in_memory(scripted)), map_location=map_location)
    assert str(back.weight.device) == str(back.offset.device) == expected
    assert back.where == torch.device("cuda:0")


def test_what_is_loaded_computes(scripted, tmp_path):
    x = torch.ones(2)
    path = tmp_path / "scaled.pt"
    scripted.save(str(path))
    assert [entry.name for entry in tmp_path.iterdir()] == ["scaled.pt"]
    for source in (str(path), io.BytesIO(in_memory(scripted))):
        back = torch.jit.load(source)
        assert back(x).tolist() == [4, 5] and back(x).is_cuda
    buffer = scripted.save_to_buffer()
    assert torch.jit.load(io.BytesIO(buffer))(x).tolist() == [4, 5]


def test_what_is_written_to_no_file(scripted):
    torch.jit.save(scripted, os.devnull)
    assert not os.path.isfile(os.devnull)


def test_extra_files_are_kept(scripted):
    text = b"torch.device('cuda') and whatever else"
    data = in_memory(scripted, _extra_files={"notes.txt": text})
    found = {"notes.txt": ""}
    torch.jit.load(io.BytesIO(data), _extra_files=found)
    assert found["notes.txt"] == text


def test_frozen_traced_and_functions(scripted):
    x = torch.ones(2, device="cuda")
    frozen = torch.jit.freeze(scripted.eval())
    traced = torch.jit.trace(lambda v: v.to("cuda") + torch.ones(2, device="cuda"), x)
    for module, expected in ((frozen, [4, 5]), (traced, [2, 2])):
        data = in_memory(module)
        assert b"cuda" in b"".join(records(data).values())
        assert torch.jit.load(io.BytesIO(data))(x).tolist() == expected
    assert torch.jit.load(io.BytesIO(in_memory(traced)))(x).is_cuda
