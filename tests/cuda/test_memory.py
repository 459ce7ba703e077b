"""Memory: what torchada emulates, refuses and puts back."""

import pickle
import subprocess
import threading

import pytest
import torch
import torch_musa

from torchada._environment import alloc_conf
from torchada._errors import UnsupportedError
from torchada.cuda import _pools

pytestmark = [
    pytest.mark.musa,
    pytest.mark.filterwarnings("ignore:.*_set_allocator_settings is deprecated:FutureWarning"),
]

ALLOCATOR = """
#include <stdio.h>
#include <sys/types.h>
int musaMalloc(void**, size_t);
int musaFree(void*);
void* take(ssize_t size, int device, void* stream) {
  void* pointer = NULL;
  return musaMalloc(&pointer, (size_t)size) == 0 ? pointer : NULL;
}
void give_back(void* pointer, ssize_t size, int device, void* stream) { musaFree(pointer); }
"""


def test_out_of_memory_has_both_names():
    with pytest.raises(torch.OutOfMemoryError) as caught:
        torch.empty(1 << 50, dtype=torch.uint8, device="cuda")
    text = str(caught.value)
    assert text.startswith("CUDA out of memory. Tried") and text.endswith("(MUSA out of memory)")
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == text
    assert str(torch.OutOfMemoryError("CUDA out of memory")) == "CUDA out of memory"
    assert torch.OutOfMemoryError(3).args == (3,) and torch.OutOfMemoryError().args == ()


def test_what_others_do_when_memory_runs_out():
    # accelerate, lightning and many scripts look at the text in one of these ways.
    with pytest.raises(RuntimeError) as caught:
        torch.empty(1 << 50, dtype=torch.uint8, device="cuda")
    error = caught.value
    assert len(error.args) == 1
    assert " out of memory." in error.args[0]
    assert "CUDA" in error.args[0] and "out of memory" in error.args[0]
    assert "CUDA out of memory" in str(error)


def test_the_allocator_stays_on():
    torch.cuda.caching_allocator_enable()
    with pytest.raises(UnsupportedError, match=r"caching_allocator_enable\(False\) is not"):
        torch.cuda.caching_allocator_enable(False)


def test_raw_memory_is_freed_once():
    address = torch.cuda.caching_allocator_alloc(1024)
    torch.cuda.caching_allocator_delete(address)
    with pytest.raises(RuntimeError, match="invalid device pointer"):
        torch.cuda.caching_allocator_delete(address)
    with pytest.raises(ValueError, match="Invalid memory size"):
        torch.cuda.caching_allocator_alloc(-1)


def test_settings_are_translated_or_refused(monkeypatch):
    newer = {"max_non_split_rounding_mb": ((99, 0), "max_non_split_rounding_mb")}
    monkeypatch.setattr(alloc_conf, "_LATER", newer)
    set_settings = torch.cuda.memory._set_allocator_settings
    try:
        set_settings("release_lock_on_cudamalloc:True, max_split_size_mb:64")
        settings = torch.cuda.memory._snapshot()["allocator_settings"]
        assert settings["release_lock_on_cudamalloc"] is True
        assert settings["max_split_size"] == 64 << 20
        # Whether it has an effect is up to the hardware; the snapshot says.
        set_settings("expandable_segments:True")
        with pytest.raises(UnsupportedError, match="max_non_split_rounding_mb:20"):
            set_settings("max_split_size_mb:64,max_non_split_rounding_mb:20")
        wrong = ValueError if torch.__version__ >= (2, 11) else RuntimeError
        with pytest.raises(wrong, match="too small"):
            set_settings("max_split_size_mb:1")
        with pytest.raises(wrong, match="nonsense"):
            set_settings("nonsense:1")
    finally:
        set_settings("expandable_segments:False,release_lock_on_cudamalloc:False")
        set_settings("")


def test_what_history_cannot_record_is_said():
    record = torch._C._cuda_record_memory_history
    try:
        with pytest.warns(UserWarning, match=r"history\(compile_context=True\) has no effect"):
            record("all", "all", "python", 100, False, True, False)
        with pytest.warns(UserWarning, match=r"global_record_annotations=True\) has no effect"):
            record("all", "all", "python", 100, False, False, True)
    finally:
        record(None, None, "python", 1)


def test_pools_refuse_the_options_of_cuda_that_torch_musa_lacks(monkeypatch):
    monkeypatch.setattr(_pools, "_OPTIONS", frozenset({"allocator"}))
    for option in ("use_on_oom", "no_split", "symmetric"):
        with pytest.raises(UnsupportedError, match=rf"MemPool\({option}=True\) is not supp"):
            torch.cuda.MemPool(**{option: True})
    assert isinstance(torch.cuda.MemPool(), torch_musa.MemPool)


@pytest.mark.skipif(torch.__version__ < (2, 11), reason="torch_musa's pools have no such options")
def test_pools_take_the_options_that_torch_musa_has():
    pool = torch.cuda.MemPool(no_split=True, use_on_oom=True)
    with torch.cuda.use_mem_pool(pool):
        kept = [torch.ones(10, device="cuda") for _ in range(2)]
    assert len(pool.snapshot()) == len(kept)
    with pytest.raises(UnsupportedError, match="symmetric=True"):
        torch.cuda.MemPool(symmetric=True)


