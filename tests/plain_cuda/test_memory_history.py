"""The allocator's snapshot, its history, its settings, and PyTorch's viewer of them."""

import pickle

import pytest
import torch

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.filterwarnings("ignore:.*_set_allocator_settings is deprecated:FutureWarning"),
]
record = torch.cuda.memory._record_memory_history


@pytest.fixture(autouse=True)
def stop():
    """No history before, none after."""
    record(None)
    yield
    record(None)


def traces():
    """What happened to blocks on the first GPU."""
    events = torch.cuda.memory._snapshot()["device_traces"][0]
    kinds = ("alloc", "free_requested", "free_completed", "oom")
    return [event for event in events if event["action"] in kinds]


def make_and_free(size):
    x = torch.empty(size, dtype=torch.uint8, device="cuda")
    return x.data_ptr()


def test_segments():
    x = torch.empty(1000, dtype=torch.uint8, device="cuda")
    (segment,) = (
        part
        for part in torch.cuda.memory_snapshot()
        if part["address"] <= x.data_ptr() < part["address"] + part["total_size"]
    )
    assert segment["device"] == 0 and segment["segment_type"] == "small"
    assert segment["total_size"] == sum(block["size"] for block in segment["blocks"])
    assert tuple(segment["segment_pool_id"]) == (0, 0)
    assert segment["allocated_size"] >= 1024 and segment["stream"] == 0
    (mine,) = (block for block in segment["blocks"] if block["address"] == x.data_ptr())
    assert mine["size"] == 1024 and mine["requested_size"] == 1000
    assert mine["state"] == "active_allocated"


def test_parts_of_a_snapshot():
    snapshot = torch.cuda.memory._snapshot()
    assert {"segments", "device_traces", "allocator_settings", "external_annotations"} <= set(
        snapshot
    )
    assert len(snapshot["device_traces"]) == torch.cuda.device_count()
    settings = snapshot["allocator_settings"]
    assert isinstance(settings["PYTORCH_CUDA_ALLOC_CONF"], str)
    assert settings["expandable_segments"] in (True, False)
    assert "garbage_collection_threshold" in settings and "roundup_power2_divisions" in settings


def test_events():
    record()
    address = make_and_free(123456)
    mine = [entry for entry in traces() if entry.get("addr") == address]
    assert [entry["action"] for entry in mine][:3] == ["alloc", "free_requested", "free_completed"]
    assert all(entry["stream"] == 0 and entry["time_us"] > 0 for entry in mine)
    assert mine[0]["size"] == 123456
    frames = mine[0]["frames"]
    assert any(
        frame["name"] == "make_and_free" and frame["filename"] == __file__ for frame in frames
    )
    record(None)
    assert traces() == []


def test_an_event_of_running_out_of_memory():
    record()
    with pytest.raises(torch.cuda.OutOfMemoryError):
        make_and_free(1 << 50)
    (event,) = (entry for entry in traces() if entry["action"] == "oom")
    assert event["size"] == 1 << 50 and event["device_free"] > 0


def test_how_much_is_recorded():
    record(max_entries=3)
    for _ in range(10):
        make_and_free(1000)
    assert 0 < len(traces()) <= 3
    record(None)  # PyTorch 2.11 crashes on CUDA without
    record("state")
    x = torch.empty(1000, dtype=torch.uint8, device="cuda")
    blocks = [b for part in torch.cuda.memory_snapshot() for b in part["blocks"]]
    (mine,) = (block for block in blocks if block["address"] == x.data_ptr())
    assert any(frame["filename"] == __file__ for frame in mine["frames"])


def test_how_much_of_the_stack_is_recorded():
    record(context=None)
    address = make_and_free(1000)
    mine = [entry for entry in traces() if entry.get("addr") == address]
    assert mine and not any("frames" in entry for entry in mine)
    record(None)
    record(context="alloc", stacks="python")
    address = make_and_free(1000)
    mine = {entry["action"]: entry for entry in traces() if entry.get("addr") == address}
    # An event of freeing has the stack of the allocation where it has none of its own.
    assert any(frame["name"] == "make_and_free" for frame in mine["alloc"]["frames"])
    assert mine["free_completed"]["frames"] == mine["alloc"]["frames"]


def test_the_older_form():
    record(True, trace_alloc_max_entries=1000, trace_alloc_record_context=True)
    address = make_and_free(1000)
    (event,) = (e for e in traces() if e.get("addr") == address and e["action"] == "alloc")
    assert any(frame["name"] == "make_and_free" for frame in event["frames"])
    record(False)
    assert traces() == []


def test_wrong_words():
    with pytest.raises(RuntimeError, match="expected state to be 'state', 'all', or None"):
        record("some")
    with pytest.raises(
        RuntimeError, match="expected context to be 'state', 'alloc', 'all', or Non"
    ):
        record(context="some")
    with pytest.raises(RuntimeError, match="expected stacks to be 'python', or 'all'"):
        record(stacks="some")


@pytest.mark.torch_from(2, 8)
def test_clearing():
    record()
    make_and_free(1000)
    assert traces()
    record(clear_history=True)
    assert traces() == []
    make_and_free(1000)
    assert traces()


@pytest.mark.torch_from(2, 13)
def test_leaving_actions_out():
    record(skip_actions=["free_requested", "free_completed"])
    make_and_free(1000)
    assert {entry["action"] for entry in traces()} == {"alloc"}


@pytest.mark.torch_from(2, 13)
def test_where_something_was_allocated():
    record()
    x = torch.empty(1000, dtype=torch.uint8, device="cuda")
    frames = torch.cuda.memory._allocation_traceback(x.data_ptr())
    assert any(frame["filename"] == __file__ for frame in frames)
    assert torch.cuda.memory._allocation_traceback(1) is None


def test_a_file(tmp_path):
    record()
    x = torch.ones(1000, device="cuda")
    path = tmp_path / "snapshot.pickle"
    torch.cuda.memory._dump_snapshot(str(path))
    with open(path, "rb") as file:
        snapshot = pickle.load(file)
    assert any(entry["addr"] == x.data_ptr() for entry in snapshot["device_traces"][0])


def test_the_viewer():
    from torch.cuda import _memory_viz

    record()
    make_and_free(1000)
    snapshot = torch.cuda.memory._snapshot()
    assert "<script" in _memory_viz.trace_plot(snapshot)
    assert "<script" in _memory_viz.segment_plot(snapshot)
    assert "Device 0 ----------------" in _memory_viz.trace(snapshot)
    assert "total_reserved" in _memory_viz.segsum(snapshot)


def test_settings_at_run_time():
    before = torch.cuda.memory._snapshot()["allocator_settings"]["PYTORCH_CUDA_ALLOC_CONF"]
    torch.cuda.memory._set_allocator_settings(
        "max_split_size_mb:128,garbage_collection_threshold:0.5,roundup_power2_divisions:4"
    )
    try:
        settings = torch.cuda.memory._snapshot()["allocator_settings"]
        assert settings["max_split_size"] == 128 << 20
        assert settings["garbage_collection_threshold"] == 0.5
        assert settings["PYTORCH_CUDA_ALLOC_CONF"].startswith("max_split_size_mb:128")
    finally:
        torch.cuda.memory._set_allocator_settings(before)
