"""libmudnn's products and attention against ATen."""

import pytest
import torch
from mudnn_calls import REAL, enumerators, near, wide

EPILOGUE = enumerators("MatMulLtParam::MatMulLtEpilogueMode")
SIDES = ((False, False), (True, False), (False, True), (True, True))


def numbers(dtype, *shape):
    return (torch.rand(shape, dtype=torch.float64) * 2 - 1).to(dtype)


def turned(x, turn):
    return x.transpose(-2, -1).contiguous() if turn else x


@pytest.mark.parametrize("m, n", ((7, 9), (1, 9), (7, 1), (1, 1)))
@pytest.mark.parametrize("sides", SIDES, ids=str)
@pytest.mark.parametrize("dtype", REAL, ids=str)
def test_products_of_matrices(mudnn, dtype, sides, m, n):
    a, b, c, bias = (numbers(dtype, *s) for s in ((m, 20), (20, n), (m, n), (n,)))
    operands = [turned(x, turn) for x, turn in zip((a, b), sides)]
    out = torch.full((m, n), float("nan"), dtype=dtype)
    mudnn("MatMul", [out, *operands], sides, [0.5, 0.0, 1.0])
    near(out, 0.5 * (wide(a) @ wide(b)), terms=20)
    mudnn("MatMul", [out, *operands, c, bias], sides, [0.5, 2.0, 3.0])
    near(out, 0.5 * (wide(a) @ wide(b)) + 2 * wide(c) + 3 * wide(bias), terms=22)
    out = c.clone()
    mudnn("MatMul", [out, *operands, out, None], sides, [1.0, 2.0, 1.0])
    near(out, wide(a) @ wide(b) + 2 * wide(c), terms=21)
    out.fill_(float("nan"))
    mudnn("MatMul", [out, *operands, out, bias], sides, [1.0, 0.0, 1.0])
    near(out, wide(a) @ wide(b) + wide(bias), terms=21)


@pytest.mark.parametrize("sides", SIDES, ids=str)
@pytest.mark.parametrize("dtype", REAL, ids=str)
def test_products_of_stacks(mudnn, dtype, sides):
    a, b, bias = numbers(dtype, 3, 5, 8), numbers(dtype, 3, 8, 4), numbers(dtype, 3, 5, 4)
    operands = [turned(x, turn) for x, turn in zip((a, b), sides)]
    out = torch.empty(3, 5, 4, dtype=dtype)
    mudnn("BatchMatMul", [out, *operands], sides, [1.0, 0.0, 1.0])
    near(out, wide(a) @ wide(b), terms=8)
    mudnn("BatchMatMul", [out, *operands, bias], sides, [1.0, 0.0, 2.0])
    near(out, wide(a) @ wide(b) + 2 * wide(bias), terms=9)
    shared = turned(b[0], sides[1])
    mudnn("BatchMatMul", [out, operands[0], shared], sides, [1.0, 0.0, 1.0])
    near(out, wide(a) @ wide(b[0]), terms=8)


def test_products_with_gaps_vectors_and_integers(mudnn):
    a, b = torch.rand(6, 20)[:, ::2], torch.rand(10, 12)[:, 3:8]
    out = torch.zeros(6, 11)
    mudnn("MatMul", [out[:, 2:7], a, b], [0, 0], [1.0, 0.0, 0.0])
    near(out[:, 2:7], a @ b, terms=10)
    assert (out[:, :2] == 0).all() and (out[:, 7:] == 0).all()
    spread = torch.zeros(6, 8)
    mudnn("MatMul", [spread[:, 3:4], a, b[:, 2:3]], [0, 0], [1.0, 0.0, 0.0])
    near(spread[:, 3:4], a @ b[:, 2:3], terms=10)
    mudnn("MatMul", [spread[:1, :5], a[2:3], b], [0, 0], [1.0, 0.0, 0.0])
    near(spread[:1, :5], a[2:3] @ b, terms=10)
    x, y, number = torch.rand(40), torch.rand(40), torch.empty(())
    mudnn("Dot", [number, x, y])
    near(number, x @ y, terms=40)
    column = torch.empty(6)
    mudnn("MatMul", [column, torch.ones(6, 40), x], [0, 0], [1.0, 0.0, 0.0])
    near(column, torch.ones(6, 40) @ x, terms=40)
    whole = torch.randint(-9, 9, (4, 5)).to(torch.int8)
    product = torch.empty(4, 4, dtype=torch.int32)
    mudnn("MatMul", [product, whole, whole], [0, 1], [1.0, 0.0, 0.0])
    assert product.equal(whole.int() @ whole.int().T)


def test_products_that_do_not_fit_are_refused(mudnn):
    a, b, out = torch.rand(2, 3), torch.rand(4, 5), torch.rand(2, 5)
    assert mudnn.status("MatMul", [out, a, b], [0, 0], [1.0, 0, 0]) == "INVALID_PARAMETER"
    assert mudnn.status("MatMul", [None, a, b], [0, 0], [1.0, 0, 0]) == "INVALID_PARAMETER"


