"""torch.cuda.comm and torch.cuda.nccl on one GPU: arguments, results, error texts."""

import pytest
import torch
from torch.cuda import comm, nccl

pytestmark = pytest.mark.gpu


def test_broadcast_gives_the_tensor_itself_on_its_own_device():
    x = torch.randn(3, 4, device="cuda")
    (copy,) = comm.broadcast(x, [0])
    assert copy is x
    (moved,) = comm.broadcast(x.cpu(), ["cuda:0"])
    assert moved.device == torch.device("cuda:0") and moved.equal(x)


def test_broadcast_takes_devices_or_outputs():
    x = torch.randn(2, 3)
    out = [torch.empty(2, 3, device="cuda")]
    result = comm.broadcast(x, out=out)
    assert result[0] is out[0] and out[0].cpu().equal(x)
    with pytest.raises(RuntimeError, match="Exactly one of 'devices' and 'out'"):
        comm.broadcast(x, (0,), out=out)
    with pytest.raises(RuntimeError, match="Exactly one of 'devices' and 'out'"):
        comm.broadcast(x)
    with pytest.raises(
        RuntimeError,
        match="Expected all output tensors to be CUDA tensors, but output tensor at index 0",
    ):
        comm.broadcast(x, out=[torch.empty(2, 3)])
    with pytest.raises(
        RuntimeError,
        match="Expected all output tensors to have same shape as the source .+ index 0",
    ):
        comm.broadcast(x, out=[torch.empty(3, 2, device="cuda")])
    with pytest.raises(RuntimeError, match="Expected non-negative device index, but got -2"):
        comm.broadcast(x, [-2])


def test_broadcast_coalesced_keeps_the_first_device_s_tensors():
    tensors = [torch.randn(2, device="cuda"), torch.arange(3, device="cuda")]
    (own,) = comm.broadcast_coalesced(tensors, [0])
    assert [a is b for a, b in zip(own, tensors)] == [True, True]
    with pytest.raises(RuntimeError, match=r"[Aa]ll tensors must be on devices\[0\]"):
        comm.broadcast_coalesced([torch.ones(1)], [0])


@pytest.mark.parametrize("source", ["cpu", "cuda"])
def test_scatter_in_parts(source):
    x = torch.randn(5, 4, device=source)
    parts = comm.scatter(x, (0, 0))
    assert isinstance(parts, tuple) and [p.shape[0] for p in parts] == [3, 2]
    assert all(p.is_cuda for p in parts) and torch.cat(parts).cpu().equal(x.cpu())
    parts = comm.scatter(x, (0, 0), chunk_sizes=(1, 4))
    assert [p.shape[0] for p in parts] == [1, 4]
    parts = comm.scatter(x, (0, 0), dim=-1)
    assert [tuple(p.shape) for p in parts] == [(5, 2), (5, 2)]


def test_scatter_on_its_own_device_gives_views():
    x = torch.zeros(4, device="cuda")
    comm.scatter(x, (0, 0))[1].fill_(1)
    assert x.tolist() == [0, 0, 1, 1]


def test_scatter_into_outputs():
    x = torch.arange(6).view(3, 2)
    out = [torch.empty(1, 2, dtype=torch.int64, device="cuda") for _ in range(3)]
    result = comm.scatter(x, out=out)
    assert all(a is b for a, b in zip(result, out)) and torch.cat(out).cpu().equal(x)


def test_scatter_refuses_what_does_not_fit():
    x = torch.randn(4, 4)
    out = [torch.empty(2, 4, device="cuda") for _ in range(2)]
    with pytest.raises(RuntimeError, match="Expected devices and chunk_sizes to be of same length"):
        comm.scatter(x, (0, 0), chunk_sizes=(4,))
    with pytest.raises(RuntimeError, match="'devices' must not be specified"):
        comm.scatter(x, (0, 0), out=out)
    with pytest.raises(RuntimeError, match="'chunk_sizes' must not be specified"):
        comm.scatter(x, chunk_sizes=(2, 2), out=out)
    with pytest.raises(RuntimeError, match="Expected at least one device to scatter to"):
        comm.scatter(x, ())
    with pytest.raises(RuntimeError, match="Expected at least one output tensor to scatter to"):
        comm.scatter(x, out=[])
    with pytest.raises(RuntimeError, match="CUDA tensors, but output tensor at index 0"):
        comm.scatter(x, out=[out[0].cpu(), out[1]])
    with pytest.raises(RuntimeError, match="Output tensor at index 0 has incorrect shape"):
        comm.scatter(x, out=[out[0].unsqueeze(0), out[1]])
    with pytest.raises(
        RuntimeError, match=r"Total size for output tensors along scatter dim 0 does"
    ):
        comm.scatter(x, out=[out[0][1:], out[1]])


def test_scatter_on_streams():
    stream = torch.cuda.Stream()
    x = torch.arange(8.0).pin_memory()
    parts = comm.scatter(x, (0, 0), streams=[stream, None])
    torch.cuda.current_stream().wait_stream(stream)
    assert torch.cat(parts).cpu().equal(x)
    with pytest.raises(RuntimeError, match="Unknown data type found in stream list"):
        comm.scatter(x, (0, 0), streams=["a stream", None])


