"""gpytorch and botorch: exact and sparse Gaussian processes, Cholesky and CG, Bayesian optimization."""

import botorch
import gpytorch
import pytest
import torch
from botorch.acquisition import LogExpectedImprovement, qLogExpectedImprovement
from botorch.fit import fit_gpytorch_mll
from botorch.models import SingleTaskGP
from botorch.models.transforms import Standardize
from botorch.optim import optimize_acqf

PACKAGES = ("gpytorch", "botorch")
OPTIONS = dict(device=torch.device("cuda"), dtype=torch.double)


class Exact(gpytorch.models.ExactGP):
    def __init__(self, x, y, likelihood):
        super().__init__(x, y, likelihood)
        self.mean_module = gpytorch.means.ConstantMean()
        self.covar_module = gpytorch.kernels.ScaleKernel(gpytorch.kernels.RBFKernel())

    def forward(self, x):
        return gpytorch.distributions.MultivariateNormal(self.mean_module(x), self.covar_module(x))


@pytest.mark.parametrize("cholesky", [True, False])
def test_exact_regression(cholesky):
    x = torch.linspace(0, 1, 60).cuda()
    y = torch.sin(x * 6)
    likelihood = gpytorch.likelihoods.GaussianLikelihood().cuda()
    model = Exact(x, y, likelihood).cuda()
    model.train(), likelihood.train()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    mll = gpytorch.mlls.ExactMarginalLogLikelihood(likelihood, model)
    with gpytorch.settings.max_cholesky_size(800 if cholesky else 1):
        for _ in range(30):
            optimizer.zero_grad()
            loss = -mll(model(x), y)
            loss.backward()
            optimizer.step()
        model.eval(), likelihood.eval()
        with torch.no_grad(), gpytorch.settings.fast_pred_var():
            made = likelihood(model(torch.tensor([0.33], device="cuda")))
    assert made.mean.is_cuda and abs(made.mean.item() - 0.917) < 0.1
    assert made.variance.item() > 0


def test_variational():
    class Sparse(gpytorch.models.ApproximateGP):
        def __init__(self, points):
            q = gpytorch.variational.CholeskyVariationalDistribution(points.size(0))
            super().__init__(gpytorch.variational.VariationalStrategy(self, points, q))
            self.mean_module = gpytorch.means.ConstantMean()
            self.covar_module = gpytorch.kernels.ScaleKernel(gpytorch.kernels.MaternKernel())

        forward = Exact.forward

    x = torch.linspace(0, 1, 64, device="cuda")[:, None]
    y = torch.sin(x[:, 0] * 6)
    model, likelihood = (
        Sparse(x[::8].clone()).cuda(),
        gpytorch.likelihoods.GaussianLikelihood().cuda(),
    )
    mll = gpytorch.mlls.VariationalELBO(likelihood, model, num_data=64)
    optimizer = torch.optim.Adam([*model.parameters(), *likelihood.parameters()], lr=0.05)
    losses = []
    for _ in range(25):
        optimizer.zero_grad()
        loss = -mll(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0]


@pytest.mark.parametrize("q", [1, 2])
def test_bayesian_optimization(q):
    x = torch.rand(8, 2, **OPTIONS)
    y = -(x - 0.5).square().sum(1, keepdim=True)
    model = SingleTaskGP(x, y, outcome_transform=Standardize(1))
    fit_gpytorch_mll(gpytorch.mlls.ExactMarginalLogLikelihood(model.likelihood, model))
    kind = LogExpectedImprovement if q == 1 else qLogExpectedImprovement
    bounds = torch.stack([torch.zeros(2), torch.ones(2)]).to(**OPTIONS)
    found, value = optimize_acqf(kind(model, y.max()), bounds, q=q, num_restarts=2, raw_samples=16)
    assert found.is_cuda and found.shape == (q, 2) and value.is_cuda
    assert botorch.utils.draw_sobol_samples(bounds, 4, 1).is_cuda


@pytest.mark.compiles
def test_a_compiled_kernel():
    kernel = gpytorch.kernels.ScaleKernel(gpytorch.kernels.RBFKernel()).cuda()
    x = torch.linspace(0, 1, 20, device="cuda")[:, None]

    def solve(x):
        covariance = kernel(x).to_dense() + 0.1 * torch.eye(20, device="cuda")
        return torch.linalg.cholesky(covariance), covariance.sum()

    torch.testing.assert_close(torch.compile(solve)(x), solve(x), rtol=1e-4, atol=1e-5)
