"""Every collective of the backend "mccl", against gloo's on the CPU or what it must give."""

import torch
import torch.distributed as dist

RANK = None
WORLD = None


def _rank():
    return dist.get_rank()


def _world():
    return dist.get_world_size()


def _data(rank, shape=(5, 3), dtype=torch.float32, seed=0):
    """What this rank begins with; every rank can compute it."""
    generator = torch.Generator().manual_seed(100 * seed + rank + 1)
    if dtype == torch.bool:
        return torch.rand(shape, generator=generator) > 0.5
    if dtype.is_complex:
        return torch.randn(shape, generator=generator, dtype=dtype)
    if dtype.is_floating_point:
        return torch.randint(-4, 5, shape, generator=generator).to(dtype)
    return torch.randint(0, 5, shape, generator=generator).to(dtype)


def _everyones(**options):
    return [_data(rank, **options) for rank in range(_world())]


def _same_as_gloo(calculate, **options):
    """calculate(tensor) works in place or gives results, on the CPU and on the device."""
    host = _data(_rank(), **options)
    device = host.musa()
    expected, found = calculate(host), calculate(device)
    expected = [host] if expected is None else expected
    found = [device] if found is None else found
    assert len(found) == len(expected)
    for left, right in zip(found, expected):
        assert left.device.type == "musa"
        torch.testing.assert_close(left.cpu(), right, rtol=0, atol=0, equal_nan=True)


_SUMMABLE = (
    torch.float32,
    torch.float64,
    torch.float16,
    torch.bfloat16,
    torch.int8,
    torch.uint8,
    torch.int32,
    torch.int64,
)


def check_backend_is_registered():
    assert dist.is_backend_available("mccl") and dist.is_mccl_available()
    assert dist.Backend.default_device_backend_map["musa"] == "mccl"
    assert dist.Backend.backend_capability["mccl"] == ["musa"]
    assert dist.Backend._plugins["MCCL"].extended_api is False
    backend = dist.group.WORLD._get_backend(torch.device("musa"))
    assert type(backend) is dist.ProcessGroupMCCL and backend.name() == "mccl"
    assert backend.rank() == _rank() and backend.size() == _world()


def check_broadcast():
    for dtype in (*_SUMMABLE, torch.bool):
        for src in range(_world()):
            _same_as_gloo(lambda t, src=src: dist.broadcast(t, src), dtype=dtype)
    for dtype in (torch.complex64, torch.complex128):  # which torch 2.7's gloo lacks
        values = _everyones(dtype=dtype)
        tensor = values[_rank()].musa()
        dist.broadcast(tensor, 1)
        assert torch.equal(tensor.cpu(), values[1])


def check_all_reduce():
    for dtype in _SUMMABLE:
        for op in (dist.ReduceOp.SUM, dist.ReduceOp.MIN, dist.ReduceOp.MAX, dist.ReduceOp.PRODUCT):
            _same_as_gloo(lambda t, op=op: dist.all_reduce(t, op), dtype=dtype)
    _same_as_gloo(dist.all_reduce, dtype=torch.complex64)
    _same_as_gloo(dist.all_reduce, shape=(1 << 18,))


def check_all_reduce_of_bools_is_an_or():
    tensor = _data(_rank(), dtype=torch.bool).musa()
    dist.all_reduce(tensor)
    expected = torch.stack(_everyones(dtype=torch.bool)).any(0)
    assert tensor.dtype == torch.bool and torch.equal(tensor.cpu(), expected)


def check_all_reduce_average():
    for dtype in (torch.float32, torch.float64, torch.float16):
        tensor = _data(_rank(), dtype=dtype).musa()
        dist.all_reduce(tensor, dist.ReduceOp.AVG)
        torch.testing.assert_close(tensor.cpu(), torch.stack(_everyones(dtype=dtype)).mean(0))


def check_all_reduce_scaled_sum():
    for dtype in (torch.float32, torch.float16, torch.float64, torch.bfloat16):
        expected = sum(_everyones(dtype=dtype)) * 3
        for factor in (3.0, torch.tensor([3.0], dtype=dtype).musa()):
            tensor = _data(_rank(), dtype=dtype).musa()
            dist.all_reduce(tensor, dist._make_nccl_premul_sum(factor))
            torch.testing.assert_close(tensor.cpu(), expected)


