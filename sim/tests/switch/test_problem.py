"""Why the simulator cannot work in an environment: one sentence, and its remedy."""

import os

import pytest

from musasim import _problem, _switch


def test_here_it_can():
    assert _problem.find() == ""


@pytest.mark.parametrize(
    "torch, own, fits",
    [
        ("2.13.0+cpu", "2.13.1", True),
        ("2.13.2", "2.13.1", True),
        ("2.9.1", "2.13.1", False),
        ("2.1.0", "2.13.1", False),
    ],
)
def test_musasim_fits_one_minor_version_of_torch(torch, own, fits):
    problem = _problem.of_torch(torch, own)

    assert (problem == "") == fits
    if not fits:
        assert f"was built for torch 2.13, and this is torch {torch}. " in problem
        assert "pip install 'torch==2.13.*'" in problem


def test_a_missing_torch_musa_is_named(tmp_path, monkeypatch):
    """`pip uninstall torch_musa` takes its metadata away."""
    (tmp_path / "torch_musa").mkdir()
    (tmp_path / "torch_musa" / "__init__.py").touch()
    monkeypatch.setattr(_switch, "PLATFORM", str(tmp_path))
    assert f"musasim is incomplete: {tmp_path} lacks torch_musa" in _problem.find()


def test_pip_leaves_torch_musa_itself_in_place():
    """Without that list it would remove the package that top_level.txt names."""
    folder = os.path.join(_switch.PLATFORM, "torch_musa-2.7.1.egg-info")
    assert os.path.getsize(os.path.join(folder, "installed-files.txt")) == 0


def test_a_switch_that_no_site_folder_has_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(_problem.site, "getsitepackages", lambda: [str(tmp_path)])
    monkeypatch.setattr(_problem.site, "ENABLE_USER_SITE", False)
    assert "musasim-switch.pth is in no site folder" in _problem.find()
