"""Kernels of Triton and torch.compile: the program's own inside compiled functions, flex_attention, graphs."""

import copy

import pytest
import torch
from torch import nn
from torch._dynamo.utils import counters
from torch._inductor.utils import run_and_get_code
from torch.nn import functional as F
from torch.nn.attention.flex_attention import create_block_mask, flex_attention

triton = pytest.importorskip("triton", minversion="3.6")
tl = pytest.importorskip("triton.language")

pytestmark = [pytest.mark.torch_from(2, 13), pytest.mark.filterwarnings("ignore")]
close = torch.testing.assert_close


@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.store(out + i, tl.load(x + i, mask=mask) + tl.load(y + i, mask=mask), mask=mask)


tuned_kernel = triton.autotune(
    configs=[triton.Config({"BLOCK": size}, num_warps=1) for size in (64, 128)], key=["n"]
)(add_kernel)


def add(x, y):
    x, n = x.sin(), x.numel()
    out = torch.empty_like(x)
    add_kernel[(triton.cdiv(n, 128),)](x, y, out, n, BLOCK=128)
    return out.cos()


def add_tuned(x, y):
    x, n = x.sin(), x.numel()
    out = torch.empty_like(x)
    tuned_kernel[lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](x, y, out, n)
    return out.cos()


@pytest.fixture(autouse=True)
def fresh_dynamo():
    torch._dynamo.reset()
    counters.clear()
    yield
    torch._dynamo.reset()


def test_pytorch_has_triton():
    from torch._inductor.utils import is_gpu
    from torch.utils._triton import has_triton

    x = torch.ones(3, device="cuda")
    _, (code,) = run_and_get_code(torch.compile(lambda x: x.sin() + 1), x)
    assert has_triton() and "@triton.jit" in code
    assert is_gpu(x.device.type)


@pytest.mark.parametrize("function", [add, add_tuned])
@pytest.mark.parametrize("mode", [None, "reduce-overhead"])
def test_a_kernel_of_the_program_in_a_compiled_function(function, mode):
    compiled = torch.compile(function, fullgraph=True, mode=mode)
    for size in (500, 500, 500, 77):
        x, y = torch.randn(2, size, device="cuda")
        torch.compiler.cudagraph_mark_step_begin()
        close(compiled(x, y), (x.sin() + y).cos())
    assert not counters["graph_break"] and not counters["inductor"]["cudagraph_skips"]


