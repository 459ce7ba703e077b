"""Questions to the dispatcher about CUDA, Python kernels, higher order operators."""

import pytest
import torch
from torch._ops import HigherOrderOperator

from .operators import on_cpu, on_gpu, operators  # noqa: F401

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.filterwarnings("ignore:Sparse:UserWarning"),
    pytest.mark.filterwarnings("ignore:Warning only once for all operators:UserWarning"),
]

C = torch._C
Key = C.DispatchKey


@pytest.fixture
def f(operators):
    f = operators.define()
    operators.library.impl("f", lambda x: x + 1, "CUDA")
    return f


def test_which_kernels_there_are(f, operators):
    name = operators.name()
    for key in ("CUDA", Key.CUDA):
        assert C._dispatch_has_kernel_for_dispatch_key(name, key)
    for key in ("CPU", Key.CPU, "AutogradCUDA"):
        assert not C._dispatch_has_kernel_for_dispatch_key(name, key)
    assert C._dispatch_has_computed_kernel_for_dispatch_key(name, "CUDA")
    assert not C._dispatch_has_computed_kernel_for_dispatch_key(name, "CPU")


def test_questions_to_operators(f):
    op = f.default
    assert op.has_kernel_for_dispatch_key(Key.CUDA)
    assert not op.has_kernel_for_dispatch_key(Key.CPU)
    assert op.has_kernel_for_dispatch_key(k=Key.CUDA)
    assert op.has_kernel_for_any_dispatch_key(C.DispatchKeySet(Key.CUDA))
    assert op.has_kernel_for_any_dispatch_key(ks=C.DispatchKeySet(Key.CUDA))
    assert not op.has_kernel_for_any_dispatch_key(C.DispatchKeySet(Key.CPU))
    assert torch.ops.aten.mm.default.has_kernel_for_dispatch_key(Key.CUDA)


def test_lists_and_dumps(f, operators):
    assert operators.name() in C._dispatch_get_registrations_for_dispatch_key("CUDA")
    assert operators.name() not in C._dispatch_get_registrations_for_dispatch_key("CPU")
    for dump in (C._dispatch_dump, C._dispatch_dump_table):
        lines = dump(operators.name()).splitlines()
        assert [line for line in lines if line.startswith("CUDA: registered at ")]


def test_names_of_keys():
    assert C._dispatch_key_for_device("cuda") == "CUDA"
    assert C._dispatch_key_for_device("cpu") == "CPU"
    assert C._dispatch_key_parse("CUDA") == Key.CUDA
    assert C._dispatch_key_name(Key.CUDA) == "CUDA"
    assert str(Key.AutogradCUDA) == "DispatchKey.AutogradCUDA"


def test_the_keys_of_a_tensor():
    keys = C._dispatch_keys(on_gpu())
    assert str(keys) == "DispatchKeySet(CUDA, ADInplaceOrView, AutogradCUDA, AutocastCUDA)"
    for key in (Key.CUDA, Key.AutogradCUDA, Key.AutocastCUDA):
        assert keys.has(key) and keys.has(key.name)
    assert not keys.has("CPU") and not keys.has(Key.SparseCUDA)
    assert (keys & C.DispatchKeySet(Key.CUDA)).highestPriorityTypeId() == Key.CUDA
    assert C._dispatch_keys(torch.eye(2, device="cuda").to_sparse()).has("SparseCUDA")
    assert C._dispatch_keys(torch.eye(2, device="cuda").to_sparse_csr()).has("SparseCsrCUDA")
    assert C._dispatch_keys(on_gpu().cfloat().conj()).has("Conjugate")
    assert C._dispatch_keys(on_cpu()).has("CPU") and not C._dispatch_keys(on_cpu()).has("CUDA")


def test_guards_around_autocast():
    x = torch.ones(2, 2, device="cuda")
    with torch.autocast("cuda", dtype=torch.float16):
        assert torch.mm(x, x).dtype == torch.float16
        with C._ExcludeDispatchKeyGuard(C.DispatchKeySet(Key.AutocastCUDA)):
            assert torch.mm(x, x).dtype == torch.float32
            assert C._dispatch_tls_is_dispatch_key_excluded(Key.AutocastCUDA)
        assert torch.mm(x, x).dtype == torch.float16


def test_python_kernels(f):
    from torch._dispatch.python import enable_python_dispatcher

    op = f.default

    @op.py_impl(Key.CUDA)
    def kernel(x):
        return x + 100

    assert op.py_kernels[Key.CUDA] is kernel
    with enable_python_dispatcher():
        assert op(on_gpu()).item() == 100
    assert op(on_gpu()).item() == 1
    with pytest.raises(RuntimeError, match="Trying to override a python impl for"):
        op.py_impl(Key.CUDA)(kernel)


class Shifted(HigherOrderOperator):
    """An operator of Python alone."""

    def __call__(self, *args, **kwargs):
        return super().__call__(*args, **kwargs)


def test_higher_order_operators():
    shifted = Shifted("plain_cuda_shifted")
    shifted.py_impl(Key.CUDA)(lambda x: x + 1)
    shifted.py_impl(Key.CPU)(lambda x: x + 2)

    @shifted.py_impl(Key.AutogradCUDA)
    def _(x):
        with C._AutoDispatchBelowAutograd():
            return shifted(x) + 10

    shifted.py_impl(Key.AutogradCPU)(lambda x: x + 20)
    assert shifted(on_gpu()).item() == 11 and shifted(on_cpu()).item() == 20
    assert Key.CUDA in shifted.py_kernels and Key.AutogradCUDA in shifted.py_kernels
    assert shifted.has_kernel_for_dispatch_key(Key.AutogradCUDA)
    with torch.autocast("cuda"):
        assert shifted(on_gpu()).item() == 11


def test_higher_order_operators_without_autograd():
    plain = Shifted("plain_cuda_plain")
    plain.py_impl(Key.CUDA)(lambda x: x + 1)
    plain.fallthrough(Key.AutogradCUDA)
    assert plain(on_gpu()).item() == 1


def test_pytorchs_higher_order_operators_under_autocast():
    x = torch.ones(2, 2, device="cuda")
    with torch.autocast("cuda", dtype=torch.float16), torch.no_grad():
        result = torch.ops.higher_order.cond(True, torch.mm, torch.add, (x, x))
    assert result.tolist() == [[2, 2], [2, 2]]


def test_overrides_know_the_methods_of_the_gpu():
    class Logged(torch.Tensor):
        called = []

        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            cls.called.append(getattr(func, "__name__", str(func)))
            return super().__torch_function__(func, types, args, kwargs or {})

    x = torch.ones(1).as_subclass(Logged).cuda()
    assert type(x) is Logged and "cuda" in Logged.called
    assert x.is_cuda and x.device.type == "cuda"
    assert torch.Tensor.cuda in torch.overrides.get_testing_overrides()
    assert torch.Tensor.is_cuda.__get__ in torch.overrides.get_testing_overrides()
