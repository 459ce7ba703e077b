"""fastai: a tabular and an image learner on default_device(), to_fp16, callbacks, export and load."""

import numpy
import pandas
import pytest
import torch
from fastai.tabular.all import (
    Categorify,
    FillMissing,
    Normalize,
    TabularDataLoaders,
    accuracy,
    tabular_learner,
)
from fastai.vision.all import (
    CategoryBlock,
    CrossEntropyLossFlat,
    DataBlock,
    ImageBlock,
    Learner,
    PILImage,
    RandomSplitter,
    Resize,
    SaveModelCallback,
    aug_transforms,
    default_device,
    load_learner,
    to_device,
    xresnet18,
)

PACKAGES = ("fastai",)


def make_table():
    generator = numpy.random.default_rng(0)
    frame = pandas.DataFrame(
        {"a": generator.normal(size=300), "b": generator.choice(["x", "y"], 300)}
    )
    frame["label"] = numpy.where((frame.a > 0) ^ (frame.b == "x"), "yes", "no")
    return frame


def test_the_default_device():
    assert default_device().type == "cuda"
    assert to_device({"a": [torch.ones(2)]})["a"][0].is_cuda


def test_tabular(tmp_path):
    loaders = TabularDataLoaders.from_df(
        make_table(),
        procs=[Categorify, FillMissing, Normalize],
        cat_names=["b"],
        cont_names=["a"],
        y_names="label",
        bs=32,
        seed=1,
    )
    learner = tabular_learner(loaders, layers=[32, 16], metrics=accuracy, path=tmp_path)
    with learner.no_bar(), learner.no_logging():
        learner.fit_one_cycle(5, 1e-2, cbs=SaveModelCallback())
    assert loaders.device.type == "cuda" and next(learner.model.parameters()).is_cuda
    assert learner.validate()[1] > 0.7
    learner.export(tmp_path / "learner.pkl")
    on_host = load_learner(tmp_path / "learner.pkl", cpu=True)
    assert on_host.predict(make_table().iloc[0])[0] is not None
    assert next(load_learner(tmp_path / "learner.pkl", cpu=False).model.parameters()) is not None


def make_image(n):
    pixels = numpy.random.default_rng(n).integers(0, 60, (32, 32, 3), dtype=numpy.uint8)
    pixels[..., n % 2] += 150
    return PILImage.create(pixels)


def test_images():
    block = DataBlock(
        blocks=(ImageBlock, CategoryBlock),
        get_x=make_image,
        get_y=lambda n: str(n % 2),
        splitter=RandomSplitter(seed=1),
        item_tfms=Resize(32),
        batch_tfms=aug_transforms(size=32, max_warp=0),
    )
    loaders = block.dataloaders(list(range(40)), bs=8, num_workers=0)
    assert loaders.one_batch()[0].is_cuda
    net = xresnet18(n_out=2)
    learner = Learner(loaders, net, loss_func=CrossEntropyLossFlat(), metrics=accuracy).to_fp16()
    with learner.no_bar(), learner.no_logging():
        learner.fit_one_cycle(2, 3e-3)
        losses = learner.recorder.values
    assert losses[-1][0] < losses[0][0]
    predictions, _ = learner.get_preds()
    assert predictions.shape == (8, 2)


@pytest.mark.compiles
def test_a_compiled_tabular_model():
    """The model of a learner, after its training."""
    options = dict(cat_names=["b"], cont_names=["a"], y_names="label", bs=32, seed=1)
    loaders = TabularDataLoaders.from_df(make_table(), procs=[Categorify, Normalize], **options)
    learner = tabular_learner(loaders, layers=[32, 16])
    wanted, _ = learner.get_preds()
    learner.model = torch.compile(learner.model)
    torch.testing.assert_close(learner.get_preds()[0], wanted, rtol=1e-4, atol=1e-5)
