"""Larger features of torch.cuda that the platform's torch_musa brings, as user code meets them."""

import ctypes

import pytest
import torch

pytestmark = pytest.mark.musa


def test_handles_of_the_blas_library():
    handle = torch.cuda.current_blas_handle()
    assert isinstance(handle, int) and handle > 0
    assert torch.cuda.current_blas_handle() == handle


class TestGraphs:
    def test_capture_and_replay(self):
        source = torch.zeros(3, device="cuda")
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            assert torch.cuda.is_current_stream_capturing()
            result = source * 2 + 1
        source.fill_(3)
        graph.replay()
        torch.cuda.synchronize()
        assert result.tolist() == [7.0, 7.0, 7.0]
        assert result.device.type == "cuda"

    def test_two_graphs_share_a_pool(self):
        pool = torch.cuda.graph_pool_handle()
        x = torch.ones(2, device="cuda")
        first, second = torch.cuda.CUDAGraph(), torch.cuda.CUDAGraph()
        with torch.cuda.graph(first, pool=pool):
            y = x + 1
        with torch.cuda.graph(second, pool=pool, stream=torch.cuda.Stream()):
            z = y + 1
        assert first.pool() == second.pool()
        x.fill_(5)
        first.replay()
        second.replay()
        torch.cuda.synchronize()
        assert z.tolist() == [7.0, 7.0]

    def test_graphed_callables_train(self):
        torch.manual_seed(0)
        model = torch.nn.Linear(3, 2).cuda()
        sample = torch.randn(4, 3, device="cuda")
        graphed = torch.cuda.make_graphed_callables(torch.nn.Linear(3, 2).cuda(), (sample,))
        graphed.load_state_dict(model.state_dict())
        data = torch.randn(4, 3, device="cuda")
        for module in (model, graphed):
            module(data).square().sum().backward()
        torch.testing.assert_close(graphed.weight.grad, model.weight.grad)


class TestMemory:
    def test_what_is_allocated_is_freed(self):
        before = torch.cuda.memory_allocated()
        x = torch.empty(1 << 20, dtype=torch.uint8, device="cuda")
        assert torch.cuda.memory_allocated() == before + (1 << 20)
        del x
        assert torch.cuda.memory_allocated() == before


def test_streams_by_their_handle():
    stream = torch.cuda.Stream()
    external = torch.cuda.ExternalStream(stream.cuda_stream)
    assert external.cuda_stream == stream.cuda_stream
    assert isinstance(stream._as_parameter_, ctypes.c_void_p)
