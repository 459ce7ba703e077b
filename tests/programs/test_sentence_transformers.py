"""sentence-transformers: a model from parts on the GPU, encode, a trainer with a contrastive loss, pools."""

import pytest
import torch
from datasets import Dataset
from sentence_transformers import (
    SentenceTransformer,
    SentenceTransformerTrainer,
    SentenceTransformerTrainingArguments,
    losses,
    models,
    util,
)
from tokenizers import Tokenizer, pre_tokenizers
from tokenizers.models import WordLevel
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

PACKAGES = ("sentence-transformers", "datasets")
TEXTS = ["w1 w2 w3", "w4 w5", "w6", "w7 w8 w9 w10"]


@pytest.fixture
def folder(tmp_path):
    """A tiny BERT with its tokenizer, as it would be downloaded."""
    torch.manual_seed(0)
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] + [f"w{n}" for n in range(59)]
    words = Tokenizer(WordLevel({word: n for n, word in enumerate(words)}, "[UNK]"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    special = dict(pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]")
    sizes = dict(hidden_size=32, intermediate_size=64, num_hidden_layers=1, num_attention_heads=4)
    BertModel(BertConfig(vocab_size=64, **sizes)).save_pretrained(tmp_path / "bert")
    PreTrainedTokenizerFast(tokenizer_object=words, **special).save_pretrained(tmp_path / "bert")
    return tmp_path / "bert"


def make(folder, **options):
    word = models.Transformer(str(folder), max_seq_length=16)
    return SentenceTransformer(modules=[word, models.Pooling(32), models.Normalize()], **options)


def test_encode(folder):
    model = make(folder, device="cuda")
    wanted = make(folder, device="cpu").encode(TEXTS, convert_to_tensor=True)
    given = model.encode(TEXTS, convert_to_tensor=True, batch_size=2)
    assert model.device.type == "cuda" and given.is_cuda
    torch.testing.assert_close(given.cpu(), wanted, rtol=1e-3, atol=1e-4)
    assert model.encode(TEXTS).shape == (4, 32)
    assert model.encode(TEXTS, device="cuda:1", convert_to_tensor=True).device == torch.device(
        "cuda:1"
    )
    assert util.semantic_search(given, given, top_k=1)[0][0]["corpus_id"] == 0


def test_it_takes_the_gpu_by_itself(folder, tmp_path):
    model = make(folder)
    assert model.device == torch.device("cuda:0")
    model.half().save(str(tmp_path / "saved"))
    loaded = SentenceTransformer(str(tmp_path / "saved"))
    assert loaded.device.type == "cuda" and loaded.similarity(*[model.encode(TEXTS)] * 2).shape == (
        4,
        4,
    )


@pytest.mark.parametrize("precision", ["fp16", "bf16"])
def test_training(folder, tmp_path, precision):
    model = make(folder)
    pairs = {"anchor": [f"w{n} w1" for n in range(40)], "positive": [f"w{n} w2" for n in range(40)]}
    arguments = SentenceTransformerTrainingArguments(
        output_dir=str(tmp_path / "out"),
        per_device_train_batch_size=8,
        num_train_epochs=2,
        learning_rate=3e-3,
        logging_steps=5,
        save_strategy="no",
        report_to=[],
        disable_tqdm=True,
        **{precision: True},
    )
    loss = losses.MultipleNegativesRankingLoss(model)
    trainer = SentenceTransformerTrainer(
        model, arguments, train_dataset=Dataset.from_dict(pairs), loss=loss
    )
    trainer.train()
    seen = [each["loss"] for each in trainer.state.log_history if "loss" in each]
    assert seen[-1] < seen[0]


def test_a_pool_of_two_gpus(folder):
    model = make(folder)
    pool = model.start_multi_process_pool(["cuda:0", "cuda:1"])
    try:
        given = model.encode(TEXTS, pool=pool, batch_size=2)
    finally:
        model.stop_multi_process_pool(pool)
    assert abs(given - model.encode(TEXTS)).max() < 1e-4


@pytest.mark.compiles
def test_compiled(folder):
    model = make(folder, device="cuda")
    wanted = model.encode(TEXTS, convert_to_tensor=True)
    model.compile()
    given = model.encode(TEXTS, convert_to_tensor=True)
    torch.testing.assert_close(given, wanted, rtol=1e-3, atol=1e-4)
