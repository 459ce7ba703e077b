"""What the profiler records: the CPU, CUDA or both, by the new interface and the old one."""

import pytest
import torch
from torch.autograd import DeviceType
from torch.profiler import ProfilerActivity, profile, record_function

from .common import BOTH, MARKS

pytestmark = MARKS


def averages_of(profiler):
    return {event.key: event for event in profiler.key_averages()}


def on_device(profiler):
    return [event for event in profiler.events() if event.device_type == DeviceType.CUDA]


def test_cuda_is_supported():
    supported = torch.profiler.supported_activities()
    assert ProfilerActivity.CPU in supported and ProfilerActivity.CUDA in supported
    assert supported == torch.autograd._supported_activities()
    assert supported == torch._C._autograd._supported_activities()
    assert ProfilerActivity.CUDA.name == "CUDA"
    assert torch.profiler.kineto_available()


def test_operators_have_device_time(matrix):
    with profile(activities=BOTH) as profiler:
        (matrix @ matrix).relu().sum()
    averages = averages_of(profiler)
    for name in ("aten::mm", "aten::relu", "aten::sum"):
        assert averages[name].device_time_total > 0 and averages[name].cpu_time_total > 0
        assert averages[name].use_device == "cuda" and averages[name].count == 1
    assert averages["aten::matmul"].self_device_time_total <= averages["aten::mm"].device_time_total


def test_what_ran_on_the_gpu_is_cudas(matrix):
    with profile(activities=BOTH) as profiler:
        matrix.exp()
        matrix.cpu()
    events = on_device(profiler)
    assert events and all(event.use_device == "cuda" for event in profiler.events())
    assert {event.device_index for event in events} == {0}
    assert any("Memcpy DtoH" in event.name for event in events)
    assert all(event.device_time_total > 0 and event.cpu_time_total == 0 for event in events)
    assert "device_type=DeviceType.CUDA" in repr(events[0])
    assert "cuda_time=" in repr(events[0]) and "cuda_memory_usage=" in repr(events[0])
    assert "self_cuda_time=" in repr(profiler.key_averages()[0])


def test_kernels_of_an_operator(matrix):
    with profile(activities=BOTH) as profiler:
        matrix.exp()
    (event,) = (event for event in profiler.events() if event.name == "aten::exp")
    assert len(event.kernels) == 1
    name, device, duration = event.kernels[0]
    assert isinstance(name, str) and device == 0 and duration > 0
    # PyTorch 2.11 counts a kernel also for the runtime's call that launched it.
    assert event.device_type == DeviceType.CPU and event.device_time_total >= duration


def test_the_events_of_kineto(matrix):
    with profile(activities=BOTH) as profiler:
        matrix.exp()
    events = profiler.profiler.kineto_results.events()
    assert {event.device_type() for event in events} == {DeviceType.CPU, DeviceType.CUDA}
    (kernel,) = (event for event in events if event.device_type() == DeviceType.CUDA)
    assert kernel.device_index() == 0 and kernel.duration_ns() > 0
    assert kernel.end_ns() - kernel.start_ns() == kernel.duration_ns()


def test_the_activities_of_a_profile(matrix):
    with profile(activities=BOTH) as profiler:
        matrix.exp()
    assert set(profiler.activities) == set(BOTH) and profiler.use_device == "cuda"
    assert profiler.profiler.use_device == "cuda"
    assert profiler.profiler.kineto_activities == set(BOTH)


def test_both_are_recorded_by_default(matrix):
    with profile() as profiler:
        matrix.exp()
    assert on_device(profiler) and averages_of(profiler)["aten::exp"].device_time_total > 0
    assert profiler.use_device == "cuda"


def test_the_gpu_alone(matrix):
    with profile(activities=[ProfilerActivity.CUDA]) as profiler:
        matrix.exp()
    assert on_device(profiler)
    assert not [event for event in profiler.events() if event.name.startswith("aten::")]


def test_the_cpu_alone(matrix):
    with profile(activities=[ProfilerActivity.CPU]) as profiler:
        matrix.exp()
    assert profiler.events() and not on_device(profiler)
    assert all(event.device_time_total == 0 for event in profiler.key_averages())
    assert "CUDA" not in profiler.key_averages().table()


def test_backward_is_recorded(matrix):
    matrix.requires_grad_()
    with profile(activities=BOTH) as profiler:
        (matrix @ matrix).sum().backward()
    assert averages_of(profiler)["MmBackward0"].device_time_total > 0


def test_work_of_another_stream(matrix):
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with profile(activities=BOTH) as profiler:
        matrix.exp()
        with torch.cuda.stream(side):
            matrix.sin()
        torch.cuda.synchronize()
    assert len({event.device_resource_id for event in on_device(profiler)}) == 2


