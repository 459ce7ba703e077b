"""What the caching allocators promise: balance, reuse by streams, pools, peaks, recovery."""

import random

import pytest
import torch
import torch_musa
from support.stream_gate import NAP

pytestmark = pytest.mark.usefixtures("clean_cache")
MIB = 1 << 20
DEVICE = "musa"


def block(size, device=DEVICE):
    return torch.empty(size, dtype=torch.uint8, device=device)


def stat(name, device=0):
    return torch_musa.memory_stats(device)[name]


BALANCED = ("allocation", "allocated_bytes", "active", "segment", "reserved_bytes")


def not_counted():
    """What was alive at the last reset of the accumulated numbers, and is since missing in them."""
    stats = torch_musa.memory_stats()
    return {
        name: stats[f"{name}.all.current"]
        - stats[f"{name}.all.allocated"]
        + stats[f"{name}.all.freed"]
        for name in BALANCED
    }


@pytest.fixture
def check_balance():
    missing = not_counted()
    return lambda: check_numbers(missing)


def check_numbers(missing):
    """The numbers of memory_stats agree with each other and with the snapshot."""
    stats = torch_musa.memory_stats()
    assert not_counted() == missing
    for name in BALANCED:
        of = {key: stats[f"{name}.all.{key}"] for key in ("current", "peak", "allocated", "freed")}
        assert of["peak"] >= of["current"] >= 0
        for key, value in of.items():
            if key != "peak":
                parts = (stats[f"{name}.{pool}_pool.{key}"] for pool in ("small", "large"))
                assert value == sum(parts), (name, key)
    segments = [s for s in torch_musa.memory_snapshot() if s["device"] == 0]
    assert sum(s["total_size"] for s in segments) == stats["reserved_bytes.all.current"]
    assert sum(s["allocated_size"] for s in segments) == stats["allocated_bytes.all.current"]
    assert sum(s["active_size"] for s in segments) == stats["active_bytes.all.current"]
    assert all(sum(b["size"] for b in s["blocks"]) == s["total_size"] for s in segments)


# --- balance ---


def test_what_is_taken_is_given_back(check_balance):
    generator = random.Random(1)
    start, wishes = torch_musa.memory_allocated(), stat("requested_bytes.all.current")
    kept, wished = {}, 0
    for step in range(300):
        if kept and generator.random() < 0.45:
            wished -= kept.pop(generator.choice(list(kept))).numel()
        else:
            size = generator.choice([1, 511, 513, 4000, MIB, MIB + 1, 3 * MIB, 11 * MIB])
            kept[step] = block(size)
            wished += size
        assert stat("requested_bytes.all.current") - wishes == wished
        assert torch_musa.memory_reserved() >= torch_musa.memory_allocated() >= start + wished
        if step % 50 == 0:
            check_balance()
    kept.clear()
    assert torch_musa.memory_allocated() == start
    check_balance()


def test_sizes_are_rounded_and_the_wish_is_remembered():
    allocated, requested = (
        stat(f"{name}_bytes.all.current") for name in ("allocated", "requested")
    )
    x = block(700)
    assert stat("allocated_bytes.all.current") - allocated == 1024
    assert stat("requested_bytes.all.current") - requested == 700
    del x


def test_nothing_takes_no_memory():
    before = stat("allocation.all.allocated")
    x = block(0)
    assert x.data_ptr() == 0 and stat("allocation.all.allocated") == before


def test_a_view_keeps_the_memory():
    start = torch_musa.memory_allocated()
    view = block(4 * MIB)[100:102]
    assert torch_musa.memory_allocated() - start == 4 * MIB
    del view
    assert torch_musa.memory_allocated() == start


def test_neighbours_grow_together_again():
    """After the pieces of a segment are free, one block takes them all; no memory is added."""
    with torch_musa.use_mem_pool(torch_musa.MemPool()):  # what others left would fit better
        x = block(20 * MIB)
        first = x.data_ptr()
        del x
        pieces = [block(4 * MIB) for _ in range(5)]
        reserved = torch_musa.memory_reserved()
        assert {p.data_ptr() for p in pieces} == {first + i * 4 * MIB for i in range(5)}
        for index in (1, 3, 0, 4, 2):
            pieces[index] = None
        whole = block(20 * MIB)
        assert whole.data_ptr() == first and torch_musa.memory_reserved() == reserved


def test_small_blocks_do_not_break_large_segments():
    x = block(20 * MIB)
    large = x.data_ptr()
    del x
    small = block(512)
    assert not large <= small.data_ptr() < large + 20 * MIB


