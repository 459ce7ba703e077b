"""libmudnn's functions of each element, copies and dropout against ATen."""

import math

import pytest
import torch
import torch.nn.functional as F
from mudnn_calls import INTEGERS, REAL, enumerators, near, wide

UNARY, BINARY, TERNARY = (enumerators(name + "::Mode") for name in ("Unary", "Binary", "Ternary"))
# Mode -> the function of (x, alpha, beta), where x is positive and below one if it must be.
REAL_UNARY = {
    "IDENTITY": lambda x, a, b: x,
    "CAST": lambda x, a, b: x,
    "ABS": lambda x, a, b: x.abs(),
    "ACOS": lambda x, a, b: x.acos(),
    "ATAN": lambda x, a, b: x.atan(),
    "CEIL": lambda x, a, b: x.ceil(),
    "CLIP": lambda x, a, b: x.clamp(a, b),
    "COS": lambda x, a, b: x.cos(),
    "ELU": lambda x, a, b: F.elu(x, a),
    "ERF": lambda x, a, b: x.erf(),
    "EXP": lambda x, a, b: x.exp(),
    "FLOOR": lambda x, a, b: x.floor(),
    "GELU": lambda x, a, b: F.gelu(x),
    "GELU_TANH": lambda x, a, b: F.gelu(x, approximate="tanh"),
    "HARDSIGMOID": lambda x, a, b: (a * x + b).clamp(0, 1),
    "HARDSWISH": lambda x, a, b: F.hardswish(x),
    "LEAKY_RELU": lambda x, a, b: F.leaky_relu(x, a),
    "LOG": lambda x, a, b: x.log(),
    "LOG10": lambda x, a, b: x.log10(),
    "LOG1P": lambda x, a, b: x.log1p(),
    "LOG2": lambda x, a, b: x.log2(),
    "MISH": lambda x, a, b: F.mish(x),
    "RECIPROCAL": lambda x, a, b: x.reciprocal(),
    "RELU": lambda x, a, b: x.relu(),
    "ROUND": lambda x, a, b: x.round(),
    "RSQRT": lambda x, a, b: x.rsqrt(),
    "SIGMOID": lambda x, a, b: x.sigmoid(),
    "SILU": lambda x, a, b: F.silu(x),
    "SIN": lambda x, a, b: x.sin(),
    "SOFTPLUS": lambda x, a, b: F.softplus(x, a, b),
    "SQRT": lambda x, a, b: x.sqrt(),
    "SQUARE": lambda x, a, b: x.square(),
    "TAN": lambda x, a, b: x.tan(),
    "TANH": lambda x, a, b: x.tanh(),
}
WITH_ALPHA = {
    "ADD": lambda x, a: x + a,
    "SUB": lambda x, a: x - a,
    "SUB_BY_ALPHA": lambda x, a: a - x,
    "MUL": lambda x, a: x * a,
    "FLOORDIV": lambda x, a: x // a,
    "FLOORDIV_BY_ALPHA": lambda x, a: torch.div(x * 0 + a, x, rounding_mode="floor"),
    "TRUNCATEDIV": lambda x, a: torch.div(x, a, rounding_mode="trunc"),
    "TRUNCATEDIV_BY_ALPHA": lambda x, a: torch.div(torch.full_like(x, a), x, rounding_mode="trunc"),
    "FLOORMOD": lambda x, a: x.remainder(a),
    "TRUNCATEMOD": lambda x, a: x.fmod(a),
    "POW": lambda x, a: x.pow(a),
    "MAX": lambda x, a: x.clamp_min(a),
    "MIN": lambda x, a: x.clamp_max(a),
}
COMPARE = {name.upper(): getattr(torch, name) for name in ("eq", "ne", "ge", "gt", "le", "lt")}


def numbers(dtype, *shape):
    if dtype.is_floating_point:
        return (torch.rand(shape, dtype=torch.float64) * 4 - 2).to(dtype)
    if dtype == torch.bool:
        return torch.randint(0, 2, shape).bool()
    low = 0 if dtype == torch.uint8 else -9
    return torch.randint(low, 10, shape).to(dtype)