def test_labels(matrix):
    @record_function("decorated")
    def decorated():
        return matrix.exp()

    with profile(activities=BOTH) as profiler:
        with record_function("outer"), record_function("inner", "arguments"):
            matrix.sin()
        assert decorated().shape == decorated().shape
    averages = averages_of(profiler)
    assert averages["decorated"].count == 2
    for name in ("outer", "inner", "decorated"):
        assert averages[name].device_time_total > 0 and averages[name].is_user_annotation
    (inner,) = (e for e in profiler.events() if e.name == "inner" and e.cpu_parent is not None)
    assert inner.cpu_parent.name == "outer"


def test_nvtx_ranges_while_a_profile_runs(matrix):
    with profile(activities=BOTH) as profiler:
        with torch.cuda.nvtx.range("step {}", 1):
            matrix.exp()
        torch.cuda.nvtx.mark("here")
    assert averages_of(profiler)["aten::exp"].device_time_total > 0


def test_profiles_cannot_be_nested(matrix):
    with profile(activities=BOTH) as profiler:
        with pytest.raises(RuntimeError, match="not reentrant"):
            profiler.profiler.__enter__()
        matrix.exp()


@pytest.mark.torch_from(2, 13)
def test_a_filter_of_what_is_recorded(matrix):
    with profile(activities=[ProfilerActivity.CPU, {ProfilerActivity.CUDA: ["GPU_MEMCPY"]}]) as p:
        matrix.exp()
        matrix.cpu()
    assert ["Memcpy DtoH" in event.name for event in on_device(p)] == [True]
    with pytest.raises(RuntimeError, match="'NOTHING'"):
        with profile(activities=[{ProfilerActivity.CUDA: ["NOTHING"]}]):
            pass


class TestTheOldInterface:
    @pytest.mark.parametrize("options", [{}, {"use_kineto": True}])
    def test_device_time(self, matrix, options):
        with torch.autograd.profiler.profile(use_device="cuda", **options) as profiler:
            matrix @ matrix
        averages = averages_of(profiler)
        assert averages["aten::mm"].device_time_total > 0
        assert profiler.use_device == "cuda" and averages["aten::mm"].use_device == "cuda"
        assert "CUDA total" in profiler.key_averages().table(sort_by="cuda_time_total")
        assert profiler.total_average().device_time_total > 0
        assert "aten::mm" in str(profiler) and "aten::mm" in repr(profiler)

    def test_use_cuda_is_deprecated(self, matrix):
        with pytest.warns(FutureWarning, match="`use_cuda` will be deprecated soon") as warned:
            profiler = torch.autograd.profiler.profile(use_cuda=True)
        assert warned[0].filename == __file__
        with profiler:
            matrix.exp()
        assert profiler.use_cuda is True
        assert averages_of(profiler)["aten::exp"].device_time_total > 0

    def test_use_cuda_of_the_new_one(self, matrix):
        with pytest.warns(FutureWarning, match="`use_cuda` is deprecated"):
            profiler = profile(use_cuda=True)
        with profiler:
            matrix.exp()
        assert averages_of(profiler)["aten::exp"].device_time_total > 0

    def test_only_the_gpu_needs_kineto(self, matrix):
        with pytest.raises(AssertionError, match="use_kineto=True"):
            torch.autograd.profiler.profile(use_device="cuda", use_cpu=False)
        options = {"use_device": "cuda", "use_cpu": False, "use_kineto": True}
        with torch.autograd.profiler.profile(**options) as profiler:
            matrix.exp()
        assert DeviceType.CUDA in {event.device_type for event in profiler.function_events}

    def test_a_device_that_is_none(self, matrix):
        with pytest.warns(UserWarning, match="is not a valid device option"):
            with torch.autograd.profiler.profile(use_device="gpu") as profiler:
                matrix.exp()
        assert profiler.use_device is None and averages_of(profiler)["aten::exp"].count == 1

    def test_switched_off(self, matrix):
        with torch.autograd.profiler.profile(enabled=False, use_device="cuda") as profiler:
            matrix.exp()
        assert profiler is None


def test_functions_in_c(matrix):
    """What torch.autograd.profiler itself calls."""
    from torch._C._profiler import ProfilerConfig, ProfilerState, _ExperimentalConfig

    config = ProfilerConfig(
        ProfilerState.KINETO, False, False, False, False, False, _ExperimentalConfig()
    )
    activities = {ProfilerActivity.CPU, ProfilerActivity.CUDA}
    torch._C._autograd._prepare_profiler(config, activities)
    torch._C._autograd._enable_profiler(config, activities)
    assert torch._C._autograd._profiler_enabled()
    matrix.exp()
    torch.cuda.synchronize()
    events = torch._C._autograd._disable_profiler().events()
    assert DeviceType.CUDA in {event.device_type() for event in events}
