"""Larger features of torch.cuda that the platform's torch_musa brings, as user code meets them."""

import ctypes

import pytest
import torch

pytestmark = pytest.mark.musa


def test_handles_of_the_blas_library():
    handle = torch.cuda.current_blas_handle()
    assert isinstance(handle, int) and handle > 0
    assert torch.cuda.current_blas_handle() == handle


def fill_with_seven(tensor, event, done):
    event.wait()
    tensor.fill_(7)
    torch.cuda.synchronize()
    done.set()


class TestProcesses:
    @pytest.mark.slow
    def test_a_tensor_and_an_event_go_to_another_process(self):
        context = torch.multiprocessing.get_context("spawn")
        tensor, done = torch.zeros(4, device="cuda"), context.Event()
        event = torch.cuda.Event(interprocess=True)
        event.record()
        process = context.Process(target=fill_with_seven, args=(tensor, event, done))
        process.start()
        assert done.wait(120)
        process.join()
        assert process.exitcode == 0 and tensor.tolist() == [7.0] * 4
        torch.cuda.ipc_collect()


def test_the_version_of_the_collectives_library():
    version = torch.cuda.nccl.version()
    assert len(version) >= 3 and all(isinstance(part, int) for part in version[:3])


def test_streams_by_their_handle():
    stream = torch.cuda.Stream()
    external = torch.cuda.ExternalStream(stream.cuda_stream)
    assert external.cuda_stream == stream.cuda_stream
    assert isinstance(stream._as_parameter_, ctypes.c_void_p)


def test_no_hint_about_what_pytorch_itself_sets(run_python):
    code = """
        import torch, torchada
        layer, x = torch.nn.Linear(4, 4).cuda(), torch.randn(4, 4, device="cuda")
        torch.export.export(layer, (x,))
        """
    assert "has no effect" not in run_python(code).stderr
    code = "import torch, torchada; torch.backends.cudnn.enabled = False"
    assert "torch.backends.cudnn.enabled = False has no effect" in run_python(code).stderr
