"""Patterns that torch.profiler's tidy report looks for, on MUSA."""

import json
import os
from typing import Any, Callable, List

import torch
import torch_musa
from torch.profiler import _pattern_matcher as _torch
from torch.profiler._pattern_matcher import Pattern, input_dtypes, input_shapes
from torch.utils import benchmark

# The types that matrix units take, and what their dimensions should be a multiple of.
_HALF_TYPES = (torch.half, torch.bfloat16)
_ALIGNMENT = 8


def _ratio(before: Callable, after: Callable) -> float:
    """The time of one call of after over that of before."""
    times = [
        benchmark.Timer("f()", globals={"f": function}).timeit(10).mean
        for function in (before, after)
    ]
    return times[1] / times[0]


def _matrices(shapes, dtype) -> List[torch.Tensor]:
    return [torch.randn(shape, device="musa", dtype=dtype) for shape in shapes[:2]]


class ExtraMUSACopyPattern(_torch.ExtraCUDACopyPattern):
    """A tensor that is filled on the host and then moved to the device."""

    def __init__(self, prof, should_benchmark: bool = False):
        super().__init__(prof, should_benchmark)
        self.name = "Extra MUSA Copy Pattern"
        self.description = (
            "A tensor was filled on the CPU and moved to MUSA at once. Make it there."
        )
        self.url = ""

    @property
    def skip(self):
        return super().skip

    def match(self, event):
        if not _is_plain_copy(event):
            return False
        # aten::to is called from Tensor.to, and that from its wrapper (core/tensor_attrs.py).
        for caller in (event.parent, event.parent and event.parent.parent):
            made = caller and self.prev_of(caller)
            if made and any(name in self.init_ops for name in _last_names(made)):
                return True
        return False

    def benchmark(self, events: List[Any]):
        """Shapes -> time without the copy over the time with it."""
        return {
            shapes: _ratio(
                lambda size=shapes[0]: torch.ones(size).to("musa"),
                lambda size=shapes[0]: torch.ones(size, device="musa"),
            )
            for shapes in {input_shapes(event) for event in events}
        }


def _last_names(event) -> List[str]:
    """The names of an event's last child, of that one's last child and so on."""
    names = []
    while event.children:
        event = event.children[-1]
        names.append(event.name)
    return names


def _is_plain_copy(event) -> bool:
    """Whether aten::to only copies, without another type."""
    if event.name != "aten::to" or _last_names(event)[:2] != ["aten::_to_copy", "aten::copy_"]:
        return False
    dtypes = input_dtypes(event.children[-1].children[-1])
    return len(dtypes) > 1 and dtypes[0] is not None and dtypes[0] == dtypes[1]


class FP32MatMulPattern(_torch.FP32MatMulPattern):
    """A product of float32 matrices while TF32 is not allowed on a device that has it."""

    def __init__(self, prof, should_benchmark: bool = False):
        super().__init__(prof, should_benchmark)
        self.description = (
            "This device computes in TF32. Allow it with 'torch.backends.mudnn.allow_tf32 = True'."
        )
        self.url = ""

    @property
    def skip(self):
        return not torch_musa.is_tf32_supported() or not self.prof.record_shapes

    def match(self, event):
        if event.name != "aten::mm" or torch.backends.mudnn.allow_tf32:
            return False
        return all(dtype == torch.float32 for dtype in input_dtypes(event)[:2])

    def report(self, event):
        return self.description

    def benchmark(self, events: List[Any]):
        """Shapes -> time with TF32 over the time without."""
        return {
            shapes: _ratio(*(_product(shapes, allowed) for allowed in (False, True)))
            for shapes in {input_shapes(event) for event in events}
        }


def _product(shapes, allowed) -> Callable:
    a, b = _matrices(shapes, torch.float32)

    def compute():
        with torch.backends.mudnn.flags(allow_tf32=allowed):
            torch.mm(a, b)

    return compute


class MatMulDimInFP16Pattern(_torch.MatMulDimInFP16Pattern):
    """A product of half precision matrices with a dimension that is no multiple of 8."""

    def __init__(self, prof, should_benchmark: bool = False):
        super().__init__(prof, should_benchmark)
        self.url = ""

    @property
    def skip(self):
        return super().skip

    def match(self, event):
        return super().match(event)

    def benchmark(self, events: List[Any]):
        """Shapes -> time with dimensions rounded up over the time without."""
        return {
            shapes: _ratio(*(_half_product(s) for s in (shapes, _rounded_up(shapes))))
            for shapes in {input_shapes(event) for event in events}
        }


def _half_product(shapes) -> Callable:
    a, b = _matrices(shapes, torch.half)
    return lambda: torch.mm(a, b)


def _rounded_up(shapes) -> list:
    return [[-(-size // _ALIGNMENT) * _ALIGNMENT for size in shape] for shape in shapes]


def report_all_anti_patterns(
    prof, should_benchmark: bool = False, print_enable: bool = True, json_report_dir: str = None
):
    """Print what the patterns found in a profile, and write it to <dir>/torchtidy_report.json."""
    kinds = (
        ExtraMUSACopyPattern,
        FP32MatMulPattern,
        _torch.OptimizerSingleTensorPattern,
        _torch.SynchronizedDataLoaderPattern,
        _torch.GradNotSetToNonePattern,
        _torch.Conv2dBiasFollowedByBatchNorm2dPattern,
        MatMulDimInFP16Pattern,
    )
    lines, summaries, places = [], [], {}
    for pattern in (kind(prof, should_benchmark) for kind in kinds):
        events = pattern.matched_events()
        if events:
            summaries.append(pattern.summary(events))
        for event in events:
            text = pattern.report(event)
            if text not in lines:
                lines.append(text)
                _note(places, event, pattern)
    if json_report_dir is not None:
        _add_to_report(os.path.join(json_report_dir, "torchtidy_report.json"), places)
    if print_enable:
        border = f"{'-' * 40}TorchTidy Report{'-' * 40}"
        print("\n".join([border, "Matched Events:", *lines, "Summary:", *summaries, border]))


def _note(places, event, pattern) -> None:
    file, _, line = _torch.source_code_location(event).rpartition(":")
    entry = {
        "line_number": int(line) if file else 0,
        "name": pattern.name,
        "url": pattern.url,
        "message": pattern.description,
    }
    places.setdefault(file or line, []).append(entry)


def _add_to_report(path, places) -> None:
    report = {}
    if os.path.exists(path):
        with open(path) as file:
            report = json.load(file)
    report.update(places)
    with open(path, "w") as file:
        json.dump(report, file, indent=4)


_torch.ExtraMUSACopyPattern = ExtraMUSACopyPattern
_torch.FP32MatMulPattern = FP32MatMulPattern
_torch.MatMulDimInFP16Pattern = MatMulDimInFP16Pattern
_torch.report_all_anti_patterns = report_all_anti_patterns
