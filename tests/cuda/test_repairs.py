"""Operators that a torch_musa has wrong are repaired, and left alone in one that has them right."""

import pytest

pytestmark = [pytest.mark.musa, pytest.mark.usefixtures("needs_simulator")]

# Registers kernels over the simulator's, as a torch_musa would have them, before the GPU is first used.
WRONG = """
import sys, torch, torch_musa

_library = torch.library.Library("aten", "IMPL")
calls = []

def make_wrong(operator, kernel):
    def counted(*args, **kwargs):
        calls.append(operator)
        return kernel(*args, **kwargs)
    _library.m.impl(operator, "PrivateUse1", counted, False)

def mm(left, right, out_dtype, out=None):
    return torch.zeros(*left.shape[:-1], right.shape[-1], dtype=out_dtype, device=left.device)

def multinomial(self, num_samples, replacement=False, *, generator=None):
    assert self.max().item() < 1e9
    return torch.zeros(*self.shape[:-1], num_samples, dtype=torch.int64, device=self.device)
"""
PRODUCTS = """
make_wrong("mm.dtype", mm)
make_wrong("bmm.dtype", mm)
a, b = torch.randn(4, 8), torch.randn(8, 5)
for dtype in (torch.bfloat16, torch.float16):
    x, y = a.to(dtype), b.to(dtype)
    exact = x.double() @ y.double()
    found = torch.mm(x.cuda(), y.cuda(), out_dtype=torch.float32)
    assert found.dtype is torch.float32
    assert torch.allclose(found.cpu().double(), exact, rtol=1e-5, atol=1e-5), found
    found = torch.bmm(x[None].cuda(), y[None].cuda(), torch.float32)
    assert torch.allclose(found[0].cpu().double(), exact, rtol=1e-5, atol=1e-5), found
    out = torch.empty(4, 5, device="cuda")
    assert torch.mm(x.cuda(), y.cuda(), out_dtype=torch.float32, out=out) is out
    assert torch.allclose(out.cpu().double(), exact, rtol=1e-5, atol=1e-5), out
same = torch.mm(a.cuda(), b.cuda(), out_dtype=torch.float32)
assert torch.equal(same, torch.mm(a.cuda(), b.cuda()))
print(calls)
for bad in (torch.float16, torch.int32):
    try:
        torch.mm(a.cuda(), b.cuda(), out_dtype=bad)
    except RuntimeError:
        pass
"""


def test_products_with_out_dtype_that_are_wrong(run_python):
    # Each is looked at once.
    assert run_python(WRONG + PRODUCTS).stdout == "['mm.dtype', 'bmm.dtype']\n"


def test_products_with_out_dtype_that_are_right(run_python):
    code = """
        import torch
        from torchada import _repairs
        def refuse(*args):
            raise AssertionError("the simulator's is right")
        x = torch.ones(2, 2, device="cuda", dtype=torch.float16)
        assert torch.mm(x, x, out_dtype=torch.float32).dtype is torch.float32
        assert _repairs._verdicts == {"mm": True}
        x.float = refuse
        torch.mm(x, x, out_dtype=torch.float32)
    """
    run_python(code)


def test_a_graph_that_comes_first_has_the_repaired_product(run_python):
    code = """
        make_wrong("mm.dtype", mm)
        x = torch.full((2, 2), 3.0, device="cuda", dtype=torch.bfloat16)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            product = torch.mm(x, x, out_dtype=torch.float32)
        graph.replay()
        print(product.tolist(), calls)
    """
    done = run_python(WRONG + code.replace("\n        ", "\n"))
    assert done.stdout == "[[18.0, 18.0], [18.0, 18.0]] []\n"


