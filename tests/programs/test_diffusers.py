"""diffusers: DDPM and text-to-image pipelines from configs, fp16, schedulers, EMA, offload to the host."""

import pytest
import torch
from diffusers import (
    AutoencoderKL,
    DDIMScheduler,
    DDPMPipeline,
    DDPMScheduler,
    DPMSolverMultistepScheduler,
    EulerDiscreteScheduler,
    LMSDiscreteScheduler,
    StableDiffusionPipeline,
    UNet2DConditionModel,
    UNet2DModel,
)
from diffusers.training_utils import EMAModel
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import CLIPTextConfig, CLIPTextModel, PreTrainedTokenizerFast

PACKAGES = ("diffusers", "transformers")


def make_unet():
    torch.manual_seed(0)
    return UNet2DModel(
        sample_size=8,
        in_channels=1,
        out_channels=1,
        layers_per_block=1,
        block_out_channels=(8, 16),
        norm_num_groups=4,
        down_block_types=("DownBlock2D", "AttnDownBlock2D"),
        up_block_types=("AttnUpBlock2D", "UpBlock2D"),
    )


def make_stable_diffusion():
    torch.manual_seed(0)
    unet = UNet2DConditionModel(
        block_out_channels=(8, 16),
        layers_per_block=1,
        sample_size=8,
        norm_num_groups=4,
        down_block_types=("DownBlock2D", "CrossAttnDownBlock2D"),
        up_block_types=("CrossAttnUpBlock2D", "UpBlock2D"),
        cross_attention_dim=16,
        attention_head_dim=4,
    )
    vae = AutoencoderKL(
        block_out_channels=[8, 16],
        norm_num_groups=4,
        down_block_types=["DownEncoderBlock2D"] * 2,
        up_block_types=["UpDecoderBlock2D"] * 2,
        latent_channels=4,
    )
    sizes = dict(hidden_size=16, intermediate_size=32, num_hidden_layers=1, num_attention_heads=2)
    text = CLIPTextModel(CLIPTextConfig(vocab_size=64, max_position_embeddings=16, **sizes))
    words = ["<pad>", "<s>", "</s>", "<unk>"] + [f"w{n}" for n in range(60)]
    words = Tokenizer(models.WordLevel({word: n for n, word in enumerate(words)}, "<unk>"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    special = dict(pad_token="<pad>", bos_token="<s>", eos_token="</s>", unk_token="<unk>")
    pipeline = StableDiffusionPipeline(
        vae=vae,
        text_encoder=text,
        tokenizer=PreTrainedTokenizerFast(tokenizer_object=words, model_max_length=16, **special),
        unet=unet,
        scheduler=DDIMScheduler(num_train_timesteps=20),
        safety_checker=None,
        feature_extractor=None,
        requires_safety_checker=False,
    )
    pipeline.set_progress_bar_config(disable=True)
    return pipeline


def draw(pipeline, **options):
    options = dict(num_inference_steps=3, output_type="pt", height=16, width=16, **options)
    generator = torch.Generator("cpu").manual_seed(4)
    return pipeline("w1 w2 w3", generator=generator, **options).images


def test_the_gpu_draws_what_the_cpu_draws():
    wanted = draw(make_stable_diffusion())
    pipeline = make_stable_diffusion().to("cuda")
    given = draw(pipeline)

    assert pipeline.device.type == "cuda" and given.is_cuda
    torch.testing.assert_close(given.cpu(), wanted, rtol=1e-3, atol=1e-3)


def test_half_precision_and_slicing():
    pipeline = make_stable_diffusion().to("cuda", dtype=torch.float16)
    pipeline.enable_attention_slicing()
    pipeline.vae.enable_slicing()
    given = draw(pipeline)
    assert given.dtype == torch.float16 and given.isfinite().all()


@pytest.mark.parametrize("how", ["enable_model_cpu_offload", "enable_sequential_cpu_offload"])
def test_offload_to_the_host(how):
    wanted = draw(make_stable_diffusion())
    pipeline = make_stable_diffusion()
    getattr(pipeline, how)(device="cuda")
    torch.testing.assert_close(draw(pipeline).cpu(), wanted, rtol=1e-3, atol=1e-3)
    getattr(pipeline, how)()
    assert draw(pipeline).is_cuda


def test_group_offload():
    pipeline = make_stable_diffusion().to("cpu")
    wanted = draw(pipeline)
    pipeline.unet.enable_group_offload(
        onload_device=torch.device("cuda"),
        offload_device=torch.device("cpu"),
        offload_type="leaf_level",
        use_stream=True,
    )
    pipeline.vae.to("cuda"), pipeline.text_encoder.to("cuda")
    torch.testing.assert_close(draw(pipeline).cpu(), wanted, rtol=1e-3, atol=1e-3)


def test_save_and_load(tmp_path):
    make_stable_diffusion().save_pretrained(tmp_path)
    loaded = StableDiffusionPipeline.from_pretrained(tmp_path, torch_dtype=torch.float16).to(
        "cuda:1"
    )
    loaded.set_progress_bar_config(disable=True)
    assert loaded.unet.dtype == torch.float16 and draw(loaded).device == torch.device("cuda:1")
    spread = StableDiffusionPipeline.from_pretrained(tmp_path, device_map="cuda")
    assert spread.unet.device.type == "cuda"


@pytest.mark.parametrize(
    "kind",
    [DDPMScheduler, EulerDiscreteScheduler, DPMSolverMultistepScheduler, LMSDiscreteScheduler],
)
def test_schedulers(kind):
    pipeline = make_stable_diffusion().to("cuda")
    pipeline.scheduler = kind.from_config(pipeline.scheduler.config)
    assert draw(pipeline).isfinite().all()


def test_generators_of_the_device_and_of_the_host():
    pipeline = DDPMPipeline(make_unet(), DDIMScheduler(num_train_timesteps=10)).to("cuda")
    pipeline.set_progress_bar_config(disable=True)
    for device in ("cuda", "cpu"):
        images = []
        for _ in range(2):
            generator = torch.Generator(device).manual_seed(4)
            options = dict(generator=generator, num_inference_steps=3, output_type="np")
            images.append(torch.from_numpy(pipeline(**options).images))
        assert torch.equal(*images)


def test_training():
    net = make_unet().to("cuda")
    average = EMAModel(net.parameters())
    scheduler = DDIMScheduler(num_train_timesteps=10)
    optimizer, scaler = torch.optim.AdamW(net.parameters(), lr=2e-3), torch.amp.GradScaler("cuda")
    image = torch.linspace(-1, 1, 64, device="cuda").reshape(1, 1, 8, 8).expand(4, 1, 8, 8)
    losses = []
    for _ in range(12):
        noise = torch.randn_like(image)
        times = torch.randint(0, 10, (4,), device="cuda")
        with torch.autocast("cuda", dtype=torch.float16):
            guess = net(scheduler.add_noise(image, noise, times), times).sample
            loss = torch.nn.functional.mse_loss(guess.float(), noise)
        optimizer.zero_grad()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        average.step(net.parameters())
        losses.append(loss.item())
    assert sum(losses[-3:]) < sum(losses[:3])


@pytest.mark.compiles
def test_a_compiled_unet_draws_what_the_cpu_draws():
    wanted = draw(make_stable_diffusion())
    pipeline = make_stable_diffusion().to("cuda")
    pipeline.unet.compile(fullgraph=True)
    torch.testing.assert_close(draw(pipeline).cpu(), wanted, rtol=1e-3, atol=1e-3)
