"""torch.cuda as user code sees it once torchada is active, and torchada.cuda."""

import collections
import time

import pytest
import torch

from torchada._errors import UnsupportedError
from torchada._patch._unsupported import unsupported

pytestmark = pytest.mark.musa


class TestDevices:
    def test_current_device_and_count(self):
        assert torch.cuda.device_count() == torch.musa.device_count() >= 1
        assert torch.cuda.current_device() == 0

    def test_device_count_is_the_very_function_of_torch_musa(self):
        assert torch.cuda.device_count is torch.musa.device_count
        assert torch.cuda.Stream is torch.musa.Stream
        assert torch.cuda.Event is torch.musa.Event

    @pytest.mark.parametrize("spelling", ["cuda", "cuda:0", 0, None, torch.device("cuda", 0)])
    def test_every_spelling_of_a_device_is_accepted(self, spelling):
        assert torch.cuda.get_device_name(spelling)
        assert torch.cuda.get_device_capability(spelling)[0] >= 2
        assert torch.cuda.get_device_properties(spelling).total_memory > 0
        assert torch.cuda.memory_allocated(spelling) >= 0
        free, total = torch.cuda.mem_get_info(spelling)
        assert 0 < free <= total
        torch.cuda.synchronize(spelling)
        assert torch.cuda.current_stream(spelling) == torch.cuda.default_stream(spelling)

    def test_device_contexts(self):
        with torch.cuda.device("cuda:0"):
            assert torch.cuda.current_device() == 0
        with torch.cuda.device_of(torch.zeros(1, device="cuda")):
            assert torch.cuda.current_device() == 0
        torch.cuda.set_device("cuda:0")
        torch.cuda.set_device(torch.device("cuda:0"))

    def test_a_device_that_is_none_is_refused(self):
        with pytest.raises(ValueError, match="cpu"):
            torch.cuda.set_device("cpu")

    def test_availability_and_version_are_untouched(self):
        assert torch.cuda.is_available() is False
        assert torch.cuda.is_available.__module__ == "torch.cuda"
        assert torch.backends.cuda.is_built() is True

    def test_get_device_module_is_torch_cuda_for_users(self):
        assert torch.get_device_module("cuda") is torch.cuda
        assert torch.get_device_module(torch.device("cuda:0")) is torch.cuda
        assert torch.get_device_module() is torch.cuda
        assert torch.get_device_module("musa") is torch.musa
        native = {"__name__": "torch.somewhere", "torch": torch}
        assert eval("torch.get_device_module('cuda')", native) is torch.musa

    def test_default_device(self):
        torch.set_default_device("cuda")
        try:
            assert torch.zeros(1).is_cuda
            assert torch.get_default_device() == torch.device("cuda", 0)
        finally:
            torch.set_default_device(None)

    def test_module_cuda_moves_parameters_and_buffers(self):
        module = torch.nn.BatchNorm1d(3).cuda()
        tensors = [*module.parameters(), *module.buffers()]
        assert all(tensor.is_cuda for tensor in tensors)
        assert not any(tensor.is_cuda for tensor in module.cpu().parameters())

    def test_storages_move(self):
        storage = torch.arange(4, dtype=torch.uint8).untyped_storage().cuda()
        assert storage.is_cuda and storage.device == torch.device("cuda:0")
        assert storage.cpu().tolist() == [0, 1, 2, 3]
        assert torch.UntypedStorage(4, device="cuda").is_cuda

    def test_cuda_c_names_of_the_runtime(self):
        (error,) = {int(torch.cuda.cudart().cudaError.success)}
        assert error == 0
        with pytest.raises(UnsupportedError, match="cudaDeviceReset"):
            torch.cuda.cudart().cudaDeviceReset()


