"""Handles of muBLAS: they compute on tensors, on the current stream."""

import ctypes

import pytest
import torch
import torch_musa

import musasim

NO_TRANSPOSE = 111  # MUBLAS_OP_N


@pytest.fixture(scope="module")
def mublas():
    return ctypes.CDLL(musasim.home() + "/lib/libmublas.so.1")


def product(mublas, handle, a, b):
    """a @ b for square matrices; muBLAS goes by columns."""
    n, result = len(a), torch.empty_like(a)
    one, zero = ctypes.c_float(1), ctypes.c_float(0)
    pointers = [ctypes.c_void_p(x.data_ptr()) for x in (b, a, result)]
    status = mublas.mublasSgemm(
        ctypes.c_void_p(handle), NO_TRANSPOSE, NO_TRANSPOSE, n, n, n, ctypes.byref(one), pointers[0], n, pointers[1], n,
        ctypes.byref(zero), pointers[2], n,
    )  # fmt: skip
    assert status == 0
    return result


@pytest.mark.parametrize("device", [0, 1])
def test_a_product_by_the_current_handle(mublas, device):
    with torch_musa.device(device):
        a, b = torch.randn(2, 4, 4, device="musa")
        result = product(mublas, torch_musa.current_blas_handle(), a, b)
        assert ctypes.CDLL(musasim.home() + "/lib/libmusart.so.4").musaDeviceSynchronize() == 0
    assert result.device.index == device
    torch.testing.assert_close(result.cpu(), a.cpu() @ b.cpu())


def test_the_handle_is_on_the_current_stream(mublas):
    stream, found = torch_musa.Stream(), ctypes.c_void_p()
    with torch_musa.stream(stream):
        handle = torch_musa.current_blas_handle()
    mublas.mublasGetStream(ctypes.c_void_p(handle), ctypes.byref(found))
    assert found.value == stream.musa_stream
    assert torch_musa.current_blas_handle() == handle
    mublas.mublasGetStream(ctypes.c_void_p(handle), ctypes.byref(found))
    assert (found.value or 0) == torch_musa.default_stream().musa_stream


def test_each_device_has_its_own():
    with torch_musa.device(1):
        other = torch_musa.current_blas_handle(), torch_musa.current_blaslt_handle()
    handles = torch_musa.current_blas_handle(), torch_musa.current_blaslt_handle()
    assert len({*handles, *other}) == 4
    torch_musa._MUSAC._musa_clearMublasWorkspaces()
    assert torch_musa.current_blas_handle() == handles[0]
