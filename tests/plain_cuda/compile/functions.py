"""Small functions of CUDA programs, each with the arguments of its calls: what torch.compile is given.

`counting.py` counts graphs, graph breaks and recompilations of each.
"""

from typing import Callable, Dict, NamedTuple, Tuple

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint


class Case(NamedTuple):
    """A function, and a maker of arguments for each of its calls."""

    function: Callable
    calls: Tuple[Callable, ...]


CASES: Dict[str, Case] = {}


def ones(*shape):
    """One tensor of ones on the GPU, as the arguments of a call."""
    return (torch.ones(*shape or (4,), device="cuda"),)


def case(*calls):
    """Decorator: list a function with its calls; by default two with a tensor on the GPU."""

    def add(function):
        assert function.__name__ not in CASES
        CASES[function.__name__] = Case(function, calls or (ones, ones))
        return function

    return add


def on_cpu():
    """A tensor that is not on the GPU."""
    return (torch.ones(4),)


# What a tensor and its device say.


@case()
def device_type(x):
    return x + 1 if x.device.type == "cuda" else x - 1


@case(ones, on_cpu, ones)
def device_type_of_both(x):
    return x + 1 if x.device.type == "cuda" else x - 1


@case(ones, on_cpu, ones, on_cpu)
def is_cuda(x):
    return x.sin() if x.is_cuda else x.cos()


@case()
def device_equals(x):
    return x + 1 if x.device == torch.device("cuda", 0) else x - 1


@case()
def device_equals_string_made(x):
    return x + 1 if x.device == torch.device("cuda:0") else x - 1


@case()
def device_is_not_cpu(x):
    return x + 1 if x.device != torch.device("cpu") else x - 1


@case()
def device_as_text(x):
    return x + 1 if str(x.device) == "cuda:0" else x - 1


@case()
def device_in_f_string(x):
    return x + 1 if f"{x.device}" == "cuda:0" else x - 1


@case()
def device_formatted(x):
    return x + 1 if "{}".format(x.device) == "cuda:0" else x - 1


@case()
def device_represented(x):
    return x + 1 if repr(x.device) == "device(type='cuda', index=0)" else x - 1


@case()
def device_text_starts_with(x):
    return x + 1 if str(x.device).startswith("cuda") else x - 1


@case()
def cuda_in_device_text(x):
    return x + 1 if "cuda" in str(x.device) else x - 1


@case()
def device_type_in_tuple(x):
    return x + 1 if x.device.type in ("cuda", "xpu") else x - 1


@case()
def device_type_as_key(x):
    return x * {"cuda": 2, "cpu": 3}.get(x.device.type, 4)


@case()
def device_type_by_getattr(x):
    return x + 1 if getattr(x.device, "type", None) == "cuda" else x - 1


@case()
def is_cuda_by_getattr(x):
    return x + 1 if getattr(x, "is_cuda", False) else x - 1


@case()
def device_index(x):
    return x + x.device.index


@case()
def get_device(x):
    return x + x.get_device()


@case()
def type_text(x):
    return x + 1 if x.type() == "torch.cuda.FloatTensor" else x - 1


@case()
def type_conversion(x):
    return x.type(torch.float16) + 1


@case()
def device_of_a_result(x):
    y = (x @ x).reshape(1) * 2
    return y + 1 if y.is_cuda and y.device.type == "cuda" else y - 1


@case()
def layout_and_dtype(x):
    return x + 1 if x.layout is torch.strided and x.dtype == torch.float32 else x - 1


# Devices that the program made.

DEVICE = torch.device("cuda")
NAME = "cuda"


@case()
def type_of_a_global_device(x):
    return x + 1 if DEVICE.type == "cuda" else x - 1


@case()
def text_of_a_global_device(x):
    return x + 1 if str(DEVICE) == "cuda" else x - 1


@case(lambda: (torch.ones(4), torch.device("cuda")), lambda: (torch.ones(4), torch.device("cpu")))
def device_argument(x, device):
    return x.to(device) + 1 if device.type == "cuda" else x - 1


@case(lambda: (torch.ones(4), "cuda"), lambda: (torch.ones(4), "cuda:0"))
def string_argument(x, name):
    return x.to(name) + 1 if "cuda" in name else x - 1


@case()
def global_name(x):
    return x + torch.ones(4, device=NAME)


@case()
def device_made_inside(x):
    device = torch.device("cuda", 0)
    return x + 1 if device.type == "cuda" and device.index == 0 else x - 1


@case()
def device_made_from_tensor(x):
    return x + torch.zeros(4, device=torch.device(x.device.type, x.device.index))


@case()
def device_made_of_type(x):
    return x + torch.zeros(4, device=x.device.type)