class TestStreamsAndEvents:
    def test_stream_context_and_cuda_stream(self):
        stream = torch.cuda.Stream(device="cuda:0")
        with torch.cuda.stream(stream):
            assert torch.cuda.current_stream() == stream
            result = torch.ones(8, device="cuda") * 2
        stream.synchronize()
        assert stream.cuda_stream == stream.musa_stream
        assert stream.__cuda_stream__() == (0, stream.cuda_stream)
        assert result.sum().item() == 16
        assert isinstance(stream, torch.cuda.Stream) and stream.query()

    def test_events_measure_time(self):
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        torch.cuda.synchronize()
        start.record()
        # The device finishes what was recorded after the host has waited.
        time.sleep(0.02)
        torch.ones(1000, device="cuda").sum()
        end.record()
        torch.cuda.synchronize()
        assert start.elapsed_time(end) >= 19 and end.query()
        assert end.cuda_event == end.musa_event

    def test_streams_wait_for_each_other(self):
        first, second = torch.cuda.Stream(), torch.cuda.Stream(priority=-1)
        assert first != second and first.cuda_stream != second.cuda_stream
        with torch.cuda.stream(first):
            tensor = torch.full((1 << 16,), 2.0, device="cuda")
            done = first.record_event()
        second.wait_stream(first)
        second.wait_event(done)
        with torch.cuda.stream(second):
            total = tensor.sum()
        tensor.record_stream(second)
        second.synchronize()
        assert done.query() and second.query()
        assert total.item() == 2 << 16

    def test_external_stream(self):
        stream = torch.cuda.Stream()
        same = torch.cuda.get_stream_from_external(stream.cuda_stream, "cuda:0")
        assert same.cuda_stream == stream.cuda_stream


class TestMemory:
    def test_used_memory_of_the_device(self):
        free, total = torch.cuda.mem_get_info()
        assert torch.cuda.device_memory_used() == total - free


class TestRandom:
    def test_seeds_repeat(self):
        for seed in (torch.manual_seed, torch.cuda.manual_seed, torch.cuda.manual_seed_all):
            seed(7)
            first = torch.rand(4, device="cuda")
            seed(7)
            assert torch.equal(first, torch.rand(4, device="cuda"))

    @pytest.mark.parametrize("device", ["cuda", "cuda:0", 0, torch.device("cuda")])
    def test_state_of_the_generator(self, device):
        state = torch.cuda.get_rng_state(device)
        first = torch.rand(4, device="cuda")
        torch.cuda.set_rng_state(state, device)
        assert torch.equal(first, torch.rand(4, device="cuda"))
        assert not state.is_cuda

    def test_submodule_holds_the_same_functions(self):
        assert torch.cuda.random.manual_seed is torch.cuda.manual_seed
        assert torch.cuda.memory.memory_allocated is torch.cuda.memory_allocated
        assert torch.cuda.streams.Stream is torch.cuda.Stream

    @pytest.mark.parametrize("kind", [{}, {"device_type": "cuda"}, {"devices": [0]}])
    def test_fork_rng_puts_the_state_back(self, kind):
        torch.cuda.manual_seed(3)
        with torch.random.fork_rng(**kind):
            inside = torch.rand(4, device="cuda")
        assert torch.equal(inside, torch.rand(4, device="cuda"))

    def test_generators(self):
        torch.zeros(1, device="cuda")
        assert len(torch.cuda.default_generators) == torch.cuda.device_count()
        generator = torch.Generator(device="cuda").manual_seed(5)
        first = torch.rand(3, device="cuda", generator=generator)
        again = torch.rand(3, device="cuda", generator=generator.manual_seed(5))
        assert torch.equal(first, again) and generator.device == torch.device("cuda")
        assert torch.Generator(device="cuda:0").device == torch.device("cuda:0")

    def test_seed_given_before_activation_counts(self, run_python):
        code = (
            "import torch; torch.manual_seed(11)\n"
            "import torchada; print(torch.rand(3, device='cuda').tolist())"
        )
        late = run_python(code, env={"TORCHADA_AUTOLOAD": "0"}).stdout
        early = run_python("import torchada; " + code).stdout
        assert late == early

    def test_nothing_is_initialised_by_importing(self, run_python):
        code = (
            "import torchada, torch\n"
            "assert not torch.cuda.is_initialized() and torch.cuda.default_generators == ()\n"
            "torch.cuda.init()\n"
            "assert torch.cuda.is_initialized() and torch.cuda._initialized\n"
            "assert len(torch.cuda.default_generators) == torch.cuda.device_count()\n"
            "assert torch.cuda.has_half"
        )
        run_python(code)


class TestRanges:
    def test_ranges_nest_and_count(self):
        nvtx = torch.cuda.nvtx
        assert nvtx.range_push("outer") == 0
        with nvtx.range("step {}", 3):
            assert nvtx.range_push("inner") == 2
            assert nvtx.range_pop() == 2
        assert nvtx.range_pop() == 0
        nvtx.mark("here")
        nvtx.range_end(nvtx.range_start("across threads"))

    def test_range_decorates(self):
        @torch.cuda.nvtx.range("whole")
        def work():
            return torch.cuda.nvtx.range_push("in work"), torch.cuda.nvtx.range_pop()

        assert work() == (1, 1)