def test_pools_of_torch_musa_2_7_1_are_counted_for_it(monkeypatch):
    monkeypatch.setattr(_pools, "_COUNTS", False)
    pool = torch.cuda.MemPool()
    assert pool.use_count() == 1
    with torch.cuda.use_mem_pool(pool):
        assert pool.use_count() == 2
        x = torch.ones(10, device="cuda")
    assert pool.use_count() == 1 and len(pool.snapshot()) == 1 and x.sum().item() == 10


@pytest.mark.skipif(torch.__version__ < (2, 9), reason="torch_musa's blocks are of all threads")
def test_a_block_of_a_pool_is_its_threads():
    pool = torch.cuda.MemPool()
    elsewhere = []
    with torch.cuda.use_mem_pool(pool):
        thread = threading.Thread(target=lambda: elsewhere.append(torch.ones(10, device="cuda")))
        thread.start()
        thread.join()
    assert pool.snapshot() == [] and elsewhere[0].sum().item() == 10


@pytest.mark.skipif(torch.__version__ < (2, 9), reason="torch_musa has no such statistics")
def test_statistics_of_pinned_memory():
    torch.ones(1, device="cuda")
    torch._C._host_emptyCache()
    before = torch.cuda.host_memory_stats()
    pinned = torch.empty(5000, dtype=torch.int8).pin_memory()
    during = torch.cuda.host_memory_stats()
    assert during["active_bytes.current"] - before["active_bytes.current"] == 8192
    del pinned
    torch.cuda.reset_peak_host_memory_stats()
    torch.cuda.reset_accumulated_host_memory_stats()
    assert torch.cuda.host_memory_stats()["num_host_alloc"] == 0


@pytest.mark.skipif(torch.__version__ < (2, 11), reason="torch has no such setting")
def test_the_fraction_may_be_a_setting():
    def fraction():
        return torch.cuda.get_per_process_memory_fraction(0)

    try:
        torch._C._accelerator_setAllocatorSettings("per_process_memory_fraction:0.5")
        assert fraction() == 0.5
        torch.cuda.set_per_process_memory_fraction(0.25)
        assert fraction() == 0.25
    finally:
        torch._C._accelerator_setAllocatorSettings("per_process_memory_fraction:1.0")


def test_torch_musas_own_names_stay():
    pool = torch_musa.MemPool()
    with torch_musa.use_mem_pool(pool):
        x = torch.ones(4, device="cuda")
    assert x.sum().item() == 4
    assert torch_musa.memory_allocated() == torch.cuda.memory_allocated()


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """A library whose functions of MUSA are looked up when it is loaded."""
    folder = tmp_path_factory.mktemp("allocator")
    (folder / "allocator.c").write_text(ALLOCATOR)
    command = ["gcc", "-shared", "-fPIC", "-Wl,--unresolved-symbols=ignore-all"]
    subprocess.run([*command, "-o", "liballocator.so", "allocator.c"], check=True, cwd=folder)
    return folder / "liballocator.so"


def test_a_pluggable_allocator(run_python, library):
    code = """
    import ctypes, sys, torch
    ctypes.CDLL("libmusart.so.4", mode=ctypes.RTLD_GLOBAL)
    from torch.cuda.memory import CUDAPluggableAllocator, change_current_allocator
    allocator = CUDAPluggableAllocator(sys.argv[1], "take", "give_back")
    assert isinstance(allocator, torch.cuda.memory._CUDAAllocator)
    change_current_allocator(allocator)
    print(torch.ones(1000, device="cuda").sum().item())
    try:
        change_current_allocator(CUDAPluggableAllocator(sys.argv[1], "take", "give_back"))
    except RuntimeError as error:
        print("Can't swap an already initialized allocator" in str(error))
    """
    assert run_python(code, library).stdout.split() == ["1000.0", "True"]


def test_a_pool_with_an_allocator(run_python, library):
    code = """
    import ctypes, sys, torch
    ctypes.CDLL("libmusart.so.4", mode=ctypes.RTLD_GLOBAL)
    allocator = torch.cuda.memory.CUDAPluggableAllocator(sys.argv[1], "take", "give_back")
    pool = torch.cuda.MemPool(allocator.allocator())
    with torch.cuda.use_mem_pool(pool):
        x = torch.ones(1000, device="cuda")
    print(x.sum().item(), len(pool.snapshot()), pool.use_count(), pool.allocator is not None)
    """
    assert run_python(code, library).stdout.split() == ["1000.0", "1", "1", "True"]


def test_pools_end_quietly_with_the_program(run_python):
    code = """
    import torch
    pool = torch.cuda.MemPool()
    with torch.cuda.use_mem_pool(pool):
        x = torch.ones(1000, device="cuda")
    """
    assert run_python(code).stderr == ""


def test_unpatch_gives_the_functions_back(run_python):
    code = """
    import os
    os.environ["TORCHADA_AUTOLOAD"] = "0"
    import torch
    before, init = dict(vars(torch._C)), torch.OutOfMemoryError.__init__
    import torchada
    assert torchada.is_patched()
    assert torch._C._cuda_memorySnapshot.__module__.startswith("torchada")
    torchada.unpatch()
    assert dict(vars(torch._C)) == before
    assert torch.OutOfMemoryError.__init__ is init
    """
    run_python(code)
