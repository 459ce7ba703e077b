"""skorch: a scikit-learn classifier and regressor with device="cuda", grid search, pickles, checkpoints."""

import pickle

import numpy
import pytest
import torch
from sklearn.model_selection import GridSearchCV
from skorch import NeuralNetClassifier, NeuralNetRegressor
from skorch.callbacks import Checkpoint, EarlyStopping
from torch import nn

PACKAGES = ("skorch", "scikit-learn")
X = numpy.random.default_rng(0).normal(size=(120, 6)).astype("float32")
Y = (X[:, 0] + X[:, 1] > 0).astype("int64")


class Net(nn.Module):
    def __init__(self, width=16, out=2):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(6, width), nn.ReLU(), nn.Linear(width, out))

    def forward(self, x):
        assert x.is_cuda
        return self.net(x)


def make(kind=NeuralNetClassifier, **options):
    torch.manual_seed(0)
    options = {"criterion": nn.CrossEntropyLoss, "max_epochs": 15, **options}
    return kind(Net, device="cuda", lr=0.05, optimizer=torch.optim.Adam, verbose=0, **options)


def test_a_classifier(tmp_path):
    callbacks = [EarlyStopping(patience=10), Checkpoint(dirname=str(tmp_path))]
    net = make(callbacks=callbacks).fit(X, Y)
    assert net.score(X, Y) > 0.9 and net.predict_proba(X).shape == (120, 2)
    assert next(net.module_.parameters()).is_cuda


def test_a_regressor():
    net = make(NeuralNetRegressor, criterion=nn.MSELoss, module__out=1)
    assert net.fit(X, X[:, :1]).score(X, X[:, :1]) > 0.8


def test_pickle_and_parameters(tmp_path):
    net = make().fit(X, Y)
    again = pickle.loads(pickle.dumps(net))
    assert next(again.module_.parameters()).is_cuda
    assert numpy.array_equal(again.predict(X), net.predict(X))
    net.save_params(
        f_params=str(tmp_path / "params.pt"), f_optimizer=str(tmp_path / "optimizer.pt")
    )
    other = make().initialize()
    other.load_params(
        f_params=str(tmp_path / "params.pt"), f_optimizer=str(tmp_path / "optimizer.pt")
    )
    assert numpy.array_equal(other.predict(X), net.predict(X))


def test_grid_search():
    search = GridSearchCV(make(max_epochs=4, train_split=None), {"module__width": [4, 16]}, cv=2)
    assert search.fit(X, Y).best_score_ > 0.6


@pytest.mark.compiles
def test_compiled():
    nets = [make(max_epochs=3, compile=compiled).fit(X, Y) for compiled in (True, False)]
    numpy.testing.assert_allclose(*(net.predict_proba(X) for net in nets), rtol=1e-3, atol=1e-4)
