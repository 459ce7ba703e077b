"""pyro: variational inference, MCMC and distributions with CUDA tensors and a CUDA default device."""

import pyro
import pyro.distributions as dist
import pytest
import torch
from pyro.infer import MCMC, NUTS, SVI, Predictive, Trace_ELBO
from pyro.infer.autoguide import AutoNormal

PACKAGES = ("pyro-ppl",)


@pytest.fixture
def data():
    pyro.clear_param_store()
    pyro.set_rng_seed(1)
    return torch.randn(200, device="cuda") * 0.5 + 2.0


def model(data):
    mean = pyro.sample("mean", dist.Normal(torch.zeros((), device=data.device), 10.0))
    scale = pyro.sample("scale", dist.HalfNormal(torch.ones((), device=data.device)))
    with pyro.plate("data", len(data)):
        return pyro.sample("obs", dist.Normal(mean, scale), obs=data)


def test_variational_inference(data):
    guide = AutoNormal(model)
    svi = SVI(model, guide, pyro.optim.ClippedAdam({"lr": 0.05}), Trace_ELBO())
    losses = [svi.step(data) for _ in range(150)]
    assert losses[-1] < losses[0]
    assert abs(guide.median()["mean"].item() - 2.0) < 0.3
    drawn = Predictive(model, guide=guide, num_samples=5)(data)
    assert drawn["mean"].is_cuda


def test_mcmc(data):
    chain = MCMC(NUTS(model), num_samples=20, warmup_steps=20, disable_progbar=True)
    chain.run(data[:50])
    samples = chain.get_samples()["mean"]
    assert samples.is_cuda and abs(samples.mean().item() - 2.0) < 0.4


def test_on_a_default_device(data):
    with torch.device("cuda"):
        pyro.param("rate", torch.tensor(1.0), constraint=dist.constraints.positive)
        assert pyro.param("rate").is_cuda
        for each in (
            dist.Gamma(2.0, 3.0),
            dist.Beta(1.0, 2.0),
            dist.Dirichlet(torch.ones(3)),
            dist.Poisson(3.0),
        ):
            assert each.sample().is_cuda


def test_saved_parameters(tmp_path, data):
    pyro.param("weight", torch.ones(2, device="cuda"))
    pyro.get_param_store().save(str(tmp_path / "store"))
    pyro.clear_param_store()
    pyro.get_param_store().load(str(tmp_path / "store"), map_location="cuda:1")
    assert pyro.param("weight").device == torch.device("cuda:1")


@pytest.mark.compiles
def test_compiled_densities():
    def density(x, shape):
        parts = [dist.Gamma(shape, 2.0).log_prob(x), dist.LogNormal(0.0, shape).log_prob(x)]
        return sum(parts) + dist.StudentT(shape).log_prob(x)

    x, shape = (torch.rand(50, device="cuda") + 0.5 for _ in range(2))
    shape.requires_grad_()
    given, wanted = torch.compile(density)(x, shape), density(x, shape)
    torch.testing.assert_close(given, wanted, rtol=1e-4, atol=1e-5)
    gradients = [torch.autograd.grad(each.sum(), shape) for each in (given, wanted)]
    torch.testing.assert_close(*gradients, rtol=1e-3, atol=1e-4)