def test_log_in_place_of_double(run_python):
    code = """
        make_wrong("log_", lambda self: self.zero_())
        x = torch.linspace(0.1, 2, 128, dtype=torch.float64)
        y = x.cuda()
        assert y.log_() is y and torch.equal(y.cpu(), x.log())
        z = x.cuda()[::2]
        assert torch.equal(z.log_().cpu(), x[::2].log())
        w = x.float().cuda()
        assert torch.equal(torch.log_(w).cpu(), x.float().log())
        try:
            torch.ones(2, device="cuda", dtype=torch.int64).log_()
        except RuntimeError as error:
            assert "can't be cast" in str(error), error
        else:
            raise AssertionError("whole numbers hold no logarithm")
        p = x.cuda().requires_grad_()
        (p * 1).log_().sum().backward()
        assert torch.allclose(p.grad.cpu(), 1 / x)
        assert not calls
    """
    run_python(WRONG + code.replace("\n        ", "\n"))


def test_multinomial_in_a_capture(run_python):
    code = """
        make_wrong("multinomial", multinomial)
        weights = torch.tensor([[0, 0, 1.0, 0], [0.5, 0, 0, 0.5]], device="cuda")
        one = torch.cuda.CUDAGraph()
        with torch.cuda.graph(one):
            drawn = torch.multinomial(weights, 1)
        two = torch.cuda.CUDAGraph()
        with torch.cuda.graph(two):
            pair = torch.multinomial(weights[1], 2)
        seen = set()
        for _ in range(32):
            one.replay(), two.replay()
            assert drawn[0].item() == 2
            assert sorted(pair.tolist()) == [0, 3]
            seen.add(drawn[1].item())
        assert seen == {0, 3} and drawn.dtype is pair.dtype is torch.int64
        try:
            torch.multinomial(-weights, 1)
        except RuntimeError:
            pass
        else:
            raise AssertionError("outside of a capture weights are checked")
        generator = torch.Generator("cuda").manual_seed(1)
        assert torch.multinomial(weights, 8, True, generator=generator).shape == (2, 8)
        assert not calls
    """
    run_python(WRONG + code.replace("\n        ", "\n"))


def test_isfinite_multiplies_no_booleans(run_python):
    code = """
        make_wrong("mul.Tensor", lambda self, other: self.zero_())
        values = [1.0, 0.0, float("inf"), -float("inf"), float("nan")]
        for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
            x = torch.tensor(values, dtype=dtype, device="cuda", requires_grad=True)
            for found in (torch.isfinite(x), x.isfinite()):
                assert found.dtype is torch.bool and found.tolist() == [True, True, False, False, False]
        assert torch.isfinite(torch.ones(0, 3, device="cuda")).shape == (0, 3)
        assert torch.isfinite(torch.ones(2, dtype=torch.int64, device="cuda")).all()
        assert not calls
        # vmap decomposes it, as everywhere.
        assert torch.vmap(torch.isfinite)(torch.ones(2, 2, device="cuda")).shape == (2, 2)
    """
    run_python(WRONG + code.replace("\n        ", "\n"))


@pytest.mark.parametrize("version, expected", [("2.9.1", True), ("2.13.0", False)])
def test_by_the_version_of_torch_musa(run_python, version, expected):
    code = """
        import sys, torch, torch_musa
        torch_musa.__version__ = sys.argv[1]
        torch.ones(1, device="cuda")
        from torchada import _repairs
        has = torch._C._dispatch_has_kernel_for_dispatch_key("aten::isfinite", "PrivateUse1")
        print(has, bool(_repairs._libraries))
    """
    assert run_python(code, version).stdout.split() == [str(expected)] * 2


def test_left_out_by_the_user_and_undone(run_python):
    code = """
        import torch, torchada
        def has(name):
            return torch._C._dispatch_has_kernel_for_dispatch_key(name, "PrivateUse1")
        torch.ones(1, device="cuda")
        from torchada import _repairs
        assert not has("aten::isfinite") and _repairs._libraries
        torchada.unpatch()
        assert not _repairs._libraries
        x = torch.tensor([4.0], dtype=torch.float64, device="musa")
        assert x.log_().item() == torch.tensor([4.0], dtype=torch.float64).log().item()
    """
    run_python(code, env={"TORCHADA_DISABLE_OP_OVERRIDE_isfinite": "1"})
