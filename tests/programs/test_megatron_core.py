"""megatron-core: a GPT trained tensor-parallel, pipeline-parallel and in bf16, two processes by "nccl", against the CPU."""

import json
import os
import sys

import pytest
import torch
from torch import distributed
from torch.nn import functional as F

PACKAGES = ("megatron-core",)
WIDTH, HEADS, LAYERS, LENGTH, VOCABULARY, STEPS = 32, 4, 2, 16, 64, 5


def batch(step):
    numbers = torch.Generator().manual_seed(step)
    text = torch.randint(0, VOCABULARY, (4, LENGTH + 1), generator=numbers)
    return text[:, :-1], text[:, 1:]


def plain_loss(weights, tokens, labels):
    """What the GPT computes, in plain PyTorch."""

    def linear(x, name):
        return F.linear(x, weights[f"{name}.weight"], weights.get(f"{name}.bias"))

    def norm(x, name):
        return F.layer_norm(x, (WIDTH,), weights[f"{name}.weight"], weights[f"{name}.bias"])

    x = F.embedding(tokens, weights["embedding.word_embeddings.weight"])
    x = x + weights["embedding.position_embeddings.weight"][:LENGTH]
    for layer in (f"decoder.layers.{number}" for number in range(LAYERS)):
        qkv = linear(norm(x, f"{layer}.input_layernorm"), f"{layer}.self_attention.linear_qkv")
        q, k, v = qkv.view(4, LENGTH, HEADS, -1).transpose(1, 2).chunk(3, -1)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).flatten(2)
        x = x + linear(y, f"{layer}.self_attention.linear_proj")
        y = F.gelu(linear(norm(x, f"{layer}.pre_mlp_layernorm"), f"{layer}.mlp.linear_fc1"))
        x = x + linear(y, f"{layer}.mlp.linear_fc2")
    logits = linear(norm(x, "decoder.final_layernorm"), "output_layer")
    return F.cross_entropy(logits.flatten(0, 1), labels.flatten())