# Factories and moves.


@case()
def factories(x):
    return x + torch.zeros(4, device="cuda") + torch.full((4,), 2.0, device="cuda:0")


@case()
def arange(x):
    return x + torch.arange(4, device="cuda")


@case()
def tensor_from_list(x):
    return x + torch.tensor([1.0, 2.0, 3.0, 4.0], device="cuda")


@case()
def like(x):
    return torch.zeros_like(x) + torch.empty_like(x).fill_(1) + x.new_ones(4)


@case()
def new_on_device(x):
    return x + x.new_zeros(4, device="cuda")


@case(on_cpu, on_cpu)
def to_name(x):
    return x.to("cuda") + 1


@case(on_cpu, on_cpu)
def to_device_and_dtype(x):
    return x.to("cuda", torch.float64, non_blocking=True) + 1


@case(on_cpu, on_cpu)
def cuda_method(x):
    return x.cuda() + 1


@case(on_cpu, on_cpu)
def cuda_method_with_index(x):
    return x.cuda(0, non_blocking=True) + 1


@case()
def to_cpu_and_back(x):
    return x.cpu().to("cuda") + 1


@case()
def with_device(x):
    with torch.device("cuda"):
        return x + torch.ones(4)


# torch.cuda.


@case()
def current_device(x):
    return x + torch.cuda.current_device()


@case()
def device_count(x):
    return x + 1 if torch.cuda.device_count() > 0 else x - 1


@case()
def device_properties(x):
    return x + 1 if torch.cuda.get_device_properties(0).total_memory > 0 else x - 1


@case()
def device_properties_of_device(x):
    return x + 1 if torch.cuda.get_device_properties(x.device).multi_processor_count > 0 else x - 1


@case()
def device_capability(x):
    return x + 1 if torch.cuda.get_device_capability()[0] > 0 else x - 1


@case()
def device_name(x):
    return x + 1 if torch.cuda.get_device_name(0) else x - 1


@case()
def bf16_supported(x):
    return x + 1 if torch.cuda.is_bf16_supported() else x - 1


@case()
def is_initialized(x):
    return x + 1 if torch.cuda.is_initialized() else x - 1


@case()
def synchronize(x):
    y = x + 1
    torch.cuda.synchronize()
    return y * 2


@case()
def synchronize_device(x):
    y = x + 1
    torch.cuda.synchronize(x.device)
    return y * 2


@case()
def current_stream(x):
    torch.cuda.current_stream().synchronize()
    return x + 1


@case()
def current_stream_of_device(x):
    torch.cuda.current_stream(x.device).synchronize()
    return x + 1


@case()
def stream_handle(x):
    return x + 1 if torch.cuda.current_stream().cuda_stream == 0 else x - 1


@case()
def side_stream(x):
    s = torch.cuda.Stream()
    s.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(s):
        y = x * 2
    torch.cuda.current_stream().wait_stream(s)
    return y + 1


STREAM = torch.cuda.Stream()


@case()
def global_stream(x):
    STREAM.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(STREAM):
        y = x * 2
    torch.cuda.current_stream().wait_stream(STREAM)
    return y + 1


@case(
    lambda: (torch.ones(4, device="cuda"), torch.cuda.Stream()),
    lambda: (torch.ones(4, device="cuda"), torch.cuda.Stream()),
)
def stream_argument(x, s):
    with torch.cuda.stream(s):
        y = x * 2
    s.synchronize()
    return y


@case()
def generic_stream(x):
    s = torch.Stream(device="cuda")
    with s:
        y = x * 2
    s.synchronize()
    return y


@case()
def record_stream(x):
    y = x * 2
    y.record_stream(torch.cuda.current_stream())
    return y


@case()
def cuda_device_context(x):
    with torch.cuda.device(0):
        return x + torch.ones(4, device="cuda")


@case()
def cuda_device_of(x):
    with torch.cuda.device_of(x):
        return x + 1


@case()
def cuda_device_context_of_tensor(x):
    with torch.cuda.device(x.device):
        return x + 1


@case()
def set_device(x):
    torch.cuda.set_device(0)
    return x + 1


@case()
def empty_cache(x):
    y = x + 1
    torch.cuda.empty_cache()
    return y * 2


@case()
def memory_reserved(x):
    return x + (torch.cuda.memory_reserved() > 0)


@case()
def nvtx_range(x):
    torch.cuda.nvtx.range_push("part")
    y = x + 1
    torch.cuda.nvtx.range_pop()
    return y * 2


@case()
def device_module(x):
    return x + torch.get_device_module("cuda").current_device()


@case()
def device_module_of_tensor(x):
    torch.get_device_module(x.device).synchronize()
    return x + 1


