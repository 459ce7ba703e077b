"""The C++ headers and libraries of torch_musa, by one extension that uses each class of them."""

import ctypes
from pathlib import Path

import pytest
import torch
from support.stream_gate import Gate
from torch_musa.utils import musa_extension

SOURCES = Path(__file__).with_name("cxx_api")
# Included alone by .mu files of other projects; the extensions below use what is not here.
FOR_KERNELS = [
    "ATen/musa/MUSAApplyUtils.muh",
    "ATen/musa/MUSA_PORT_ApplyUtils.muh",
    "ATen/musa/MUSA_PORT_TensorMethods.muh",
    "ATen/musa/AsmUtils.muh",
    "ATen/musa/NumericLimits.muh",
    "ATen/musa/ScanUtils.muh",
    "ATen/musa/ThrustAllocator.h",
    "ATen/musa/cub.muh",
    "ATen/native/musa/KernelUtils.muh",
    "ATen/native/musa/Loops.muh",
    "ATen/native/musa/Math.muh",
    "ATen/native/musa/MemoryAccess.muh",
    "ATen/native/musa/MultiTensorApply.muh",
    "ATen/native/musa/PersistentSoftmax.muh",
    "ATen/native/musa/Reduce.muh",
    "ATen/native/musa/UpSample.muh",
    "THC/THCAtomics.muh",
    "c10/musa/MUSAMathCompat.h",
    "c10/musa/MUSAStream.h",
    "torch_musa/csrc/core/MUSADeviceAssertionHost.h",
    "torch_musa/csrc/core/MUSAMiscFunctions.h",
]


# The extension takes minutes to compile; test_musa_extension.py builds a smaller one.
pytestmark = pytest.mark.slow


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


@pytest.fixture(scope="module")
def kernels(tmp_path_factory):
    """The kernels of cxx_extension/, compiled by mcc."""
    return musa_extension.load(
        "musasim_mu_headers",
        str(SOURCES / "kernels.mu"),
        extra_musa_cflags=["-O0", "-w"],
        extra_include_paths=[str(SOURCES)],
        build_directory=str(tmp_path_factory.mktemp("mu_headers")),
    )


STABLE = """
#include <torch/csrc/inductor/aoti_torch/c/shim.h>
#include <torch/csrc/stable/c/shim.h>
extern "C" void* current_stream(int device) {
  void* stream = nullptr;
  return aoti_torch_get_current_musa_stream(device, &stream) == 0 ? stream : nullptr;
}
extern "C" void* under_guards(int device, void* stream) {
  MUSAGuardHandle on_device;
  MUSAStreamGuardHandle on_stream;
  aoti_torch_create_musa_guard(0, &on_device);
  aoti_torch_musa_guard_set_index(on_device, device);
  aoti_torch_create_musa_stream_guard(stream, device, &on_stream);
  void* current = current_stream(-1);
  aoti_torch_delete_musa_stream_guard(on_stream);
  aoti_torch_delete_musa_guard(on_device);
  return current;
}
extern "C" void* blas_handle() {
  void* handle = nullptr;
  return torch_get_current_musa_blas_handle(&handle) == 0 ? handle : nullptr;
}
extern "C" void* set_stream_of_pool(int device) {
  void* stream = nullptr;
  const bool done = torch_get_musa_stream_from_pool(true, device, &stream) == 0 &&
                    torch_set_current_musa_stream(stream, device) == 0 &&
                    torch_musa_stream_synchronize(stream, device) == 0;
  return done ? stream : nullptr;
}
extern "C" bool allocates(uint64_t size) {
  void* memory = nullptr;
  return aoti_torch_musa_caching_allocator_raw_alloc(size, &memory) == 0 && memory &&
         aoti_torch_musa_caching_allocator_raw_delete(memory) == 0;
}
"""


@pytest.fixture(name="stable", scope="module")
def functions_of_the_c_interface(tmp_path_factory):
    """The functions of STABLE, which uses PyTorch's C interface alone."""
    folder = tmp_path_factory.mktemp("stable")
    source = folder / "stable.cpp"
    source.write_text(STABLE)
    musa_extension.load(
        "musasim_stable",
        str(source),
        extra_cflags=["-O0", "-w"],
        build_directory=str(folder),
        with_musa=True,
        is_python_module=False,
    )
    library = ctypes.CDLL(str(folder / "musasim_stable.so"))
    for name in ("current_stream", "under_guards", "blas_handle", "set_stream_of_pool"):
        getattr(library, name).restype = ctypes.c_void_p
    return library