def plain_losses(weights):
    """The losses of a training on the CPU that begins with these weights."""
    weights = {name: value.clone().requires_grad_() for name, value in weights.items()}
    optimizer = torch.optim.AdamW(weights.values(), lr=1e-3, weight_decay=0.0)
    losses = []
    for step in range(STEPS):
        loss = plain_loss(weights, *batch(step))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights.values(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    return losses


@pytest.mark.parametrize("sizes", [(1, 1), (2, 1), (1, 2)], ids=["data", "tensor", "pipeline"])
def test_losses_are_those_of_the_cpu(torchrun, sizes):
    told = json.loads(torchrun(__file__, *sizes, "float32").strip().splitlines()[-1])
    assert told["device"] == "cuda" and told["losses"][0] != told["losses"][-1]
    assert told["losses"] == pytest.approx(told["plain"], rel=1e-5)


def test_bf16_with_a_distributed_optimizer(torchrun):
    told = json.loads(torchrun(__file__, 1, 1, "bfloat16").strip().splitlines()[-1])
    assert told["device"] == "cuda"
    assert told["losses"] == pytest.approx(told["plain"], rel=1e-2)


def build(sizes, dtype):
    """The model in its wrapper, its optimizer, and the weights that it began with."""
    from megatron.core import distributed as wrappers
    from megatron.core.models.gpt import gpt_layer_specs, gpt_model
    from megatron.core.optimizer import OptimizerConfig, get_megatron_optimizer
    from megatron.core.parallel_state import is_pipeline_first_stage, is_pipeline_last_stage
    from megatron.core.transformer.module import Float16Module
    from megatron.core.transformer.transformer_config import TransformerConfig

    half = dtype == torch.bfloat16
    tensor, pipeline = sizes
    config = TransformerConfig(
        num_layers=LAYERS,
        hidden_size=WIDTH,
        num_attention_heads=HEADS,
        use_cpu_initialization=True,
        hidden_dropout=0.0,
        attention_dropout=0.0,
        tensor_model_parallel_size=tensor,
        pipeline_model_parallel_size=pipeline,
        pipeline_dtype=dtype,
        params_dtype=dtype,
        bf16=half,
    )
    net = gpt_model.GPTModel(
        config=config,
        transformer_layer_spec=gpt_layer_specs.get_gpt_layer_local_spec(),
        vocab_size=VOCABULARY,
        max_sequence_length=LENGTH,
        pre_process=is_pipeline_first_stage(),
        post_process=is_pipeline_last_stage(),
    )
    started = whole(net, tensor, pipeline)
    net = Float16Module(config, net.cuda()) if half else net.cuda()
    shared = wrappers.DistributedDataParallelConfig(use_distributed_optimizer=half)
    net = wrappers.DistributedDataParallel(config, shared, net)
    options = dict(optimizer="adam", lr=1e-3, weight_decay=0.0, clip_grad=1.0, bf16=half)
    options.update(params_dtype=dtype, use_distributed_optimizer=half)
    return net, get_megatron_optimizer(OptimizerConfig(**options), [net]), started


def whole(net, tensor, pipeline):
    """The weights of all parts, by the names that they have in one process, in float32 on the CPU."""
    offset = LAYERS // pipeline * (distributed.get_rank() if pipeline > 1 else 0)
    own = {}
    for name, value in net.named_parameters():
        head, _, rest = name.partition("decoder.layers.")
        if rest:
            number, _, rest = rest.partition(".")
            name = f"{head}decoder.layers.{int(number) + offset}.{rest}"
        dimension = value.partition_dim if getattr(value, "tensor_model_parallel", False) else None
        own[name] = value.detach().float(), dimension
    parts = [None, None]
    distributed.all_gather_object(parts, own)
    if tensor == 1:
        return {name: value for part in parts for name, (value, _) in part.items()}
    joined = {}
    for name, (value, dimension) in parts[0].items():
        pieces = [part[name][0] for part in parts]
        joined[name] = value if dimension is None else torch.cat(pieces, dimension)
    return joined


def forward_step(steps, net):
    tokens, labels = (each.cuda() for each in batch(next(steps)))
    mask = torch.ones(1, 1, LENGTH, LENGTH, dtype=torch.bool, device="cuda").triu(1)
    places = torch.arange(LENGTH, device="cuda").expand(4, LENGTH)
    out = net(tokens, places, mask, labels=labels)
    return out, lambda each: (each.float().mean(), {"loss": each.float().mean().detach()})


def train(sizes, dtype):
    """The losses, and those of the plain model that begins with the same weights."""
    from megatron.core.distributed.finalize_model_grads import finalize_model_grads
    from megatron.core.pipeline_parallel.schedules import get_forward_backward_func

    net, optimizer, started = build(sizes, dtype)
    losses = []
    for step in range(STEPS):
        net.zero_grad_buffer()
        optimizer.zero_grad()
        told = get_forward_backward_func()(
            forward_step_func=forward_step,
            data_iterator=iter([step]),
            model=net,
            num_microbatches=1,
            seq_length=LENGTH,
            micro_batch_size=4,
            forward_only=False,
        )
        finalize_model_grads([net])
        assert optimizer.step()[0]
        losses += [each["loss"].item() for each in told]
    return dict(
        losses=losses, plain=plain_losses(started), device=next(net.parameters()).device.type
    )


@pytest.mark.compiles
@pytest.mark.parametrize("name", ["gelu", "swiglu", "softmax"])
def test_its_fused_functions(name):
    """They are compiled by torch.compile: megatron.core.jit."""
    from megatron.core.fusions.fused_bias_gelu import bias_gelu_impl
    from megatron.core.fusions.fused_bias_swiglu import bias_swiglu_impl
    from megatron.core.fusions.fused_cross_entropy import calculate_logits_max

    x, bias = torch.randn(6, 4, 32), torch.randn(32)
    found = []
    for device in ("cuda", "cpu"):
        tensors = [each.to(device).requires_grad_() for each in (x, bias)]
        if name == "softmax":
            found.append([each.cpu() for each in calculate_logits_max(tensors[0])])
            continue
        out = (bias_gelu_impl if name == "gelu" else bias_swiglu_impl)(*tensors)
        gradients = torch.autograd.grad(out.sin().sum(), tensors)
        found.append([each.cpu() for each in (out, *gradients)])
    torch.testing.assert_close(*found, rtol=1e-4, atol=1e-4)


def main(tensor, pipeline, dtype):
    from megatron.core import parallel_state
    from megatron.core.tensor_parallel.random import model_parallel_cuda_manual_seed

    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    distributed.init_process_group("nccl")
    sizes = int(tensor), int(pipeline)
    parallel_state.initialize_model_parallel(*sizes)
    model_parallel_cuda_manual_seed(123)
    torch.manual_seed(7)
    told = train(sizes, getattr(torch, dtype))
    if distributed.get_rank() == distributed.get_world_size() - 1:
        print(json.dumps(told))
    distributed.destroy_process_group()


if __name__ == "__main__":
    main(*sys.argv[1:])
