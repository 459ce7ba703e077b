"""peft: LoRA, DoRA, IA3 and prompt tuning on the GPU; training, merging, several adapters, save and load."""

import pytest
import torch
from peft import (
    IA3Config,
    LoraConfig,
    PeftModel,
    PromptTuningConfig,
    get_peft_model,
    prepare_model_for_kbit_training,
)
from transformers import GPT2Config, GPT2LMHeadModel

PACKAGES = ("peft", "transformers")
TARGETS = ["c_attn", "c_fc"]


def make_model():
    torch.manual_seed(0)
    config = GPT2Config(vocab_size=64, n_embd=32, n_layer=2, n_head=4, n_positions=64)
    return GPT2LMHeadModel(config)


CONFIGS = {
    "lora": LoraConfig(r=4, target_modules=TARGETS, fan_in_fan_out=True, task_type="CAUSAL_LM"),
    "dora": LoraConfig(r=4, use_dora=True, target_modules=TARGETS, fan_in_fan_out=True),
    "rslora": LoraConfig(r=4, use_rslora=True, target_modules=TARGETS, fan_in_fan_out=True),
    "ia3": IA3Config(target_modules=TARGETS, feedforward_modules=["c_fc"], fan_in_fan_out=True),
    "prompt": PromptTuningConfig(num_virtual_tokens=4, task_type="CAUSAL_LM"),
}


def train(model, steps=15, dtype=torch.float16):
    ids = (torch.arange(16, device="cuda") * 3 % 60 + 2).repeat(4, 1)
    trained = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=2e-2)
    scaler = torch.amp.GradScaler("cuda")
    losses = []
    for _ in range(steps):
        with torch.autocast("cuda", dtype=dtype):
            loss = model(input_ids=ids, labels=ids).loss
        optimizer.zero_grad()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        losses.append(loss.item())
    return losses


@pytest.mark.parametrize("how", CONFIGS)
def test_training(how):
    model = get_peft_model(make_model().to("cuda"), CONFIGS[how])
    frozen = model.get_base_model().transformer.wte.weight.clone()
    losses = train(model)

    assert losses[-1] < losses[0]
    assert all(p.is_cuda for p in model.parameters())
    assert torch.equal(model.get_base_model().transformer.wte.weight, frozen)


@pytest.mark.parametrize("how", ["lora", "dora"])
def test_merge_save_and_load(tmp_path, how):
    model = get_peft_model(make_model().cuda(), CONFIGS[how])
    train(model, 4)
    ids = torch.arange(8, device="cuda")[None]
    wanted = model.eval()(input_ids=ids).logits
    model.save_pretrained(tmp_path)

    loaded = PeftModel.from_pretrained(make_model().to("cuda"), str(tmp_path)).eval()
    torch.testing.assert_close(loaded(input_ids=ids).logits, wanted)
    on_second = PeftModel.from_pretrained(
        make_model().to("cuda:1"), str(tmp_path), torch_device="cuda:1"
    )
    assert {p.device for p in on_second.parameters()} == {torch.device("cuda:1")}
    merged = loaded.merge_and_unload()
    torch.testing.assert_close(merged(input_ids=ids).logits, wanted, rtol=1e-3, atol=1e-4)


def test_two_adapters():
    model = get_peft_model(make_model().cuda(), CONFIGS["lora"], adapter_name="one")
    model.add_adapter("two", CONFIGS["lora"])
    model.set_adapter("two")
    train(model, 2)
    model.add_weighted_adapter(["one", "two"], [0.5, 0.5], "both", combination_type="linear")
    model.set_adapter("both")
    with model.disable_adapter():
        given = model(input_ids=torch.arange(8, device="cuda")[None]).logits
    assert given.is_cuda


def test_preparation_for_training_in_half_precision():
    model = prepare_model_for_kbit_training(make_model().half().cuda())
    model = get_peft_model(model, CONFIGS["lora"])
    assert train(model, 6, torch.bfloat16)[-1] > 0


@pytest.mark.compiles
@pytest.mark.parametrize("how", ["lora", "ia3"])
def test_compiled(how):
    models = [get_peft_model(make_model().to("cuda").eval(), CONFIGS[how]) for _ in range(2)]
    models[1].load_state_dict(models[0].state_dict())
    models[0].compile()
    ids = (torch.arange(16, device="cuda") * 3 % 60 + 2).repeat(2, 1)
    losses = [model(input_ids=ids, labels=ids).loss for model in models]
    torch.testing.assert_close(*losses, rtol=1e-4, atol=1e-5)
    gradients = [
        torch.autograd.grad(loss, [p for p in model.parameters() if p.requires_grad])
        for loss, model in zip(losses, models)
    ]
    torch.testing.assert_close(*gradients, rtol=1e-3, atol=1e-4)
