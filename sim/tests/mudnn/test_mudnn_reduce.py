"""libmudnn's operations along dimensions and by index against ATen."""

import math
from pathlib import Path

import pytest
import torch
from mudnn_calls import INTEGERS, REAL, enumerators, near, wide

REDUCE, SOFTMAX, CUM = (enumerators(name + "::Mode") for name in ("Reduce", "Softmax", "Cum"))
SCATTER, GATHER = enumerators("Scatter::Mode"), enumerators("GatherX::Mode")
DIMS = ((0,), (1,), (-1,), (0, 2), ())


def numbers(dtype, *shape):
    if dtype.is_floating_point:
        return (torch.rand(shape, dtype=torch.float64) * 2 - 1).to(dtype)
    return torch.randint(0 if dtype == torch.uint8 else -5, 6, shape).to(dtype)


@pytest.mark.parametrize("keepdim", (True, False))
@pytest.mark.parametrize("dims", DIMS, ids=str)
@pytest.mark.parametrize("dtype", REAL, ids=str)
def test_reductions_of_real_numbers(mudnn, dtype, dims, keepdim):
    x = numbers(dtype, 4, 50, 7)
    all_dims = dims or (0, 1, 2)
    for mode, wanted in {
        "ADD": wide(x).sum(all_dims, keepdim),
        "MEAN": wide(x).mean(all_dims, keepdim),
        "MAX": x.amax(all_dims, keepdim),
        "MIN": x.amin(all_dims, keepdim),
        "VARIANCE": wide(x).var(all_dims, correction=1, keepdim=keepdim),
        "STD": wide(x).std(all_dims, correction=1, keepdim=keepdim),
        "NORM": torch.linalg.vector_norm(wide(x), 3, all_dims, keepdim),
    }.items():
        out = torch.empty(wanted.shape, dtype=dtype)
        mudnn("Reduce", [out, x], [REDUCE[mode], 1, *dims], [3.0])
        near(out, wanted, terms=x.numel() // out.numel())


@pytest.mark.parametrize("order", (0.0, 1.0, 2.0, math.inf, -math.inf))
def test_norms_of_other_orders(mudnn, order):
    x = numbers(torch.float32, 6, 40)
    x[0, 0] = 0
    out = torch.empty(6)
    mudnn("Reduce", [out, x], [REDUCE["NORM"], 1, 1], [order])
    near(out, torch.linalg.vector_norm(x, order, 1))


@pytest.mark.parametrize("dims", DIMS, ids=str)
@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_reductions_of_integers(mudnn, dtype, dims):
    x = numbers(dtype, 3, 4, 5)
    all_dims = dims or (0, 1, 2)
    for mode, wanted in {
        "ADD": x.sum(all_dims),
        "MAX": x.amax(all_dims),
        "MIN": x.amin(all_dims),
    }.items():
        out = torch.empty(wanted.shape, dtype=wanted.dtype)
        mudnn("Reduce", [out, x], [REDUCE[mode], 1, *dims])
        assert out.equal(wanted)


def test_products_and_logic(mudnn):
    x = numbers(torch.float64, 5, 9)
    out = torch.empty(5, dtype=torch.float64)
    mudnn("Reduce", [out, x], [REDUCE["PROD"], 1, 1])
    near(out, x.prod(1))
    truth, got = torch.rand(30, 3) < 0.3, torch.empty(30, dtype=torch.bool)
    for mode, wanted in (("AND", truth.all(1)), ("OR", truth.any(1))):
        mudnn("Reduce", [got, truth], [REDUCE[mode], 1, 1])
        assert got.equal(wanted)


@pytest.mark.parametrize("dtype", REAL + INTEGERS, ids=str)
def test_the_largest_and_smallest_and_where_they_are(mudnn, dtype):
    x = numbers(dtype, 4, 30, 3)
    for mode, aten, arg in (("MAX", torch.max, torch.argmax), ("MIN", torch.min, torch.argmin)):
        wanted = aten(x, 1, keepdim=True)
        values, indices = torch.empty_like(wanted[0]), torch.empty_like(wanted[1])
        mudnn("ReduceWithIndices", [values, indices, x], [REDUCE[mode], 1])
        assert values.equal(wanted[0])
        assert x.gather(1, indices).equal(values)
        first = torch.empty((), dtype=torch.int64)
        mudnn("ReduceIndices", [first, x], [REDUCE[mode]])
        assert x.flatten()[first].equal(aten(x))
        assert first.equal(arg(x))


@pytest.mark.parametrize("dim", (0, 1, -1))
@pytest.mark.parametrize("dtype", REAL, ids=str)
def test_softmax_its_logarithm_and_derivative(mudnn, dtype, dim):
    x, up = numbers(dtype, 5, 6, 20) * 4, numbers(dtype, 5, 6, 20)
    x[0, 0, 0] = -math.inf
    for mode, aten, backward in (
        ("SOFTMAX", torch.softmax, torch.ops.aten._softmax_backward_data),
        ("LOGSOFTMAX", torch.log_softmax, torch.ops.aten._log_softmax_backward_data),
    ):
        out, grad = torch.empty_like(x), torch.empty_like(x)
        mudnn("Softmax", [out, x], [SOFTMAX[mode], dim])
        wanted = aten(x, dim)
        near(out, wanted)
        mudnn("Softmax", [grad, wanted, up], [SOFTMAX[mode], dim])
        near(grad, backward(wide(up), wide(wanted), dim, wide(x).dtype))
    wanted = torch.logsumexp(wide(x), dim, keepdim=True)
    out = torch.empty(wanted.shape, dtype=dtype)
    mudnn("Softmax", [out, x], [SOFTMAX["LOGSUMEXP"], dim])
    near(out, wanted)


@pytest.mark.parametrize("special", (math.inf, -math.inf, math.nan))
@pytest.mark.parametrize("dtype", REAL, ids=str)
def test_softmax_beside_what_is_not_finite(mudnn, dtype, special):
    for x in (torch.tensor([special, 0.0]), torch.tensor([special, special])):
        x, out, number = x.to(dtype), torch.empty(2, dtype=dtype), torch.empty((), dtype=dtype)
        for mode, aten in (("SOFTMAX", torch.softmax), ("LOGSOFTMAX", torch.log_softmax)):
            mudnn("Softmax", [out, x], [SOFTMAX[mode], 0])
            near(out, aten(x, 0))
        mudnn("Softmax", [number, x], [SOFTMAX["LOGSUMEXP"], 0])
        near(number, torch.logsumexp(x, 0))


@pytest.mark.parametrize("dim", (0, -1))
@pytest.mark.parametrize("dtype", REAL + (torch.int32, torch.int64), ids=str)
def test_running_sums_and_products(mudnn, dtype, dim):
    x = numbers(dtype, 7, 8)
    for mode, aten in (("ADD", torch.cumsum), ("MUL", torch.cumprod)):
        wanted = aten(wide(x), dim)
        out = torch.empty(7, 8, dtype=wanted.dtype)
        mudnn("Cum", [out, x], [CUM[mode], dim])
        near(out, wanted)


@pytest.mark.parametrize("descending", (False, True))
@pytest.mark.parametrize("dim", (0, -1))
@pytest.mark.parametrize("dtype", REAL + INTEGERS, ids=str)
def test_sorting(mudnn, dtype, dim, descending):
    x = numbers(dtype, 40, 6)
    if dtype.is_floating_point:
        x[3, 3] = math.nan
    values, indices = torch.empty_like(x), torch.empty(40, 6, dtype=torch.int64)
    mudnn("Sort", [values, indices, x], [dim, descending])
    wanted = x.sort(dim=dim, descending=descending, stable=True)
    torch.testing.assert_close(values, wanted[0], rtol=0, atol=0, equal_nan=True)
    assert indices.equal(wanted[1])


def test_sorting_by_key_carries_values_along(mudnn):
    keys, values = torch.randint(0, 50, (200,)), torch.rand(200)
    keys_out, values_out = torch.empty_like(keys), torch.empty_like(values)
    mudnn("SortByKey", [keys_out, values_out, keys, values], [0, 0])
    wanted, order = keys.sort(stable=True)
    assert keys_out.equal(wanted) and values_out.equal(values[order])


@pytest.mark.parametrize("largest", (True, False))
@pytest.mark.parametrize("dtype", REAL + (torch.int32,), ids=str)
def test_the_first_few(mudnn, dtype, largest):
    x = torch.randperm(60).reshape(3, 20).to(dtype)
    values, indices = torch.empty(3, 4, dtype=dtype), torch.empty(3, 4, dtype=torch.int64)
    mudnn("TopK", [values, indices, x], [4, 1, largest])
    wanted = x.topk(4, 1, largest)
    assert values.equal(wanted[0]) and indices.equal(wanted[1])
    assert mudnn.status("TopK", [values, indices, x], [21, 1, 1]) == "INVALID_PARAMETER"


@pytest.mark.parametrize("index_type", (torch.int64, torch.int32), ids=str)
@pytest.mark.parametrize("dtype", REAL + INTEGERS, ids=str)
def test_scattering_and_gathering_elements(mudnn, dtype, index_type):
    out, source = numbers(dtype, 6, 9), numbers(dtype, 5, 9)
    index = torch.stack([torch.randperm(6)[:4] for _ in range(8)], 1)
    for mode, wanted in (
        ("UPDATE_ONLY", out.scatter(0, index, source)),
        ("ADD", out.scatter_add(0, index, source)),
    ):
        got = out.clone()
        mudnn("Scatter", [got, index.to(index_type), source], [SCATTER[mode], 0])
        near(got, wanted)
    got = torch.empty(4, 8, dtype=dtype)
    mudnn("GatherX", [got, index.to(index_type), out], [GATHER["GATHER_ELEMENTS"], 0, 0])
    assert got.equal(out.gather(0, index))


@pytest.mark.parametrize("dtype", REAL + INTEGERS, ids=str)
def test_gathering_slices(mudnn, dtype):
    x = numbers(dtype, 4, 10, 3)
    index = torch.randint(0, 10, (2, 5))
    got = torch.empty(4, 2, 5, 3, dtype=dtype)
    mudnn("GatherX", [got, index, x], [GATHER["GATHER"], 1, 0])
    assert got.equal(x[:, index])
    rows = torch.randint(0, 10, (4,))
    got = torch.empty(4, 3, dtype=dtype)
    mudnn("GatherX", [got, rows, x], [GATHER["GATHER"], 1, 1])
    assert got.equal(x[torch.arange(4), rows])


def test_scattering_slices_by_row(mudnn):
    x, source = torch.rand(5, 6, 7), torch.rand(3, 7)
    index = torch.tensor([[0, 1], [4, 5], [2, 2]])
    for mode, accumulate in (("UPDATE_ONLY", False), ("ADD", True)):
        got = x.clone()
        mudnn("ScatterND", [got, index, source], [SCATTER[mode]])
        near(got, x.index_put((index[:, 0], index[:, 1]), source, accumulate))


def test_an_index_out_of_range_breaks_the_device(run_python, tmp_path):
    code = """
        import pathlib, sys
        import torch
        sys.path.insert(0, sys.argv[1])
        from mudnn_calls import Mudnn
        call = Mudnn(pathlib.Path(sys.argv[2]))
        index = torch.tensor([[7]])
        print(call.status("GatherX", [torch.empty(1, 1), index, torch.rand(5, 1)], [1, 0, 0]))
    """
    done = run_python(code, str(Path(__file__).parent), str(tmp_path), env={"MUSASIM": "1"})
    assert done.stdout.strip() == "the work failed"