@case()
def device_module_is_torch_cuda(x):
    return x + 1 if torch.get_device_module(x.device) is torch.cuda else x - 1


@case()
def accelerator(x):
    return x + 1 if torch.accelerator.current_accelerator().type == "cuda" else x - 1


@case()
def accelerator_synchronize(x):
    y = x + 1
    torch.accelerator.synchronize()
    return y * 2


@case()
def is_capturing(x):
    return x - 1 if torch.cuda.is_current_stream_capturing() else x + 1


# Random numbers.


@case()
def seed_and_rand(x):
    torch.manual_seed(1)
    return x + torch.rand(4, device="cuda") * 0


@case()
def cuda_manual_seed(x):
    torch.cuda.manual_seed(1)
    return x + torch.rand(4, device="cuda") * 0


@case()
def cuda_manual_seed_all(x):
    torch.cuda.manual_seed_all(1)
    return x + torch.rand(4, device="cuda") * 0


@case()
def rng_state(x):
    state = torch.cuda.get_rng_state()
    y = torch.rand(4, device="cuda")
    torch.cuda.set_rng_state(state)
    return x + y - torch.rand(4, device="cuda")


@case()
def generator_made_inside(x):
    g = torch.Generator("cuda").manual_seed(3)
    return x + torch.rand(4, device="cuda", generator=g) * 0


GENERATOR = torch.Generator("cuda")


@case()
def global_generator(x):
    return x + torch.rand(4, device="cuda", generator=GENERATOR) * 0


@case()
def dropout(x):
    return F.dropout(x, 0.0, True) + x


# Autocast.


def matrix():
    """A matrix on the GPU."""
    return (torch.eye(4, device="cuda"),)


@case(matrix, matrix)
def autocast(x):
    with torch.autocast("cuda"):
        return x @ x


@case(matrix, matrix)
def autocast_bfloat16(x):
    with torch.autocast(device_type="cuda", dtype=torch.bfloat16):
        return x @ x + x


@case(matrix, matrix)
def autocast_of_its_device(x):
    with torch.autocast(x.device.type, dtype=torch.bfloat16):
        return x @ x


@case(matrix, matrix)
def autocast_disabled(x):
    with torch.autocast("cuda"):
        y = x @ x
        with torch.autocast("cuda", enabled=False):
            z = y.float() @ x
    return y, z


@case(matrix, matrix)
def autocast_of_torch_cuda(x):
    with torch.cuda.amp.autocast():
        return x @ x


@case(matrix, matrix)
def autocast_of_torch_amp(x):
    with torch.amp.autocast("cuda", cache_enabled=False):
        return x @ x


@case(matrix, matrix)
def autocast_decorator(x):
    @torch.autocast("cuda")
    def inner(y):
        return y @ y

    return inner(x)


@case(matrix, matrix)
def autocast_enabled(x):
    with torch.autocast("cuda"):
        return x + 1 if torch.is_autocast_enabled() else x - 1


@case(matrix, matrix)
def autocast_enabled_for_cuda(x):
    with torch.autocast("cuda", dtype=torch.bfloat16):
        if torch.is_autocast_enabled("cuda"):
            return x.to(torch.get_autocast_dtype("cuda"))
    return x


@case(matrix, matrix)
def autocast_gpu_dtype(x):
    with torch.autocast("cuda", dtype=torch.bfloat16):
        return x.to(torch.get_autocast_gpu_dtype())


class Scaled(torch.autograd.Function):
    """A function of the program with rules for autocast."""

    @staticmethod
    @torch.amp.custom_fwd(device_type="cuda", cast_inputs=torch.float32)
    def forward(ctx, x):
        return x * 2

    @staticmethod
    @torch.amp.custom_bwd(device_type="cuda")
    def backward(ctx, gradient):
        return gradient * 2


@case(matrix, matrix)
def autograd_function(x):
    with torch.autocast("cuda"):
        return Scaled.apply(x @ x)


# Programs.


@case(lambda: (torch.ones(4, 4, device="cuda"),), lambda: (torch.ones(8, 4, device="cuda"),))
def two_shapes(x):
    return (x * x.shape[0]).sum()


@case(lambda: (torch.ones(4, device="cuda"), 1), lambda: (torch.ones(4, device="cuda"), 2))
def two_numbers(x, n):
    return x + n


@case()
def break_on_item(x):
    y = x * 2
    return y + 1 if y.sum().item() > 0 else y - 1


@case()
def print_inside(x):
    y = x + 1
    print("", end="")
    return y * 2


@case()
def branch_on_sum(x):
    return x + 1 if x.sum() > 0 else x - 1


@case()
def cond(x):
    return torch.cond(x.sum() > 0, lambda x: x.sin(), lambda x: x.cos(), (x,))


