"""MUSASIM_OPERATORS=torch_musa: operators that the real torch_musa cannot run are refused."""

import json

import pytest

ATTEMPTS = """
import json, sys, warnings
import torch, torch_musa

warnings.simplefilter("ignore")
x = torch.linspace(0.1, 1, 64).view(8, 8)

def attention_gradient(x):
    heads = x.view(1, 2, 4, 8).clone().requires_grad_()
    torch.nn.functional.scaled_dot_product_attention(heads, heads, heads, is_causal=True).sum().backward()
    return heads.grad

def attempt(code, x):
    return eval(code, {"torch": torch, "x": x, "attention_gradient": attention_gradient})

def outcome(code):
    try:
        result = attempt(code, x.to("musa"))
    except (NotImplementedError, RuntimeError) as error:
        return f"{type(error).__name__}: {error}"
    torch.testing.assert_close(result.cpu(), attempt(code, x))
    return "equal"

print(json.dumps({code: outcome(code) for code in sys.argv[1:]}))
"""
REFUSED = {
    "x.to_sparse_csr()": "aten::_to_sparse_csr",
    "x.to_sparse().to_dense()": "aten::_to_dense",
    "torch.sparse.mm(x.to_sparse(), x)": "aten::addmm",
    "torch.histogram(x, 4).hist": "aten::histogram.bin_ct",
    "torch.linalg.matrix_exp(x)": "aten::linalg_matrix_exp",
    "torch.special.modified_bessel_i0(x)": "aten::special_modified_bessel_i0",
}
# Kernels of torch_musa, composites of PyTorch's, and a structured operator of which only `out` is listed.
KEPT = [
    "x @ x",
    "torch.nn.functional.conv2d(x.view(1, 1, 8, 8), x[:3, :3].view(1, 1, 3, 3))",
    "torch.cat([x, x])",
    "torch.linalg.solve(x + 9 * torch.eye(8, device=x.device), x)",
    "torch.pixel_shuffle(x.view(1, 4, 4, 4), 2)",
    "torch.narrow_copy(x, 0, 1, 3)",
    "torch.nn.functional.scaled_dot_product_attention(*[x.view(1, 2, 4, 8)] * 3)",
    "attention_gradient(x)",
    "torch.quantize_per_tensor(x, 0.5, 0, torch.qint8).dequantize()",
]


@pytest.fixture(scope="module")
def outcomes(run_python):
    """A function: value of MUSASIM_OPERATORS, pieces of code -> what each piece does."""

    def run(value, *codes):
        env = {"MUSASIM": "1", "MUSASIM_OPERATORS": value}
        return json.loads(run_python(ATTEMPTS, *codes, env=env).stdout)

    return run


def test_operators_without_a_kernel_are_refused(outcomes):
    assert outcomes("torch_musa", *REFUSED) == {
        code: f"NotImplementedError: Could not run '{name}' with arguments from the 'PrivateUse1' backend: "
        "torch_musa 2.7.1 has no kernel of it, and MUSASIM_OPERATORS=torch_musa is set."
        for code, name in REFUSED.items()
    }


def test_operators_with_a_kernel_are_kept(outcomes):
    assert outcomes("torch_musa", *KEPT) == dict.fromkeys(KEPT, "equal")


@pytest.mark.parametrize("value", ["", "all"])
def test_all_operators_are_there_without_it(outcomes, value):
    assert outcomes(value, "torch.histogram(x, 4).hist") == {"torch.histogram(x, 4).hist": "equal"}


def test_an_unknown_value_is_an_error(outcomes):
    assert outcomes("some", "x + 1")["x + 1"].startswith(
        "RuntimeError: MUSASIM_OPERATORS=some: expected all or torch_musa"
    )