def test_an_operator_that_is_a_kernel():
    with torch.library._scoped_library("plain_cuda_compile", "FRAGMENT"):

        @torch.library.triton_op("plain_cuda_compile::add", mutates_args={})
        def operator(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
            out, n = torch.empty_like(x), x.numel()
            torch.library.wrap_triton(add_kernel)[(triton.cdiv(n, 128),)](x, y, out, n, BLOCK=128)
            return out

        x, y = torch.randn(2, 100, device="cuda")
        close(operator(x, y), x + y)
        _, (code,) = run_and_get_code(
            torch.compile(lambda x, y: operator(x, y) * 2, fullgraph=True), x, y
        )
        assert "add_kernel" in code


def test_replays_of_a_graph_compute_anew():
    compiled = torch.compile(lambda x, w: (x @ w).softmax(-1), mode="reduce-overhead")
    w = torch.randn(8, 8, device="cuda")
    for _ in range(4):
        x = torch.randn(4, 8, device="cuda")
        torch.compiler.cudagraph_mark_step_begin()
        close(compiled(x, w), (x @ w).softmax(-1))
    assert not counters["inductor"]["cudagraph_skips"]


def causal(batch, head, query, key):
    return query >= key


def nearer(score, batch, head, query, key):
    return score + 0.1 * (key - query)


def attend(q, k, v, mask=None, **options):
    if mask is not None:
        length = q.shape[-2]
        options["block_mask"] = create_block_mask(mask, 1, None, length, length, device=q.device)
    return flex_attention(q, k, v, **options)


def inputs(heads, length, width, dtype=torch.float32, kv_heads=None, grad=False):
    torch.manual_seed(0)
    options = {"device": "cuda", "dtype": dtype, "requires_grad": grad}
    counts = (heads, kv_heads or heads, kv_heads or heads)
    return [torch.randn(1, count, length, width, **options) for count in counts]


def expected(tensors, **options):
    """What it is on the CPU in double precision, operator by operator."""
    return attend(*(tensor.detach().cpu().double() for tensor in tensors), **options)


def test_flex_attention_compiles():
    options = {"mask": causal, "score_mod": nearer}
    tensors = inputs(2, 160, 32)
    mask = create_block_mask(causal, 1, None, 160, 160, device="cuda")
    compiled = torch.compile(flex_attention, fullgraph=True)
    result, (code,) = run_and_get_code(compiled, *tensors, block_mask=mask, score_mod=nearer)
    assert "triton_tem_fused" in code
    close(result.cpu().double(), expected(tensors, **options), rtol=1e-4, atol=1e-4)


@pytest.mark.slow
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_flex_attention_with_groups_of_heads(dtype):
    tensors = inputs(4, 256, 64, dtype, kv_heads=2)
    mask = create_block_mask(causal, 1, None, 256, 256, device="cuda")
    result = torch.compile(flex_attention)(*tensors, block_mask=mask, enable_gqa=True)
    wanted = expected(tensors, mask=causal, enable_gqa=True)
    close(result.cpu().double(), wanted, rtol=2e-2, atol=2e-2)


@pytest.mark.slow
def test_flex_attention_of_few_queries():
    q, k, v = inputs(2, 256, 32)
    result = torch.compile(flex_attention)(q[:, :, :1], k, v)
    close(result.cpu().double(), expected((q[:, :, :1], k, v)), rtol=1e-4, atol=1e-4)


@pytest.mark.slow
def test_gradients_of_flex_attention():
    tensors = inputs(2, 128, 32, grad=True)
    mask = create_block_mask(causal, 1, None, 128, 128, device="cuda")
    result = torch.compile(flex_attention)(*tensors, block_mask=mask, score_mod=nearer)
    upper = torch.randn_like(result)
    found = torch.autograd.grad(result, tensors, upper)
    plain = [tensor.detach().requires_grad_() for tensor in tensors]
    q, k, v = plain
    length = torch.arange(128, device="cuda")
    distance = length[None, :] - length[:, None]
    scores = q @ k.mT / 32**0.5 + 0.1 * distance
    wanted = scores.masked_fill(distance > 0, float("-inf")).softmax(-1) @ v
    close(result, wanted, rtol=1e-4, atol=1e-4)
    close(found, torch.autograd.grad(wanted, plain, upper), rtol=1e-3, atol=1e-3)


class Block(nn.Module):
    """A transformer block of 4 heads on 64 channels."""

    def __init__(self):
        super().__init__()
        self.norms = nn.ModuleList([nn.LayerNorm(64), nn.LayerNorm(64)])
        self.qkv, self.out = nn.Linear(64, 192), nn.Linear(64, 64)
        self.feed = nn.Sequential(nn.Linear(64, 256), nn.GELU(), nn.Linear(256, 64))

    def forward(self, x):
        parts = self.qkv(self.norms[0](x)).chunk(3, -1)
        q, k, v = (part.unflatten(-1, (4, 16)).transpose(1, 2) for part in parts)
        seen = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(seen.transpose(1, 2).flatten(-2))
        return x + self.feed(self.norms[1](x))


def train(block, data, target, **compile_options):
    block = copy.deepcopy(block)
    run = torch.compile(block, **compile_options) if compile_options else block
    optimizer = torch.optim.SGD(block.parameters(), 0.05, momentum=0.9)
    losses = []
    for _ in range(50):
        optimizer.zero_grad()
        loss = F.mse_loss(run(data), target)
        loss.backward()
        optimizer.step()
        losses.append(loss.detach().cpu())
    return torch.stack(losses), [parameter.detach() for parameter in block.parameters()]


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["default", "reduce-overhead"])
def test_a_transformer_block_trains_50_steps_as_without(mode):
    torch.manual_seed(0)
    block = Block().to("cuda")
    data, target = torch.randn(2, 4, 32, 64, device="cuda")
    losses, parameters = train(block, data, target, mode=mode)
    plain_losses, plain_parameters = train(block, data, target)
    close(losses, plain_losses, rtol=0, atol=1e-4)
    close(parameters, plain_parameters, rtol=0, atol=1e-4)
    assert losses[-1] < 0.7 * losses[0]