@pytest.mark.parametrize("dtype", REAL, ids=str)
@pytest.mark.parametrize("mode", REAL_UNARY)
def test_real_functions_give_what_aten_gives(mudnn, mode, dtype):
    x = numbers(dtype, 3, 700)
    if mode in ("ACOS", "LOG", "LOG10", "LOG1P", "LOG2", "RSQRT", "SQRT"):
        x = x.abs().clamp(0.05, 0.95)
    out = torch.empty_like(x)
    mudnn("Unary", [out, x], [UNARY[mode], 0], [0.75, 0.9])
    near(out, REAL_UNARY[mode](wide(x), 0.75, 0.9))


@pytest.mark.parametrize("dtype", REAL + INTEGERS, ids=str)
@pytest.mark.parametrize("mode", WITH_ALPHA)
def test_functions_with_alpha_give_what_aten_gives(mudnn, mode, dtype):
    x = numbers(dtype, 4, 33)
    if mode.endswith("DIV_BY_ALPHA"):
        x[x == 0] = 1
    whole = not dtype.is_floating_point
    alpha = 3 if whole else 2.5
    if mode == "POW":
        x, alpha = x.abs(), 2 if whole else 1.5
    out = torch.empty_like(x)
    mudnn("Unary", [out, x], [UNARY[mode], whole], [alpha])
    narrow = dtype in (torch.float16, torch.bfloat16)
    near(out, WITH_ALPHA[mode](x.float() if narrow else x, alpha))


@pytest.mark.parametrize("dtype", REAL + INTEGERS, ids=str)
@pytest.mark.parametrize("mode", COMPARE)
def test_comparisons_give_truth(mudnn, mode, dtype):
    x, y = numbers(dtype, 5, 40), numbers(dtype, 5, 40)
    y[0] = x[0]
    out = torch.empty(5, 40, dtype=torch.bool)
    mudnn("Binary", [out, x, y], [BINARY[mode], 0])
    assert out.equal(COMPARE[mode](x, y))
    for alpha in (1, 1.5):
        mudnn("Unary", [out, x], [UNARY[mode], alpha == 1], [alpha])
        assert out.equal(COMPARE[mode](x, alpha))


def test_nan_and_infinity_are_found(mudnn):
    x = torch.tensor([1.0, math.nan, math.inf, -math.inf])
    out = torch.empty(4, dtype=torch.bool)
    for mode, wanted in (("IS_NAN", x.isnan()), ("IS_INF", x.isinf())):
        mudnn("Unary", [out, x], [UNARY[mode], 0])
        assert out.equal(wanted)
    for name in ("CLIP", "RELU"):
        got = torch.empty(4)
        mudnn("Unary", [got, x], [UNARY[name], 0], [0.0, 5.0])
        assert got[1].isnan()


def test_division_of_integers_is_true_where_the_result_is_real(mudnn):
    x, y = torch.arange(1, 9, dtype=torch.int32), torch.tensor(3, dtype=torch.int32)
    out = torch.empty(8)
    mudnn("Unary", [out, x], [UNARY["TRUEDIV"], 1], [3])
    near(out, x / 3)
    mudnn("Unary", [out, x], [UNARY["TRUEDIV_BY_ALPHA"], 1], [3])
    near(out, 3 / x)
    mudnn("Binary", [out, x, y], [BINARY["TRUEDIV"], 0])
    near(out, x / y)


@pytest.mark.parametrize("to", REAL + INTEGERS + (torch.bool,), ids=str)
@pytest.mark.parametrize("dtype", REAL + INTEGERS + (torch.bool,), ids=str)
def test_casts_convert_each_type_to_each(mudnn, dtype, to):
    x = numbers(dtype, 17)
    if to == torch.uint8:
        x = x.abs() if dtype != torch.bool else x
    out = torch.empty(17, dtype=to)
    mudnn("Unary", [out, x], [UNARY["CAST"], 0])
    assert out.equal(x.to(to))


def test_casts_know_eight_bit_numbers(mudnn):
    x = torch.tensor([0.0, 1.0, -1.5, 448.0, 0.0625])
    for dtype in (torch.float8_e4m3fn, torch.float8_e5m2):
        small, back = torch.empty(5, dtype=dtype), torch.empty(5)
        mudnn("Unary", [small, x], [UNARY["CAST"], 0])
        mudnn("Unary", [back, small], [UNARY["CAST"], 0])
        assert back.equal(x.to(dtype).float())


