"""How long compiling takes, and what the keys of compiled kernels name."""

import os

import pytest

triton = pytest.importorskip("triton")


def test_the_key_of_triton_follows_its_files(monkeypatch, tmp_path):
    from musasim.triton import _cache

    (tmp_path / "language").mkdir()
    file = tmp_path / "language" / "core.py"
    file.write_text("1")
    monkeypatch.setattr(triton, "__file__", str(tmp_path / "__init__.py"))
    keys = {_cache._triton_key.__wrapped__()}
    os.utime(file, (1, 1))
    keys.add(_cache._triton_key.__wrapped__())
    file.write_text("12")
    os.utime(file, (1, 1))
    keys.add(_cache._triton_key.__wrapped__())
    assert len(keys) == 3 and all(key.startswith(triton.__version__) for key in keys)


def test_the_backend_makes_keys_of_files():
    from triton.backends.compiler import GPUTarget
    from triton.compiler.compiler import make_backend
    from triton.runtime import cache

    make_backend(GPUTarget("musa", 22, 128))
    assert cache.triton_key.__module__ == "musasim.triton._cache"


def test_fences_stand_between_loads_of_vectors():
    from musasim.triton._module import _insert_fences

    loads = ["  %v = load <4 x float>, ptr %p"] * 150
    text = _insert_fences("\n".join([*loads, "  ret void"]))
    assert text.count("asm sideeffect") == 2 and text.count("load <") == 150


def test_stages_make_no_other_code():
    from musasim.triton.compiler import MUSAOptions

    assert MUSAOptions(num_stages=2).hash() == MUSAOptions(num_stages=4).hash()
    assert MUSAOptions(num_warps=2).hash() != MUSAOptions(num_warps=4).hash()