def check_float8_moves_and_reduces():
    for dtype in (torch.float8_e4m3fn, torch.float8_e5m2):
        tensor = _data(_rank()).to(dtype).musa()
        gathered = [torch.empty_like(tensor) for _ in range(_world())]
        dist.all_gather(gathered, tensor)
        for found, sent in zip(gathered, _everyones()):
            assert torch.equal(found.cpu().float(), sent)
        dist.all_reduce(tensor)
        assert torch.equal(tensor.cpu().float(), sum(_everyones()).to(dtype).float())


def check_reduce():
    for dst in range(_world()):
        tensor = _data(_rank()).musa()
        dist.reduce(tensor, dst)
        if _rank() == dst:
            assert torch.equal(tensor.cpu(), sum(_everyones()))


def check_all_gather():
    def calculate(tensor):
        outputs = [torch.empty_like(tensor) for _ in range(_world())]
        dist.all_gather(outputs, tensor)
        return outputs

    for dtype in (*_SUMMABLE, torch.bool, torch.complex64):
        _same_as_gloo(calculate, dtype=dtype)


def check_all_gather_of_uneven_sizes():
    tensor = _data(_rank(), shape=(_rank() + 1, 3)).musa()
    outputs = [torch.empty(rank + 1, 3, device="musa") for rank in range(_world())]
    dist.all_gather(outputs, tensor)
    for rank, output in enumerate(outputs):
        assert torch.equal(output.cpu(), _data(rank, shape=(rank + 1, 3)))


def check_all_gather_into_tensor():
    def calculate(tensor):
        output = tensor.new_empty((_world() * tensor.size(0), *tensor.shape[1:]))
        dist.all_gather_into_tensor(output, tensor)
        return [output]

    for dtype in (*_SUMMABLE, torch.bool):
        _same_as_gloo(calculate, dtype=dtype)


def check_gather():
    for dst in range(_world()):
        tensor = _data(_rank()).musa()
        outputs = [torch.empty_like(tensor) for _ in range(_world())]
        dist.gather(tensor, outputs if _rank() == dst else None, dst=dst)
        if _rank() == dst:
            for output, sent in zip(outputs, _everyones()):
                assert torch.equal(output.cpu(), sent)


def check_scatter():
    for src in range(_world()):
        inputs = [_data(src, seed=part).musa() for part in range(_world())]
        output = torch.empty_like(inputs[0])
        dist.scatter(output, inputs if _rank() == src else None, src=src)
        assert torch.equal(output.cpu(), _data(src, seed=_rank()))


def check_reduce_scatter():
    inputs = [_data(_rank(), seed=part).musa() for part in range(_world())]
    output = torch.empty_like(inputs[0])
    dist.reduce_scatter(output, inputs)
    assert torch.equal(output.cpu(), sum(_everyones(seed=_rank())))
    dist.reduce_scatter(output, inputs, dist.ReduceOp.MAX)
    assert torch.equal(output.cpu(), torch.stack(_everyones(seed=_rank())).amax(0))


def check_reduce_scatter_of_uneven_sizes():
    shapes = [(part + 2, 2) for part in range(_world())]
    inputs = [_data(_rank(), shape=shape).musa() for shape in shapes]
    output = torch.empty(shapes[_rank()], device="musa")
    dist.reduce_scatter(output, inputs)
    assert torch.equal(output.cpu(), sum(_everyones(shape=shapes[_rank()])))


def check_reduce_scatter_tensor():
    rows = 4 * _world()
    tensor = _data(_rank(), shape=(rows, 2)).musa()
    output = torch.empty(4, 2, device="musa")
    dist.reduce_scatter_tensor(output, tensor)
    whole = sum(_everyones(shape=(rows, 2)))
    assert torch.equal(output.cpu(), whole.chunk(_world())[_rank()])
    dist.reduce_scatter_tensor(output, tensor, dist.ReduceOp.AVG)
    assert torch.equal(output.cpu(), whole.chunk(_world())[_rank()] / _world())


def check_all_to_all_single():
    def calculate(tensor):
        output = torch.empty_like(tensor)
        dist.all_to_all_single(output, tensor)
        return [output]

    for dtype in (torch.float32, torch.int64, torch.complex64):
        _same_as_gloo(calculate, shape=(2 * _world(), 3), dtype=dtype)


def check_all_to_all_single_of_uneven_splits():
    # Rank r sends r + i + 1 rows to rank i.
    sent = [_rank() + other + 1 for other in range(_world())]

    def calculate(tensor):
        output = tensor.new_empty((sum(sent), 3))
        dist.all_to_all_single(output, tensor, output_split_sizes=sent, input_split_sizes=sent)
        return [output]

    _same_as_gloo(calculate, shape=(sum(sent), 3))