BINARY_ALL = {
    "ADD": torch.add,
    "SUB": torch.sub,
    "MUL": torch.mul,
    "FLOORDIV": lambda x, y: torch.div(x, y, rounding_mode="floor"),
    "TRUNCATEDIV": lambda x, y: torch.div(x, y, rounding_mode="trunc"),
    "FLOORMOD": torch.remainder,
    "TRUNCATEMOD": torch.fmod,
    "MAX": torch.maximum,
    "MIN": torch.minimum,
    "ADD_ALPHA": lambda x, y: torch.add(x, y, alpha=2),
    "SUB_ALPHA": lambda x, y: torch.sub(x, y, alpha=2),
    "PRELU": lambda x, y: torch.where(x > 0, x, x * y),
    "SQUARED_DIFF": lambda x, y: (x - y) * (x - y),
}
ATEN = torch.ops.aten
BINARY_REAL = {
    "DIV": torch.div,
    "TRUEDIV": torch.div,
    "POW": lambda x, y: x.abs().pow(y),
    "GELU_NONE_BW": lambda g, x: ATEN.gelu_backward(g, x),
    "GELU_TANH_BW": lambda g, x: ATEN.gelu_backward(g, x, approximate="tanh"),
    "LEAKY_RELU_BW": lambda g, x: ATEN.leaky_relu_backward(g, x, 2.0, False),
    "SIGMOID_BW": lambda g, y: ATEN.sigmoid_backward(g, y),
    "SILU_BW": lambda g, x: ATEN.silu_backward(g, x),
    "TANH_BW": lambda g, y: ATEN.tanh_backward(g, y),
    "THRESHOLD_BW": lambda g, x: ATEN.threshold_backward(g, x, 2.0),
    "RSQRT_BW": lambda y, g: -0.5 * g * y**3,
    "DIVNONAN": lambda x, y: torch.where(y == 0, 0, x / y),
}


@pytest.mark.parametrize("dtype", REAL + INTEGERS, ids=str)
@pytest.mark.parametrize("mode", BINARY_ALL)
def test_functions_of_two_give_what_aten_gives(mudnn, mode, dtype):
    x, y = numbers(dtype, 6, 1, 50), numbers(dtype, 7, 50)
    if mode in ("FLOORDIV", "TRUNCATEDIV", "FLOORMOD", "TRUNCATEMOD"):
        y[y == 0] = 1
    out = torch.empty(6, 7, 50, dtype=dtype)
    mudnn("Binary", [out, x, y], [BINARY[mode], 1], [2])
    narrow = dtype in (torch.float16, torch.bfloat16)
    wanted = BINARY_ALL[mode](x.float(), y.float()) if narrow else BINARY_ALL[mode](x, y)
    near(out, wanted)


@pytest.mark.parametrize("dtype", REAL, ids=str)
@pytest.mark.parametrize("mode", BINARY_REAL)
def test_real_functions_of_two_give_what_aten_gives(mudnn, mode, dtype):
    x, y = numbers(dtype, 4, 60), numbers(dtype, 4, 60)
    y[0, 0] = 0 if mode == "DIVNONAN" else 1
    wide = dtype if dtype == torch.float64 else torch.float32
    wanted = BINARY_REAL[mode](x.to(wide), y.to(wide))
    out = torch.empty_like(x)
    mudnn("Binary", [out, x.abs() if mode == "POW" else x, y], [BINARY[mode], 0], [2])
    near(out, wanted)


@pytest.mark.parametrize("dtype", (torch.bool, torch.int32, torch.float32), ids=str)
def test_logic_gives_truth(mudnn, dtype):
    x, y = numbers(dtype, 90), numbers(dtype, 90)
    x[:20] = 0
    out = torch.empty(90, dtype=torch.bool)
    for name in ("and", "or", "xor"):
        mudnn("Binary", [out, x, y], [BINARY["LOGICAL_" + name.upper()], 0])
        assert out.equal(getattr(torch, "logical_" + name)(x, y))