def test_extensions_for_every_release_ask_for_the_current_stream(stable):
    stream = torch.musa.Stream()
    with torch.musa.stream(stream):
        assert stable.current_stream(0) == stream.musa_stream


def test_extensions_for_every_release_have_guards(stable):
    stream = torch.musa.Stream(1)
    assert stable.under_guards(1, ctypes.c_void_p(stream.musa_stream)) == stream.musa_stream
    assert torch.musa.current_device() == 0 and stable.current_stream(1) is None


def test_extensions_for_every_release_set_streams(stable):
    before = torch.musa.current_stream(1)
    try:
        stream = stable.set_stream_of_pool(1)
        assert stream and torch.musa.current_stream(1).musa_stream == stream
    finally:
        torch.musa.set_stream(before)  # which makes its device current
        torch.musa.set_device(0)


def test_extensions_for_every_release_have_handles_and_memory(stable):
    assert stable.blas_handle() == torch.musa.current_blas_handle()
    before = torch.musa.memory_stats()["allocation.all.allocated"]
    assert stable.allocates(ctypes.c_uint64(1000))
    assert torch.musa.memory_stats()["allocation.all.allocated"] == before + 1


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


def test_memory_is_that_of_tensors(extension, clean_cache):
    before = torch.musa.memory_allocated()
    pointer = extension.raw_alloc(1 << 20)
    assert torch.musa.memory_allocated() == before + (1 << 20)
    assert extension.memory_state()[0] == before + (1 << 20)
    base, size = extension.base_of(pointer + 100)
    assert base <= pointer and pointer + (1 << 20) <= base + size
    extension.raw_delete(pointer)
    assert torch.empty(1 << 20, dtype=torch.uint8, device="musa").data_ptr() == pointer
    assert torch.musa.memory_allocated() == before
    assert extension.memory_state()[1] >= 1 << 20
    extension.empty_cache()
    assert extension.memory_state()[1] == 0 and extension.raw_alloc(0) == 0


def test_freed_memory_goes_to_the_stream_it_was_allocated_for(extension, clean_cache, stream):
    pointer = extension.raw_alloc_for(1 << 20, stream.musa_stream)
    extension.raw_delete(pointer)
    other = extension.raw_alloc(1 << 20)
    assert other != pointer
    assert extension.raw_alloc_for(1 << 20, stream.musa_stream) == pointer
    extension.raw_delete(pointer)
    extension.raw_delete(other)


def test_freed_memory_waits_for_the_streams_that_use_it(extension, clean_cache, stream):
    gate = Gate(stream)
    pointer = extension.free_while_used(1 << 20, stream.stream_id)
    first = extension.raw_alloc(1 << 20)
    gate.open()
    stream.synchronize()
    second = extension.raw_alloc(1 << 20)
    assert first != pointer and second == pointer
    extension.raw_delete(first)
    extension.raw_delete(second)


def test_events_mark_streams(extension):
    assert extension.events() == [True] * 6
    with pytest.raises(RuntimeError, match="Event device 0 does not match .* device 1"):
        extension.record_on_two_devices()


def test_kernels_get_seed_and_offset_of_the_generator(extension):
    torch.musa.manual_seed(7)
    assert extension.draw(None, 4) == (7, 0)
    assert extension.draw(None, 5) == (7, 4)
    assert extension.engine_inputs(1) == (7, 12)
    assert torch.musa.default_generators[0].get_offset() == 16
    own = torch.Generator("musa").manual_seed(3)
    assert extension.draw(own, 1) == (3, 0) and own.get_offset() == 4
    with pytest.raises(RuntimeError, match="Expected a 'musa' device type"):
        extension.draw(torch.Generator(), 1)


