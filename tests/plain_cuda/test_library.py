"""torch.library: kernels for CUDA by key and by device type, and their end."""

import gc

import pytest
import torch

from .operators import on_cpu, on_gpu, operators  # noqa: F401

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.filterwarnings("ignore:Warning only once for all operators:UserWarning"),
]


def test_a_kernel_for_each_device(operators):
    f = operators.define()
    operators.library.impl("f", lambda x: x + 1, "CUDA")
    operators.library.impl("f", lambda x: x + 2, "CPU")
    assert f(on_gpu()).item() == 1 and f(on_cpu()).item() == 2
    assert f.default(on_gpu()).item() == 1


def test_without_a_kernel_for_the_gpu(operators):
    f = operators.define()
    operators.library.impl("f", lambda x: x, "CPU")
    with pytest.raises(NotImplementedError, match=f"Could not run '{operators.name()}'"):
        f(on_gpu())


def test_the_key_of_the_library(operators):
    f = operators.define()
    library = operators.new_library(key="CUDA")
    library.impl("f", lambda x: x + 7)
    assert f(on_gpu()).item() == 7
    assert library.dispatch_key == "CUDA"
    assert repr(library) == f"Library(kind=IMPL, ns={operators.namespace}, dispatch_key=CUDA)>"


@pytest.mark.parametrize(
    "types", ["cuda", ("cuda",), ["cpu", "cuda"], "CUDA", ("CPU", "CUDA"), "default"]
)
@pytest.mark.parametrize("as_decorator", [True, False])
def test_impl_by_type_or_key(operators, types, as_decorator):
    f = operators.define()
    if as_decorator:
        torch.library.impl(operators.name(), types, lib=operators.library)(lambda x: x + 1)
    else:
        torch.library.impl(operators.name(), types, lambda x: x + 1, lib=operators.library)
    assert f(on_gpu()).item() == 1


def test_the_old_form_of_impl(operators):
    f = operators.define()

    @torch.library.impl(operators.library, "f", "CUDA")
    def kernel(x):
        return x + 3

    assert f(on_gpu()).item() == 3 and kernel(on_cpu()).item() == 3


def test_overloads_and_operators_instead_of_names(operators):
    operators.library.define("f.scaled(Tensor x, float by) -> Tensor")
    f = getattr(torch.ops, operators.namespace).f
    operators.library.impl(f.scaled, lambda x, by: x * by, "CUDA")
    assert f(on_gpu(2.0), 3.0).item() == 6


def test_the_end_of_a_library(operators):
    f = operators.define()
    library = operators.new_library()
    library.impl("f", lambda x: x + 1, "CUDA")
    assert f(on_gpu()).item() == 1
    library._destroy()
    with pytest.raises(NotImplementedError):
        f(on_gpu())


def test_a_library_that_is_collected(operators):
    f = operators.define()
    library = torch.library.Library(operators.namespace, "IMPL")
    library.impl("f", lambda x: x + 1, "CUDA")
    assert f(on_gpu()).item() == 1
    del library
    gc.collect()
    with pytest.raises(NotImplementedError):
        f(on_gpu())


def test_overriding_pytorchs_own_operator(operators):
    library = operators.new_library(namespace="aten")
    library.impl("gelu", lambda x, approximate="none": x * 0 + 42, "CUDA")
    assert torch.nn.functional.gelu(on_gpu(1.0)).item() == 42
    assert torch.nn.functional.gelu(on_cpu(1.0)).item() < 1
    library._destroy()
    assert torch.nn.functional.gelu(on_gpu(1.0)).item() < 1


@pytest.mark.torch_from(2, 10)
def test_no_override(operators):
    operators.define()
    operators.library.impl("f", lambda x: x, "CUDA")
    with pytest.raises(RuntimeError) as error:
        operators.library.impl("f", lambda x: x, "CUDA", allow_override=False)
    assert str(error.value) == (
        "This is not allowed since there's already a kernel registered from python overriding "
        f"f's behavior for CUDA dispatch key and {operators.namespace} namespace."
    )


def test_fallthrough(operators):
    f = operators.define()
    operators.library.impl("f", lambda x: x + 1, "CUDA")
    operators.library.impl("f", torch.library.fallthrough_kernel, "AutogradCUDA")
    assert f(on_gpu()).item() == 1


def test_autograd_by_key(operators):
    f = operators.define()
    operators.library.impl("f", lambda x: x * 2, "CUDA")

    class Double(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            with torch._C._AutoDispatchBelowAutograd():
                return f(x)

        @staticmethod
        def backward(ctx, gradient):
            return gradient * 2

    operators.library.impl("f", Double.apply, "AutogradCUDA")
    x = on_gpu(3.0, requires_grad=True)
    f(x).backward()
    assert x.grad.item() == 2


def test_autocast_by_key(operators):
    f = operators.define()
    operators.library.impl("f", lambda x: x.clone(), "CUDA")

    def to_half(x):
        keys = torch._C.DispatchKeySet(torch._C.DispatchKey.AutocastCUDA)
        with torch._C._ExcludeDispatchKeyGuard(keys):
            return f(x.half())

    operators.library.impl("f", to_half, "AutocastCUDA")
    assert f(on_gpu()).dtype == torch.float32
    with torch.autocast("cuda"):
        assert f(on_gpu()).dtype == torch.float16


def test_redispatch_with_the_keys_of_the_call(operators):
    f = operators.define()
    operators.library.impl("f", lambda x: x + 5, "CUDA")

    def above(keys, x):
        return f.default.redispatch(keys & torch._C._after_autograd_keyset, x) * 2

    operators.library.impl("f", above, "AutogradCUDA", with_keyset=True)
    assert f(on_gpu()).item() == 10
    keys = torch._C.DispatchKeySet(torch._C.DispatchKey.CUDA)
    assert f.default.redispatch(keys, on_gpu()).item() == 5


@pytest.mark.torch_from(2, 10)
def test_get_kernel(operators):
    f = operators.define()
    operators.library.impl("f", lambda x: x + 1, "CUDA")
    key = torch._C.DispatchKey.CUDA
    for kernel in (
        torch.library.get_kernel(operators.name(), "CUDA"),
        torch.library.get_kernel(f.default, key),
    ):
        assert kernel.call_boxed(torch._C.DispatchKeySet(key), on_gpu()).item() == 1
    with pytest.raises(ValueError, match="Invalid dispatch key: GPU"):
        torch.library.get_kernel(operators.name(), "GPU")


def test_kernels_by_device_type_for_an_operator_by_name(operators):
    f = operators.define()
    torch.library.register_kernel(operators.name(), "cuda", lib=operators.library)(lambda x: x + 3)
    torch.library.register_fake(operators.name(), torch.empty_like, lib=operators.library)
    assert f(on_gpu()).item() == 3
    torch.library.opcheck(f.default, (on_gpu(),))


def test_autocast_and_vmap_for_an_operator_by_name(operators):
    f = operators.define()
    operators.library.impl("f", lambda x: x.clone(), "CompositeExplicitAutograd")
    torch.library.register_autocast(operators.name(), "cuda", torch.bfloat16, lib=operators.library)
    with torch.autocast("cuda"):
        assert f(on_gpu()).dtype == torch.bfloat16 and f(on_cpu()).dtype == torch.float32
    with torch.autocast("cpu"):
        assert f(on_gpu()).dtype == torch.float32


def test_infer_schema():
    def f(x: torch.Tensor, where: torch.device, n: int = 2) -> torch.Tensor: ...

    assert torch.library.infer_schema(f, mutates_args=()) == (
        "(Tensor x, Device where, SymInt n=2) -> Tensor"
    )