class TestOwnModules:
    def test_torchada_cuda_is_torch_cuda(self):
        import torchada.cuda
        import torchada.cuda.amp
        import torchada.cuda.nvtx
        import torchada.cuda.random
        from torchada.cuda import Stream, amp

        assert Stream is torch.cuda.Stream
        assert torchada.cuda.device_count is torch.cuda.device_count
        assert amp.GradScaler is torch.cuda.amp.GradScaler
        assert torchada.cuda.nvtx.range_push is torch.cuda.nvtx.range_push
        assert torchada.cuda.random.get_rng_state is torch.cuda.random.get_rng_state
        assert "Stream" in dir(torchada.cuda) and "seed_all" in dir(torchada.cuda.random)

    def test_torchada_cuda_is_available_where_there_is_a_gpu(self):
        import torchada.cuda

        assert torchada.cuda.is_available() is True
        assert torch.cuda.is_available() is False

    def test_torchada_cuda_needs_no_torch_and_no_musa(self, run_python):
        code = (
            "import sys, torchada.cuda, torchada.cuda.amp, torchada.cuda.nvtx, torchada.cuda.random\n"
            "assert 'torch' not in sys.modules\n"
            "from torchada.cuda import Stream, is_available\n"
            "import torch\n"
            "assert is_available is torch.cuda.is_available and Stream is torch.cuda.Stream\n"
        )
        run_python(code, musasim=False)


class TestUnsupported:
    def test_error_names_the_api_the_reason_and_the_way_out(self):
        with pytest.raises(UnsupportedError) as caught:
            torch.cuda.get_gencode_flags()
        text = str(caught.value)
        assert "torch.cuda.get_gencode_flags" in text and "torch_musa.utils.musa_extension" in text
        assert isinstance(caught.value, RuntimeError)

    def test_classes_stay_classes(self):
        stand_in = unsupported("torch.x.Thing", "of a reason", "that", collections.OrderedDict)
        assert not isinstance(object(), stand_in)
        for use in (stand_in, stand_in.fromkeys):
            with pytest.raises(UnsupportedError, match="torch.x.Thing .* of a reason. Instead"):
                use("file", 0)

    def test_external_events(self):
        assert torch.cuda.Event(enable_timing=True, external=False).query() is True
        with pytest.raises(UnsupportedError, match="torch.cuda.Event.external=True"):
            torch.cuda.Event(external=True)

    def test_sync_debug_mode(self):
        torch.cuda.set_sync_debug_mode("default")
        assert torch.cuda.get_sync_debug_mode() == 0
        with pytest.raises(RuntimeError, match="expected one of `default`, `warn`, `error`"):
            torch.cuda.set_sync_debug_mode("loud")


def test_tf32_is_done_only_while_it_is_permitted_to_both(run_python):
    code = """
        import torch, torch_musa
        switch = torch.backends.mudnn
        assert switch.allow_tf32
        import torchada
        assert not switch.allow_tf32
        torch.set_float32_matmul_precision("high")
        assert switch.allow_tf32
        torch.backends.cudnn.allow_tf32 = False
        assert not switch.allow_tf32 and torch.backends.cuda.matmul.allow_tf32
        torchada.unpatch()
        assert switch.allow_tf32
    """
    run_python(code, env={"TORCHADA_AUTOLOAD": "0"})


def test_products_have_their_switches_by_the_name_of_musa(run_python):
    """Newer versions of torch_musa have torch.backends.musa, and accelerate uses it."""
    code = """
        import torch, torch_musa
        had = hasattr(torch.backends, "musa")
        import torchada
        torch.backends.musa.matmul.allow_tf32 = True
        assert torch.backends.mudnn.allow_tf32
        assert had or torch.backends.cuda.matmul.allow_tf32
        torchada.unpatch()
        assert hasattr(torch.backends, "musa") == had
    """
    run_python(code, env={"TORCHADA_AUTOLOAD": "0"})


def test_a_reloaded_module_is_bound_again(run_python):
    code = """
        import importlib, torch, torchada
        before = dict(vars(torch.cuda))
        importlib.reload(torch.cuda)
        changed = [name for name in ("synchronize", "Stream", "memory_allocated", "set_device")
                   if getattr(torch.cuda, name) is not before[name]]
        assert not changed and torch.cuda.device_count() == 1, changed
        kept = torch.ones(2, device="cuda")
        assert torch.cuda.memory_allocated() and torchada.is_patched()
        torchada.unpatch()
        assert torch.cuda.synchronize.__module__ == "torch.cuda"
    """
    run_python(code)
