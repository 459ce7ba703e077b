"""Emulations of what torch_musa lacks: their errors, warnings and limits, and how they are undone."""

import pytest
import torch

from torchada._errors import UnsupportedError

pytestmark = pytest.mark.musa

ADD = "template <typename T> T add(T x, T y) { return x + y; }"


@pytest.mark.parametrize(
    "use, words",
    [
        (
            lambda: torch.cuda.tunable.read_file("x.csv"),
            r"read_file\(\) .*no TunableOp. Instead: do without tuning",
        ),
        (lambda: torch.cuda.tunable.tune_gemm_in_file("x"), "tune_gemm_in_file"),
        (lambda: torch.cuda.tunable.mgpu_tune_gemm_in_file("x?", 1), "mgpu_tune_gemm_in_file"),
        (lambda: torch.cuda.tunable.get_rotating_buffer_size(), "negative number"),
        (lambda: torch.cuda.nccl.unique_id(), "unique_id .* Instead: use torch.distributed"),
        (
            lambda: torch.cuda.nccl.init_rank(1, b"", 0),
            "init_rank .* Instead: use torch.distributed",
        ),
        (lambda: torch.cuda.get_gencode_flags(), "build with torch_musa.utils.musa_extension"),
    ],
)
def test_what_cannot_be_honoured_says_so(use, words):
    with pytest.raises(UnsupportedError, match=words):
        use()


@pytest.mark.parametrize(
    "use, answer, words",
    [
        (
            "torch.cuda.set_sync_debug_mode('warn')",
            "torch.cuda.get_sync_debug_mode() == 1",
            "torch.cuda.set_sync_debug_mode() has no effect on MUSA: torch_musa does not report "
            "synchronising operations; look for them with torch.profiler",
        ),
        (
            "torch.cuda.tunable.enable()",
            "torch.cuda.tunable.is_enabled()",
            "torch.cuda.tunable.enable(True) has no effect on MUSA: torch_musa has no TunableOp, and "
            "muBLAS chooses its kernels itself",
        ),
        (
            "size = torch.backends.cuda.cufft_plan_cache.size",
            "size == 0",
            "torch.backends.cuda.cufft_plan_cache.size has no effect on MUSA: torch_musa does not "
            "bind muFFT's plan cache",
        ),
    ],
)
def test_knobs_are_kept_and_say_once_that_they_do_nothing(run_python, use, answer, words):
    done = run_python(f"import torch\nfor _ in range(2):\n    {use}\nassert {answer}")
    assert done.stderr == f"torchada: {words}\n"


def test_what_functions_of_jiterator_do_not_take():
    add = torch.cuda.jiterator._create_jit_fn(ADD, scale=1.0)
    one = torch.ones(1, device="cuda")
    with pytest.raises(UnsupportedError, match="argument of type complex .* Instead: pass it as"):
        add(one, one, scale=1j)
    with pytest.raises(UnsupportedError, match="with torch.uint16 .* Instead: convert"):
        add(one.to(torch.uint16), one.to(torch.uint16))
    with pytest.raises(RuntimeError, match="one GPU, not on cuda:0, cpu"):
        add(one, torch.ones(1))
    with pytest.raises(RuntimeError, match="1 to 8 outputs, not 9"):
        torch.cuda.jiterator._create_multi_output_jit_fn(ADD, num_outputs=9)(one)
    broken = torch.cuda.jiterator._create_jit_fn("template <typename T>\nT f(T x) {\n return no; }")
    with pytest.raises(RuntimeError, match=r"f\.cu:3:\d+: error: 'no' was not declared"):
        broken(one)


def test_green_contexts_refuse_in_each_way():
    cls = getattr(torch.cuda, "GreenContext", None)
    if cls is None:
        assert torch.__version__ < "2.9"
        return
    for use in (cls, lambda: cls.create(num_sms=1), lambda: cls.max_workqueue_concurrency()):
        if use is not cls and not hasattr(cls, "max_workqueue_concurrency"):
            continue
        with pytest.raises(UnsupportedError, match="no green contexts"):
            use()
    assert not isinstance(3, cls)


def test_green_contexts_of_cuda_builds_are_unsupported_too(run_python):
    """CUDA builds have the class in C++, from which torch.cuda.green_contexts concludes."""
    code = """
        import importlib, torch
        if hasattr(torch.cuda, "GreenContext"):
            torch._C._CUDAGreenContext = type("_CUDAGreenContext", (), {})
            module = importlib.reload(torch.cuda.green_contexts)
            torch.cuda.GreenContext = module.GreenContext
            assert module.SUPPORTED
            import torchada
            assert module.SUPPORTED is False
            assert module._GreenContext is torch._C._CUDAGreenContext
            assert module.GreenContext is torch.cuda.GreenContext
            for use in (module.GreenContext.create, module._GreenContext):
                try:
                    use()
                except torchada._errors.UnsupportedError as error:
                    assert "no green contexts" in str(error)
                else:
                    raise AssertionError("not refused")
    """
    run_python(code, env={"TORCHADA_AUTOLOAD": "0"})


def test_sizes_of_the_rotating_buffer_are_bytes():
    torch.cuda.tunable.set_rotating_buffer_size(3)
    assert torch.cuda.tunable.get_rotating_buffer_size() == 3 * 2**20
    torch.cuda.tunable.set_rotating_buffer_size(-1)


