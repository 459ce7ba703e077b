"""PyTorch's profiler on the device: what ran on its streams, for how long, and for which operator."""

import json

import pytest
import torch
from torch.autograd import DeviceType
from torch.profiler import ProfilerActivity, profile, record_function

BOTH = [ProfilerActivity.CPU, ProfilerActivity.MUSA]


@pytest.fixture
def matrix():
    return torch.randn(64, 64, device="musa")


def _on_device(profiler):
    return [e for e in profiler.events() if e.device_type == DeviceType.PrivateUse1]


def _trace(profiler, tmp_path):
    profiler.export_chrome_trace(str(tmp_path / "trace.json"))
    return json.loads((tmp_path / "trace.json").read_text())["traceEvents"]


def test_operators_have_device_time(matrix):
    with profile(activities=BOTH) as profiler:
        (matrix @ matrix).relu().sum()
    averages = {e.key: e for e in profiler.key_averages()}
    for name in ("aten::mm", "aten::sum"):
        assert averages[name].device_time_total > 0
        # It is work of the calling thread, so the operator takes longer.
        assert averages[name].device_time_total <= averages[name].cpu_time_total
    assert "MUSA total" in profiler.key_averages().table(sort_by="self_device_time_total")


def test_kernels_and_copies_are_events_of_their_stream():
    side = torch.musa.Stream()
    host = torch.ones(1000)
    with profile(activities=BOTH) as profiler:
        device = host.to("musa")
        with torch.musa.stream(side):
            torch.musa._sleep(2_000_000)
        device.cpu()
        torch.ones(3, device="musa:1")
        torch.musa.synchronize()
    events = _on_device(profiler)
    names = [e.name for e in events]
    assert "Memcpy HtoD" in names and "Memcpy DtoH" in names
    assert {e.device_index for e in events} == {0, 1}
    streams = {e.device_resource_id for e in events if e.device_index == 0}
    assert len(streams) == 2
    sleep = max(events, key=lambda e: e.time_range.elapsed_us())
    assert sleep.time_range.elapsed_us() >= 2000


def test_chrome_trace_shows_the_device(matrix, tmp_path):
    with profile(activities=BOTH) as profiler, record_function("mine"):
        matrix @ matrix
    trace = _trace(profiler, tmp_path)
    kernels = [e for e in trace if e.get("cat") == "kernel"]
    operators = {e["args"].get("External id"): e["name"] for e in trace if e.get("cat") == "cpu_op"}
    assert kernels and {e["pid"] for e in kernels} == {0}
    assert "aten::mm" in {operators.get(e["args"].get("External id")) for e in kernels}
    assert any(e.get("name") == "mine" for e in trace)


def test_without_the_activity_nothing_of_the_device_is_recorded(matrix):
    with profile(activities=[ProfilerActivity.CPU]) as profiler:
        matrix @ matrix
    assert profiler.events() and not _on_device(profiler)
    assert all(e.device_time_total == 0 for e in profiler.key_averages())


@pytest.mark.skipif(torch.__version__ < "2.13", reason="this torch has no filters")
def test_a_filter_of_activity_types(matrix):
    for wanted, names in (("GPU_MEMCPY", ["Memcpy DtoH"]), ("PRIVATEUSE1_RUNTIME", [])):
        activities = [ProfilerActivity.CPU, {ProfilerActivity.MUSA: [wanted]}]
        with profile(activities=activities) as profiler:
            matrix.exp()
            matrix.cpu()
        assert [event.name for event in _on_device(profiler)] == names


def test_work_outside_of_the_profile_is_not_in_it(matrix):
    with profile(activities=BOTH):
        matrix @ matrix
    matrix.exp()
    with profile(activities=BOTH) as profiler:
        matrix.sin()
    assert not [e for e in profiler.events() if "exp" in e.name or "mm" in e.name]


@pytest.mark.parametrize("options", [{}, {"use_kineto": False}])
def test_legacy_interface(matrix, options):
    with torch.autograd.profiler.profile(use_device="musa", **options) as profiler:
        matrix @ matrix
    averages = {e.key: e for e in profiler.key_averages()}
    assert averages["aten::mm"].device_time_total > 0


def test_memory_of_the_device_is_recorded(matrix):
    with profile(activities=BOTH, profile_memory=True) as profiler:
        kept = torch.empty(1 << 20, device="musa")
    assert kept.device.type == "musa"
    averages = {e.key: e for e in profiler.key_averages()}
    assert averages["aten::empty"].self_device_memory_usage >= 1 << 22


def test_schedule_gives_each_cycle_its_own_work(matrix):
    seen = []

    def keep(profiler):
        seen.append(sum("mm" in e.key for e in profiler.key_averages()))

    schedule = torch.profiler.schedule(wait=1, warmup=1, active=1, repeat=2)
    with profile(
        activities=BOTH, schedule=schedule, on_trace_ready=keep, acc_events=True
    ) as profiler:
        for _ in range(6):
            matrix @ matrix
            profiler.step()
    assert len(seen) == 2 and all(seen)


def test_backward_is_profiled(matrix):
    matrix.requires_grad_()
    with profile(activities=BOTH) as profiler:
        (matrix @ matrix).sum().backward()
    averages = {e.key: e for e in profiler.key_averages()}
    assert averages["MmBackward0"].device_time_total > 0
