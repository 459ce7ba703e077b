"""What the profiler writes: traces, stacks, timelines of memory, execution traces."""

import gzip
import json
import os
import subprocess
import sys

import pytest
import torch
from torch._C._profiler import _ExperimentalConfig
from torch.cuda import _memory_viz
from torch.profiler import ExecutionTraceObserver, profile, record_function

from .common import BOTH, MARKS

pytestmark = [*MARKS, pytest.mark.filterwarnings("ignore:.*export_memory_timeline:FutureWarning")]

CUDA = 1


def make_profile():
    x = torch.randn(512, 512, device="cuda")
    x @ x
    torch.cuda.synchronize()
    with record_function("first use"):
        # PyTorch 2.13 imports a module here; its profiler crashes over stacks of imports.
        pass
    with profile(
        activities=BOTH,
        record_shapes=True,
        profile_memory=True,
        with_stack=True,
        experimental_config=_ExperimentalConfig(verbose=True),
    ) as profiler:
        with record_function("mine"):
            y = x @ x
            kept = torch.empty(1 << 20, device="cuda")
            y.cpu()
    assert kept.is_cuda
    return profiler


@pytest.fixture(scope="module")
def profiler():
    return make_profile()


def check(trace):
    events = trace["traceEvents"]
    kernels = [event for event in events if event.get("cat") == "kernel"]
    assert kernels and {kernel["pid"] for kernel in kernels} == {0}
    assert {kernel["args"]["device"] for kernel in kernels} == {0}
    assert all("stream" in kernel["args"] and kernel["dur"] > 0 for kernel in kernels)
    operators = {
        event["args"].get("External id"): event["name"]
        for event in events
        if event.get("cat") == "cpu_op"
    }
    assert "aten::mm" in {operators.get(kernel["args"].get("External id")) for kernel in kernels}
    assert any("Memcpy DtoH" in e["name"] for e in events if e.get("cat") == "gpu_memcpy")
    assert [event for event in events if event.get("name") == "mine"]
    memory = [event["args"] for event in events if event.get("name") == "[memory]"]
    assert {args["Device Type"] for args in memory} <= {0, CUDA}
    assert (1 << 22) in {args["Bytes"] for args in memory if args["Device Type"] == CUDA}
    assert {args["Device Id"] for args in memory if args["Device Type"] == CUDA} == {0}


def test_a_trace(tmp_path):
    make_profile().export_chrome_trace(str(tmp_path / "trace.json"))
    check(json.loads((tmp_path / "trace.json").read_text()))
    assert [path.name for path in tmp_path.iterdir()] == ["trace.json"]


def test_a_compressed_trace(tmp_path):
    make_profile().export_chrome_trace(str(tmp_path / "trace.json.gz"))
    with gzip.open(tmp_path / "trace.json.gz", "rt") as file:
        check(json.load(file))


@pytest.mark.torch_from(2, 13)
@pytest.mark.parametrize("name", ["trace.json", "trace.json.gz"])
def test_a_trace_written_by_python(tmp_path, name):
    make_profile().export_chrome_trace(str(tmp_path / name), use_python_export=True)
    with (gzip.open if name.endswith(".gz") else open)(tmp_path / name, "rt") as file:
        trace = json.load(file)
    kernels = [event for event in trace["traceEvents"] if event.get("cat") == "kernel"]
    assert kernels and {kernel["pid"] for kernel in kernels} == {0}
    assert "musa" not in json.dumps(trace["deviceProperties"])
    properties = trace["deviceProperties"]
    assert len(properties) == torch.cuda.device_count()
    assert properties[0]["name"] == torch.cuda.get_device_name(0)


def test_a_folder_that_is_not_there(profiler, tmp_path):
    (tmp_path / "file").touch()
    handler = torch.profiler.tensorboard_trace_handler(str(tmp_path / "file" / "folder"))
    with pytest.raises(RuntimeError, match="Can't create directory"):
        handler(profiler)


def test_stacks(profiler, tmp_path):
    for metric in ("self_cuda_time_total", "self_cpu_time_total"):
        path = tmp_path / metric
        profiler.export_stacks(str(path), metric)
        lines = path.read_text().splitlines()
        assert any("test_files.py" in line for line in lines)
        assert all(int(line.rsplit(" ", 1)[1]) > 0 for line in lines)
    with pytest.raises(ValueError, match="self_cuda_time_total"):
        profiler.export_stacks(str(tmp_path / "none"), "cuda_nothing")


@pytest.mark.parametrize("device", [None, "cuda:0"])
@pytest.mark.parametrize("name", ["timeline.json", "timeline.json.gz"])
def test_a_timeline_of_memory(profiler, tmp_path, name, device):
    profiler.export_memory_timeline(str(tmp_path / name), device)
    with (gzip.open if name.endswith(".gz") else open)(tmp_path / name, "rt") as file:
        times, sizes = json.load(file)
    assert len(times) == len(sizes) and max(map(sum, sizes)) >= 1 << 22