class TestCollectives:
    def test_communicators_are_refused(self):
        with pytest.raises(UnsupportedError, match="Instead: leave out comms"):
            torch.cuda.nccl.all_reduce([torch.ones(1, device="cuda")], comms=[object()])

    def test_bytes_are_copied_but_not_added(self):
        x = torch.ones(2, device="cuda").to(torch.float8_e4m3fn)
        torch.cuda.nccl.broadcast([x])
        with pytest.raises(UnsupportedError, match="convert the tensors to torch.bfloat16"):
            torch.cuda.nccl.all_reduce([x])

    def test_unknown_operations_are_nccl_s_error(self):
        with pytest.raises(RuntimeError, match="NCCL Error 4: invalid argument"):
            torch.cuda.nccl.all_reduce([torch.ones(1, device="cuda")], op=9)


class TestProfilerSwitch:
    def test_errors_of_the_runtime_are_cuda_errors(self, monkeypatch):
        from torchada.cuda import _runtime_library

        monkeypatch.setattr(_runtime_library, "function", lambda name: lambda: 1)
        with pytest.raises(torch.cuda.CudaError, match=r"\(1\)"):
            torch.cuda.profiler.start()

    def test_a_runtime_without_it(self, monkeypatch):
        from torchada.cuda import _runtime_library

        monkeypatch.setattr(_runtime_library, "function", lambda name: None)
        with pytest.raises(
            UnsupportedError, match="has no musaProfilerStop. Instead: use torch.prof"
        ):
            torch.cuda.profiler.stop()

    def test_no_other_library_is_loaded(self):
        from torchada.cuda import _runtime_library

        assert _runtime_library.function("musaProfilerStart") is not None
        assert _runtime_library.function("musaNoSuchFunction") is None


def test_emit_nvtx_warns_once(run_python):
    code = """
        import torch
        for _ in range(2):
            with torch.autograd.profiler.emit_nvtx():
                torch.ones(1, device="cuda").add_(1)
    """

    assert run_python(code).stderr.count("emit_nvtx() has no effect on MUSA") == 1


class TestSanitizer:
    """This torch_musa reports nothing to PyTorch's trace of GPU calls."""

    pytestmark = pytest.mark.usefixtures("needs_simulator")

    def test_switched_on_by_the_program(self, run_python):
        code = """
            import torch, torchada
            import torch.cuda._sanitizer as sanitizer
            from torchada._errors import UnsupportedError
            try:
                sanitizer.enable_cuda_sanitizer()
            except UnsupportedError as error:
                print("CUDA_LAUNCH_BLOCKING=1" in str(error))
            assert not sanitizer.cuda_sanitizer.enabled
            ours = sanitizer.enable_cuda_sanitizer
            assert torchada.unpatch() and sanitizer.enable_cuda_sanitizer is ours.__wrapped__
        """

        assert run_python(code).stdout == "True\n"

    def test_switched_on_by_the_variable(self, run_python):
        code = """
            import torch
            torch.ones(1, device="cuda").add_(1)
            assert not torch.cuda._sanitizer.cuda_sanitizer.enabled
        """

        done = run_python(code, env={"TORCH_CUDA_SANITIZER": "1"})

        assert done.stderr.count("torch.cuda._sanitizer is not supported") == 1

    def test_it_is_used_where_torch_musa_reports(self, run_python):
        code = """
            import torch, torch_musa
            import torch.cuda._sanitizer as sanitizer
            import importlib
            record = torch_musa.Event.record
            def reporting(self, *stream):
                # As PyTorch's C++ part does with what a device reports.
                trace = importlib.import_module("torch.musa")._gpu_trace
                trace.EventCreationCallbacks.fire_callbacks(id(self))
                return record(self, *stream)
            torch_musa.Event.record = reporting
            sanitizer.enable_cuda_sanitizer()
            assert sanitizer.cuda_sanitizer.enabled
            x = torch.ones(2, device="cuda")
            # Two streams that do not wait for each other write the same memory.
            try:
                with torch.cuda.stream(torch.cuda.Stream()):
                    x.add_(1)
            except sanitizer.CUDASanitizerErrors as errors:
                print(len(errors.errors) > 0)
        """

        assert run_python(code).stdout == "True\n"


def test_all_bindings_are_undone(run_python):
    code = """
        import torch
        names = "_broadcast", "_gather_out", "_nccl_all_reduce", "_gds_load_storage"
        before = [getattr(torch._C, name, None) for name in names]
        emit = torch.autograd.profiler.emit_nvtx
        enter, queue = emit.__enter__, torch.cuda._queued_calls
        import torchada
        assert all(getattr(torch._C, name).__module__[:8] == "torchada" for name in names)
        assert torchada.unpatch()
        assert [getattr(torch._C, name, None) for name in names] == before
        assert emit.__enter__ is enter and torch.cuda._queued_calls is queue
    """

    run_python(code, env={"TORCHADA_AUTOLOAD": "0"})


def test_functions_that_the_patched_pytorch_calls_are_there(run_python):
    code = """
        import torch_musa
        names = "_broadcast_out", "_scatter_out", "_gather_out"
        for name in names:
            if hasattr(torch_musa._MUSAC, name):
                delattr(torch_musa._MUSAC, name)
        import torchada
        assert all(getattr(torch_musa._MUSAC, name).__name__ == name for name in names)
        assert torchada.unpatch() and not any(hasattr(torch_musa._MUSAC, name) for name in names)
    """

    run_python(code, env={"TORCHADA_AUTOLOAD": "0"})
