"""optuna: a search over networks trained on the GPU, with pruning and two threads."""

import optuna
import torch
from torch import nn

PACKAGES = ("optuna",)


def objective(trial):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(0)
    width = trial.suggest_int("width", 2, 16)
    net = nn.Sequential(nn.Linear(4, width), nn.ReLU(), nn.Linear(width, 1)).to(device)
    optimizer = torch.optim.Adam(net.parameters(), trial.suggest_float("lr", 1e-4, 1e-1, log=True))
    x = torch.randn(64, 4, device=device)
    for step in range(20):
        loss = (net(x) - x.sum(1, keepdim=True)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        trial.report(loss.item(), step)
        if trial.should_prune():
            raise optuna.TrialPruned
    assert loss.is_cuda
    return loss.item()


def test_a_search():
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.TPESampler(seed=1)
    study = optuna.create_study(
        sampler=sampler, pruner=optuna.pruners.MedianPruner(n_warmup_steps=5)
    )
    study.optimize(objective, n_trials=8, n_jobs=2)
    assert len(study.trials) == 8 and study.best_value < 4
