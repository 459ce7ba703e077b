"""What events and current streams promise beyond waiting: re-recording, devices, threads, priorities."""

import threading

import pytest
import torch
import torch_musa
from support.stream_gate import NAP, nap_on

DEVICE = "musa"


# --- events ---


def test_an_event_that_is_recorded_again_means_the_later_work(stream):
    event = stream.record_event()
    stream.synchronize()
    assert event.query()
    nap_on(stream)
    event.record(stream)
    assert not event.query()
    event.synchronize()
    assert event.query() and stream.query()


def test_a_wait_means_what_was_recorded_when_it_was_called(stream):
    event, waiting = torch_musa.Event(), torch_musa.Stream()
    event.record(stream)
    stream.synchronize()
    waiting.wait_event(event)
    nap_on(stream)
    event.record(stream)
    waiting.synchronize()  # not for the nap
    assert not event.query()


def test_a_wait_for_an_event_that_was_never_recorded_is_none(stream):
    stream.wait_event(torch_musa.Event())
    stream.synchronize()
    assert stream.query()


def test_record_takes_the_current_stream(stream):
    event = torch_musa.Event()
    with torch_musa.stream(stream):
        torch_musa._sleep(NAP)
        event.record()
    assert not event.query()
    torch_musa.default_stream().synchronize()
    assert not event.query()
    stream.synchronize()
    assert event.query()


def test_wait_makes_the_current_stream_wait(stream):
    nap_on(stream)
    event, waiting = stream.record_event(), torch_musa.Stream()
    with torch_musa.stream(waiting):
        event.wait()
        torch.ones(1, device=DEVICE)
    assert event.query()


def test_the_time_between_events_is_that_of_the_work(stream):
    events = [torch_musa.Event(enable_timing=True) for _ in range(3)]
    with torch_musa.stream(stream):
        events[0].record()
        torch_musa._sleep(NAP)
        events[1].record()
        events[2].record()
    events[2].synchronize()
    first, second = events[0].elapsed_time(events[1]), events[1].elapsed_time(events[2])
    assert first >= NAP / 1e6 > second >= 0
    assert events[0].elapsed_time(events[2]) == pytest.approx(first + second, abs=0.01)


def test_the_time_of_unfinished_work_is_refused(stream):
    events = [torch_musa.Event(enable_timing=True) for _ in range(2)]
    events[0].record(stream)
    nap_on(stream)
    events[1].record(stream)
    with pytest.raises(RuntimeError):
        events[0].elapsed_time(events[1])
    stream.synchronize()
    assert events[0].elapsed_time(events[1]) > 0


def test_a_stream_waits_for_another_device(second_device, stream):
    with torch_musa.device(second_device):
        there = torch_musa.Stream()
        nap_on(there)
        event = there.record_event()
    assert event.device.index == second_device
    stream.wait_event(event)
    with torch_musa.stream(stream):
        torch.ones(1, device=DEVICE)
    assert event.query() and there.query()


def test_an_event_belongs_to_the_device_that_recorded_it_first(second_device):
    event = torch_musa.Event()
    event.record(torch_musa.current_stream(second_device))
    assert event.device == torch.device("musa", second_device)
    with pytest.raises(RuntimeError):
        event.record(torch_musa.current_stream(0))


def test_synchronize_waits_for_one_device(second_device, stream):
    with torch_musa.device(second_device):
        there = torch_musa.Stream()
    nap_on(there)
    torch_musa.synchronize()
    assert not there.query()
    torch_musa.synchronize(second_device)
    assert there.query()


# --- current streams and devices ---


def test_each_device_has_a_current_stream(second_device, stream):
    with torch_musa.device(second_device):
        there = torch_musa.Stream()
    with torch_musa.stream(stream), torch_musa.stream(there):
        assert torch_musa.current_device() == second_device
        assert torch_musa.current_stream() == there
        assert torch_musa.current_stream(0) == stream
    assert torch_musa.current_stream(second_device) == torch_musa.default_stream(second_device)


def test_a_thread_starts_on_device_0_and_its_default_stream(second_device):
    told = []

    def look():
        told.append((torch_musa.current_device(), torch_musa.current_stream()))
        torch_musa.set_device(second_device)
        torch_musa.set_stream(torch_musa.Stream())

    with torch_musa.device(second_device):
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
        assert torch_musa.current_device() == second_device
        assert torch_musa.current_stream() == torch_musa.default_stream()
    assert told == [(0, torch_musa.default_stream(0))]


def test_an_error_inside_restores_device_and_stream(second_device, stream):
    with pytest.raises(ZeroDivisionError):
        with torch_musa.device(second_device), torch_musa.stream(stream):
            assert torch_musa.current_device() == 0
            1 / 0
    assert torch_musa.current_device() == 0
    assert torch_musa.current_stream() == torch_musa.default_stream()


def test_tensors_go_where_the_current_device_is(second_device):
    x = torch.ones(1, device="musa:0")
    with torch_musa.device(second_device):
        assert torch.ones(1, device=DEVICE).device.index == second_device
        assert torch.ones_like(x).device.index == (x + 1).device.index == 0
        with torch_musa.device_of(x):
            assert torch_musa.current_device() == 0
        with torch_musa.device(-1), torch_musa.device(None):
            assert torch_musa.current_device() == second_device


# --- streams ---


def test_priorities():
    lowest, highest = torch_musa.Stream.priority_range()
    assert lowest == 0 and highest < 0
    assert torch_musa.Stream(priority=highest).priority == highest
    assert torch_musa.Stream().priority == torch_musa.default_stream().priority == 0


def test_streams_come_from_a_pool_and_start_over():
    made = [torch_musa.Stream() for _ in range(65)]
    assert len(set(made)) == 32
    assert made[0] == made[32] == made[64] and made[0] != made[1]
    assert len({stream.musa_stream for stream in made}) == 32
    assert torch_musa.Stream(priority=-1) not in made


def test_a_stream_of_the_generic_kind_is_the_same():
    ours = torch_musa.Stream()
    generic = torch.Stream("musa", priority=0)
    assert isinstance(ours, torch.Stream) and generic.device == torch.device("musa:0")
    with ours:
        assert torch_musa.current_stream() == ours
        assert torch.accelerator.current_stream().stream_id == ours.stream_id
    torch.accelerator.set_stream(generic)
    assert torch_musa.current_stream().stream_id == generic.stream_id
    torch_musa.set_stream(torch_musa.default_stream())
