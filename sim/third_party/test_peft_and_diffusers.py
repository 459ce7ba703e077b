"""peft's adapters and diffusers' pipelines on device musa."""

import torch
from diffusers import DDIMScheduler, DDPMPipeline, UNet2DModel
from diffusers.training_utils import EMAModel
from models import SEEN_TYPE, CountingText, make_language_model
from peft import LoraConfig, PeftModel, get_peft_model


def batch(device):
    data = CountingText()
    items = [data[index] for index in range(8)]
    return {key: torch.stack([item[key] for item in items]).to(device) for key in items[0]}


def make_adapted():
    return get_peft_model(
        make_language_model(), LoraConfig(r=4, target_modules=["q_proj", "v_proj"])
    )


def train(net, steps=8):
    chosen = [p for p in net.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(chosen, lr=0.05)
    losses = []
    for _ in range(steps):
        loss = net(**batch("musa")).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def test_low_rank_adapters_learn_and_merge():
    net = make_adapted().to("musa")
    losses = train(net)
    assert losses[-1] < losses[0]
    net.eval()
    wanted = net(**batch("musa")).logits
    torch.testing.assert_close(net.merge_and_unload()(**batch("musa")).logits, wanted)


def test_adapters_are_saved_and_loaded(tmp_path):
    net = make_adapted().to("musa")
    train(net, steps=3)
    net.save_pretrained(tmp_path)
    loaded = PeftModel.from_pretrained(make_language_model().to("musa"), tmp_path)
    assert next(loaded.parameters()).is_musa
    wanted = net.eval()(**batch("musa")).logits
    torch.testing.assert_close(loaded.eval()(**batch("musa")).logits, wanted)


def make_denoiser():
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


def test_a_pipeline_draws_images():
    pipeline = DDPMPipeline(make_denoiser(), DDIMScheduler(num_train_timesteps=10)).to("musa")
    pipeline.set_progress_bar_config(disable=True)
    assert pipeline.device.type == SEEN_TYPE
    images = []
    for _ in range(2):
        generator = torch.Generator("musa").manual_seed(4)
        options = dict(generator=generator, num_inference_steps=3, output_type="np")
        images.append(torch.from_numpy(pipeline(**options).images))
    assert images[0].shape == (1, 8, 8, 1) and torch.equal(images[0], images[1])


def test_a_denoiser_learns():
    net = make_denoiser().to("musa")
    average = EMAModel(net.parameters())
    scheduler = DDIMScheduler(num_train_timesteps=10)
    optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3)
    image = torch.linspace(-1, 1, 64, device="musa").reshape(1, 1, 8, 8).expand(4, 1, 8, 8)
    losses = []
    for _ in range(12):
        noise = torch.randn(4, 1, 8, 8, device="musa")
        times = torch.randint(0, 10, (4,), device="musa")
        guess = net(scheduler.add_noise(image, noise, times), times).sample
        loss = torch.nn.functional.mse_loss(guess, noise)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        average.step(net.parameters())
        losses.append(loss.item())
    assert sum(losses[-3:]) < sum(losses[:3])
