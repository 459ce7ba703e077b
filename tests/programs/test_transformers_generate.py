"""Llama, GPT-2, T5, BERT and Mixtral from configs: forward, generate, save, device_map, pipelines."""

import pytest
import torch
import transformers
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import AutoModelForCausalLM, PreTrainedTokenizerFast, pipeline

PACKAGES = ("transformers", "tokenizers", "safetensors")
WORDS = ["<pad>", "<s>", "</s>", "<unk>"] + [f"w{n}" for n in range(60)]
TOKENS = dict(vocab_size=64, pad_token_id=0, bos_token_id=1, eos_token_id=2)
SIZES = dict(
    hidden_size=32,
    intermediate_size=64,
    num_hidden_layers=2,
    num_attention_heads=4,
    max_position_embeddings=64,
)
PROMPT = torch.tensor([[1, 6, 9], [0, 1, 7]])
MASK = torch.tensor([[1, 1, 1], [0, 1, 1]])


def make(architecture, **changes):
    torch.manual_seed(0)
    if architecture == "gpt2":
        config = transformers.GPT2Config(n_embd=32, n_layer=2, n_head=4, n_positions=64, **TOKENS)
    elif architecture == "mixtral":
        experts = dict(num_local_experts=4, num_experts_per_tok=2, num_key_value_heads=2)
        config = transformers.MixtralConfig(**TOKENS, **SIZES, **experts)
    elif architecture == "qwen2":
        config = transformers.Qwen2Config(**TOKENS, **SIZES, num_key_value_heads=2)
    else:
        config = transformers.LlamaConfig(**TOKENS, **SIZES, num_key_value_heads=2)
    return AutoModelForCausalLM.from_config(config, **changes).eval()


