"""Pieces of programs: shapes, breaks, modules, gradients."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint

from .case import case


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
