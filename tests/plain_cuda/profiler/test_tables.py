"""Tables of a profile, what they are sorted by, and the attributes of averages."""

import pytest
import torch
from torch._C._profiler import _ExperimentalConfig
from torch.profiler import ProfilerActivity, profile

from .common import BOTH, MARKS

pytestmark = MARKS


def work(x):
    return (x @ x).relu().sum()


@pytest.fixture(scope="module")
def profiler():
    x = torch.randn(512, 512, device="cuda", requires_grad=True)
    work(x).backward()
    with profile(
        activities=BOTH,
        record_shapes=True,
        profile_memory=True,
        with_stack=True,
        with_flops=True,
        with_modules=True,
        experimental_config=_ExperimentalConfig(verbose=True),
    ) as profiler:
        for size in (512, 256):
            part = x[:size, :size]
            work(part).backward()
        kept = torch.empty(1 << 20, device="cuda")
        torch.cuda.synchronize()
    del kept
    return profiler


def test_columns(profiler):
    lines = profiler.key_averages().table().splitlines()
    head = " ".join(lines[1].split())
    assert "Self CPU % Self CPU CPU total % CPU total CPU time avg" in head
    assert "Self CUDA Self CUDA % CUDA total CUDA time avg" in head
    assert "CPU Mem Self CPU Mem CUDA Mem Self CUDA Mem # of Calls" in head
    assert lines[-1].startswith("Self CUDA time total: ")
    assert lines[-2].startswith("Self CPU time total: ")
    assert "musa" not in head.lower()


@pytest.mark.parametrize(
    "key",
    [
        "cuda_time",
        "cuda_time_total",
        "self_cuda_time_total",
        "cuda_memory_usage",
        "self_cuda_memory_usage",
        "device_time",
        "device_time_total",
        "self_device_time_total",
        "device_memory_usage",
        "cpu_time_total",
        "self_cpu_memory_usage",
        "count",
    ],
)
def test_sorted(profiler, key):
    averages = profiler.key_averages()
    attribute = key.replace("cuda", "device")
    values = sorted((getattr(event, attribute) for event in averages), reverse=True)
    (first,) = (
        (e for e in averages if getattr(e, attribute) == values[0])
        if values[0] != values[1]
        else (None,)
    )
    lines = averages.table(sort_by=key, row_limit=1, max_name_column_width=None).splitlines()
    rows = [line for line in lines[3:] if not line.startswith(("-", "Self "))]
    assert first is None or any(first.key in row for row in rows)


def test_a_key_that_is_none(profiler):
    with pytest.raises(AttributeError):
        profiler.key_averages().table(sort_by="cuda_nothing")


def test_limits_and_headers(profiler):
    table = profiler.key_averages().table(
        sort_by="self_cuda_time_total", row_limit=2, header="MY HEADER", max_name_column_width=20
    )
    assert "MY HEADER" in table
    top = profiler.key_averages().table(top_level_events_only=True)
    assert "This report only display top-level ops statistics" in top


def test_deprecated_names_of_attributes(profiler):
    (mm,) = (event for event in profiler.key_averages() if event.key == "aten::mm")
    event = next(event for event in profiler.events() if event.name == "aten::mm")
    with pytest.warns(FutureWarning, match="`cuda_time` is deprecated"):
        assert mm.cuda_time == mm.device_time == mm.device_time_total / mm.count
    for name in ("cuda_time_total", "self_cuda_time_total", "self_cuda_memory_usage"):
        with pytest.warns(FutureWarning, match=f"`{name}` is deprecated"):
            assert getattr(event, name) == getattr(event, name.replace("cuda", "device"))


def test_grouped_by_shapes(profiler):
    products = [
        event
        for event in profiler.key_averages(group_by_input_shape=True)
        if event.key == "aten::matmul"
    ]
    shapes = sorted(event.input_shapes for event in products)
    assert shapes == [[[256, 256], [256, 256]], [[512, 512], [512, 512]]]
    assert all(event.device_time_total > 0 for event in products)
    assert "Input Shapes" in profiler.key_averages(group_by_input_shape=True).table(
        sort_by="cuda_time_total"
    )


def test_grouped_by_stacks(profiler):
    averages = profiler.key_averages(group_by_stack_n=5)
    places = [event.stack for event in averages if event.key == "aten::matmul"]
    assert places and all(any("test_tables.py" in line for line in stack) for stack in places)
    assert "Source Location" in averages.table(sort_by="self_cuda_time_total", row_limit=5)


def test_floating_point_operations(profiler):
    flops = sum(event.flops for event in profiler.events() if event.name == "aten::mm")
    # Forward one product, backward two.
    assert flops == 3 * 2 * (512**3 + 256**3)
    assert "FLOPs" in profiler.key_averages().table(sort_by="cuda_time_total")


def test_memory(profiler):
    averages = {event.key: event for event in profiler.key_averages()}
    assert averages["aten::empty"].self_device_memory_usage >= 1 << 22


def test_memory_with_the_cpu_alone():
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as profiler:
        kept = torch.empty(1 << 20, device="cuda")
    assert kept.is_cuda
    averages = {event.key: event for event in profiler.key_averages()}
    assert averages["aten::empty"].self_device_memory_usage >= 1 << 22


def test_totals(profiler):
    total = profiler.events().total_average()
    assert total.self_device_time_total > 0 and total.key == "Total"
    assert total.self_cpu_time_total > 0
    assert profiler.events().self_cpu_time_total > 0
