"""Allocators of the user: a shared library's functions in place of the caching allocator, or behind a
pool."""

import ctypes
import shutil
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


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("needs a C compiler")
    folder = tmp_path_factory.mktemp("allocator")
    (folder / "allocator.c").write_text(SOURCE)
    path = folder / "liballocator.so"
    command = [compiler, "-shared", "-fPIC", "-o", str(path), str(folder / "allocator.c")]
    subprocess.run([*command, "-Wl,--unresolved-symbols=ignore-all"], check=True)
    return path


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
