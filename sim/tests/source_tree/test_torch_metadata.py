"""cmake/torch_metadata.py: musasim's version and dependencies follow the torch it is built with."""

import importlib.util
from pathlib import Path

import pytest
import torch

SCRIPT = Path(__file__).resolve().parents[2] / "cmake" / "torch_metadata.py"


@pytest.fixture
def metadata():
    spec = importlib.util.spec_from_file_location("torch_metadata", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def torch_is(metadata, monkeypatch, tmp_path):
    """torch_is(version): the torch that the metadata is for."""
    monkeypatch.setattr(metadata, "torch_folder", lambda: str(tmp_path))
    return lambda version: (tmp_path / "version.py").write_text(f"__version__ = '{version}'\n")


def version(metadata):
    return metadata.dynamic_metadata("version", {"release": 3})


def requirement(metadata):
    (found,) = [
        text for text in metadata.dynamic_metadata("dependencies") if text.startswith("torch")
    ]
    return found


def test_the_installed_torch(metadata):
    assert version(metadata) == ".".join(torch.__version__.split(".")[:2]) + ".3"


@pytest.mark.parametrize(
    "installed, named, wanted",
    [
        ("2.13.0+cpu", "2.13.3", "torch==2.13.*"),
        ("2.9.1", "2.9.3", "torch==2.9.*"),
        ("2.10.0a0+git1234", "2.10.3", "torch==2.10.*"),
        ("2.7.1", "2.7.3", "torch==2.7.*,>=2.7.1"),
    ],
)
def test_version_and_requirement_name_the_torch(metadata, torch_is, installed, named, wanted):
    torch_is(installed)

    assert version(metadata) == named
    assert requirement(metadata) == wanted


def test_without_torch_they_name_the_newest(metadata, torch_is):
    major, minor = metadata.NEWEST_TORCH

    assert version(metadata) == f"{major}.{minor}.3"
    assert requirement(metadata) == f"torch=={major}.{minor}.*"


@pytest.mark.parametrize("installed", ["1.13.1", "2.6.0", "2.7.0+cu126"])
def test_an_old_torch_is_refused(metadata, torch_is, installed):
    torch_is(installed)

    with pytest.raises(RuntimeError, match="needs torch 2.7.1 or newer .* is of torch"):
        version(metadata)


def test_a_file_without_a_version_is_refused(metadata, torch_is, tmp_path):
    (tmp_path / "version.py").write_text("# empty\n")

    with pytest.raises(RuntimeError, match="names no version of torch"):
        version(metadata)
