"""Allocators of the user: a shared library's functions in place of the caching allocator, or behind a
pool."""

import ctypes
import subprocess

import pytest
import torch
import torch_musa

SOURCE = r"""
#include <stdio.h>
#include <sys/types.h>
typedef void* musaStream_t;
int musaMalloc(void**, size_t);
int musaFree(void*);
int taken, given_back, last_device;
void* take(ssize_t size, int device, musaStream_t stream) {
  void* pointer = NULL;
  ++taken;
  last_device = device;
  return musaMalloc(&pointer, (size_t)size) == 0 ? pointer : NULL;
}
void give_back(void* pointer, ssize_t size, int device, musaStream_t stream) {
  ++given_back;
  musaFree(pointer);
}
int devices;
void start(int count) { devices = count; }
"""


def build(folder, file, source, *command):
    """A shared library whose functions of MUSA are looked up when it is loaded."""
    (folder / file).write_text(source)
    command = [*command, "-shared", "-fPIC", "-Wl,--unresolved-symbols=ignore-all"]
    subprocess.run([*command, "-o", "liballocator.so", file], check=True, cwd=folder)
    return folder / "liballocator.so"


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return build(tmp_path_factory.mktemp("allocator"), "allocator.c", SOURCE, "gcc")


def test_all_memory_comes_from_the_users_functions(run_python, library):
    code = """
    import ctypes, sys, torch, torch_musa
    ctypes.CDLL("libmusart.so.4", mode=ctypes.RTLD_GLOBAL)
    allocator = torch_musa.MUSAPluggableAllocator(sys.argv[1], "take", "give_back")
    functions = ctypes.CDLL(sys.argv[1])
    start = ctypes.cast(functions.start, ctypes.c_void_p).value
    allocator.allocator().set_init_fn(start)
    torch_musa.change_current_allocator(allocator)
    number = lambda name: ctypes.c_int.in_dll(functions, name).value
    x = torch.ones(1000, device="musa:1")
    print(number("taken"), number("last_device"), number("devices"), (x + x).sum().item())
    del x
    print(number("taken") == number("given_back"), torch_musa.get_allocator_backend())
    print(torch_musa.memory_reserved(), type(torch_musa._MUSAC._musa_get_pluggable_allocator()))
    try:
        torch_musa.change_current_allocator(allocator)
        torch_musa.change_current_allocator(
            torch_musa.MUSAPluggableAllocator(sys.argv[1], "take", "give_back"))
    except RuntimeError as error:
        print(error)
    """
    env = {"MUSASIM": "1", "MUSASIM_DEVICES": "2"}
    lines = run_python(code, library, env=env).stdout.splitlines()
    assert lines[0] == "1 1 2 2000.0" and lines[1] == "True pluggable"
    assert lines[2].startswith("0 ") and "_MUSAPluggableAllocator" in lines[2]
    assert lines[3].startswith("Can't swap an already initialized allocator")


def test_a_pool_may_have_its_own_allocator(run_python, library):
    code = """
    import ctypes, sys, torch, torch_musa
    ctypes.CDLL("libmusart.so.4", mode=ctypes.RTLD_GLOBAL)
    allocator = torch_musa.MUSAPluggableAllocator(sys.argv[1], "take", "give_back").allocator()
    functions = ctypes.CDLL(sys.argv[1])
    number = lambda name: ctypes.c_int.in_dll(functions, name).value
    pool = torch_musa.MemPool(allocator)
    outside = torch.ones(1000, device="musa")
    with torch_musa.use_mem_pool(pool):
        inside = [torch.ones(1000, device="musa") for _ in range(5)]
    print(number("taken"), number("given_back"), pool.allocator is allocator)
    del inside, pool
    print(number("given_back"))
    """
    done = run_python(code, library, env={"MUSASIM": "1"})
    assert done.stdout.split() == ["1", "0", "True", "1"]