@pytest.mark.parametrize("small", (torch.float8_e4m3fn, torch.float8_e5m2), ids=str)
def test_products_of_eight_bit_numbers_have_scales(mudnn, small):
    a, b = torch.randn(6, 16).to(small), torch.randn(8, 16).to(small)
    scale_a, scale_b, scale = torch.tensor(0.5), torch.tensor(4.0), torch.tensor(0.25)
    bias, largest = torch.randn(8), torch.empty(1)
    product = 2.0 * (a.float() @ b.float().T) + bias
    for mode, wanted in (("DEFAULT", product), ("RELU_BIAS", product.relu())):
        out = torch.empty(6, 8)
        modes = [0, 1, EPILOGUE["MATMULLT_EPILOGUE_" + mode]]
        tensors = [out, a, b, bias, scale_a, scale_b, scale, largest, out, None]
        mudnn("RunLt", tensors, modes, [1.0, 0.0, 1.0])
        near(out, wanted * 0.25, terms=17)
        near(largest[0], wanted.abs().max(), terms=17)


def test_what_is_added_to_scaled_products_has_its_own_factor_and_scale(mudnn):
    a, b, c, bias = (numbers(torch.float32, *s) for s in ((6, 5), (5, 8), (6, 8), (8,)))
    rows, columns, scale = torch.rand(6, 1), torch.rand(8), torch.tensor(3.0)
    out, no_epilogue = torch.empty(6, 8), [0, 0, EPILOGUE["MATMULLT_EPILOGUE_DEFAULT"]]
    tensors = [out, a, b, bias, rows, columns, None, None, c, scale]
    mudnn("RunLt", tensors, no_epilogue, [0.5, 2.0, 4.0])
    near(out, 0.5 * (a @ b) * rows * columns + 2 * 3 * c + 4 * bias)
    for place in (4, 5, 6, 9):
        wrong = list(tensors)
        wrong[place] = torch.rand(7)
        assert mudnn.status("RunLt", wrong, no_epilogue, [1.0] * 3) == "INVALID_PARAMETER"
    tensors[7] = torch.rand(2)
    assert mudnn.status("RunLt", tensors, no_epilogue, [1.0] * 3) == "INVALID_PARAMETER"
    tensors[7] = (torch.zeros(1, dtype=torch.int8), "QINT8")
    assert mudnn.status("RunLt", tensors, no_epilogue, [1.0] * 3) == "NOT_SUPPORTED"


def test_a_vector_is_added_to_each_row_of_a_matrix(mudnn):
    a, b, c = torch.rand(4, 3), torch.rand(3, 4), torch.rand(4)
    out = torch.empty(4, 4)
    mudnn("MatMul", [out, a, b, c, None], [0, 0], [1.0, 2.0, 0.0])
    near(out, torch.addmm(c, a, b, beta=2))
    column, x, bias = torch.empty(4), torch.rand(3), torch.rand(4)
    mudnn("MatMul", [column, a, x, c, bias], [0, 0], [1.0, 2.0, 3.0])
    near(column, torch.addmv(c, a, x, beta=2) + 3 * bias)