def network():
    """Two layers on the GPU."""
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.BatchNorm1d(4)).cuda()


@case(lambda: (network(), torch.ones(2, 4, device="cuda")))
def module_forward(model, x):
    return model(x)


@case(lambda: (network(), torch.ones(2, 4, device="cuda")))
def module_device(model, x):
    device = next(model.parameters()).device
    return model(x.to(device)) if device.type == "cuda" else x


@case(lambda: (network(), torch.ones(2, 4)))
def module_cuda(model, x):
    return model.cuda()(x.cuda())


@case(lambda: (network(), torch.ones(2, 4, device="cuda")))
def training_step(model, x):
    with torch.autocast("cuda", dtype=torch.bfloat16):
        loss = model(x).sum()
    loss.backward()
    return loss


@case(lambda: (network(), torch.ones(2, 4, device="cuda", requires_grad=True)))
def checkpointed(model, x):
    return checkpoint(model, x, use_reentrant=False).sum()


@case(lambda: (network(), torch.ones(2, 4, device="cuda", requires_grad=True)))
def checkpointed_reentrant(model, x):
    return checkpoint(model, x, use_reentrant=True).sum()


@case()
def attention(x):
    q = x.view(1, 1, 2, 2)
    return F.scaled_dot_product_attention(q, q, q)


@case()
def sdpa_kernel(x):
    q = x.view(1, 1, 2, 2)
    with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH):
        return F.scaled_dot_product_attention(q, q, q)


@case()
def vmap(x):
    return torch.vmap(lambda y: y * 2 if y.is_cuda else y)(x)


@case()
def func_grad(x):
    return torch.func.grad(lambda y: (y**2).sum() if y.is_cuda else y.sum())(x)


@case()
def func_jvp(x):
    return torch.func.jvp(lambda y: y**2, (x,), (x,))


@case()
def no_grad(x):
    with torch.no_grad():
        return x * 2 if x.is_cuda else x


@case()
def inference_mode(x):
    with torch.inference_mode():
        return x * 2 if x.is_cuda else x


@case()
def disabled_part(x):
    @torch.compiler.disable
    def outside(y):
        return y + 1 if y.is_cuda else y - 1

    return outside(x * 2) * 2


@case()
def is_compiling(x):
    return x + 1 if torch.compiler.is_compiling() or x.is_cuda else x - 1


@case()
def assume_constant(x):
    return x + constant_result()


@torch._dynamo.assume_constant_result
def constant_result():
    """What the program says will not change."""
    return 1 if torch.device("cuda").type == "cuda" else 2


@torch.library.custom_op("plain_cuda_compile::twice", mutates_args=(), device_types="cuda")
def twice(x: torch.Tensor) -> torch.Tensor:
    """An operator of the program."""
    return x * 2


@twice.register_fake
def _(x):
    return torch.empty_like(x)


@case()
def custom_operator(x):
    return twice(x + 1)


class Holder:
    """An object that remembers where it works."""

    def __init__(self):
        self.device = torch.device("cuda")
        self.name = "cuda:0"

    def use(self, x):
        """Adds something made there."""
        return x + torch.ones(4, device=self.device) if self.device.type == "cuda" else x


HOLDER = Holder()


@case()
def device_of_an_object(x):
    return HOLDER.use(x) + torch.ones(4, device=HOLDER.name)


@case()
def to_of_another(x):
    return torch.ones(4).to(x)


@case()
def type_as(x):
    return torch.ones(4, dtype=torch.float64).type_as(x)


@case()
def assert_on_gpu(x):
    assert x.is_cuda, "expected a tensor on the GPU"
    return x + 1


@case()
def error_caught(x):
    try:
        if x.device.type != "cuda":
            raise ValueError("not on the GPU")
    except ValueError:
        return x - 1
    return x + 1


@case()
def list_of_devices(x):
    return x + len({str(t.device) for t in (x, x * 2)})


@case(lambda: ([torch.ones(4, device="cuda"), torch.ones(4)],))
def tensors_by_device(tensors):
    return [t + 1 for t in tensors if t.is_cuda], [t - 1 for t in tensors if not t.is_cuda]


@case(
    lambda: (torch.ones(4, device="cuda"),),
    lambda: (torch.ones(4, device="cuda", dtype=torch.float64),),
    lambda: (torch.ones(4, device="cuda"),),
)
def two_dtypes(x):
    return x + 1 if x.is_cuda else x


@case()
def in_place(x):
    y = torch.zeros(4, device="cuda")
    y.add_(x).mul_(2)
    y[1:3] = x[0]
    return y


@case()
def numpy_round_trip(x):
    return torch.from_numpy(x.cpu().numpy()).to("cuda") + 1
