"""Recording of what happens to device memory, and the files that viewers read."""

import gc
import pickle

import pytest
import torch
import torch_musa

MIB = 1 << 20


@pytest.fixture(autouse=True)
def no_history_afterwards():
    torch_musa._lazy_init()
    torch_musa.empty_cache()
    yield
    torch_musa._record_memory_history(None)


def _trace():
    return torch_musa.memory._snapshot()["device_traces"][0]


def _block_of(tensor):
    for segment in torch_musa.memory_snapshot():
        for block in segment["blocks"]:
            if block["address"] == tensor.data_ptr():
                return block
    raise AssertionError("no block")


def _make_here():
    return torch.ones(MIB, device="musa")


def test_events_have_stacks():
    torch_musa._record_memory_history(max_entries=1000)
    assert torch_musa._MUSAC._musa_isHistoryEnabled()
    tensor = _make_here()
    address, size = tensor.data_ptr(), tensor.nbytes
    block = _block_of(tensor)
    del tensor
    torch_musa.empty_cache()
    entries = [e for e in _trace() if e.get("addr") == address]
    assert [entry["action"] for entry in entries] == [
        "segment_alloc",
        "alloc",
        "free_requested",
        "free_completed",
        "segment_free",
    ]
    assert entries[1]["size"] == size and entries[1]["stream"] == 0
    assert entries[1]["time_us"] <= entries[3]["time_us"]
    for frames in (entries[1]["frames"], entries[2]["frames"], block["frames"]):
        assert any(f["filename"] == __file__ and f["line"] > 0 for f in frames)
    assert any(frame["name"] == "_make_here" for frame in entries[1]["frames"])


def test_no_history_has_no_stacks():
    torch_musa._record_memory_history(None)
    assert not torch_musa._MUSAC._musa_isHistoryEnabled()
    before = len(_trace())
    assert _block_of(_make_here())["frames"] == []
    assert len(_trace()) == before


def test_state_only_keeps_stacks_of_what_is_there():
    torch_musa._record_memory_history("state")
    tensor = _make_here()
    assert _block_of(tensor)["frames"] and _trace() == []


def test_a_snapshot_survives_memory_that_is_freed_meanwhile():
    torch_musa._record_memory_history("state")
    gc.disable()
    for size in range(300):
        cycle = [torch.ones(1000 + size, device="musa")]
        cycle.append(cycle)
    kept = [_make_here() for _ in range(3)]
    thresholds = gc.get_threshold()
    del cycle
    try:
        gc.set_threshold(1)
        gc.enable()
        segments = torch_musa.memory_snapshot()
    finally:
        gc.enable()
        gc.set_threshold(*thresholds)
    addresses = {tensor.data_ptr() for tensor in kept}
    blocks = [b for s in segments for b in s["blocks"] if b["address"] in addresses]
    assert len(blocks) == 3
    for block in blocks:
        assert any(frame["name"] == "_make_here" for frame in block["frames"])


def test_the_list_is_bounded():
    torch_musa._record_memory_history("state")  # empties the list
    torch_musa._record_memory_history("all", context=None, max_entries=5)
    tensors = [torch.ones(10, device="musa") for _ in range(20)]
    entries = _trace()
    assert len(entries) == 5 and entries[-1]["addr"] == tensors[-1].data_ptr()
    assert _trace()[-1]["action"] == "snapshot"
    assert all("frames" not in entry for entry in entries)


def test_running_out_of_memory_is_recorded():
    torch_musa._record_memory_history(max_entries=1000)
    with pytest.raises(torch.OutOfMemoryError):
        torch.empty(1 << 45, dtype=torch.uint8, device="musa")
    (entry,) = [e for e in _trace() if e["action"] == "oom"][-1:]
    assert entry["size"] == 1 << 45 and entry["device_free"] == torch_musa.mem_get_info()[0]