@pytest.mark.parametrize("dtype", REAL + INTEGERS, ids=str)
def test_functions_of_three_give_what_aten_gives(mudnn, dtype):
    x, y, z = (numbers(dtype, 8, 30) for _ in range(3))
    out, whole = torch.empty_like(x), not dtype.is_floating_point
    truth = numbers(torch.bool, 8, 1)
    mudnn("Ternary", [out, truth, x, y], [TERNARY["SELECT"], 0])
    assert out.equal(torch.where(truth, x, y))
    mudnn("Ternary", [out, x, y, z], [TERNARY["CLAMP"], 0])
    assert out.equal(torch.clamp(x, y, z))
    mudnn("Ternary", [out, x, y, z], [TERNARY["ADDCMUL"], 0], [9])
    near(out, torch.addcmul(x, y, z))
    mudnn("Ternary", [out, x, y, z], [TERNARY["ADDCMUL_ALPHA"], whole], [2])
    near(out, torch.addcmul(x, y, z, value=2))
    if not whole:
        z = z.abs() + 1
        mudnn("Ternary", [out, x, y, z], [TERNARY["ADDCDIV_ALPHA"], 0], [2])
        near(out, torch.addcdiv(x, y, z, value=2))


@pytest.mark.parametrize("dtype", REAL + INTEGERS + (torch.bool,), ids=str)
def test_filling_takes_the_value_or_only_where_a_mask_holds(mudnn, dtype):
    out = numbers(dtype, 9, 9)
    mask, old = numbers(torch.bool, 9, 1), out.clone()
    mudnn("Fill", [out, mask], [not dtype.is_floating_point], [1])
    assert out.equal(old.masked_fill(mask, 1))
    part = out[:, 2:5]
    mudnn("Fill", [part], [0], [1])
    assert (part == 1).all() and out[:, 5:].equal(old.masked_fill(mask, 1)[:, 5:])


@pytest.mark.parametrize("dtype", REAL + INTEGERS, ids=str)
def test_copies_follow_strides_orders_and_parts(mudnn, dtype):
    x = numbers(dtype, 4, 5, 6)
    out = torch.empty(6, 4, 5, dtype=dtype)
    mudnn("Permute", [out, x], [2, 0, 1])
    assert out.equal(x.permute(2, 0, 1))
    out = torch.empty(2, 5, 3, dtype=dtype)
    mudnn("Slice", [out, x], [1, 0, 1, 2, 1, 2])
    assert out.equal(x[1:4:2, :, 1:6:2])
    turned = torch.empty(5, 4, 6, dtype=dtype).transpose(0, 1)
    mudnn("Unary", [turned, x], [UNARY["IDENTITY"], 0])
    assert turned.equal(x)


def test_tensors_follow_one_another(mudnn):
    parts = [torch.rand(3, n, 4) for n in (1, 5, 2)]
    out = torch.empty(3, 8, 4)
    mudnn("Concat", [out, *parts], [-2])
    assert out.equal(torch.cat(parts, 1))
    assert mudnn.status("Concat", [out, parts[0]], [1]) == "INVALID_PARAMETER"


def test_what_is_kept_depends_on_seed_and_offset(mudnn):
    x = torch.ones(100, 100)
    seen = []
    for seed, offset in ((1, 0), (1, 0), (2, 0), (1, 8)):
        out, mask = torch.empty_like(x), torch.empty(100, 100, dtype=torch.bool)
        mudnn("Dropout", [out, x, mask], [seed, offset], [0.25])
        near(out, mask / 0.75)
        assert 0.72 < mask.float().mean() < 0.78
        seen.append(mask)
    assert seen[0].equal(seen[1])
    assert not seen[0].equal(seen[2]) and not seen[0].equal(seen[3])
    grad = torch.empty_like(x)
    mudnn("DropoutBwd", [grad, x, seen[0]], [], [2.0])
    near(grad, seen[0] * 2.0)


def test_tensors_that_do_not_fit_are_refused(mudnn):
    x = torch.ones(3)
    assert mudnn.status("Unary", [torch.ones(4), x], [UNARY["ABS"], 0]) == "INVALID_PARAMETER"
    assert mudnn.status("Unary", [None, x], [UNARY["ABS"], 0]) == "INVALID_PARAMETER"
    assert mudnn.status("Binary", [x, x, torch.ones(2)], [0, 0]) == "INVALID_PARAMETER"
    assert mudnn.status("Unary", [x, x], [99, 0]) == "NOT_SUPPORTED"
