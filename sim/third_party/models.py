"""Tiny models and data that all tests share."""

import sys

import torch
from torch import nn
from transformers import LlamaConfig, LlamaForCausalLM

# With the adapter, a MUSA device is seen as "cuda" wherever code does not know of MUSA, as here.
SEEN_TYPE = "cuda" if "torchada" in sys.modules else "musa"
VOCABULARY = 64
LENGTH = 16


def make_regression_net():
    """4 features in, 1 number out."""
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 1))


def make_regression_data(samples=64):
    """Features, and their sum."""
    features = torch.randn(samples, 4, generator=torch.Generator().manual_seed(1))
    return torch.utils.data.TensorDataset(features, features.sum(1, keepdim=True))


def make_language_model(**changes):
    """A causal language model of two layers with random weights; always the same."""
    torch.manual_seed(0)
    options = dict(
        vocab_size=VOCABULARY,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=64,
        pad_token_id=0,
        bos_token_id=1,
        eos_token_id=2,
    )
    return LlamaForCausalLM(LlamaConfig(**{**options, **changes}))


class CountingText(torch.utils.data.Dataset):
    """Sequences that go up by three: easy to learn."""

    def __len__(self):
        return 64

    def __getitem__(self, index):
        first = index % 8
        tokens = [1] + [3 + (first + 3 * step) % (VOCABULARY - 3) for step in range(LENGTH - 1)]
        ids = torch.tensor(tokens)
        return {"input_ids": ids, "labels": ids.clone(), "attention_mask": torch.ones_like(ids)}
