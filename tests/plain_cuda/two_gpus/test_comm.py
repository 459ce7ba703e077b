"""Two GPUs: torch.cuda.comm, torch.cuda.nccl, torch.nn.parallel and nn.DataParallel."""

import pytest
import torch
from torch.cuda import comm, nccl
from torch.nn.parallel import gather, parallel_apply, replicate, scatter

pytestmark = pytest.mark.gpu


def on_both(values):
    """One tensor a GPU."""
    return [torch.tensor(value, device=f"cuda:{index}") for index, value in enumerate(values)]


@pytest.mark.parametrize("source", ["cpu", "cuda:0", "cuda:1"])
def test_broadcast(source):
    x = torch.randn(3, 4, device=source)
    copies = comm.broadcast(x, (0, 1))
    assert [copy.get_device() for copy in copies] == [0, 1]
    assert all(copy.cpu().equal(x.cpu()) for copy in copies)


def test_broadcast_gives_contiguous_copies():
    x = torch.randn(3, 4, device="cuda").t()
    _, copy = comm.broadcast(x, (0, 1))
    assert copy.is_contiguous() and copy.cpu().equal(x.cpu())


def test_broadcast_coalesced_gives_independent_copies():
    tensors = [torch.randn(5), torch.arange(3), torch.randn(2, 2), torch.arange(4)]
    tensors = [tensor.cuda() for tensor in tensors]
    own, copies = comm.broadcast_coalesced(tensors, (0, 1), buffer_size=32)
    assert all(a is b for a, b in zip(own, tensors))
    assert [copy.get_device() for copy in copies] == [1] * 4
    assert all(copy.cpu().equal(tensor.cpu()) for copy, tensor in zip(copies, tensors))
    copies[0].add_(1)
    assert copies[2]._version == 0


def test_broadcast_coalesced_of_sparse_tensors():
    x = torch.tensor([[0.0, 2.0], [3.0, 0.0]], device="cuda").to_sparse()
    _, (copy,) = comm.broadcast_coalesced([x], (0, 1))
    assert copy.is_sparse and copy.get_device() == 1
    assert copy.to_dense().cpu().equal(x.to_dense().cpu())


def test_scatter_and_gather():
    x = torch.randn(5, 4)
    parts = comm.scatter(x.cuda(), (0, 1))
    assert [part.get_device() for part in parts] == [0, 1]
    assert comm.gather(parts, destination=1).get_device() == 1
    assert comm.gather(parts).cpu().equal(x)
    out = torch.empty(5, 4, device="cuda:1")
    assert comm.gather(parts, out=out) is out and out.cpu().equal(x)


def test_scatter_on_streams_of_both_gpus():
    x = torch.randn(4, 3).pin_memory()
    streams = [torch.cuda.Stream(0), torch.cuda.Stream(1)]
    parts = comm.scatter(x, (0, 1), streams=streams)
    for stream in streams:
        stream.synchronize()
    assert torch.cat([part.cpu() for part in parts]).equal(x)
    with pytest.raises(RuntimeError, match="Expected the device associated with the stream at ind"):
        comm.scatter(x, (0, 1), streams=streams[::-1])


def test_reduce_add():
    x, y = on_both([[1.0, 2.0], [3.0, 4.0]])
    for destination in (0, 1):
        total = comm.reduce_add((x, y), destination)
        assert total.get_device() == destination and total.tolist() == [4, 6]
    with pytest.raises(RuntimeError, match="expects destination to be on the same GPU with one of"):
        comm.reduce_add((x, x), 1)
    totals = comm.reduce_add_coalesced(([x, x * 2], [y, y * 2]), 0)
    assert [total.tolist() for total in totals] == [[4, 6], [8, 12]]