def check_all_to_all():
    inputs = [_data(_rank(), shape=(other + 1, 2), seed=other).musa() for other in range(_world())]
    outputs = [torch.empty(_rank() + 1, 2, device="musa") for _ in range(_world())]
    dist.all_to_all(outputs, inputs)
    for other, output in enumerate(outputs):
        assert torch.equal(output.cpu(), _data(other, shape=(_rank() + 1, 2), seed=_rank()))


def check_empty_tensors():
    empty = torch.empty(0, 3, device="musa")
    dist.all_reduce(empty)
    dist.broadcast(empty, 0)
    dist.all_gather([torch.empty_like(empty) for _ in range(_world())], empty)
    assert empty.shape == (0, 3)


def check_send_and_recv():
    def calculate(tensor):
        right, left = (_rank() + 1) % _world(), (_rank() - 1) % _world()
        received = torch.empty_like(tensor)
        if _rank() % 2 == 0:
            dist.send(tensor, right)
            dist.recv(received, left)
        else:
            dist.recv(received, left)
            dist.send(tensor, right)
        return [received]

    for dtype in (torch.float32, torch.int64, torch.bool, torch.complex64):
        _same_as_gloo(calculate, dtype=dtype)
    _same_as_gloo(calculate, shape=(1 << 20,))


def check_isend_and_irecv():
    other = 1 - _rank()
    if other < 0:
        return
    received = torch.empty(5, 3, device="musa")
    sent = _data(_rank()).musa()
    works = [dist.isend(sent, other), dist.irecv(received, other)]
    for work in works:
        work.wait()
    assert torch.equal(received.cpu(), _data(other))


def check_batch_isend_irecv():
    right, left = (_rank() + 1) % _world(), (_rank() - 1) % _world()
    sent, received = _data(_rank()).musa(), torch.empty(5, 3, device="musa")
    operations = [dist.P2POp(dist.irecv, received, left), dist.P2POp(dist.isend, sent, right)]
    works = dist.batch_isend_irecv(operations)
    for work in works:
        work.wait()
    assert len(works) == 1 and torch.equal(received.cpu(), _data(left))


def check_barrier():
    dist.barrier()
    dist.barrier(device_ids=[_rank()])


def check_layouts():
    images = _data(_rank(), shape=(2, 3, 4, 4)).musa().to(memory_format=torch.channels_last)
    dist.all_reduce(images)
    assert torch.equal(images.cpu(), sum(_everyones(shape=(2, 3, 4, 4))))
    try:
        dist.all_reduce(torch.ones(4, 4, device="musa").t()[:, 1:])
    except ValueError as error:
        assert "contiguous" in str(error)
    else:
        raise AssertionError("a strided tensor was taken")


def _refused(kind, text, call):
    try:
        call()
    except kind as error:
        assert text in str(error), error
    else:
        raise AssertionError(f"not refused: {text}")


def check_what_is_refused():
    ones = torch.ones(3, device="musa")
    sum_of = dist.ReduceOp
    _refused(ValueError, "BAND", lambda: dist.all_reduce(ones.int(), sum_of.BAND))
    _refused(TypeError, "AVG", lambda: dist.all_reduce(ones.bool(), sum_of.AVG))
    _refused(TypeError, "not supported", lambda: dist.all_reduce(ones.to(torch.int16)))
    _refused(RuntimeError, "recvAnysource", lambda: dist.recv(ones))
    _refused((RuntimeError, ValueError), "", lambda: dist.monitored_barrier(dist.new_group()))
    backend = dist.group.WORLD._get_backend(torch.device("musa"))
    _refused(ValueError, "MUSA", lambda: backend.allreduce([torch.ones(2)]))
    _refused(ValueError, "one tensor only", lambda: backend.allreduce([ones, ones]))
    _refused(RuntimeError, "monitoredBarrier", lambda: backend.monitored_barrier())


def check_objects():
    everything = [None] * _world()
    dist.all_gather_object(everything, {"rank": _rank(), "text": "x" * (_rank() + 1)})
    assert everything == [{"rank": r, "text": "x" * (r + 1)} for r in range(_world())]
    said = [f"from {_rank()}"]
    dist.broadcast_object_list(said, src=1)
    assert said == ["from 1"]
