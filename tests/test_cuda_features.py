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
    def test_a_pool_of_its_own(self):
        pool = torch.cuda.MemPool()
        with torch.cuda.use_mem_pool(pool):
            x = torch.ones(4, device="cuda")
        segments = torch.cuda.memory_snapshot()
        mine = [s for s in segments if tuple(s["segment_pool_id"]) == tuple(pool.id)]
        assert any(s["address"] <= x.data_ptr() < s["address"] + s["total_size"] for s in mine)

    def test_memory_history(self, tmp_path):
        torch.cuda.memory._record_memory_history()
        try:
            x = torch.ones(1 << 20, device="cuda")
            traces = torch.cuda.memory._snapshot()["device_traces"][0]
            assert any(t["action"] == "alloc" and t["addr"] == x.data_ptr() for t in traces)
            torch.cuda.memory._dump_snapshot(str(tmp_path / "snapshot.pickle"))
            assert (tmp_path / "snapshot.pickle").stat().st_size > 0
        finally:
            torch.cuda.memory._record_memory_history(None)

    def test_settings_of_the_allocator(self):
        torch.cuda.memory._set_allocator_settings("max_split_size_mb:128")
        try:
            settings = torch.cuda.memory._snapshot()["allocator_settings"]
            assert settings["max_split_size"] == 128 << 20
        finally:
            torch.cuda.memory._set_allocator_settings("")
        assert torch.cuda.get_allocator_backend() == "native"

    def test_what_is_allocated_is_freed(self):
        before = torch.cuda.memory_allocated()
        x = torch.empty(1 << 20, dtype=torch.uint8, device="cuda")
        assert torch.cuda.memory_allocated() == before + (1 << 20)
        del x
        assert torch.cuda.memory_allocated() == before


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
