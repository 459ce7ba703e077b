"""transformers' Trainer on Llama and BERT: fp16, bf16, gradient checkpointing, evaluation, resume, two GPUs."""

import json
import math
import sys

import pytest
import torch
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    EarlyStoppingCallback,
    LlamaConfig,
    LlamaForCausalLM,
    Trainer,
    TrainingArguments,
)

PACKAGES = ("transformers", "accelerate")
SIZES = dict(vocab_size=64, hidden_size=32, intermediate_size=64, num_hidden_layers=2)


def make_model(**changes):
    torch.manual_seed(0)
    heads = dict(num_attention_heads=4, num_key_value_heads=2, max_position_embeddings=64)
    return LlamaForCausalLM(LlamaConfig(**SIZES, **heads, **changes))


class Counting(torch.utils.data.Dataset):
    """Sequences that go up by three."""

    def __len__(self):
        return 64

    def __getitem__(self, index):
        ids = torch.tensor([1] + [3 + (index % 8 + 3 * step) % 61 for step in range(15)])
        return {"input_ids": ids, "labels": ids.clone(), "attention_mask": torch.ones_like(ids)}


def make_trainer(folder, steps=12, model=None, **options):
    arguments = TrainingArguments(
        output_dir=str(folder),
        max_steps=steps,
        per_device_train_batch_size=8,
        learning_rate=5e-3,
        logging_steps=2,
        eval_strategy="steps",
        eval_steps=6,
        save_steps=6,
        report_to=[],
        disable_tqdm=True,
        **options,
    )
    data = Counting()
    return Trainer(model or make_model(), arguments, train_dataset=data, eval_dataset=data)


def losses_of(trainer):
    return [entry["loss"] for entry in trainer.state.log_history if "loss" in entry]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"fp16": True},
        {"bf16": True},
        {"bf16": True, "bf16_full_eval": True, "tf32": True},
        {"gradient_checkpointing": True, "gradient_accumulation_steps": 2},
        {"fp16": True, "gradient_checkpointing": True, "max_grad_norm": 0.5},
        {"optim": "adamw_torch_fused", "dataloader_num_workers": 2},
        {"optim": "adafactor", "label_smoothing_factor": 0.1},
        {"torch_empty_cache_steps": 2, "skip_memory_metrics": False, "neftune_noise_alpha": 1.0},
    ],
    ids=lambda options: ",".join(options) or "fp32",
)
def test_it_learns(tmp_path, options):
    trainer = make_trainer(tmp_path, **options)
    assert trainer.args.device.type == "cuda"
    metrics = trainer.train().metrics

    assert math.isfinite(metrics["train_loss"])
    assert losses_of(trainer)[-1] < losses_of(trainer)[0] - 0.2
    assert trainer.evaluate()["eval_loss"] < losses_of(trainer)[0]
    assert all(p.is_cuda for p in trainer.model.parameters())


def test_it_learns_what_the_cpu_learns(tmp_path):
    on_gpu = make_trainer(tmp_path / "cuda")
    on_gpu.train()
    on_cpu = make_trainer(tmp_path / "cpu", use_cpu=True)
    on_cpu.train()

    assert losses_of(on_gpu) == pytest.approx(losses_of(on_cpu), rel=1e-3)


@pytest.mark.parametrize("dropout", [0.0, 0.3])
def test_resume(tmp_path, dropout):
    """With dropout the state of the GPU's generator has to come back too."""
    whole = make_trainer(tmp_path, model=make_model(attention_dropout=dropout))
    whole.train()
    resumed = make_trainer(tmp_path, model=make_model(attention_dropout=dropout))
    resumed.train(resume_from_checkpoint=str(tmp_path / "checkpoint-6"))

    theirs = resumed.model.state_dict()
    for name, value in whole.model.state_dict().items():
        torch.testing.assert_close(theirs[name], value)


def test_classification_with_the_best_model_kept(tmp_path):
    class Parity(Counting):
        def __getitem__(self, index):
            ids = torch.full((8,), 3 + index % 2)
            return {"input_ids": ids, "labels": torch.tensor(index % 2)}

    torch.manual_seed(0)
    net = BertForSequenceClassification(BertConfig(**SIZES, num_attention_heads=4, num_labels=2))
    arguments = TrainingArguments(
        output_dir=str(tmp_path),
        num_train_epochs=3,
        per_device_train_batch_size=16,
        learning_rate=2e-3,
        eval_strategy="epoch",
        save_strategy="epoch",
        load_best_model_at_end=True,
        fp16=True,
        report_to=[],
        disable_tqdm=True,
    )
    trainer = Trainer(
        net,
        arguments,
        train_dataset=Parity(),
        eval_dataset=Parity(),
        compute_metrics=lambda p: {
            "accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())
        },
        callbacks=[EarlyStoppingCallback(2)],
    )
    trainer.train()

    assert trainer.predict(Parity()).metrics["test_accuracy"] == 1.0


def test_two_processes(tmp_path, torchrun):
    told = json.loads(torchrun(__file__, tmp_path).strip().splitlines()[-1])

    assert told["world"] == 2 and told["device"].startswith("cuda")
    assert told["losses"][-1] < told["losses"][0] - 0.2


@pytest.mark.compiles
def test_compiled(tmp_path):
    losses = []
    for compiled in (True, False):
        trainer = make_trainer(tmp_path, steps=4, torch_compile=compiled)
        trainer.train()
        losses.append(losses_of(trainer))
    assert losses[0] == pytest.approx(losses[1], rel=1e-3)


if __name__ == "__main__":
    trainer = make_trainer(sys.argv[1], bf16=True, ddp_backend="nccl")
    trainer.train()
    if trainer.is_world_process_zero():
        device = trainer.args.device
        print(
            json.dumps(
                dict(world=trainer.args.world_size, device=str(device), losses=losses_of(trainer))
            )
        )
