"""The C++ headers and libraries of torch_musa, by one extension that uses each class of them."""

from pathlib import Path

import pytest
import torch
from torch_musa.utils import musa_extension

SOURCES = Path(__file__).with_name("cxx_extension")


@pytest.fixture(scope="module")
def extension(tmp_path_factory):
    """The extension of cxx_extension/, compiled as ported projects are."""
    return musa_extension.load(
        "musasim_cxx_headers",
        sorted(map(str, SOURCES.glob("*.cpp"))),
        extra_cflags=["-O0", "-w"],
        build_directory=str(tmp_path_factory.mktemp("cxx_headers")),
        with_musa=True,
    )


def test_guards_make_devices_current(extension):
    assert extension.devices_under_guards() == [0, 1, 1, 0, 0]


def test_guards_make_streams_current(extension):
    assert extension.streams_under_guards() == [True] * 10


def test_python_and_cpp_see_the_same_current_stream(extension, stream):
    assert extension.current_stream(-1) == (0, 0)
    with torch.musa.stream(stream):
        assert extension.current_stream(0) == (stream.stream_id, stream.musa_stream)
        assert extension.current_stream(1) == (0, 0)


def test_streams_have_priorities(extension):
    assert extension.priorities() == [0, -1, 0, -1, -1, 0]


def test_streams_of_the_runtime_can_be_current(extension):
    assert extension.takes_external_streams()


def test_streams_print_as_pytorch_prints_them(extension):
    assert extension.printed_stream() == "stream 0 on device musa:1"


def test_work_on_the_current_stream_is_in_order_with_operators(extension, stream):
    for used in (torch.musa.default_stream(), stream):
        with torch.musa.stream(used):
            data = torch.zeros(1000, device="musa")
            extension.fill_later(data, 3.0)
            assert (data * 2).cpu().eq(6).all()


def test_properties_are_those_of_the_device(extension):
    found = torch.musa.get_device_properties(0)
    count, available, warp, processors, same, arch, devices = extension.properties()
    assert (count, available, same, devices) == (2, 1, 1, 2)
    assert processors == found.multi_processor_count and warp in (32, 128)
    assert arch == found.major * 100 + found.minor * 10


def test_errors_are_exceptions(extension):
    with pytest.raises(RuntimeError, match="MUSA error: invalid device ordinal"):
        extension.fail_check()
    with pytest.raises(RuntimeError, match="MUSA error: MUBLAS_STATUS_.*mublasSetStream"):
        extension.fail_blas()
    with pytest.raises(RuntimeError, match="MUSA driver error: "):
        extension.fail_driver()


def test_the_blas_handle_works_on_the_current_stream(extension, stream):
    a, b = torch.randn(2, 8, 8, device="musa")
    with torch.musa.stream(stream):
        stream.wait_stream(torch.musa.default_stream())
        out = torch.zeros(8, 8, device="musa")
        extension.blas_product(a, b, out)
        torch.testing.assert_close(out, a @ b)