def test_a_raw_timeline_of_memory(profiler, tmp_path):
    path = tmp_path / "timeline.raw.json.gz"
    profiler.export_memory_timeline(str(path))
    with gzip.open(path, "rt") as file:
        events = json.load(file)
    assert (1 << 22) in {size for _, _, size, _ in events}


def test_a_timeline_of_memory_as_a_picture(profiler, tmp_path):
    pytest.importorskip("matplotlib")
    pytest.importorskip("numpy")
    profiler.export_memory_timeline(str(tmp_path / "timeline.html"))
    assert "data:image/png;base64" in (tmp_path / "timeline.html").read_text()


def test_a_timeline_needs_what_was_recorded(tmp_path):
    with profile(activities=BOTH) as profiler:
        torch.ones(2, device="cuda")
    with pytest.raises(ValueError, match="record_shapes=True, profile_memory=True"):
        profiler.export_memory_timeline(str(tmp_path / "timeline.json"))


def test_memory_of_a_profile(profiler):
    timeline = profiler._memory_profile().timeline
    keys = [key for _, _, (key, _), size in timeline if size == 1 << 22]
    assert {(key.device.type, key.device.index) for key in keys} == {("cuda", 0)}


def test_a_plot_of_a_profile(profiler):
    snapshot = _memory_viz._profile_to_snapshot(profiler)
    # The product of the matrices.
    assert (1 << 20) in {event["size"] for event in snapshot["device_traces"][0]}
    text = json.dumps(snapshot)
    assert "test_files.py" in text and "category" in text
    assert "html" in _memory_viz.profile_plot(profiler)


@pytest.mark.parametrize("plot", ["trace_plot", "segment_plot"])
def test_plots_of_a_snapshot_by_the_command(tmp_path, plot):
    torch.cuda.memory._record_memory_history()
    try:
        kept = torch.empty(1 << 20, device="cuda")
        torch.cuda.memory._dump_snapshot(str(tmp_path / "snapshot.pickle"))
    finally:
        torch.cuda.memory._record_memory_history(enabled=None)
    assert kept.is_cuda
    command = [sys.executable, "-m", "torch.cuda._memory_viz", plot, "snapshot.pickle", "-o"]
    subprocess.run([*command, "plot.html"], cwd=tmp_path, check=True, capture_output=True)
    assert "MemoryViz" in (tmp_path / "plot.html").read_text()


@pytest.mark.parametrize("name", ["et.json", "et.json.gz"])
def test_an_execution_trace(tmp_path, name):
    x = torch.randn(4, 4, device="cuda")
    observer = ExecutionTraceObserver()
    if name.endswith(".gz") and not hasattr(observer, "output_file_path_observer"):
        pytest.skip("this torch does not compress execution traces")
    observer.register_callback(str(tmp_path / name))
    with profile(activities=BOTH, execution_trace_observer=observer):
        x @ x
        torch.ones(3, device="cuda")
    observer.unregister_callback()
    with (gzip.open if name.endswith(".gz") else open)(tmp_path / name, "rt") as file:
        text = file.read()
    names = {node["name"] for node in json.loads(text)["nodes"]}
    assert {"aten::mm", "aten::ones"} <= names
    assert '"cuda:0"' in text and "musa" not in text and "privateuse" not in text
    assert [path.name for path in tmp_path.iterdir()] == [name]


def write_execution_trace(path):
    observer = ExecutionTraceObserver().register_callback(str(path))
    with profile(activities=BOTH, execution_trace_observer=observer):
        torch.ones(3, device="cuda")
    observer.unregister_callback()


def test_an_execution_trace_through_a_link(tmp_path):
    (tmp_path / "file.json").touch()
    (tmp_path / "link.json").symlink_to("file.json")
    write_execution_trace(tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert '"cuda:0"' in (tmp_path / "file.json").read_text()


def test_an_execution_trace_into_nothing(tmp_path):
    (tmp_path / "link.json").symlink_to(os.devnull)
    write_execution_trace(tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()


def test_an_execution_trace_that_the_program_has_removed(tmp_path):
    observer = ExecutionTraceObserver().register_callback(str(tmp_path / "et.json"))
    observer.start()
    observer.stop()
    (tmp_path / "et.json").unlink()
    observer.unregister_callback()
    assert list(tmp_path.iterdir()) == []


def test_marks_for_intels_profiler():
    itt = torch.profiler.itt
    assert itt.is_available() in (True, False)
    if itt.is_available():
        with itt.range("step {}", 1):
            itt.mark("here")
        itt.range_push("outer")
        itt.range_pop()
