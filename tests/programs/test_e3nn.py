"""e3nn: equivariant layers, spherical harmonics and a trained network on the GPU, against the CPU."""

import pytest
import torch
from e3nn import nn, o3

PACKAGES = ("e3nn",)


def test_spherical_harmonics():
    vectors = torch.randn(10, 3)
    wanted = o3.spherical_harmonics([0, 1, 2, 3], vectors, normalize=True)
    given = o3.spherical_harmonics([0, 1, 2, 3], vectors.cuda(), normalize=True)
    torch.testing.assert_close(given.cpu(), wanted, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("kind", ["full", "weighted"])
def test_tensor_products_are_equivariant(kind):
    irreps = o3.Irreps("4x0e + 2x1o + 1x2e")
    if kind == "full":
        product = o3.FullyConnectedTensorProduct(irreps, irreps, irreps)
    else:
        product = o3.ElementwiseTensorProduct(irreps, irreps)
    product = product.to("cuda")
    x, y = irreps.randn(2, 5, -1).to("cuda")
    turn = o3.rand_matrix()
    left, right = irreps.D_from_matrix(turn).cuda(), product.irreps_out.D_from_matrix(turn).cuda()
    torch.testing.assert_close(
        product(x @ left.T, y @ left.T), product(x, y) @ right.T, rtol=1e-3, atol=1e-4
    )


def test_training():
    torch.manual_seed(0)
    gate = nn.Gate("8x0e", [torch.tanh], "4x0e", [torch.sigmoid], "4x1o")
    net = torch.nn.Sequential(
        o3.Linear("1x0e + 1x1o", gate.irreps_in), gate, o3.Linear(gate.irreps_out, "1x0e")
    ).cuda()
    x = torch.randn(32, 4, device="cuda")
    wanted = x[:, 1:].square().sum(1, keepdim=True)
    optimizer = torch.optim.Adam(net.parameters(), 1e-2)
    losses = []
    for _ in range(30):
        loss = (net(x) - wanted).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0]


@pytest.mark.compiles
def test_compiled():
    irreps = o3.Irreps("4x0e + 2x1o")
    net = o3.Linear(irreps, irreps).to("cuda")
    x = irreps.randn(5, -1).to("cuda")

    def function(x):
        return o3.spherical_harmonics([0, 1, 2], net(x)[:, 4:7], normalize=True)

    torch.testing.assert_close(torch.compile(function)(x), function(x), rtol=1e-4, atol=1e-5)