FURTHER = r"""
#include <cstdio>
#include <functional>
#include <map>
#include <utility>
#include <sys/types.h>
typedef void* Stream;
using Pool = std::pair<unsigned long long, unsigned long long>;
extern "C" int musaMalloc(void**, size_t);
extern "C" int musaFree(void*);
static std::map<char*, size_t> blocks;
extern "C" {
void* take(ssize_t size, int, Stream) {
  void* pointer = nullptr;
  if (musaMalloc(&pointer, (size_t)size) != 0) return nullptr;
  blocks[(char*)pointer] = (size_t)size;
  return pointer;
}
void give_back(void* pointer, ssize_t, int, Stream) {
  blocks.erase((char*)pointer);
  musaFree(pointer);
}
void reset() { std::puts("reset"); std::fflush(stdout); }
void fraction(double part, int device) { std::printf("fraction %g %d\n", part, device); std::fflush(stdout); }
void* base(void* pointer, size_t* size) {
  auto block = std::prev(blocks.upper_bound((char*)pointer));
  *size = block->second;
  std::puts("base");
  std::fflush(stdout);
  return block->first;
}
void record(void* pointer, Stream stream) {
  std::printf("record %d %d\n", (int)blocks.count((char*)pointer), stream != nullptr);
  std::fflush(stdout);
}
void begin(int device, Pool id, std::function<bool(Stream)> filter) {
  std::printf("begin %d %llu %d\n", device, id.second, (int)filter(nullptr));
  std::fflush(stdout);
}
void end(int device, Pool id) { std::printf("end %d %llu\n", device, id.second); std::fflush(stdout); }
void release(int device, Pool id) { std::printf("release %d %llu\n", device, id.second); std::fflush(stdout); }
}
"""

WITH_ALL = """
import ctypes, sys, torch, torch_musa
ctypes.CDLL("libmusart.so.4", mode=ctypes.RTLD_GLOBAL)
outer = torch_musa.MUSAPluggableAllocator(sys.argv[1], "take", "give_back")
allocator, functions = outer.allocator(), ctypes.CDLL(sys.argv[1])
address = lambda name: ctypes.cast(getattr(functions, name), ctypes.c_void_p).value
allocator.set_reset_fn(address("reset"))
allocator.set_memory_fraction_fn(address("fraction"))
allocator.set_base_alloc_fn(address("base"))
allocator.set_record_stream_fn(address("record"))
allocator.set_begin_allocate_to_pool_fn(address("begin"))
allocator.set_end_allocate_to_pool_fn(address("end"))
allocator.set_release_pool_fn(address("release"))
torch_musa.change_current_allocator(outer)
"""


@pytest.fixture(scope="module")
def further(tmp_path_factory):
    return build(tmp_path_factory.mktemp("further"), "further.cpp", FURTHER, "g++", "-std=c++17")


def test_the_users_further_functions_are_called(run_python, further):
    code = WITH_ALL + """
    x = torch.ones(1000, device="musa")
    torch_musa.empty_cache()
    torch_musa.set_per_process_memory_fraction(0.5)
    x.record_stream(torch_musa.Stream())
    x[10:].untyped_storage()._share_musa_()
    """.replace("\n    ", "\n")
    lines = run_python(code, further, env={"MUSASIM": "1"}).stdout.splitlines()
    assert lines == ["reset", "fraction 0.5 0", "record 1 1", "base"]


def test_pools_are_the_users_matter(run_python, further):
    code = WITH_ALL + """
    pool = (0, 7)
    torch_musa._MUSAC._musa_beginAllocateToPool(1, pool)
    x = torch.ones(1000, device="musa:1") + 1
    torch_musa._MUSAC._musa_endAllocateCurrentStreamToPool(1, pool)
    torch_musa._MUSAC._musa_releasePool(1, pool)
    print(x.sum().item())
    try:
        torch_musa.MemPool()
    except RuntimeError as error:
        print(error)
    """.replace("\n    ", "\n")
    env = {"MUSASIM": "1", "MUSASIM_DEVICES": "2"}
    lines = run_python(code, further, env=env).stdout.splitlines()
    assert lines[:4] == ["begin 1 7 1", "end 1 7", "release 1 7", "2000.0"]
    assert "needs the caching allocator" in lines[4]


