"""The profiler's patterns and evaluation for MUSA."""

import json

import pytest
import torch
import torch.profiler._pattern_matcher as patterns
import torch_musa
from torch.autograd import DeviceType
from torch.profiler._utils import BasicEvaluation


@pytest.fixture(scope="module")
def profile():
    with torch.profiler.profile(record_shapes=True, with_stack=True, profile_memory=True) as prof:
        torch.zeros(100, 100).to("musa")
        a = torch.ones(5, 7, device="musa")
        torch.mm(a, a.t())
        half = a.half()
        torch.mm(half, half.t())
    return prof


def test_pytorch_has_ours():
    for name in ("ExtraMUSACopyPattern", "FP32MatMulPattern", "MatMulDimInFP16Pattern"):
        assert getattr(patterns, name).__module__ == "torch_musa.profiler._pattern_matcher"
    assert BasicEvaluation.__module__ == "torch_musa.profiler._utils"


def test_products_of_odd_half_matrices_are_found(profile):
    matched = patterns.MatMulDimInFP16Pattern(profile).matched_events()
    assert [event.name for event in matched] == ["aten::mm"]


def test_products_without_tf32_are_found(profile):
    with torch.backends.mudnn.flags(allow_tf32=False):
        matched = patterns.FP32MatMulPattern(profile).matched_events()
    assert [event.name for event in matched] == ["aten::mm"]
    assert not patterns.FP32MatMulPattern(profile).matched_events()
    assert torch_musa.is_tf32_supported()


def test_copies_of_filled_tensors_are_found(profile):
    assert len(patterns.ExtraMUSACopyPattern(profile).matched_events()) == 1


def test_ratios_of_times(profile):
    pattern = patterns.MatMulDimInFP16Pattern(profile, should_benchmark=True)
    ratios = pattern.benchmark(pattern.matched_events())
    assert len(ratios) == 1 and all(ratio > 0 for ratio in ratios.values())


def test_the_report(profile, capsys, tmp_path):
    patterns.report_all_anti_patterns(profile, json_report_dir=str(tmp_path))
    assert "Extra MUSA Copy Pattern: 1 events matched" in capsys.readouterr().out
    report = json.loads((tmp_path / "torchtidy_report.json").read_text())
    names = {entry["name"] for entries in report.values() for entry in entries}
    assert "Extra MUSA Copy Pattern" in names


def test_evaluation(profile):
    evaluation = BasicEvaluation(profile.profiler)
    # An operator's kernel begins when it is launched, so nothing ever waits.
    depths = evaluation.compute_queue_depth()
    assert evaluation.metrics and all(interval.queue_depth == 0 for interval in depths)
    events = profile.profiler.kineto_results.events()
    assert bool(depths) == any(e.device_type() == DeviceType.PrivateUse1 for e in events)
    assert all(metrics.queue_depth == 0 for metrics in evaluation.metrics.values())
