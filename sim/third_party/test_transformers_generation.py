"""transformers on device musa: generation, attention, pipelines, saved models."""

import pytest
import torch
from models import SEEN_TYPE, VOCABULARY, make_language_model
from transformers import (
    BertConfig,
    BertModel,
    LlamaForCausalLM,
    T5Config,
    T5ForConditionalGeneration,
    TextGenerationPipeline,
)

PROMPT = [[1, 6, 9], [0, 1, 7]]
MASK = [[1, 1, 1], [0, 1, 1]]


@pytest.fixture
def model():
    return make_language_model().eval().to("musa")


def generate(model, device="musa", **options):
    prompt = torch.tensor(PROMPT, device=device)
    mask = torch.tensor(MASK, device=device)
    options = {"max_new_tokens": 8, "attention_mask": mask, "do_sample": False, **options}
    return model.generate(prompt, **options)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"use_cache": False},
        {"num_beams": 3},
        {"num_beams": 2, "num_return_sequences": 2, "length_penalty": 0.5},
        {"cache_implementation": "static"},
        {"repetition_penalty": 1.3, "no_repeat_ngram_size": 2},
    ],
    ids=str,
)
def test_the_device_generates_what_the_cpu_does(model, options):
    given = generate(model, **options)
    assert given.is_musa
    wanted = generate(make_language_model().eval(), device="cpu", **options)
    assert given.tolist() == wanted.tolist()


def test_sampling_follows_the_seed(model):
    options = dict(do_sample=True, temperature=0.8, top_k=20, top_p=0.95)
    torch.manual_seed(1)
    first = generate(model, **options)
    torch.manual_seed(1)
    assert torch.equal(generate(model, **options), first)
    assert not torch.equal(generate(model, **options), first)


@pytest.mark.parametrize("attention", ["eager", "sdpa"])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
def test_attention(attention, dtype):
    tokens = torch.tensor(PROMPT)
    mask = torch.tensor(MASK)
    net = make_language_model(attn_implementation=attention).to(dtype).eval()
    wanted = net(tokens, attention_mask=mask).logits
    given = net.to("musa")(tokens.musa(), attention_mask=mask.musa()).logits
    tolerance = 1e-5 if dtype == torch.float32 else 2e-2
    torch.testing.assert_close(given.cpu(), wanted, rtol=tolerance, atol=tolerance)


def test_an_encoder():
    torch.manual_seed(0)
    sizes = dict(hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4)
    net = BertModel(BertConfig(vocab_size=VOCABULARY, **sizes)).eval()
    tokens, mask = torch.tensor(PROMPT), torch.tensor(MASK)
    wanted = net(tokens, attention_mask=mask).last_hidden_state
    given = net.to("musa")(tokens.musa(), attention_mask=mask.musa()).last_hidden_state
    torch.testing.assert_close(given.cpu(), wanted, rtol=1e-4, atol=1e-5)


def test_an_encoder_with_a_decoder():
    torch.manual_seed(0)
    sizes = dict(d_model=32, d_ff=64, d_kv=8, num_layers=2, num_heads=4)
    config = T5Config(vocab_size=VOCABULARY, decoder_start_token_id=0, **sizes)
    net = T5ForConditionalGeneration(config).eval()
    tokens = torch.tensor(PROMPT)
    wanted = net.generate(tokens, max_new_tokens=6, num_beams=2)
    given = net.to("musa").generate(tokens.musa(), max_new_tokens=6, num_beams=2)
    assert given.tolist() == wanted.tolist()


def test_a_saved_model_comes_back_on_the_device(model, tmp_path):
    model.save_pretrained(tmp_path)
    loaded = LlamaForCausalLM.from_pretrained(tmp_path, device_map="musa:1")
    assert loaded.device == torch.device("musa:1")
    prompt = torch.tensor(PROMPT, device="musa")
    torch.testing.assert_close(loaded(prompt.to("musa:1")).logits.cpu(), model(prompt).logits.cpu())


def test_a_saved_model_is_spread_over_devices(model, tmp_path):
    model.save_pretrained(tmp_path)
    where = {"model.embed_tokens": 0, "model.layers.0": 0, "model.layers.1": 1, "model.norm": 1}
    where.update({"lm_head": 1, "model.rotary_emb": 0})
    loaded = LlamaForCausalLM.from_pretrained(tmp_path, device_map=where)
    assert {p.device.index for p in loaded.parameters()} == {0, 1}
    assert generate(loaded).tolist() == generate(model).tolist()


def test_a_pipeline(model):
    """Without a tokenizer, which would have to be downloaded: its steps, one after the other."""
    pipeline = TextGenerationPipeline(model=model, tokenizer=None, device="musa")
    assert pipeline.device.type == SEEN_TYPE
    with pipeline.device_placement():
        moved = pipeline.ensure_tensor_on_device(input_ids=torch.tensor(PROMPT))
        assert moved["input_ids"].is_musa
        made = pipeline.model.generate(**moved, max_new_tokens=2, do_sample=False)
    assert made.shape == (2, 5)