def make_tokenizer():
    words = Tokenizer(models.WordLevel({word: n for n, word in enumerate(WORDS)}, "<unk>"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    special = dict(pad_token="<pad>", bos_token="<s>", eos_token="</s>", unk_token="<unk>")
    return PreTrainedTokenizerFast(tokenizer_object=words, padding_side="left", **special)


GENERATION = {
    "greedy": dict(do_sample=False),
    "no cache": dict(do_sample=False, use_cache=False),
    "beams": dict(do_sample=False, num_beams=3),
    "static cache": dict(do_sample=False, cache_implementation="static"),
    "penalties": dict(do_sample=False, repetition_penalty=1.3, no_repeat_ngram_size=2),
}


@pytest.mark.parametrize("how", GENERATION)
@pytest.mark.parametrize("architecture", ["llama", "gpt2", "qwen2", "mixtral"])
def test_generate_as_the_cpu(architecture, how):
    options = dict(GENERATION[how], max_new_tokens=6, disable_compile=True)
    wanted = make(architecture).generate(PROMPT, attention_mask=MASK, **options)
    model = make(architecture).to("cuda")
    given = model.generate(PROMPT.cuda(), attention_mask=MASK.to(model.device), **options)

    assert given.is_cuda and given.device.type == "cuda"
    assert given.tolist() == wanted.tolist()


def test_sampling_follows_the_seed():
    model = make("llama").cuda()
    options = dict(
        attention_mask=MASK.cuda(), max_new_tokens=8, do_sample=True, top_k=20, top_p=0.95
    )
    torch.cuda.manual_seed_all(1)
    first = model.generate(PROMPT.cuda(), **options)
    torch.cuda.manual_seed_all(1)

    assert torch.equal(model.generate(PROMPT.cuda(), **options), first)
    assert not torch.equal(model.generate(PROMPT.cuda(), **options), first)


@pytest.mark.parametrize("attention", ["eager", "sdpa"])
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision(attention, dtype):
    model = make("llama", attn_implementation=attention, dtype=dtype)
    with torch.inference_mode():
        wanted = model(PROMPT, attention_mask=MASK).logits
        given = model.to("cuda:1")(PROMPT.to("cuda:1"), attention_mask=MASK.to("cuda:1")).logits

    assert given.device == torch.device("cuda:1") and given.dtype == dtype
    torch.testing.assert_close(given.cpu(), wanted, rtol=2e-2, atol=2e-2)


def test_flash_attention_2_is_not_installed():
    with pytest.raises(ImportError, match="FlashAttention2"):
        make("llama", attn_implementation="flash_attention_2", dtype=torch.float16)


def test_autocast_and_gradients():
    model = make("gpt2").cuda().train()
    with torch.autocast("cuda", dtype=torch.float16):
        out = model(PROMPT.cuda(), labels=PROMPT.cuda())
    out.loss.backward()

    assert out.logits.dtype == torch.float16
    assert all(p.grad is None or p.grad.is_cuda for p in model.parameters())


def test_bert_and_t5():
    torch.manual_seed(0)
    bert = transformers.BertForMaskedLM(transformers.BertConfig(vocab_size=64, **SIZES)).eval()
    wanted = bert(PROMPT, attention_mask=MASK).logits
    given = bert.to("cuda")(PROMPT.cuda(), attention_mask=MASK.cuda()).logits
    torch.testing.assert_close(given.cpu(), wanted, rtol=1e-4, atol=1e-5)

    sizes = dict(d_model=32, d_ff=64, d_kv=8, num_layers=2, num_heads=4, decoder_start_token_id=0)
    t5 = transformers.T5ForConditionalGeneration(
        transformers.T5Config(vocab_size=64, **sizes)
    ).eval()
    wanted = t5.generate(PROMPT, max_new_tokens=6, num_beams=2)
    assert (
        t5.to("cuda").generate(PROMPT.cuda(), max_new_tokens=6, num_beams=2).tolist()
        == wanted.tolist()
    )


@pytest.mark.parametrize(
    "where", ["cuda", "cuda:1", {"": "cuda:0"}, {"": 1}, "auto", "balanced"], ids=str
)
def test_from_pretrained_with_a_device_map(tmp_path, where):
    model = make("llama")
    model.save_pretrained(tmp_path)
    loaded = AutoModelForCausalLM.from_pretrained(tmp_path, device_map=where)

    assert all(p.is_cuda for p in loaded.parameters())
    if isinstance(where, dict):
        assert {p.device.index for p in loaded.parameters()} == {int(str(where[""])[-1])}
    given = loaded(PROMPT.to(loaded.device)).logits
    torch.testing.assert_close(given.cpu(), model(PROMPT).logits, rtol=1e-4, atol=1e-5)


def test_a_map_of_layers_over_two_gpus(tmp_path):
    make("llama").save_pretrained(tmp_path)
    where = {"model.embed_tokens": 0, "model.layers.0": 0, "model.layers.1": 1}
    where.update({"model.norm": "cuda:1", "lm_head": "cuda:1", "model.rotary_emb": "cuda:0"})
    loaded = AutoModelForCausalLM.from_pretrained(tmp_path, device_map=where)

    assert {p.device.index for p in loaded.parameters()} == {0, 1}
    out = loaded.generate(
        PROMPT.cuda(), attention_mask=MASK.cuda(), max_new_tokens=4, do_sample=False
    )
    wanted = make("llama").generate(PROMPT, attention_mask=MASK, max_new_tokens=4, do_sample=False)
    assert out.tolist() == wanted.tolist()


@pytest.mark.parametrize("device", ["cuda", "cuda:1", 0, torch.device("cuda")], ids=str)
def test_text_generation_pipeline(device):
    generator = pipeline(
        "text-generation", model=make("llama"), tokenizer=make_tokenizer(), device=device
    )

    assert generator.device.type == "cuda"
    texts = generator(["w1 w2 w3", "w4"], batch_size=2, max_new_tokens=3, do_sample=False)
    assert [len(each[0]["generated_text"].split()) > 1 for each in texts] == [True, True]


def test_classification_and_feature_pipelines():
    config = transformers.BertConfig(vocab_size=64, num_labels=3, **SIZES)
    options = dict(tokenizer=make_tokenizer(), device=0)
    net = transformers.BertForSequenceClassification(config)
    given = pipeline("text-classification", model=net, **options)(["w1 w2", "w3"])
    assert all(0 < each["score"] <= 1 for each in given)

    net = transformers.BertModel(config)
    features = pipeline("feature-extraction", model=net, **options)("w1 w2 w3", return_tensors=True)
    assert features.shape == (1, 3, 32)


def test_without_a_device_a_pipeline_takes_the_gpu():
    assert pipeline(
        "fill-mask",
        model=transformers.BertForMaskedLM(transformers.BertConfig(vocab_size=64, **SIZES)),
        tokenizer=make_tokenizer_with_mask(),
    ).device == torch.device("cuda:0")


def make_tokenizer_with_mask():
    tokenizer = make_tokenizer()
    tokenizer.add_special_tokens({"mask_token": "<unk>"})
    return tokenizer


@pytest.mark.compiles
@pytest.mark.parametrize("attention", ["sdpa", "eager"])
def test_a_compiled_model(attention):
    model = make("llama", attn_implementation=attention)
    wanted = model(PROMPT, attention_mask=MASK).logits
    model.to("cuda").compile()
    given = model(PROMPT.cuda(), attention_mask=MASK.cuda()).logits
    torch.testing.assert_close(given.cpu(), wanted, rtol=1e-3, atol=1e-4)
