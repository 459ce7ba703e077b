"""trl: supervised fine-tuning with LoRA, DPO and a reward model, on the GPU in bf16."""

import pytest
import torch
from datasets import Dataset
from peft import LoraConfig
from tokenizers import Tokenizer, pre_tokenizers
from tokenizers.models import WordLevel
from transformers import (
    LlamaConfig,
    LlamaForCausalLM,
    LlamaForSequenceClassification,
    PreTrainedTokenizerFast,
)
from trl import DPOConfig, DPOTrainer, RewardConfig, RewardTrainer, SFTConfig, SFTTrainer

PACKAGES = ("trl", "peft", "datasets")
SIZES = dict(
    vocab_size=64,
    hidden_size=32,
    intermediate_size=64,
    num_hidden_layers=2,
    num_attention_heads=4,
    num_key_value_heads=2,
    pad_token_id=0,
    bos_token_id=1,
    eos_token_id=2,
)


def make_tokenizer():
    words = ["<pad>", "<s>", "</s>", "<unk>"] + [f"w{n}" for n in range(60)]
    words = Tokenizer(WordLevel({word: n for n, word in enumerate(words)}, "<unk>"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    special = dict(pad_token="<pad>", bos_token="<s>", eos_token="</s>", unk_token="<unk>")
    return PreTrainedTokenizerFast(tokenizer_object=words, **special)


def options(folder, **more):
    return dict(
        output_dir=str(folder),
        max_steps=8,
        per_device_train_batch_size=4,
        learning_rate=5e-3,
        logging_steps=1,
        report_to=[],
        disable_tqdm=True,
        save_strategy="no",
        bf16=True,
        **more,
    )


def losses_of(trainer):
    return [entry["loss"] for entry in trainer.state.log_history if "loss" in entry]


@pytest.mark.parametrize(
    "adapter", [None, LoraConfig(r=4, target_modules="all-linear")], ids=["full", "lora"]
)
def test_supervised(tmp_path, adapter):
    torch.manual_seed(0)
    texts = [" ".join(f"w{(n + k) % 60}" for k in range(12)) for n in range(32)]
    trainer = SFTTrainer(
        model=LlamaForCausalLM(LlamaConfig(**SIZES)),
        args=SFTConfig(**options(tmp_path, max_length=32, gradient_checkpointing=True)),
        train_dataset=Dataset.from_dict({"text": texts}),
        processing_class=make_tokenizer(),
        peft_config=adapter,
    )
    trainer.train()
    assert trainer.model.device.type == "cuda" and losses_of(trainer)[-1] < losses_of(trainer)[0]


def make_preferences():
    rows = range(32)
    return Dataset.from_dict(
        {
            "prompt": [f"w{n} w{n + 1}" for n in rows],
            "chosen": [" w1 w2 w3" for _ in rows],
            "rejected": [" w9 w8 w7" for _ in rows],
        }
    )


def test_preferences(tmp_path):
    torch.manual_seed(0)
    trainer = DPOTrainer(
        model=LlamaForCausalLM(LlamaConfig(**SIZES)),
        ref_model=LlamaForCausalLM(LlamaConfig(**SIZES)),
        args=DPOConfig(**options(tmp_path, max_length=32)),
        train_dataset=make_preferences(),
        processing_class=make_tokenizer(),
    )
    trainer.train()
    assert losses_of(trainer)[-1] < losses_of(trainer)[0]


def test_reward(tmp_path):
    torch.manual_seed(0)
    trainer = RewardTrainer(
        model=LlamaForSequenceClassification(LlamaConfig(num_labels=1, **SIZES)),
        args=RewardConfig(**options(tmp_path, max_length=32)),
        train_dataset=make_preferences(),
        processing_class=make_tokenizer(),
    )
    trainer.train()
    assert losses_of(trainer)[-1] < losses_of(trainer)[0]


@pytest.mark.compiles
def test_compiled(tmp_path):
    texts, losses = [" ".join(f"w{(n + k) % 60}" for k in range(12)) for n in range(32)], []
    for compiled in (True, False):
        torch.manual_seed(0)
        arguments = options(tmp_path, max_length=32, torch_compile=compiled)
        trainer = SFTTrainer(
            model=LlamaForCausalLM(LlamaConfig(**SIZES)),
            args=SFTConfig(**{**arguments, "max_steps": 3}),
            train_dataset=Dataset.from_dict({"text": texts}),
            processing_class=make_tokenizer(),
        )
        trainer.train()
        losses.append(losses_of(trainer))
    assert losses[0] == pytest.approx(losses[1], rel=0.02)
