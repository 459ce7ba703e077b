"""Steps: waiting, warming up, recording, and what is told when a cycle is over."""

import gzip
import json

import pytest
import torch
from torch.profiler import ProfilerAction, profile, schedule

from .common import BOTH, MARKS

pytestmark = [
    *MARKS,
    pytest.mark.filterwarnings("ignore:Profiler won't be using warmup:UserWarning"),
]


def test_what_a_schedule_says():
    plan = schedule(skip_first=1, wait=1, warmup=1, active=2, repeat=1)
    none, warmup = ProfilerAction.NONE, ProfilerAction.WARMUP
    record, save = ProfilerAction.RECORD, ProfilerAction.RECORD_AND_SAVE
    assert [plan(step) for step in range(6)] == [none, none, warmup, record, save, none]


def test_each_cycle_has_its_own_work(matrix):
    cycles = []

    def keep(profiler):
        averages = {event.key: event for event in profiler.key_averages()}
        table = profiler.key_averages().table(sort_by="self_cuda_time_total")
        product = averages["aten::mm"]
        cycles.append((profiler.step_num, product.count, product.device_time_total > 0))
        cycles.append("CUDA total" in table)

    plan = schedule(wait=1, warmup=1, active=2, repeat=2)
    with profile(activities=BOTH, schedule=plan, on_trace_ready=keep) as profiler:
        for _ in range(9):
            matrix @ matrix
            profiler.step()
    assert cycles == [(4, 2, True), True, (8, 2, True), True]


def test_events_of_all_cycles(matrix):
    plan = schedule(wait=0, warmup=1, active=1, repeat=2)
    with profile(activities=BOTH, schedule=plan, acc_events=True) as profiler:
        for _ in range(5):
            matrix @ matrix
            profiler.step()
    averages = {event.key: event for event in profiler.key_averages()}
    assert averages["aten::mm"].count == 2 and averages["aten::mm"].use_device == "cuda"
    steps = [event for event in profiler.events() if event.name == "ProfilerStep*"]
    assert len(steps) >= 2


@pytest.mark.parametrize("use_gzip", [False, True])
def test_traces_for_tensorboard(matrix, tmp_path, use_gzip):
    handler = torch.profiler.tensorboard_trace_handler(str(tmp_path), "worker", use_gzip=use_gzip)
    plan = schedule(wait=0, warmup=1, active=1, repeat=2)
    with profile(activities=BOTH, schedule=plan, on_trace_ready=handler) as profiler:
        for _ in range(4):
            matrix @ matrix
            profiler.step()
    files = sorted(tmp_path.iterdir())
    assert len(files) == 2
    for path in files:
        assert path.name.startswith("worker.")
        assert path.name.endswith(".pt.trace.json.gz" if use_gzip else ".pt.trace.json")
        with (gzip.open if use_gzip else open)(path, "rt") as file:
            trace = json.load(file)
        assert [event for event in trace["traceEvents"] if event.get("cat") == "kernel"]


def test_started_and_stopped_by_hand(matrix):
    profiler = profile(activities=BOTH)
    profiler.start()
    matrix @ matrix
    profiler.stop()
    assert "aten::mm" in {event.key for event in profiler.key_averages()}


def test_one_profile_after_another(matrix):
    for _ in range(2):
        with profile(activities=BOTH) as profiler:
            matrix.exp()
        averages = {event.key: event for event in profiler.key_averages()}
        assert averages["aten::exp"].count == 1 and "aten::sin" not in averages
        matrix.sin()


def test_the_tracker_of_steps():
    tracker = torch.autograd.profiler.KinetoStepTracker
    assert torch.profiler.KinetoStepTracker is tracker
    tracker.init_step_count("mine")
    before = tracker.current_step()
    tracker.increment_step("mine")
    assert tracker.current_step() >= before
    assert tracker.erase_step_count("mine") is True


def test_data_that_a_program_adds(matrix, tmp_path):
    with profile(activities=BOTH) as profiler:
        matrix.exp()
        profiler.add_metadata("about", "a text")
        profiler.add_metadata_json("numbers", "[1, 2]")
    profiler.export_chrome_trace(str(tmp_path / "trace.json"))
    trace = json.loads((tmp_path / "trace.json").read_text())
    assert trace["about"] == "a text" and trace["numbers"] == [1, 2]
