"""transformers' Trainer on device musa: training, evaluation, checkpoints, precisions."""

import math

import pytest
import torch
import transformers
from models import SEEN_TYPE, CountingText, make_language_model
from transformers import Trainer, TrainingArguments
from transformers.utils import is_torch_bf16_gpu_available, is_torch_musa_available


def make_trainer(folder, steps=12, **options):
    arguments = TrainingArguments(
        str(folder),
        max_steps=steps,
        per_device_train_batch_size=8,
        learning_rate=5e-3,
        logging_steps=2,
        eval_strategy="steps",
        eval_steps=6,
        save_steps=6,
        report_to=[],
        disable_tqdm=True,
        dataloader_pin_memory=True,
        **options,
    )
    data = CountingText()
    return Trainer(make_language_model(), arguments, train_dataset=data, eval_dataset=data)


def losses_of(trainer):
    return [entry["loss"] for entry in trainer.state.log_history if "loss" in entry]


def test_it_knows_the_device(tmp_path):
    assert is_torch_musa_available(check_device=True) and is_torch_bf16_gpu_available()
    trainer = make_trainer(tmp_path)
    # Of several devices it uses the first, but for CUDA, where it uses nn.DataParallel.
    assert trainer.args.device == torch.device("musa:0") and trainer.args.n_gpu == 1
    assert trainer.model.device.type == SEEN_TYPE


def test_training_and_evaluation(tmp_path):
    trainer = make_trainer(tmp_path)
    before = trainer.evaluate()["eval_loss"]
    metrics = trainer.train().metrics
    assert math.isfinite(metrics["train_loss"])
    assert trainer.evaluate()["eval_loss"] < before - 0.3
    assert losses_of(trainer) == sorted(losses_of(trainer), reverse=True)


def test_it_learns_what_the_cpu_learns(tmp_path):
    on_device = make_trainer(tmp_path / "musa")
    on_device.train()
    on_host = make_trainer(tmp_path / "cpu", use_cpu=True)
    on_host.train()
    assert on_host.model.device.type == "cpu"
    assert losses_of(on_device) == pytest.approx(losses_of(on_host), rel=1e-3)


def test_a_checkpoint_is_taken_up_again(tmp_path):
    whole = make_trainer(tmp_path)
    whole.train()
    resumed = make_trainer(tmp_path)
    resumed.train(resume_from_checkpoint=str(tmp_path / "checkpoint-6"))
    theirs = resumed.model.state_dict()
    for name, value in whole.model.state_dict().items():
        torch.testing.assert_close(theirs[name], value)
    state = torch.load(tmp_path / "checkpoint-6" / "rng_state.pth", weights_only=False)
    assert "musa" in state


@pytest.mark.parametrize("precision", ["fp16", "bf16"])
def test_mixed_precision(tmp_path, precision):
    trainer = make_trainer(tmp_path, **{precision: True})
    trainer.train()
    losses = losses_of(trainer)
    assert losses[-1] < losses[0] - 0.3
    assert trainer.model.lm_head.weight.dtype == torch.float32


def test_accumulation_and_gradient_checkpointing(tmp_path):
    options = dict(gradient_accumulation_steps=2, gradient_checkpointing=True)
    trainer = make_trainer(tmp_path, **options)
    trainer.train()
    assert losses_of(trainer)[-1] < losses_of(trainer)[0]


def test_memory_metrics(tmp_path):
    trainer = make_trainer(tmp_path, skip_memory_metrics=False)
    metrics = trainer.train().metrics
    assert metrics["train_mem_gpu_alloc_delta"] > 0 and metrics["train_mem_gpu_peaked_delta"] >= 0


def test_the_seed_reaches_the_device():
    transformers.set_seed(3)
    first = torch.rand(4, device="musa")
    transformers.set_seed(3)
    assert torch.equal(torch.rand(4, device="musa"), first)