@pytest.mark.parametrize(
    "op, expected", [(0, [4, 6]), (1, [3, 8]), (2, [3, 4]), (3, [1, 2]), (4, [2, 3])]
)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16, torch.int64])
def test_nccl_all_reduce(op, expected, dtype):
    tensors = [x.to(dtype) for x in on_both([[1, 2], [3, 4]])]
    nccl.all_reduce(tensors, op=op)
    assert [x.tolist() for x in tensors] == [expected, expected]


def test_nccl_reduce():
    x, y = on_both([[1.0, 2.0], [3.0, 4.0]])
    out = torch.empty_like(y)
    nccl.reduce([x, y], output=out, root=1)
    assert out.tolist() == [4, 6] and x.tolist() == [1, 2] and y.tolist() == [3, 4]


def test_nccl_broadcast():
    x, y = on_both([[1.0, 2.0], [3.0, 4.0]])
    nccl.broadcast([x, y])
    assert y.tolist() == [1, 2]


def test_nccl_all_gather_and_reduce_scatter():
    x, y = on_both([[1.0, 2.0], [3.0, 4.0]])
    outputs = on_both([[0.0] * 4] * 2)
    nccl.all_gather([x, y], outputs)
    assert [out.tolist() for out in outputs] == [[1, 2, 3, 4]] * 2
    parts = on_both([[0.0], [0.0]])
    nccl.reduce_scatter([x, y], parts)
    assert [part.tolist() for part in parts] == [[4], [6]]


def test_nccl_works_on_the_given_streams():
    x, y = on_both([[1.0] * 1000, [2.0] * 1000])
    streams = [torch.cuda.Stream(0), torch.cuda.Stream(1)]
    for stream, tensor in zip(streams, (x, y)):
        stream.wait_stream(torch.cuda.current_stream(tensor.device))
        with torch.cuda.stream(stream):
            tensor.mul_(10)
    nccl.all_reduce([x, y], streams=streams)
    for stream in streams:
        stream.synchronize()
    assert x.unique().tolist() == [30] and y.unique().tolist() == [30]


def test_functions_of_nn_parallel():
    x = torch.randn(4, 3, device="cuda", requires_grad=True)
    net = torch.nn.Linear(3, 2).cuda()
    replicas = replicate(net, [0, 1])
    inputs = scatter(x, [0, 1])
    outputs = parallel_apply(replicas, inputs)
    assert [out.get_device() for out in outputs] == [0, 1]
    y = gather(outputs, 0)
    torch.testing.assert_close(y, net(x))
    y.sum().backward()
    torch.testing.assert_close(net.bias.grad, torch.full((2,), 4.0, device="cuda"))
    torch.testing.assert_close(x.grad, net.weight.detach().sum(0).expand(4, 3))


@pytest.mark.parametrize("where", ["cpu", "cuda"])
def test_data_parallel_trains_like_one_gpu(where):
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2)).cuda()
    x = torch.randn(6, 3)
    net(x.cuda()).square().sum().backward()
    expected = [parameter.grad.clone() for parameter in net.parameters()]
    net.zero_grad()

    out = torch.nn.DataParallel(net)(x.to(where))
    assert out.get_device() == 0 and out.shape == (6, 2)
    out.square().sum().backward()

    for parameter, grad in zip(net.parameters(), expected):
        torch.testing.assert_close(parameter.grad, grad, rtol=1e-4, atol=1e-5)


def test_data_parallel_with_buffers_keywords_and_no_grad():
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("scale", torch.tensor(3.0))

        def forward(self, x, add=0):
            return {"y": x * self.scale + add, "device": torch.tensor([x.get_device()]).cuda()}

    with torch.no_grad():
        result = torch.nn.DataParallel(Net().cuda())(torch.ones(4, 1), add=1)
    assert result["y"].tolist() == [[4.0]] * 4
    assert result["device"].tolist() == [0, 1]


def test_data_parallel_wants_its_module_on_the_first_gpu():
    net = torch.nn.DataParallel(torch.nn.Linear(2, 2))
    with pytest.raises(RuntimeError, match="must have its parameters and buffers on device"):
        net(torch.ones(2, 2))
