"""What runs behind the host's back, and what it comes after: sleeps, copies, streams, devices.

A sleeping kernel of NAP nanoseconds stands for long work: a call that returns while it sleeps did not
wait for it. No test says how fast something is, only whether an event has passed.
"""

import threading

import pytest
import torch
import torch_musa
from support.stream_gate import NAP, nap_on

DEVICE = "musa"


def test_a_sleeping_kernel_does_not_hold_the_host(stream):
    nap_on(stream)
    event = stream.record_event()
    assert not stream.query() and not event.query()
    event.synchronize()
    assert stream.query() and event.query()


def test_an_operator_comes_after_what_its_stream_holds(stream):
    with torch_musa.stream(stream):
        torch_musa._sleep(NAP)
        before = stream.record_event()
        torch.ones(2, device=DEVICE)
        assert before.query()


def test_a_view_waits_for_nothing(stream):
    x = torch.ones(2, 3, device=DEVICE)
    with torch_musa.stream(stream):
        torch_musa._sleep(NAP)
        assert x.t().view_as(x.t())[0].detach().shape == (2,)
        assert torch.view_as_complex(torch.empty(3, 2, device="meta")).shape == (3,)
        assert not stream.query()


def test_streams_do_not_hold_each_other(stream):
    nap_on(stream)
    assert torch.ones(3, device=DEVICE).sum().item() == 3  # on the default stream
    other = torch_musa.Stream()
    with torch_musa.stream(other):
        assert torch.ones(3, device=DEVICE).sum().item() == 3
    assert other.query() and not stream.query()


def test_two_streams_sleep_at_the_same_time(stream):
    start, ends = torch_musa.Event(enable_timing=True), []
    other = torch_musa.Stream(priority=-1)
    start.record(stream)
    for each in (stream, other):
        nap_on(each)
        ends.append(torch_musa.Event(enable_timing=True))
        ends[-1].record(each)
    torch_musa.synchronize()
    assert all(NAP / 1e6 <= start.elapsed_time(end) < 1.9 * NAP / 1e6 for end in ends)


def test_the_default_stream_sleeps_by_itself(stream):
    torch_musa._sleep(NAP)
    with torch_musa.stream(stream):
        torch.ones(3, device=DEVICE)
    assert stream.query() and not torch_musa.default_stream().query()
    torch_musa.default_stream().synchronize()
    assert torch_musa.default_stream().query()


def test_a_stream_waits_for_an_event_and_for_a_stream(stream):
    nap_on(stream)
    event = stream.record_event()
    second, third = torch_musa.Stream(), torch_musa.Stream()
    second.wait_event(event)
    third.wait_stream(second)
    with torch_musa.stream(third):
        torch.ones(1, device=DEVICE)  # runs when third has waited
    assert event.query() and second.query()


def test_synchronize_waits_for_all_streams(stream):
    nap_on(stream)
    torch_musa.synchronize()
    assert stream.query()


def test_threads_have_their_own_current_streams(stream):
    seen = []
    with torch_musa.stream(stream):
        thread = threading.Thread(target=lambda: seen.append(torch_musa.current_stream()))
        thread.start()
        thread.join()
    assert seen == [torch_musa.default_stream()]


def test_the_backward_runs_on_the_streams_of_the_forward(stream):
    x = torch.ones(4, device=DEVICE, requires_grad=True)
    stream.wait_stream(torch_musa.current_stream())
    with torch_musa.stream(stream):
        y = (x * 2).sum()
        torch_musa._sleep(NAP)
        before = stream.record_event()
    y.backward()
    assert before.query() and x.grad.tolist() == [2] * 4


def test_memory_goes_back_while_another_thread_works():
    """The thread that gives back waits neither for the turn of the other one, nor holds it up."""
    values, rounds = torch.arange(100_000, device=DEVICE), 20
    done = threading.Event()

    def work():
        for _ in range(rounds):
            values.unique()  # asks for memory when it has counted
        done.set()

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    while worker.is_alive() and not done.wait(0.0001):
        torch.empty(3_000_000, device=DEVICE)
        torch_musa.empty_cache()
    worker.join(timeout=60)
    assert done.is_set() and not worker.is_alive()


# --- copies ---


def test_a_copy_from_pinned_memory_does_not_wait(stream):
    source, target = torch.ones(1000).pin_memory(), torch.zeros(1000, device=DEVICE)
    with torch_musa.stream(stream):
        torch_musa._sleep(NAP)
        target.copy_(source, non_blocking=True)
        event = stream.record_event()
        assert not event.query()
        event.synchronize()
        assert event.query() and target.sum().item() == 1000


def test_a_copy_to_pinned_memory_does_not_wait(stream):
    source, target = torch.ones(1000, device=DEVICE), torch.zeros(1000).pin_memory()
    with torch_musa.stream(stream):
        torch_musa._sleep(NAP)
        target.copy_(source, non_blocking=True)
        result = source.to("cpu", non_blocking=True)
        assert result.is_pinned() and not stream.query()
        stream.synchronize()
        assert target.sum() == result.sum() == 1000


@pytest.mark.parametrize("pinned", [False, True])
def test_a_converting_copy_from_the_host_does_not_wait(stream, pinned):
    """The host converts its values of now; a view with other strides, a broadcast, too."""
    source = torch.arange(6.0).view(2, 3)
    source = source.pin_memory() if pinned else source
    targets = [torch.zeros(2, 3, dtype=torch.float64), torch.zeros(3, 2).t(), torch.zeros(4, 2, 3)]
    targets = [t.to(DEVICE) for t in targets]
    with torch_musa.stream(stream):
        torch_musa._sleep(NAP)
        for target in targets:
            target.copy_(source, non_blocking=True)
        half = source.to(DEVICE, torch.float16, non_blocking=True)
        source.zero_()
        assert not stream.query()
        for target in [*targets, half]:
            assert target.cpu().expand(4, 2, 3)[3].flatten().tolist() == [0, 1, 2, 3, 4, 5]