def attention(q, k, v, mask=None, causal=False, scale=None):
    """Weights and result, with what autograd needs."""
    k, v = (x.repeat_interleave(q.size(1) // x.size(1), 1) for x in (k, v))
    s = (q @ k.transpose(-2, -1)) * (scale or q.size(-1) ** -0.5)
    if causal:
        mask = torch.ones(s.shape[-2:]).tril().bool()
    if mask is not None:
        s = s.masked_fill(~mask, float("-inf")) if mask.dtype == torch.bool else s + mask
    return s, s.softmax(-1), v


@pytest.mark.parametrize("kind", ("none", "causal", "square", "added", "keys", "shared"))
@pytest.mark.parametrize("dtype", REAL, ids=str)
def test_attention(mudnn, dtype, kind):
    q, up = numbers(dtype, 2, 4, 6, 8), numbers(dtype, 2, 4, 6, 5)
    heads = 2 if kind == "shared" else 4
    k, v = numbers(dtype, 2, heads, 6, 8), numbers(dtype, 2, heads, 6, 5)
    mask = {
        "square": (torch.rand(6, 6) < 0.7) | torch.eye(6).bool(),
        "added": numbers(dtype, 4, 6, 6),
        "keys": torch.tensor([[1, 1, 1, 0, 1, 0], [1, 0, 1, 1, 1, 1]]).bool(),
    }.get(kind)
    full = mask[:, None, None] if kind == "keys" else mask
    leaves = [wide(x).clone().requires_grad_() for x in (q, k, v)]
    full = wide(full) if kind == "added" else full
    s, weights, values = attention(*leaves, full, kind == "causal")
    wanted = weights @ values
    wanted.backward(wide(up))
    modes = [kind == "causal", kind == "keys"]
    out, sums = torch.empty_like(up), torch.empty(2, 4, 6, dtype=wide(q).dtype)
    mudnn("AttentionFlash", [out, sums, q, k, v, mask, None], modes, [0.0, 0.0])
    near(out, wanted.detach())
    near(sums, s.detach().logsumexp(-1))
    grads = [torch.empty_like(x) for x in (q, k, v)]
    mudnn("AttentionFlashBwd", [*grads, up, q, k, v, mask, out, sums, None], modes, [0.0, 0.0])
    for grad, leaf in zip(grads, leaves):
        near(grad, leaf.grad)
    if kind == "causal":
        return
    square = torch.empty(2, 4, 6, 6, dtype=dtype)
    mudnn("AttentionMath", [out, square, q, k, v, mask, None], modes, [0.0, 0.0])
    near(out, wanted.detach())
    near(square, weights.detach())
    args = [*grads, torch.empty_like(square), up, q, k, v, square, None]
    mudnn("AttentionMathBwd", args, modes, [0.0, 0.0])
    for grad, leaf in zip(grads, leaves):
        near(grad, leaf.grad, rounded=1)  # the weights


@pytest.mark.parametrize("way", ("Math", "Flash"))
def test_attention_with_dropout_goes_back_by_its_mask(mudnn, way):
    q, k, v, up = (torch.rand(1, 2, 8, 4) for _ in range(4))
    out, kept = torch.empty_like(q), torch.empty(1, 2, 8, 8, dtype=torch.bool)
    extra = torch.empty(1, 2, 8, 8) if way == "Math" else torch.empty(1, 2, 8)
    mudnn("Attention" + way, [out, extra, q, k, v, None, kept], [0, 0], [0.0, 0.5])
    assert 0.3 < kept.float().mean() < 0.7
    leaves = [x.clone().requires_grad_() for x in (q, k, v)]
    _, weights, values = attention(*leaves)
    wanted = (weights * kept * 2) @ values
    near(out, wanted.detach())
    wanted.backward(up)
    grads = [torch.empty_like(x) for x in (q, k, v)]
    # The way back is not told how many are dropped.
    if way == "Math":
        args = [*grads, torch.empty_like(extra), up, q, k, v, extra, kept]
    else:
        args = [*grads, up, q, k, v, None, out, extra, kept]
    mudnn("Attention%sBwd" % way, args, [0, 0], [0.0, 0.0])
    for grad, leaf in zip(grads, leaves):
        near(grad, leaf.grad)


@pytest.mark.parametrize("way", ("Math", "Flash"))
def test_attention_refuses_what_it_would_not_compute(mudnn, way):
    q, k, v = (torch.rand(1, 2, 8, 4) for _ in range(3))
    out, kept = torch.full_like(q, 5), torch.empty(1, 2, 8, 8, dtype=torch.bool)
    small = (torch.zeros(1, 2, 8, 4, dtype=torch.int8), "QINT8")
    shape = (1, 2, 8) if way == "Flash" else (1, 2, 8, 8)
    sums = (torch.zeros(shape, dtype=torch.int8), "QINT8")

    def status(tensors, modes=(0, 0, 0), p=0.0):
        return mudnn.status("Attention" + way, tensors, modes, [0.0, p])

    assert status([None, None, q, k, v, None, None]) == "INVALID_PARAMETER"
    assert status([out[:, :, :0], None, q, k, v, None, None]) == "INVALID_PARAMETER"
    assert status([out, None, q, k, v, None, None], p=0.9) == "NOT_SUPPORTED"
    assert status([out, None, q, k, v, None, kept[:0]], p=0.9) == "INVALID_PARAMETER"
    assert status([out, None, q, k, v, None, kept], p=1.5) == "INVALID_PARAMETER"
    assert status([small, None, q, k, v, None, None]) == "NOT_SUPPORTED"
    assert status([out, sums, q, k, v, None, None]) == "NOT_SUPPORTED"
    assert status([out, None, q, k, v, None, None], (0, 0, 1)) == "NOT_SUPPORTED"
    assert (out == 5).all()
    assert status([out, None, q, k, v, None, None]) == "SUCCESS"


def test_sizes_that_are_set_for_attention_are_those_of_its_tensors(mudnn):
    q, k, v = torch.rand(2, 4, 6, 8), torch.rand(2, 2, 7, 8), torch.rand(2, 2, 7, 5)
    out, right = torch.empty(2, 4, 6, 5), [20, 4, 2, 6, 7]

    def status(sizes):
        return mudnn.status("AttentionFlash", [out, None, q, k, v, None, None], [0, 0, 0, *sizes])

    assert status(right) == status([32, *right[1:]]) == status([0] * 5) == "SUCCESS"
    for place in range(5):
        wrong = [size + (n == place) for n, size in enumerate(right)]
        assert status(wrong) == "INVALID_PARAMETER"


def test_gradients_of_attention_must_be_there(mudnn):
    q, k, v, up, out = (torch.rand(1, 2, 8, 4) for _ in range(5))
    grads = [torch.empty_like(q) for _ in range(3)]
    for missing in range(3):
        given = [None if n == missing else grad for n, grad in enumerate(grads)]
        args = [*given, up, q, k, v, None, out, None, None]
        assert mudnn.status("AttentionFlashBwd", args) == "INVALID_PARAMETER"
    args = [*grads, up[:0], q, k, v, None, out, None, None]
    assert mudnn.status("AttentionFlashBwd", args) == "INVALID_PARAMETER"
