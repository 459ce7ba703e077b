"""torch.library.custom_op on the GPU, with all that can be registered for it."""

import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from .operators import on_cpu, on_gpu

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.filterwarnings("ignore:Warning only once for all operators:UserWarning"),
]


def twice(x: torch.Tensor) -> torch.Tensor:
    """What most operators here compute."""
    return x * 2


def make(name, device_types=None, fn=twice):
    return torch.library.custom_op(
        f"plain_cuda::{name}", fn, mutates_args=(), device_types=device_types
    )


@pytest.mark.parametrize("device_types", [None, "cuda", ("cpu", "cuda"), ["cuda"]])
def test_device_types(device_types):
    f = make("types", device_types)
    assert f(on_gpu(2.0)).item() == 4
    if device_types is None or "cpu" in device_types:
        assert f(on_cpu(2.0)).item() == 4
    else:
        with pytest.raises(NotImplementedError, match="Could not run 'plain_cuda::types'"):
            f(on_cpu(2.0))


def test_register_kernel():
    f = make("kernel", "cpu")
    with pytest.raises(NotImplementedError, match="Could not run 'plain_cuda::kernel'"):
        f(on_gpu())
    f.register_kernel("cuda")(lambda x: x * 3)
    assert f(on_gpu(1.0)).item() == 3 and f(on_cpu(1.0)).item() == 2
    f.register_kernel("cuda", lambda x: x * 5)
    assert f(on_gpu(1.0)).item() == 5


def test_disabled_kernels():
    f = make("disabled")
    f.register_kernel("cuda")(lambda x: x * 3)
    with f.set_kernel_enabled("cuda", False):
        assert f(on_gpu(1.0)).item() == 2
    assert f(on_gpu(1.0)).item() == 3


def test_training_and_transforms():
    f = make("training", "cuda")
    f.register_fake(torch.empty_like)
    f.register_autograd(lambda ctx, gradient: gradient * 2)
    f.register_vmap(lambda info, in_dims, x: (f(x), in_dims[0]))
    x = on_gpu(1.0, requires_grad=True)
    f(x).backward()
    assert x.grad.item() == 2
    assert torch.vmap(f)(torch.ones(3, 2, device="cuda")).tolist() == [[2, 2]] * 3
    result = torch.library.opcheck(f, (on_gpu(1.0, requires_grad=True),))
    assert set(result.values()) == {"SUCCESS"}


def test_fake_tensors_keep_the_device():
    from torch._subclasses import FakeTensorMode

    f = make("fake", "cuda")
    f.register_fake(torch.empty_like)
    with FakeTensorMode():
        assert f(torch.ones(2, device="cuda")).device == torch.device("cuda:0")


def test_mutation():
    def add_one(x: torch.Tensor) -> None:
        x.add_(1)

    f = torch.library.custom_op(
        "plain_cuda::mutates", add_one, mutates_args=("x",), device_types="cuda"
    )
    x = on_gpu()
    version = x._version
    f(x)
    assert x.item() == 1 and x._version > version


def test_autocast():
    f = make("autocast", fn=lambda_clone)
    f.register_autocast("cuda", torch.float16)
    with torch.autocast("cuda"):
        assert f(on_gpu()).dtype == torch.float16
        assert f(on_cpu()).dtype == torch.float32
        assert f(on_gpu().double()).dtype == torch.float64
        assert f(on_gpu().int()).dtype == torch.int32
    assert f(on_gpu()).dtype == torch.float32


def lambda_clone(x: torch.Tensor) -> torch.Tensor:
    """An operator that keeps the dtype."""
    return x.clone()


def test_operators_without_tensors():
    def ones(n: int, device: torch.device) -> torch.Tensor:
        return torch.ones(n, device=device)

    f = make("ones", "cuda", ones)
    assert f(2, torch.device("cuda")).device == torch.device("cuda:0")
    with pytest.raises(RuntimeError) as error:
        f(2, torch.device("cpu"))
    assert "ones does not have a kernel registered for cpu" in str(error.value)
    g = make("cpu_ones", "cpu", ones)
    with pytest.raises(RuntimeError) as error:
        g(2, torch.device("cuda"))
    assert "cpu_ones does not have a kernel registered for cuda" in str(error.value)
    both = make("both_ones", ("cpu", "cuda"), ones)
    assert both(2, torch.device("cuda:0")).is_cuda and not both(2, torch.device("cpu")).is_cuda


def test_torch_dispatch_rules():
    class Mode(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            return func(*args, **(kwargs or {}))

    f = make("mode", "cuda")
    f.register_torch_dispatch(Mode, lambda mode, func, types, args, kwargs: args[0] + 50)
    with Mode():
        assert f(on_gpu()).item() == 50
    assert f(on_gpu(1.0)).item() == 2


def test_modes_see_the_device():
    seen = []

    class Mode(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            seen.append((str(func), str((kwargs or {}).get("device"))))
            return func(*args, **(kwargs or {}))

    with Mode():
        torch.zeros(1, device="cuda")
        torch.ones(1).to("cuda:0")
    assert ("aten.zeros.default", "cuda") in seen and ("aten._to_copy.default", "cuda:0") in seen


def test_triton_op_without_a_triton_kernel():
    f = torch.library.triton_op("plain_cuda::triton", twice, mutates_args={})
    assert f(on_gpu(2.0)).item() == 4
