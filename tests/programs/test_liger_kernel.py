"""liger-kernel: its Triton operators and losses, and a Llama with its layers, against PyTorch on the CPU."""

import pytest
import torch
import torch.nn.functional as F
from liger_kernel.ops.cross_entropy import LigerCrossEntropyFunction
from liger_kernel.ops.fused_linear_cross_entropy import LigerFusedLinearCrossEntropyFunction
from liger_kernel.ops.geglu import LigerGELUMulFunction
from liger_kernel.ops.group_norm import LigerGroupNormFunction
from liger_kernel.ops.kl_div import LigerKLDivLossFunction
from liger_kernel.ops.layer_norm import LigerLayerNormFunction
from liger_kernel.ops.rms_norm import LigerRMSNormFunction
from liger_kernel.ops.softmax import LigerSoftmaxFunction
from liger_kernel.ops.swiglu import LigerSiLUMulFunction
from liger_kernel.transformers import apply_liger_kernel_to_llama
from transformers import LlamaConfig, LlamaForCausalLM

PACKAGES = ("liger-kernel", "transformers")
DEVICE = "cuda"


def rms_norm(x, weight):
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * weight


# name: (the operator, the same by PyTorch, shapes of the arguments)
OPERATORS = {
    "rms_norm": (
        lambda x, w: LigerRMSNormFunction.apply(x, w, 1e-6, 0.0, "llama", False),
        rms_norm,
        [(4, 64, 512), (512,)],
    ),
    "layer_norm": (
        lambda x, w, b: LigerLayerNormFunction.apply(x, w, b, 1e-5),
        lambda x, w, b: F.layer_norm(x, (512,), w, b, 1e-5),
        [(4, 64, 512), (512,), (512,)],
    ),
    "group_norm": (
        lambda x, w, b: LigerGroupNormFunction.apply(x, w, b, 8, 2, 1e-5),
        lambda x, w, b: F.group_norm(x, 2, w, b, 1e-5),
        [(2, 8, 64), (8,), (8,)],
    ),
    "swiglu": (
        LigerSiLUMulFunction.apply,
        lambda a, b: F.silu(a) * b,
        [(4, 64, 512), (4, 64, 512)],
    ),
    "geglu": (
        LigerGELUMulFunction.apply,
        lambda a, b: F.gelu(a, approximate="tanh") * b,
        [(4, 64, 512), (4, 64, 512)],
    ),
    "softmax": (LigerSoftmaxFunction.apply, lambda x: F.softmax(x, -1), [(64, 1000)]),
}


def check(ours, reference, inputs):
    """Values and gradients agree with those on the CPU."""
    gpu = [x.to(DEVICE).requires_grad_() for x in inputs]
    cpu = [x.clone().requires_grad_() for x in inputs]
    result, expected = ours(*gpu), reference(*cpu)
    torch.testing.assert_close(result.cpu(), expected, atol=1e-4, rtol=1e-4)
    weight = torch.randn_like(expected)
    result.backward(weight.to(DEVICE))
    expected.backward(weight)
    for x, y in zip(gpu, cpu):
        torch.testing.assert_close(x.grad.cpu(), y.grad, atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize("name", OPERATORS)
def test_operators(name):
    ours, reference, shapes = OPERATORS[name]
    check(ours, reference, [torch.randn(*shape) for shape in shapes])


def test_cross_entropy():
    labels = torch.randint(0, 1000, (128,))
    on_gpu = labels.to(DEVICE)

    def ours(x):
        options = (None, -100, 0.0, 0.1, "mean", None, False)
        return LigerCrossEntropyFunction.apply(x, on_gpu, *options)[0]

    check(ours, lambda x: F.cross_entropy(x, labels, label_smoothing=0.1), [torch.randn(128, 1000)])


def test_fused_linear_cross_entropy():
    labels = torch.randint(0, 1000, (128,))
    on_gpu = labels.to(DEVICE)
    check(
        lambda x, w: LigerFusedLinearCrossEntropyFunction.apply(x, w, on_gpu)[0],
        lambda x, w: F.cross_entropy(x @ w.T, labels),
        [torch.randn(128, 64), torch.randn(1000, 64)],
    )


def test_kl_div():
    target = torch.randn(32, 500).softmax(-1)
    on_gpu = target.to(DEVICE)
    check(
        lambda x: LigerKLDivLossFunction.apply(x, on_gpu, "batchmean", False, 1e-10),
        lambda x: F.kl_div(x, target, reduction="batchmean"),
        [torch.randn(32, 500).log_softmax(-1)],
    )


def test_llama():
    """The losses of training steps are those of transformers' own layers on the CPU."""
    config = LlamaConfig(
        vocab_size=128,
        hidden_size=64,
        intermediate_size=128,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
    )
    plain = LlamaForCausalLM(config)
    tokens = torch.randint(0, 128, (2, 32))
    losses = []
    for device in ("cpu", DEVICE):
        model = plain_copy(plain, config).to(device)
        if device == DEVICE:
            apply_liger_kernel_to_llama(model=model)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        losses.append([step(model, optimizer, tokens.to(device)) for _ in range(4)])
    torch.testing.assert_close(torch.tensor(losses[1]), torch.tensor(losses[0]), atol=1e-3, rtol=0)
    assert losses[0][-1] < losses[0][0]


def plain_copy(model, config):
    copy = LlamaForCausalLM(config)
    copy.load_state_dict(model.state_dict())
    return copy


def step(model, optimizer, tokens):
    loss = model(input_ids=tokens, labels=tokens).loss
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


@pytest.mark.compiles
@pytest.mark.parametrize("name", ["rms_norm", "swiglu"])
def test_a_compiled_operator(name):
    ours, reference, shapes = OPERATORS[name]
    check(
        torch.compile(lambda *x: ours(*x).sin()),
        lambda *x: reference(*x).sin(),
        [torch.randn(*shape) for shape in shapes],
    )
