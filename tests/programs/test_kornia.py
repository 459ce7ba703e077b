"""kornia: filters, colours, geometry, augmentation and losses on the GPU, against the CPU."""

import kornia
import kornia.augmentation as augmentation
import pytest
import torch

PACKAGES = ("kornia",)
IMAGE = torch.rand(2, 3, 24, 24)
FUNCTIONS = {
    "blur": lambda x: kornia.filters.gaussian_blur2d(x, (5, 5), (1.0, 1.0)),
    "sobel": kornia.filters.sobel,
    "canny": lambda x: kornia.filters.canny(x)[0],
    "hsv": kornia.color.rgb_to_hsv,
    "lab": kornia.color.rgb_to_lab,
    "rotate": lambda x: kornia.geometry.rotate(x, torch.tensor([30.0, 60.0], device=x.device)),
    "pyramid": kornia.geometry.pyrdown,
    "erosion": lambda x: kornia.morphology.erosion(x, torch.ones(3, 3, device=x.device)),
    "ssim": lambda x: kornia.metrics.ssim(x, x.flip(-1), 5),
    "equalize": kornia.enhance.equalize,
    "harris": kornia.feature.harris_response,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function(name):
    given = FUNCTIONS[name](IMAGE.to("cuda"))
    assert given.is_cuda
    torch.testing.assert_close(given.cpu(), FUNCTIONS[name](IMAGE), rtol=1e-3, atol=1e-4)


def test_augmentation():
    steps = augmentation.AugmentationSequential(
        augmentation.RandomHorizontalFlip(p=1.0),
        augmentation.RandomAffine(20.0),
        augmentation.ColorJitter(0.1, 0.1, 0.1, 0.1),
        augmentation.RandomErasing(p=1.0),
        data_keys=["input", "mask"],
    ).to("cuda")
    image, mask = steps(IMAGE.cuda(), (IMAGE[:, :1] > 0.5).float().cuda())
    assert image.is_cuda and mask.is_cuda and image.shape == IMAGE.shape


def test_homography_and_gradients():
    points = torch.rand(1, 8, 2, device="cuda", requires_grad=True)
    found = kornia.geometry.find_homography_dlt(points, points * 2)
    torch.testing.assert_close(
        found[0].diagonal()[:2] / found[0, 2, 2], torch.full((2,), 2.0, device="cuda")
    )
    found.sum().backward()
    assert points.grad.is_cuda


def test_the_device_of_kornia():
    assert kornia.core.utils.get_cuda_device_if_available() == torch.device("cuda:0")


@pytest.mark.compiles
@pytest.mark.parametrize("name", ["blur", "sobel", "hsv", "lab", "rotate", "ssim"])
def test_a_compiled_function(name):
    given = torch.compile(FUNCTIONS[name])(IMAGE.to("cuda"))
    torch.testing.assert_close(given.cpu(), FUNCTIONS[name](IMAGE), rtol=1e-3, atol=1e-4)
