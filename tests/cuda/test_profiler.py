"""The profiler on MUSA: whose names a profile carries, what is refused, what ranges show, how it is undone."""

import json

import pytest
import torch
from torch.autograd import DeviceType
from torch.profiler import ProfilerActivity, profile, supported_activities

import torchada

pytestmark = pytest.mark.musa

CPU, CUDA, MUSA = ProfilerActivity.CPU, ProfilerActivity.CUDA, ProfilerActivity.PrivateUse1


@pytest.fixture
def x():
    return torch.ones(64, 64, device="cuda")


@pytest.mark.filterwarnings("ignore:.*Profiler clears events at the end of each cycle:UserWarning")
class TestWhoseNames:
    def test_a_profile_of_musa_stays_musas(self, x):
        with profile(activities=[CPU, MUSA]) as profiler:
            x.exp()
        kinds = {event.device_type for event in profiler.events()}
        assert kinds == {DeviceType.CPU, DeviceType.PrivateUse1}
        assert {event.use_device for event in profiler.events()} == {"musa"}
        assert "MUSA total" in profiler.key_averages().table()

    def test_kineto_tells_pytorch_the_truth(self, x):
        with profile(activities=[CPU, CUDA]) as profiler:
            x.exp()
        events = profiler.profiler.kineto_results.events()
        assert DeviceType.CUDA in {event.device_type() for event in events}
        with torchada.native_view():
            kinds = {event.device_type() for event in events}
        assert kinds == {DeviceType.CPU, DeviceType.PrivateUse1}

    def test_pytorch_finds_its_own_activity_supported(self):
        assert supported_activities() == {CPU, CUDA}
        with torchada.native_view():
            assert torch.autograd._supported_activities() == {CPU, MUSA}

    def test_a_trace_of_a_profile_of_musa_names_musa(self, x, tmp_path):
        for activity, number in ((MUSA, DeviceType.PrivateUse1.value), (CUDA, 1)):
            with profile(activities=[CPU, activity], profile_memory=True) as profiler:
                y = x.exp()
            profiler.export_chrome_trace(str(tmp_path / "trace.json"))
            events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
            memory = [event["args"] for event in events if event.get("name") == "[memory]"]
            assert number in {args["Device Type"] for args in memory} and y.is_cuda


class TestNvtx:
    def test_ranges_are_shown_while_a_profile_runs(self, x):
        nvtx = torch.cuda.nvtx
        with profile(activities=[CPU, CUDA]) as profiler:
            assert nvtx.range_push("outer") == 0
            with nvtx.range("step {}", 1):
                x.exp()
            assert nvtx.range_pop() == 0
            nvtx.mark("here")
            nvtx.range_push(b"bytes")
            nvtx.range_pop()
        averages = {event.key: event for event in profiler.key_averages()}
        for name in ("outer", "step 1"):
            assert averages[name].device_time_total > 0 and averages[name].count == 1
        assert averages["here"].count == averages["bytes"].count == 1
        (step,) = (event for event in profiler.events() if event.name == "step 1")
        assert step.cpu_parent.name == "outer"

    def test_ranges_across_the_ends_of_a_profile(self, x):
        nvtx = torch.cuda.nvtx
        nvtx.range_push("before")
        with profile(activities=[CPU, CUDA]):
            assert nvtx.range_pop() == 0
            nvtx.range_push("after")
        assert nvtx.range_pop() == 0 and nvtx.range_pop() < 0


class TestRefusals:
    def test_toggling_the_gpu(self, run_python):
        code = """
            import torch
            from torch.profiler import ProfilerActivity, profile
            x = torch.ones(2, device="cuda")
            with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as profiler:
                for enable in (False, True):
                    profiler.toggle_collection_dynamic(enable, [ProfilerActivity.CUDA])
                    x.exp()
            print(sum(event.name == "exp" for event in profiler.events()))
        """

        done = run_python(code)

        assert done.stdout.splitlines()[-1] == "2"
        assert done.stderr.count("toggle_collection_dynamic() has no effect on the GPU's") == 1


def test_it_is_all_undone(run_python):
    code = """
        import torch, torch_musa
        from torch.profiler import profiler as new
        old = torch.autograd.profiler
        def state():
            members = [vars(cls)[name] for cls, name in (
                (old.profile, "__init__"), (old.profile, "_parse_kineto_results"),
                (old.profile, "export_chrome_trace"), (old.profile, "toggle_collection_dynamic"),
                (new._KinetoProfile, "export_memory_timeline"),
                (torch._C._autograd._KinetoEvent, "device_type"))]
            return members + [
                torch._C._autograd._prepare_profiler, old._enable_profiler, old._prepare_profiler,
                torch.autograd._supported_activities, torch.profiler.supported_activities,
                new._add_execution_trace_observer]
        before = state()
        import torchada
        assert not any(now is then for now, then in zip(state(), before))
        torchada.unpatch()
        assert all(now is then for now, then in zip(state(), before))
    """

    run_python(code, env={"TORCHADA_AUTOLOAD": "0"})


def test_a_profile_ends_though_torchada_was_deactivated_in_it(run_python):
    code = """
        import torch, torchada
        from torch.profiler import ProfilerActivity, profile
        with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as profiled:
            torch.ones(3, device="cuda").add(1)
            torchada.unpatch()
        assert any(event.name == "aten::add" for event in profiled.events())
    """

    run_python(code)