def test_a_random_kernel_in_a_graph_goes_on_at_each_replay(extension):
    torch.musa.manual_seed(11)
    first, second = torch.zeros(2, 2, dtype=torch.int64, device="musa")
    graph = torch.musa.MUSAGraph()
    with torch.musa.graph(graph):
        assert extension.is_capturing()
        with pytest.raises(RuntimeError, match="This during MUSA graph capture"):
            extension.assert_not_capturing()
        extension.write_state(first, 8)
        extension.write_state(second, 4)
    assert not extension.is_capturing()
    for start in (0, 12):
        graph.replay()
        assert first.tolist() == [11, start] and second.tolist() == [11, start + 8]
    torch.musa.manual_seed(5)
    extension.write_state(first, 4)
    graph.replay()
    assert second.tolist() == [5, 12]


def test_empty_tensors_are_of_the_device(extension):
    found = [(t.dtype, str(t.device), tuple(t.stride())) for t in extension.empty_ones()]
    assert found == [
        (torch.int32, "musa:1", (3, 1)),
        (torch.float16, "musa:1", (1,)),
        (torch.float32, "musa:0", (1, 2)),
    ]
    with pytest.raises(RuntimeError, match="empty_musa: expected a MUSA device, but got cpu"):
        extension.empty_on_cpu()


def test_storages_grow_with_their_contents(extension):
    data = torch.arange(4, device="musa")
    extension.resize(data, 1000)
    assert data.numel() == 1000 and data[:4].tolist() == [0, 1, 2, 3]


def test_overlapping_indices_are_seen(extension):
    data = torch.zeros(24, device="musa")
    assert not extension.overlaps(data.view(2, 3, 4).permute(2, 0, 1))
    assert extension.overlaps(data[:3].expand(5, 3)) and extension.overlaps(data.unfold(0, 3, 2))


@pytest.mark.parametrize(
    "name, dtype", [("float", torch.float), ("half", torch.half), ("complex", torch.cdouble)]
)
def test_products_by_mublas(extension, name, dtype):
    a, b = torch.randn(2, 8, 8, dtype=dtype, device="musa")
    out = torch.zeros_like(a)
    getattr(extension, f"multiply_{name}")(a, b, out)
    torch.testing.assert_close(out, a @ b)


def test_products_of_many_matrices_by_mublas(extension):
    a, b = torch.randn(2, 3, 8, 8, device="musa").bfloat16()
    out = torch.zeros_like(a)
    extension.multiply_batch(a, b, out)
    torch.testing.assert_close(out, a.mT @ b)


def test_a_sleeping_kernel_holds_its_stream(extension, stream):
    with torch.musa.stream(stream):
        extension.sleep(100_000_000)
        assert not stream.query()
    assert extension.get_p2p_access()


@pytest.mark.parametrize("dtype", [torch.float, torch.double, torch.half, torch.bfloat16])
def test_atomics_of_pytorch_in_kernels(kernels, dtype):
    data = (torch.arange(200, device="musa") % 7).to(dtype)
    wanted = torch.stack([data[i::8].sum() for i in range(8)])
    assert torch.equal(kernels.sums_in_bins(data), wanted)


def test_reductions_of_pytorch_in_kernels(kernels):
    rows = torch.randint(0, 100, (5, 300), device="musa").float()
    assert torch.equal(kernels.row_sums(rows), rows.sum(1))


def test_random_kernels_go_on_where_the_last_one_ended(kernels):
    first, second = torch.empty(2, 1000, device="musa")
    torch.musa.manual_seed(3)
    kernels.fill_uniform(first)
    kernels.fill_uniform(second)
    assert abs(first.mean().item() - 0.5) < 0.05 and not torch.equal(first, second)
    torch.musa.manual_seed(3)
    kernels.fill_uniform(second)
    assert torch.equal(first, second)


def test_offsets_of_strided_tensors_in_kernels(kernels):
    data = torch.rand(4, 6, device="musa").t()
    assert torch.equal(kernels.gathered(data), data.reshape(-1))


def test_headers_for_kernels_compile(tmp_path):
    source = tmp_path / "all.mu"
    source.write_text("".join(f"#include <{name}>\n" for name in FOR_KERNELS))
    includes = musa_extension.include_paths(musa=True)
    flags = ["-O0", "-w"]
    made = musa_extension._compiled("x", [str(source)], tmp_path, includes, flags)
    assert [Path(one).is_file() for one in made] == [True]