def test_threads_that_free_in_their_operators(run_python, library):
    """musaFree waits for the device; an operator's temporaries do not wait for the others' turns."""
    code = """
    import ctypes, faulthandler, sys, threading, torch, torch_musa
    faulthandler.dump_traceback_later(100, exit=True)
    ctypes.CDLL("libmusart.so.4", mode=ctypes.RTLD_GLOBAL)
    allocator = torch_musa.MUSAPluggableAllocator(sys.argv[1], "take", "give_back")
    torch_musa.change_current_allocator(allocator)
    def work():
        with torch_musa.stream(torch_musa.Stream()):
            x = torch.randn(3, 4, 50, device="musa").transpose(0, 2)
            for _ in range(200):
                assert torch.equal(torch.sort(x, 0)[0].cpu(), torch.sort(x.cpu(), 0)[0])
    threads = [threading.Thread(target=work) for _ in range(4)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    print("done")
    """
    assert run_python(code, library, env={"MUSASIM": "1"}).stdout == "done\n"


def test_an_allocator_in_use_stays():
    torch.ones(1, device="musa")
    with pytest.raises(RuntimeError, match="Can't swap an already initialized allocator"):
        other = torch_musa.memory._MUSAAllocator(torch_musa._MUSAC._musa_customAllocator(1, 1))
        torch_musa.change_current_allocator(other)
    current = torch_musa.memory._get_current_allocator()
    torch_musa.change_current_allocator(current)
    assert torch_musa._MUSAC._musa_get_pluggable_allocator() is None


def test_a_function_that_gives_nothing(run_python, library):
    code = """
    import ctypes, sys, torch, torch_musa
    ctypes.CDLL("libmusart.so.4", mode=ctypes.RTLD_GLOBAL)
    allocator = torch_musa.MUSAPluggableAllocator(sys.argv[1], "take", "give_back")
    torch_musa.change_current_allocator(allocator)
    try:
        torch.empty(1 << 40, device="musa")
    except torch.OutOfMemoryError as error:
        print(error)
    """
    assert "pluggable allocator" in run_python(code, library, env={"MUSASIM": "1"}).stdout


def test_missing_functions(library):
    ctypes.CDLL("libmusart.so.4", mode=ctypes.RTLD_GLOBAL)
    with pytest.raises(AttributeError):
        torch_musa.MUSAPluggableAllocator(str(library), "take", "nothing")
    with pytest.raises(ValueError):
        torch_musa._MUSAC._musa_customAllocator(0, 0)


def test_unified_memory_changes_device_without_a_copy(run_python):
    code = """
    import torch, torch_musa
    with torch_musa.use_unified_cpu_allocator():
        x = torch.arange(4.0)
    address = x.data_ptr()
    storage = x.untyped_storage().edit_device("musa")
    y = torch.empty(0, device="musa").set_(storage, 0, (4,), (1,))
    print(y.tolist())
    print(storage.device, storage.data_ptr() == address)
    try:
        torch.ones(1).untyped_storage().edit_device("musa")
    except RuntimeError as error:
        print("unified memory" in str(error))
    """
    lines = run_python(code, env={"MUSASIM": "1"}).stdout.splitlines()
    assert lines == ["[0.0, 1.0, 2.0, 3.0]", "musa:0 True", "True"]


def test_unified_device_memory(run_python):
    code = """
    import torch, torch_musa
    torch_musa._MUSAC._musa_register_unified_allocator()
    x = torch.ones(1000, device="musa")
    print((x + 1).sum().item(), torch_musa.memory_reserved())
    """
    assert run_python(code, env={"MUSASIM": "1"}).stdout == "2000.0 0\n"
