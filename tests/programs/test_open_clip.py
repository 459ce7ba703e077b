"""open_clip: a CLIP from a config, contrastive training in AMP, image and text features, zero-shot."""

import open_clip
import pytest
import torch

PACKAGES = ("open_clip_torch",)
VISION = dict(image_size=32, layers=2, width=32, head_width=16, patch_size=8)
TEXT = dict(context_length=12, vocab_size=49408, width=32, heads=2, layers=2)


def make():
    torch.manual_seed(0)
    return open_clip.CLIP(embed_dim=16, vision_cfg=VISION, text_cfg=TEXT)


def make_batch():
    return torch.randn(4, 3, 32, 32), torch.randint(1, 49407, (4, 12))


def test_the_gpu_gives_what_the_cpu_gives():
    net, (images, texts) = make().eval(), make_batch()
    with torch.no_grad():
        wanted = net.encode_image(images, normalize=True) @ net.encode_text(texts, normalize=True).T
        net = net.to("cuda")
        images, texts = images.to("cuda"), texts.to("cuda")
        given = net.encode_image(images, normalize=True) @ net.encode_text(texts, normalize=True).T
    torch.testing.assert_close(given.cpu(), wanted, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("precision", ["amp", "amp_bf16", "fp32"])
def test_training(precision):
    device = open_clip.factory.torch.device("cuda")
    net, loss_of = make().to(device), open_clip.ClipLoss()
    images, texts = (each.to(device) for each in make_batch())
    optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3)
    scaler = torch.amp.GradScaler("cuda") if precision == "amp" else None
    dtype = torch.bfloat16 if precision == "amp_bf16" else torch.float16
    losses = []
    for _ in range(10):
        with torch.amp.autocast("cuda", dtype=dtype, enabled=precision != "fp32"):
            loss = loss_of(*net(images, texts))
        optimizer.zero_grad()
        (scaler.scale(loss) if scaler else loss).backward()
        scaler.step(optimizer) if scaler else optimizer.step()
        scaler.update() if scaler else None
        losses.append(loss.item())
    assert losses[-1] < losses[0]
    net.lock_image_tower()
    net.set_grad_checkpointing()
    loss_of(*net(images, texts)).backward()


def test_a_named_model_on_a_device():
    net, _, preprocess = open_clip.create_model_and_transforms(
        "ViT-B-32", pretrained=None, device="cuda", precision="fp16", force_image_size=32
    )
    assert net.visual.conv1.weight.is_cuda and net.visual.conv1.weight.dtype == torch.float16
    assert preprocess is not None


@pytest.mark.compiles
def test_compiled():
    """As its --torchcompile does."""
    net, loss_of = make().cuda(), open_clip.ClipLoss()
    images, texts = (each.cuda() for each in make_batch())
    losses = [loss_of(*each(images, texts)[:3]) for each in (torch.compile(net), net)]
    torch.testing.assert_close(*losses, rtol=1e-4, atol=1e-4)
    weights = [p for p in net.parameters() if p.requires_grad]
    torch.testing.assert_close(
        *(torch.autograd.grad(loss, weights, allow_unused=True) for loss in losses),
        rtol=1e-3,
        atol=1e-3,
    )