def test_the_old_interface():
    torch_musa._record_memory_history(True, trace_alloc_max_entries=100, record_context=True)
    tensor = _make_here()
    assert any(frame["name"] == "_make_here" for frame in _block_of(tensor)["frames"])
    assert any(entry.get("addr") == tensor.data_ptr() for entry in _trace())
    torch_musa._record_memory_history(False)
    assert not torch_musa._MUSAC._musa_isHistoryEnabled()


@pytest.mark.parametrize(
    "arguments, message",
    [
        (("some",), "expected state to be 'state', 'all', or None"),
        (("all", "some"), "expected context to be 'state', 'alloc', 'all', or None"),
        (("all", "all", "some"), "expected stacks to be 'python', or 'all'"),
    ],
)
def test_wrong_options(arguments, message):
    with pytest.raises(RuntimeError, match=message):
        torch_musa._record_memory_history(*arguments)


def test_cpp_stacks():
    torch_musa._record_memory_history("all", stacks="all", max_entries=100)
    tensor = _make_here()
    frames = _block_of(tensor)["frames"]
    assert len(frames) > len([f for f in frames if f["filename"].endswith(".py")])


def test_torchs_viewer_reads_the_snapshot(tmp_path):
    from torch.cuda import _memory_viz

    torch_musa._record_memory_history(max_entries=1000)
    kept = [_make_here(), torch.ones(100, device="musa")]
    kept.pop()
    torch_musa._dump_snapshot(tmp_path / "snapshot.pickle")
    snapshot = pickle.loads((tmp_path / "snapshot.pickle").read_bytes())
    assert set(snapshot) == {
        "segments",
        "device_traces",
        "allocator_settings",
        "external_annotations",
    }
    assert "local_files" in _memory_viz.trace_plot(snapshot)
    assert "20.0MiB" in _memory_viz.trace(snapshot)
    assert _memory_viz.segsum(snapshot)
    assert _memory_viz.segment_plot(snapshot)


def test_pictures_by_the_users_script(tmp_path, monkeypatch):
    script = tmp_path / "flamegraph.pl"
    script.write_text("#!/bin/sh\necho picture; cat\n")
    script.chmod(0o755)
    monkeypatch.setenv("FLAMEGRAPH_PL_SCRIPT", str(script))
    torch_musa._record_memory_history(max_entries=1000)
    kept = _make_here()
    for save in (torch_musa.memory._save_segment_usage, torch_musa.memory._save_memory_usage):
        save(str(tmp_path / "output.svg"))
        text = (tmp_path / "output.svg").read_text()
        assert text.startswith("picture\n") and "_make_here" in text
    del kept


def test_events_carry_the_threads_metadata():
    torch_musa._record_memory_history(max_entries=1000)
    torch_musa._MUSAC._musa_setMemoryMetadata("step 1")
    _make_here()
    torch_musa._MUSAC._musa_setMemoryMetadata("")
    assert {event["user_metadata"] for event in _trace()} == {"step 1"}
    assert torch_musa._MUSAC._musa_getMemoryMetadata() == ""


def test_a_freed_segment_tells_who_emptied_the_cache():
    torch_musa._record_memory_history(max_entries=1000)
    _make_here()
    torch_musa.empty_cache()
    (event,) = [event for event in _trace() if event["action"] == "segment_free"]
    assert "empty_cache" in {frame["name"] for frame in event["frames"]}


def test_a_snapshot_tells_of_the_one_before():
    torch_musa._record_memory_history(max_entries=1000)
    assert _trace() == []
    assert [event["action"] for event in _trace()] == ["snapshot"]


@pytest.mark.filterwarnings("ignore:Anomaly Detection has been enabled")
@pytest.mark.skipif(torch.__version__ < (2, 13), reason="torch gathers no stacks of forward passes")
def test_events_of_a_backward_pass_have_its_forward_stack():
    torch_musa._record_memory_history(max_entries=1000)
    x = torch.ones(10, device="musa", requires_grad=True)
    with torch.autograd.detect_anomaly(check_nan=False):
        (x * 2).sum().backward()
    stacks = [event["forward_frames"] for event in _trace() if event.get("forward_frames")]
    assert stacks and isinstance(stacks[0][0], str)
