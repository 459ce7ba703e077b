"""Mixed precision: autocast, GradScaler and custom autograd functions, spelled for CUDA."""

import pytest
import torch

pytestmark = pytest.mark.musa

OLD_NAMES = pytest.mark.filterwarnings("ignore:.*is deprecated:FutureWarning")


def matmul_dtype():
    x = torch.ones(4, 4, device="cuda")
    return (x @ x).dtype


@pytest.mark.parametrize(
    "make",
    [
        lambda: torch.autocast("cuda"),
        lambda: torch.autocast(device_type="cuda", dtype=torch.float16),
        lambda: torch.amp.autocast("cuda", enabled=True, cache_enabled=False),
        lambda: torch.amp.autocast_mode.autocast("cuda"),
    ],
)
def test_autocast_makes_matmul_half(make):
    with make():
        assert matmul_dtype() == torch.float16
    assert matmul_dtype() == torch.float32


@OLD_NAMES
def test_old_name_of_autocast():
    with torch.cuda.amp.autocast():
        assert matmul_dtype() == torch.float16
    with torch.cuda.amp.autocast(dtype=torch.bfloat16):
        assert matmul_dtype() == torch.bfloat16
    with torch.cuda.amp.autocast(False):
        assert matmul_dtype() == torch.float32
    assert isinstance(torch.cuda.amp.autocast(), torch.autocast)


def test_old_name_still_warns():
    with pytest.warns(FutureWarning, match="torch.cuda.amp.autocast"):
        torch.cuda.amp.autocast()


def test_autocast_bfloat16_and_nesting():
    with torch.autocast("cuda", dtype=torch.bfloat16):
        assert matmul_dtype() == torch.bfloat16
        with torch.autocast("cuda", enabled=False):
            assert matmul_dtype() == torch.float32
        assert matmul_dtype() == torch.bfloat16


def test_autocast_as_decorator_and_from_a_tensors_device():
    x = torch.ones(2, 2, device="cuda")

    @torch.autocast(x.device.type)
    def product():
        return x @ x

    assert product().dtype == torch.float16


def test_autocast_for_the_cpu_is_untouched():
    x = torch.ones(2, 2)
    with torch.autocast("cpu"):
        assert (x @ x).dtype == torch.bfloat16
        assert matmul_dtype() == torch.float32


def test_unknown_device_type_is_the_error_of_pytorch():
    with pytest.raises(RuntimeError, match="at start of device string: cudax$"):
        torch.autocast("cudax")
    with pytest.raises(ValueError, match="type `str`"):
        torch.autocast(torch.device("cuda"))


def test_state_without_a_device_is_the_gpus():
    assert torch.is_autocast_enabled() is False
    assert torch.amp.is_autocast_available("cuda")
    with torch.autocast("cuda", dtype=torch.bfloat16):
        assert torch.is_autocast_enabled() is True
        assert torch.is_autocast_enabled("cuda") is True
        assert torch.is_autocast_enabled("cpu") is False
        assert torch.get_autocast_dtype("cuda") == torch.bfloat16
    with torch.autocast("cpu"):
        assert torch.is_autocast_enabled() is False


def test_setting_the_state_by_hand():
    before = torch.get_autocast_dtype("cuda")
    torch.set_autocast_enabled("cuda", True)
    torch.set_autocast_dtype("cuda", torch.bfloat16)
    try:
        assert torch.is_autocast_enabled() and matmul_dtype() == torch.bfloat16
    finally:
        torch.set_autocast_enabled("cuda", False)
        torch.set_autocast_dtype("cuda", before)


def test_functions_that_name_the_gpu():
    before = torch.get_autocast_gpu_dtype()
    torch.set_autocast_gpu_dtype(torch.bfloat16)
    try:
        assert torch.get_autocast_dtype("cuda") == torch.bfloat16
        assert torch.get_autocast_gpu_dtype() == torch.bfloat16
    finally:
        torch.set_autocast_gpu_dtype(before)


def train_steps(scaler, steps=3):
    torch.manual_seed(0)
    model = torch.nn.Linear(8, 1).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    x, y = torch.randn(16, 8, device="cuda"), torch.randn(16, 1, device="cuda")
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = torch.nn.functional.mse_loss(model(x), y)
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
        losses.append(loss.item())
    return losses


@pytest.mark.parametrize("arguments", [("cuda",), ()])
def test_grad_scaler_scales(arguments):
    scaler = torch.amp.GradScaler(*arguments)
    losses = train_steps(scaler)
    assert scaler.is_enabled() and scaler.get_scale() > 1
    assert losses[-1] < losses[0]


@OLD_NAMES
def test_old_name_of_the_scaler_and_its_state():
    scaler = torch.cuda.amp.GradScaler(init_scale=1024.0)
    train_steps(scaler)
    other = torch.cuda.amp.GradScaler()
    other.load_state_dict(scaler.state_dict())
    assert other.get_scale() == 1024.0 and other.is_enabled()
    assert not torch.cuda.amp.GradScaler(enabled=False).is_enabled()


def test_scaler_skips_a_step_with_infinities():
    scaler = torch.amp.GradScaler("cuda", init_scale=4.0)
    weight = torch.nn.Parameter(torch.ones(2, device="cuda"))
    optimizer = torch.optim.SGD([weight], lr=1.0)
    scaler.scale((weight * float("inf")).sum()).backward()
    scaler.step(optimizer)
    scaler.update()
    assert weight.tolist() == [1, 1] and scaler.get_scale() == 2.0


def make_function(forward_decorator, backward_decorator):
    class Product(torch.autograd.Function):
        @staticmethod
        @forward_decorator
        def forward(ctx, a, b):
            ctx.save_for_backward(a, b)
            ctx.seen = a.dtype
            return a @ b

        @staticmethod
        @backward_decorator
        def backward(ctx, grad):
            a, b = ctx.saved_tensors
            return grad @ b.t(), a.t() @ grad

    return Product


def check_function(function):
    a = torch.ones(2, 2, device="cuda", dtype=torch.float16, requires_grad=True)
    b = torch.ones(2, 2, device="cuda", dtype=torch.float16, requires_grad=True)
    with torch.autocast("cuda"):
        out = function.apply(a, b)
    out.sum().backward()
    return out.dtype, a.grad.dtype


def test_custom_functions_cast_inputs():
    forward = torch.amp.custom_fwd(device_type="cuda", cast_inputs=torch.float32)
    backward = torch.amp.custom_bwd(device_type="cuda")
    assert check_function(make_function(forward, backward)) == (torch.float32, torch.float16)


def test_custom_functions_keep_the_autocast_state():
    forward = torch.amp.custom_fwd(device_type="cuda")
    backward = torch.amp.custom_bwd(device_type="cuda")
    assert check_function(make_function(forward, backward)) == (torch.float16, torch.float16)


@OLD_NAMES
def test_old_names_of_custom_functions():
    forward = torch.cuda.amp.custom_fwd(cast_inputs=torch.float32)
    function = make_function(forward, torch.cuda.amp.custom_bwd)
    assert check_function(function) == (torch.float32, torch.float16)


def test_checkpointing_keeps_autocast():
    layer = torch.nn.Linear(4, 4).cuda()
    x = torch.ones(2, 4, device="cuda", requires_grad=True)
    with torch.autocast("cuda"):
        out = torch.utils.checkpoint.checkpoint(layer, x, use_reentrant=False)
    assert out.dtype == torch.float16
    out.sum().backward()
    assert x.grad is not None


def test_amp_is_available():
    assert torch.cuda.amp.common.amp_definitely_not_available() is False