def test_empty_cache_leaves_what_is_in_use(check_balance):
    x = torch.arange(1000, device=DEVICE)
    y = block(30 * MIB)
    del y
    reserved = torch_musa.memory_reserved()
    torch_musa.empty_cache()
    assert torch_musa.memory_reserved() <= reserved - 30 * MIB
    assert x.sum().item() == 499500
    check_balance()


def test_the_peak_is_the_most_at_once():
    torch_musa.reset_peak_memory_stats()
    start = torch_musa.memory_allocated()
    for _ in range(3):
        x = block(8 * MIB)
        y = block(4 * MIB)
        del x, y
    assert torch_musa.max_memory_allocated() - start == 12 * MIB
    x = block(2 * MIB)
    torch_musa.reset_peak_memory_stats()
    assert torch_musa.max_memory_allocated() == torch_musa.memory_allocated() == start + 2 * MIB
    del x


def test_devices_have_their_own_numbers(second_device):
    here, there = torch_musa.memory_allocated(0), torch_musa.memory_allocated(second_device)
    with torch_musa.device(second_device):
        x = block(MIB)
        assert torch_musa.memory_allocated() == there + MIB
    assert torch_musa.memory_allocated() == here
    del x
    assert torch_musa.memory_allocated(second_device) == there


# --- streams ---


def test_memory_is_reused_on_its_own_stream_at_once(stream):
    with torch_musa.stream(stream):
        torch_musa._sleep(NAP)
        x = block(2 * MIB)
        address = x.data_ptr()
        del x
        assert block(2 * MIB).data_ptr() == address and not stream.query()


def test_memory_of_a_stream_is_not_given_to_another(stream):
    with torch_musa.stream(stream):
        x = block(2 * MIB)
    address = x.data_ptr()
    del x
    assert block(2 * MIB).data_ptr() != address
    with torch_musa.stream(stream):
        assert block(2 * MIB).data_ptr() == address


def test_recorded_memory_waits_for_the_other_stream(stream):
    x = block(2 * MIB)
    address = x.data_ptr()
    with torch_musa.stream(stream):
        torch_musa._sleep(NAP)
        x.record_stream(stream)
    active = stat("active_bytes.all.current")
    del x
    early = block(2 * MIB)
    assert early.data_ptr() != address and not stream.query()
    assert stat("active_bytes.all.current") == active + 2 * MIB
    del early
    stream.synchronize()
    both = [block(2 * MIB) for _ in range(2)]
    assert address in {x.data_ptr() for x in both}


def test_recording_its_own_stream_delays_nothing():
    x = block(2 * MIB)
    address = x.data_ptr()
    x.record_stream(torch_musa.current_stream())
    del x
    assert block(2 * MIB).data_ptr() == address


def test_pinned_memory_waits_for_its_copies(stream):
    target = block(MIB)
    stream.wait_stream(torch_musa.current_stream())
    pinned = torch.full((MIB,), 7, dtype=torch.uint8).pin_memory()
    address = pinned.data_ptr()
    with torch_musa.stream(stream):
        torch_musa._sleep(NAP)
        target.copy_(pinned, non_blocking=True)
    del pinned
    early = torch.zeros(MIB, dtype=torch.uint8, pin_memory=True)
    assert early.data_ptr() != address and not stream.query()
    stream.synchronize()
    assert target.min().item() == target.max().item() == 7
    assert torch.empty(MIB, dtype=torch.uint8, pin_memory=True).data_ptr() == address


# --- running out ---


def test_recovery_after_running_out(check_balance):
    total = torch_musa.get_device_properties(0).total_memory
    x = torch.arange(100, device=DEVICE)
    ooms = stat("num_ooms")
    for _ in range(3):
        with pytest.raises(torch.OutOfMemoryError):
            block(2 * total)
    assert stat("num_ooms") == ooms + 3
    assert (x * 2).sum().item() == 9900
    check_balance()


def test_the_cache_is_given_up_before_an_error():
    """What was cached for another size goes back to the device, and the wish is fulfilled."""
    torch_musa.set_per_process_memory_fraction(
        (torch_musa.memory_reserved() + 96 * MIB) / torch_musa.get_device_properties(0).total_memory
    )
    try:
        retries = stat("num_alloc_retries")
        for size in (40 * MIB, 60 * MIB, 80 * MIB):  # each fits only without the one before
            x = block(size)
            del x
        assert stat("num_alloc_retries") == retries + 2
        x = block(60 * MIB)
        with pytest.raises(torch.OutOfMemoryError):
            block(60 * MIB)
        del x
        block(60 * MIB)
    finally:
        torch_musa.set_per_process_memory_fraction(1.0)
    block(120 * MIB)