def test_other_converting_copies_wait(stream):
    """Into gaps, and from the device, where operators convert."""
    gaps = torch.zeros(4, device=DEVICE)
    with torch_musa.stream(stream):
        for copy in (
            lambda: gaps[::2].copy_(torch.ones(2), non_blocking=True),
            lambda: gaps.to("cpu", torch.float64, non_blocking=True),
        ):
            torch_musa._sleep(NAP // 4)
            copy()
            assert stream.query()
    assert gaps.tolist() == [1, 0, 1, 0]


@pytest.mark.parametrize("non_blocking", [False, True])
def test_a_copy_from_pageable_memory_takes_the_values_of_now(stream, non_blocking):
    source = torch.ones(1000)
    with torch_musa.stream(stream):
        torch_musa._sleep(NAP)
        target = source.to(DEVICE, non_blocking=non_blocking)
        source.zero_()
        assert stream.query() is not non_blocking
        assert target.sum().item() == 1000


@pytest.mark.parametrize("pinned", [False, True])
def test_a_blocking_copy_waits(stream, pinned):
    host = torch.ones(1000).pin_memory() if pinned else torch.ones(1000)
    device = torch.zeros(1000, device=DEVICE)
    with torch_musa.stream(stream):
        torch_musa._sleep(NAP)
        device.copy_(host)
        assert stream.query()
        torch_musa._sleep(NAP)
        host.zero_()
        host.copy_(device)
        assert stream.query() and host.sum() == 1000


def test_a_blocking_copy_comes_after_the_copy_before_it(stream):
    source, target = torch.ones(1000).pin_memory(), torch.zeros(1000, device=DEVICE)
    with torch_musa.stream(stream):
        torch_musa._sleep(NAP)
        target.copy_(source, non_blocking=True)
        assert target.cpu().sum() == 1000
        assert target[0].item() == 1


def test_a_copy_within_the_device_does_not_wait(stream):
    source, target = torch.ones(1000, device=DEVICE), torch.zeros(1000, device=DEVICE)
    with torch_musa.stream(stream):
        torch_musa._sleep(NAP)
        target.copy_(source)
        assert not stream.query()
        source.zero_()  # after it
        assert target.sum().item() == 1000


@pytest.mark.parametrize(
    "change",
    [lambda x: x.t(), lambda x: x.double(), lambda x: x[:, ::2], lambda x: x.expand(4, 2, 3)],
)
def test_copies_that_rearrange_or_convert(stream, change):
    host = torch.arange(6.0).view(2, 3)
    with torch_musa.stream(stream):
        device = host.to(DEVICE)
        expected = change(host).contiguous()
        for source, target in (
            (change(host), torch.empty(expected.shape, device=DEVICE)),
            (change(device), torch.empty(expected.shape)),
            (device.expand(1, 2, 3)[0].t().t(), torch.empty(2, 3).t().contiguous().t()),
        ):
            torch_musa._sleep(NAP // 10)
            target.copy_(source, non_blocking=True)
            stream.synchronize()
            assert torch.equal(target.cpu().double(), source.cpu().double())


def test_memory_formats_are_copied_as_they_lie():
    x = torch.randn(2, 3, 4, 5).to(memory_format=torch.channels_last)
    y = x.to(DEVICE, non_blocking=True)
    assert y.stride() == x.stride() and torch.equal(y.cpu(), x)


def test_copies_between_devices_are_ordered_with_both_streams(second_device, stream):
    there = torch_musa.Stream(device=second_device)
    source = torch.ones(1000, device=DEVICE)
    target = torch.zeros(1000, device=f"musa:{second_device}")
    nap_on(there)  # it may still use the target
    busy = there.record_event()
    with torch_musa.stream(there), torch_musa.stream(stream):
        target.copy_(source)
        assert not stream.query()  # it waits for the other device's stream
        stream.synchronize()
        assert busy.query()
        torch_musa._sleep(NAP)
        source.fill_(2)
        torch_musa._sleep(NAP)
        slept = stream.record_event()
        target.copy_(source)
    with torch_musa.stream(there):
        assert target.sum().item() == 2000  # which waits for the copy
    assert slept.query()


def test_copies_between_devices_that_convert(second_device, stream):
    source = torch.arange(6.0, device=DEVICE).view(2, 3)
    with torch_musa.stream(stream):
        torch_musa._sleep(NAP)
        before = stream.record_event()
        target = torch.empty(3, 2, dtype=torch.int32, device=f"musa:{second_device}")
        target.copy_(source.t())
        assert before.query()
    assert target.tolist() == [[0, 3], [1, 4], [2, 5]]


def test_the_streams_of_the_devices_are_the_ones_that_work_there(second_device):
    other = torch_musa.Stream(device=second_device)
    with torch_musa.stream(other):
        torch_musa._sleep(NAP)
        with torch_musa.device(0):
            assert torch.ones(3, device=DEVICE).sum().item() == 3  # on device 0: does not wait
            assert not other.query()
            torch.ones(3, device=f"musa:{second_device}")
            assert other.query()


def test_pinned_memory_is_used_again_only_after_the_copy(stream):
    source, target = torch.ones(1000).pin_memory(), torch.zeros(1000, device=DEVICE)
    with torch_musa.stream(stream):
        torch_musa._sleep(NAP)
        target.copy_(source, non_blocking=True)
        del source
        torch.empty(1000).pin_memory().zero_()
        assert target.sum().item() == 1000