def test_gather_joins():
    parts = [torch.randn(2, 3, device="cuda"), torch.randn(1, 3, device="cuda")]
    joined = comm.gather(parts)
    assert joined.device == torch.device("cuda:0") and joined.equal(torch.cat(parts))
    on_cpu = comm.gather(parts, destination="cpu")
    assert on_cpu.device.type == "cpu" and on_cpu.equal(joined.cpu())
    out = torch.empty(3, 3)
    assert comm.gather(parts, out=out) is out and out.equal(on_cpu)
    with pytest.warns(FutureWarning, match="Using -1 to represent CPU tensor is deprecated"):
        assert comm.gather(parts, destination=-1).equal(on_cpu)


def test_gather_keeps_channels_last():
    image = torch.randn(1, 3, 2, 2, device="cuda").contiguous(memory_format=torch.channels_last)
    joined = comm.gather([image, image])
    assert joined.is_contiguous(memory_format=torch.channels_last)


def test_gather_refuses_what_does_not_fit():
    x = torch.randn(2, 3, device="cuda")
    with pytest.raises(RuntimeError, match="'destination' must not be specified when 'out'"):
        comm.gather([x], destination="cpu", out=torch.empty(2, 3))
    with pytest.raises(RuntimeError, match="Expected at least one tensor to gather from"):
        comm.gather([])
    with pytest.raises(RuntimeError, match="Expected all input tensors to be CUDA tensors, "):
        comm.gather([x, x.cpu()])
    with pytest.raises(RuntimeError, match="Expected all input tensors to have the same number of"):
        comm.gather([x, x.view(-1)])
    with pytest.raises(RuntimeError, match="Input tensor at index 1 has invalid shape"):
        comm.gather([x, x.t()])
    with pytest.raises(RuntimeError, match="Expected out tensor to have shape"):
        comm.gather([x], out=torch.empty(3, 3))


def test_reduce_add_of_one_input():
    x = torch.randn(3, device="cuda")
    assert comm.reduce_add([x]) is x
    with pytest.raises(ValueError, match="input 1 has invalid size: got 2, but expected 3"):
        comm.reduce_add([x, torch.ones(2, device="cuda")])
    (total,) = comm.reduce_add_coalesced([[x]])
    assert total.equal(x)


def test_complex_numbers_travel_as_pairs():
    z = torch.randn(2, dtype=torch.complex64, device="cuda")
    (copy,) = comm.broadcast(z, [0])
    assert copy.shape == (2, 2) and copy.dtype == torch.float32


def test_nccl_is_available_for_dense_contiguous_tensors_of_different_gpus():
    x = torch.ones(2, 3, device="cuda")
    assert nccl.is_available([x])
    assert not nccl.is_available([x, x])
    assert not nccl.is_available([x.t()])
    assert not nccl.is_available([x.cpu()])
    assert not nccl.is_available([x.to_sparse()])


def test_nccl_version_is_a_tuple():
    version = nccl.version()
    assert isinstance(version, tuple) and len(version) >= 3 and version[0] == 2


def test_nccl_of_one_gpu():
    x = torch.tensor([1.0, 2.0], device="cuda")
    out = torch.empty_like(x)
    nccl.all_reduce([x], [out])
    assert out.equal(x)
    nccl.reduce([x], output=out.zero_())
    assert out.equal(x)
    nccl.all_gather([x], [out.zero_()])
    assert out.equal(x)
    nccl.reduce_scatter([x], [out.zero_()])
    assert out.equal(x)
    nccl.broadcast([x])
    assert x.tolist() == [1, 2]


def test_nccl_refuses_what_does_not_fit():
    x = torch.ones(2, 2, device="cuda")
    with pytest.raises(TypeError, match="Inputs should be a collection of tensors"):
        nccl.all_reduce(x)
    with pytest.raises(RuntimeError, match="input sequence can't be empty"):
        nccl.all_reduce([])
    with pytest.raises(RuntimeError, match="inputs must be on unique devices"):
        nccl.all_reduce([x, x])
    with pytest.raises(RuntimeError, match="have to be cuda dense Tensors"):
        nccl.all_reduce([x.cpu()])
    with pytest.raises(RuntimeError, match="all inputs and outputs have to be contiguous"):
        nccl.all_reduce([torch.ones(2, 3, device="cuda").t()])
    with pytest.raises(RuntimeError, match="must be of the same Tensor dtype"):
        nccl.all_reduce([x], [x.double()])
    with pytest.raises(RuntimeError, match="have to be of the same length"):
        nccl.all_reduce([x], [])
    with pytest.raises(RuntimeError, match="output must be of size input_size"):
        nccl.all_reduce([x], [torch.ones(3, device="cuda")])
    with pytest.raises(RuntimeError, match="invalid root"):
        nccl.broadcast([x], root=1)
    with pytest.raises(RuntimeError, match="Unconvertible NCCL type Short"):
        nccl.all_reduce([x.short()])
    with pytest.raises(RuntimeError, match="number of streams is not equal to number of inputs"):
        nccl.all_reduce([x], streams=[])


def test_data_parallel_on_one_gpu():
    net = torch.nn.Linear(3, 2)
    parallel = torch.nn.DataParallel(net, device_ids=[0])
    assert net.weight.is_cuda
    x = torch.randn(4, 3, device="cuda")
    assert parallel(x).equal(net(x))
